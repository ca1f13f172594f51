"""A searcher for several games: it thinks about what is played inside a contest."""

from dataclasses import dataclass, field
from random import Random
from threading import Event

import gipfel
from gipfel.engine.players.multi_game_searcher import MultiGameSearcher
from gipfel.engine.search.analysis import Analysis, Line, Report, SearchLimits, line_of
from gipfel.engine.search.uct_searcher import UctSearcher
from gipfel.games.core.game import Game
from gipfel.games.core.options import Value
from gipfel.games.core.position import Decision, Position
from gipfel.project.contests.chance_contests import Coin
from gipfel.project.contests.game_contest import GameContest
from gipfel.project.contests.outside_contest import Outside
from gipfel.project.potentials.position import ProjectPosition, ProvenDecision


@dataclass
class FirstDecisionSearcher:
    """A searcher that expects the first decision of both sides, and remembers the positions."""

    game: Game
    asked: list[Position] = field(default_factory=list)
    forgot: int = 0

    def think(
        self,
        position: Position,
        limits: SearchLimits,
        stop: Event | None = None,
        report: Report | None = None,
    ) -> Analysis:
        assert position.game == self.game
        self.asked.append(position)
        first = position.decisions()[0]
        line = [first]
        after = position.play(first)
        if after.outcome is None:
            line.append(after.decisions()[0])
        analysis = Analysis(position, (Line(7, tuple(line)),), depth=2, nodes=3, seconds=0.0)
        if report:
            report(analysis)
        return analysis

    def forget(self) -> None:
        self.forgot += 1


class Factory:
    """Makes searchers, and keeps them."""

    def __init__(self) -> None:
        self.made: list[FirstDecisionSearcher] = []

    def __call__(self, game: Game) -> FirstDecisionSearcher:
        self.made.append(FirstDecisionSearcher(game))
        return self.made[-1]


def contested(linked: str, **options: Value) -> ProjectPosition:
    """A contest for a ZÈRTZ-potential of White's has begun."""
    agreed = {"gipf_loss": "off", "link.Z": linked, "link.mode": "must-win", **options}
    game = gipfel.game("project", "menu", **agreed)
    position = game.position("c3=Wpz,d4=Bp w m W:10//B B:10//B 0/0").play("Zc3>e5")
    assert isinstance(position, ProjectPosition)
    return position


def test_outside_of_contests_the_project_game_is_thought_about() -> None:
    make = Factory()
    game = gipfel.game("project", "dice")
    searcher = MultiGameSearcher(make, lambda game: SearchLimits())
    position = game.start()
    analysis = searcher.think(position, SearchLimits())
    assert analysis.decision == position.decisions()[0]
    assert [made.game for made in make.made] == [game]


def test_inside_a_contest_its_own_game_is_thought_about() -> None:
    make = Factory()
    position = contested("zertz basic", **{"link.first": "opponent"})
    assert isinstance(position.contest, GameContest)
    inner = position.contest.position
    told: list[Analysis] = []
    searcher = MultiGameSearcher(make, lambda game: SearchLimits())
    analysis = searcher.think(position, SearchLimits(), report=told.append)
    assert make.made[0].asked == [inner]
    assert analysis.position is position
    assert (analysis.lines[0].score, analysis.depth, analysis.nodes) == (7, 2, 3)
    assert analysis.decision.text == inner.decisions()[0].text
    assert position.play(analysis.decision) == analysis.lines[0].decisions[1].position
    assert [t.lines for t in told] == [analysis.lines]


def test_named_decisions_of_a_contest_are_those_of_its_game() -> None:
    position = contested("zertz basic", **{"link.first": "opponent"})
    searcher = MultiGameSearcher(lambda game: UctSearcher(game, fast=False), lambda game: SearchLimits())
    chosen = position.decisions()[7]
    limits = SearchLimits(nodes=20, only=frozenset({chosen.code}))
    assert searcher.think(position, limits).decision == chosen


def test_a_named_call_is_made() -> None:
    position = contested("coin")
    searcher = MultiGameSearcher(Factory(), lambda game: SearchLimits())
    for decision in position.decisions():
        limits = SearchLimits(only=frozenset({decision.code}))
        assert searcher.think(position, limits).decision == decision


def test_a_contest_is_played_to_its_end_by_one_searcher() -> None:
    """A whole game of ZÈRTZ inside, each decision from the searcher; then GIPF goes on."""
    make = Factory()
    position: Position = contested("zertz basic", **{"link.first": "user"})
    searcher = MultiGameSearcher(make, lambda game: SearchLimits())
    while isinstance(position, ProjectPosition) and position.contest is not None:
        decision = searcher.think(position, SearchLimits()).decision
        assert decision in position.decisions()
        position = position.play(decision)
    assert [made.game.name for made in make.made] == ["zertz"]
    assert len(make.made[0].asked) > 10


class RandomLineSearcher(FirstDecisionSearcher):
    """A searcher that expects random decisions until the end of the game."""

    chance = Random(4)

    def think(
        self,
        position: Position,
        limits: SearchLimits,
        stop: Event | None = None,
        report: Report | None = None,
    ) -> Analysis:
        self.asked.append(position)
        codes, now = [], position
        while now.outcome is None:
            codes.append(self.chance.choice(now.decisions()).code)
            now = now.play(Decision(now, codes[-1]))
            now = now.at(now.time + now.reaction)
        line = line_of(position, 0, codes)
        assert len(line.decisions) == len(codes)
        return Analysis(position, (line,), depth=len(codes), nodes=0, seconds=0.0)


def test_while_time_runs_an_expected_line_takes_as_long_as_in_the_search() -> None:
    """The line goes on exactly to the end of the contest, and no decision of it belongs to anything else."""
    position: Position = contested("tamsk level2", **{"link.first": "user", "link.time": "real"})
    searcher = MultiGameSearcher(RandomLineSearcher, lambda game: SearchLimits())
    for _ in range(20):
        analysis = searcher.think(position, SearchLimits())
        assert len(analysis.lines[0].decisions) == analysis.depth
        position = position.play(analysis.decision)
        position = position.at(position.time + position.reaction)
        assert position.timed


def test_chance_is_drawn_not_chosen() -> None:
    position = contested("die")
    decision = (
        MultiGameSearcher(Factory(), lambda game: SearchLimits()).think(position, SearchLimits()).decision
    )
    assert isinstance(decision, ProvenDecision)


def test_lots_are_drawn() -> None:
    position = contested("zertz basic")
    searcher = MultiGameSearcher(Factory(), lambda game: SearchLimits())
    decision = searcher.think(position, SearchLimits()).decision
    assert isinstance(decision, ProvenDecision)
    after = position.play(decision)
    assert isinstance(after, ProjectPosition)
    assert isinstance(after.contest, GameContest)
    assert after.contest.first is not None


def test_a_coin_is_called() -> None:
    position = contested("coin")
    decision = (
        MultiGameSearcher(Factory(), lambda game: SearchLimits()).think(position, SearchLimits()).decision
    )
    after = position.play(decision)
    assert isinstance(after, ProjectPosition)
    assert isinstance(after.contest, Coin)
    assert after.contest.call


def test_reports_of_the_opponent_are_believed() -> None:
    position = contested("outside").play("report:B")
    searcher = MultiGameSearcher(Factory(), lambda game: SearchLimits())
    assert searcher.think(position, SearchLimits()).decision.text == "confirm"


def test_an_engine_asks_what_happened_elsewhere_and_believes_it() -> None:
    position = contested("outside")
    assert isinstance(position.contest, Outside)
    searcher = MultiGameSearcher(Factory(), lambda game: SearchLimits(), seed=1)
    assert searcher.think(position, SearchLimits()).decision.text == "report:?"
    reported = position.play("report:?").play("report:B")
    assert searcher.think(reported, SearchLimits()).decision.text == "confirm"


def test_two_engines_report_something() -> None:
    position = contested("outside").play("report:?")
    searcher = MultiGameSearcher(Factory(), lambda game: SearchLimits(), seed=1)
    reports = {searcher.think(position, SearchLimits()).decision.text for _ in range(30)}
    assert reports == {"report:W", "report:B", "report:="}


def test_engines_give_in_after_a_dispute() -> None:
    searcher = MultiGameSearcher(Factory(), lambda game: SearchLimits(), seed=1)
    disputed = contested("outside").play("report:W").play("dispute")
    assert searcher.think(disputed, SearchLimits()).decision.text == "settle:withdraw"
    assert searcher.think(disputed.play("settle:coin"), SearchLimits()).decision.text == "confirm"


def test_all_thinkers_forget() -> None:
    make = Factory()
    position = contested("zertz basic", **{"link.first": "user"})
    searcher = MultiGameSearcher(make, lambda game: SearchLimits())
    searcher.think(position, SearchLimits())
    searcher.forget()
    assert [made.forgot for made in make.made] == [1]


def test_decisions_are_made_in_the_position_that_was_asked_about() -> None:
    position = contested("zertz basic", **{"link.first": "user"})
    decision = (
        MultiGameSearcher(Factory(), lambda game: SearchLimits()).think(position, SearchLimits()).decision
    )
    assert type(decision) is Decision
    assert decision.position is position
