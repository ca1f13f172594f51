"""Players that do not search: random and greedy."""

from random import Random

import pytest

import gipfel
from gipfel.engine.players.greedy import GreedyPlayer, reaction
from gipfel.engine.players.specs import PlayerSpec
from gipfel.engine.search.analysis import SearchLimits
from gipfel.notation.errors import OptionError
from tests.helpers.linked_games import JUMP, linked
from tests.helpers.random_games import winning_position

GIPF = gipfel.game("gipf", "standard")


def test_a_seed_makes_random_players_alike() -> None:
    def choices(seed: int) -> list[gipfel.Decision]:
        player = PlayerSpec.read("random").make_player(seed)
        return [player.choose(GIPF.start(), SearchLimits()) for _ in range(5)]

    assert choices(1) == choices(1)
    assert choices(1) != choices(2)


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("name", ["gipf", "zertz", "tzaar"])
def test_greedy_wins_if_it_can(name: str) -> None:
    position, _ = winning_position(name)
    player = GreedyPlayer(Random(1))
    player.begin(position.game)
    side, turn = position.side, position.turn
    while position.outcome is None and position.turn == turn:
        position = position.play(player.choose(position, SearchLimits()))
    assert position.outcome is not None
    assert position.outcome.winner == side


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("name", ["gipf", "yinsh", "zertz"])
def test_greedy_beats_chance(name: str) -> None:
    game = gipfel.game(name)
    seats = [PlayerSpec.read(text).make_player(seed) for seed, text in enumerate(("greedy", "random"))]
    position = game.start(seed=1)
    for player in seats:
        player.begin(game)
    while position.outcome is None:
        position = position.play(seats[position.side].choose(position, SearchLimits()))
    assert position.outcome.winner == gipfel.WHITE


def test_out_of_turn_a_free_ring_is_dropped() -> None:
    moved = gipfel.game("tamsk", "level3").start().play("a1-a2")
    assert moved.side == gipfel.BLACK
    decision = reaction(moved, gipfel.WHITE)
    assert decision is not None
    assert decision.text == "+"


@pytest.mark.parametrize("first", ["user", "opponent"])
def test_an_engine_reacts_inside_a_contest(first: str) -> None:
    """It drops a ring that it may still drop, although the other side is on turn."""
    options = {"link.first": first, "link.time": "real", "link.mode": "must-win"}
    contest = linked("tamsk level2", **options).position(JUMP).play("Zc3>e5")
    red = contest.side
    moved = contest.play("a1-a2", red)
    decision = reaction(moved, red)
    assert decision is not None
    assert (decision.text, decision.side) == ("+", red)
    assert moved.play(decision, red).side == red.other
    assert reaction(linked("die").position(JUMP).play("Zc3>e5").play("challenge"), red) is None


def test_greedy_aims_for_its_goals() -> None:
    """One row captures, the other one brings pieces back; which is better depends on the goals."""
    start = gipfel.game("gipf", "basic").position("b3/wwwb1/6/3www1/b5/5/1w1b w 8/11 0/0 B s")
    chosen = {}
    for goals in ("discs=1", "discs=-1"):
        player = PlayerSpec.read(f"greedy:{goals}").make_player(1)
        player.begin(start.game)
        chosen[goals] = player.choose(start, SearchLimits()).text
    assert chosen["discs=1"] == "c1-c6"
    assert chosen["discs=-1"] != "c1-c6"


def test_greedy_refuses_goals_that_a_game_does_not_know() -> None:
    player = PlayerSpec.read("greedy:marbles=1").make_player(1)
    with pytest.raises(OptionError, match="gipf has no feature 'marbles'; it has 'to move', 'discs'"):
        player.begin(gipfel.game("gipf"))
