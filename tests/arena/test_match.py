"""Matches as one call, between specs and objects of the caller."""

import os

import pytest

import gipfel
from gipfel.arena.games import GameResult
from gipfel.arena.match import play_match
from gipfel.engine.players.player import EngineFailure
from gipfel.engine.search.stopwatch import CLOCK

TZAAR = gipfel.game("tzaar")


class First:
    """Plays the first decision; at the top of a module, so that it can be pickled."""

    def choose(self, position: gipfel.Position) -> int:
        return position.codes[0]


def fails_in_turn_six(position: gipfel.Position) -> int | None:
    return position.codes[0] if position.turn < 6 else None


def test_a_match_of_a_bot_and_a_spec() -> None:
    reported: list[GameResult] = []
    before = os.environ.get(CLOCK)
    result = gipfel.play_match("tzaar", First(), "random", pairs=2, report=reported.append)
    assert result.wins + result.draws + result.losses == 4 == len(result.games)
    assert [*result.games] == reported
    assert result.pairs.number == 2
    assert result.meeting.first == "First"
    assert str(result).startswith("First ")
    assert "95 %" in str(result)
    assert os.environ.get(CLOCK) == before
    for game in result.games:
        gipfel.replay(gipfel.read_record(game.record))


def test_the_same_seed_plays_the_same_games() -> None:
    one, two = (play_match(TZAAR, First, "random", pairs=1, seed=7) for _ in range(2))
    assert [game.record for game in one.games] == [game.record for game in two.games]
    other = play_match(TZAAR, First, "random", pairs=1, seed=8)
    assert other.games[0].record != one.games[0].record


def test_a_bot_that_fails_loses_its_games_with_the_reason() -> None:
    result = play_match(TZAAR, fails_in_turn_six, "random", pairs=2, opening_turns=2)
    assert result.losses == 4
    assert len(result.failures[0]) == 4
    assert "failed: fails_in_turn_six returned None" in result.failures[0][0]
    assert result.failures[1] == ()
    assert "fails_in_turn_six: 1 more failures" in str(result)


def test_in_processes() -> None:
    here = play_match(TZAAR, First(), "random", pairs=1)
    there = play_match(TZAAR, First(), "random", pairs=1, processes=2)
    assert [game.record for game in there.games] == [game.record for game in here.games]


def test_what_cannot_be_pickled_is_played_here_only() -> None:
    with pytest.raises(gipfel.OptionError, match=r"<lambda> cannot be sent to other processes .*processes=1"):
        play_match(TZAAR, lambda position: position.codes[0], "random", processes=2)


def test_a_bot_that_cannot_begin() -> None:
    class Broken(First):
        def begin(self, game: gipfel.Game) -> None:
            raise OSError("no network")

    with pytest.raises(EngineFailure, match="Broken cannot play: Broken failed: OSError: no network"):
        play_match(TZAAR, Broken(), "random")


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        ({"pairs": 0}, "pairs=0 is not possible"),
        ({"processes": 0}, "processes=0 is not possible"),
        ({"seconds": -1}, "seconds=-1 is not possible"),
        ({"nodes": 0}, "nodes=0 is not possible"),
        ({"seed": "x"}, "seed='x' is not possible"),
        ({"opening_turns": -1}, "opening_turns=-1 is not possible"),
        ({"most_turns": 0}, "most_turns=0 is not possible"),
        ({"first": "nobody"}, "there is no player 'nobody'"),
        ({"first": 5}, "5 cannot play"),
        ({"game": 5}, "5 is not a game"),
    ],
)
def test_bad_arguments(wrong: dict[str, object], message: str) -> None:
    arguments: dict[str, object] = {"game": TZAAR, "first": "random", "second": "random", **wrong}
    with pytest.raises(gipfel.OptionError, match=message):
        play_match(**arguments)  # type: ignore[arg-type]
    with pytest.raises(gipfel.UnknownGame):
        play_match("chess", "random", "random")
