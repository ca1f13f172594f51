"""Players that search: plans for a turn, limits, contests."""

import gc
from random import Random

import pytest

import gipfel
from gipfel.engine.players.multi_game_searcher import MultiGameSearcher, smaller
from gipfel.engine.players.search_player import SearchPlayer, rest_of_turn
from gipfel.engine.players.specs import PlayerSpec
from gipfel.engine.search.analysis import Analysis, Line, SearchLimits

GIPF = gipfel.game("gipf", "standard")
CROSSING = "bwbb/2bb1/6/3b2w/2b3/5/w3 b 12/8 0/0 B s"
"""Black's a2-d5 makes two rows that cross (docs/rules/gipf.md, example 13)."""


class Scripted:
    """A searcher that always expects the same texts, and counts how often it was asked."""

    def __init__(self, *texts: str) -> None:
        self.texts = texts
        self.asked: list[SearchLimits] = []

    def forget(self) -> None:
        self.asked = []

    def think(self, position, limits, stop=None, report=None):
        self.asked.append(limits)
        decisions, here = [], position
        for text in self.texts:
            decisions.append(here.decision(text))
            here = here.play(decisions[-1])
        return Analysis(position, (Line(0, tuple(decisions)),), 1, 1, 0.0)


def player_of(searcher: Scripted, own: SearchLimits = SearchLimits()) -> SearchPlayer:  # noqa: B008
    return SearchPlayer("scripted", MultiGameSearcher(lambda game: searcher, lambda game: own))


def test_the_rest_of_a_turn_is_played_as_planned() -> None:
    start = gipfel.game("gipf", "basic").position(CROSSING)
    row = start.play("a2-d5").decisions()[0].text
    searcher = Scripted("a2-d5", row)
    player = player_of(searcher)
    player.begin(start.game)
    first = player.choose(start, SearchLimits(nodes=5))
    second = player.choose(start.play(first), SearchLimits(nodes=5))
    assert (first.text, second.text) == ("a2-d5", row)
    assert len(searcher.asked) == 1


def test_a_plan_is_for_one_position_only() -> None:
    start = gipfel.game("gipf", "basic").position(CROSSING)
    row = start.play("a2-d5").decisions()[0].text
    plan = rest_of_turn(Scripted("a2-d5", row).think(start, SearchLimits()).lines[0])
    assert [decision.text for decision in plan] == [row]
    assert plan[0].position == start.play("a2-d5")
    other = rest_of_turn(Scripted("e1-e3", "b3").think(GIPF.start(), SearchLimits()).lines[0])
    assert other == []


@pytest.mark.parametrize(
    ("own", "asked", "both"),
    [
        (SearchLimits(), SearchLimits(seconds=2), SearchLimits(seconds=2)),
        (
            SearchLimits(seconds=1, nodes=9),
            SearchLimits(seconds=2, lines=3),
            SearchLimits(seconds=1, nodes=9, lines=3),
        ),
        (SearchLimits(depth=1), SearchLimits(depth=4, nodes=5), SearchLimits(depth=1, nodes=5)),
        (SearchLimits(), SearchLimits(), SearchLimits(seconds=1)),
    ],
)
def test_the_smaller_limit_counts(own: SearchLimits, asked: SearchLimits, both: SearchLimits) -> None:
    searcher = Scripted("e1-e3")
    player = player_of(searcher, own)
    player.begin(GIPF)
    player.choose(GIPF.start(), asked)
    assert searcher.asked == [both]
    assert smaller(asked, own).nodes == both.nodes


def test_the_only_decision_needs_no_thinking() -> None:
    searcher = Scripted()
    game = gipfel.game("gipf", "basic")
    position = game.start()
    chance = Random(3)
    while len(position.decisions()) != 1:
        position = position.play(chance.choice(position.decisions()))
    player = player_of(searcher)
    player.begin(game)
    assert player.choose(position, SearchLimits()) == position.decisions()[0]
    assert searcher.asked == []


def test_in_a_contest_the_game_inside_is_thought_about() -> None:
    links = dict.fromkeys([f"link.{kind}" for kind in "TZDYP"], "zertz basic")
    game = gipfel.game("project", "dice", **links, **{"link.first": "user"})
    position, chance = game.start(), Random(4)
    while position.outcome is None and position.played is position:
        position = position.play(chance.choice(position.decisions()))
    inner = position.played
    assert inner is not None
    assert inner.game.name == "zertz"
    text = inner.decisions()[-1].text
    player = player_of(Scripted(text))
    player.begin(game)
    chosen = player.choose(position, SearchLimits())
    assert chosen == position.outer_decision(inner.decision(text).code)
    assert chosen in position.decisions()


@pytest.mark.parametrize("text", ["level:1", "level:10,nodes=300", "uct,nodes=50"])
def test_the_engine_plays_gipf(text: str) -> None:
    player = PlayerSpec.read(text).make_player(1)
    player.begin(GIPF)
    position = GIPF.start()
    for _ in range(4):
        decision = player.choose(position, SearchLimits())
        assert decision in position.decisions()
        position = position.play(decision)


@pytest.mark.parametrize("text", ["level:2", "level:10", "level:10,threads=2", "level:10,search=wide", "uct"])
def test_a_player_that_nobody_uses_keeps_no_table(text: str) -> None:
    """Its searchers are gone at once, not when Python looks for cycles; a match has thousands of players."""
    game = gipfel.game("tzaar")
    gc.collect()
    gc.disable()
    try:
        others = _searchers()
        player = PlayerSpec.read(text).make_player(1, fast=False)
        player.begin(game)
        player.choose(game.start(), SearchLimits(nodes=30))
        assert _searchers() > others
        del player
        assert _searchers() == others
    finally:
        gc.enable()


def _searchers() -> int:
    return sum(type(one).__name__.endswith("Searcher") for one in gc.get_objects())
