"""Single games: results, records, failures and time."""

import json
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any

import pytest

import gipfel
from gipfel.arena import games as games_module
from gipfel.arena.games import GameJob, GameKey, GameResult, Terms, play_game, warm_up
from gipfel.arena.openings import usual_turns
from gipfel.engine.players.player import EngineFailure, Player
from gipfel.engine.search.analysis import SearchLimits
from gipfel.games.core.game import Game
from gipfel.games.core.position import Decision, Position
from tests.helpers.matches import GIPF, QUICK, RANDOM


@dataclass(frozen=True)
class Stub:
    """A player of our making that looks like any other to the arena."""

    choice: Callable[[Position, SearchLimits], Decision]
    kind: str = "stub"
    name: str = "stub"
    text: str = "stub"
    prepare: Callable[[Game], None] = lambda game: None

    def make_player(self, seed: int | None = None) -> Player:
        return StubPlayer(self)


class StubPlayer(Player):
    name = "stub"

    def __init__(self, stub: Stub) -> None:
        self.stub = stub

    def begin(self, game: Game) -> None:
        self.stub.prepare(game)

    def choose(self, position: Position, limits: SearchLimits) -> Decision:
        return self.stub.choice(position, limits)


def first_legal(position: Position, limits: SearchLimits) -> Decision:
    return position.decisions()[0]


def job(white: Any, black: Any, game: Game = GIPF, terms: Terms = QUICK, swapped: bool = False) -> GameJob:
    return GameJob(GameKey(0, 1, 3, swapped), game, white, black, terms)


@pytest.mark.parametrize(
    ("name", "version"),
    [
        *[("gipf", "tournament"), ("punct", "standard"), ("yinsh", "blitz"), ("tzaar", "random")],
        *[("zertz", "basic"), ("dvonn", "standard"), ("tamsk", "level1"), ("tamsk", "level3")],
        *[("project", "dice"), ("project", "one-shot")],
    ],
)
def test_a_game_is_reproducible_and_its_record_replays(name: str, version: str) -> None:
    game = gipfel.game(name, version)
    terms = replace(QUICK, opening_turns=usual_turns(game))
    result = play_game(job(RANDOM, RANDOM, game, terms))
    again = play_game(job(RANDOM, RANDOM, game, terms))
    assert replace(again, seconds=result.seconds) == result
    replayed = gipfel.replay(gipfel.read_record(result.record))
    assert len(replayed.decisions) == result.decisions
    assert replayed.position.turn == result.turns
    assert not result.failed
    assert GameResult.of(json.loads(json.dumps(result.to_dict()))) == result


def test_both_games_of_a_pair_begin_alike() -> None:
    records = [
        gipfel.read_record(play_game(job(RANDOM, RANDOM, swapped=swapped)).record)
        for swapped in (False, True)
    ]
    first, second = ([turn.text for turn in record.turns] for record in records)
    assert first[:4] == second[:4]
    assert first != second


def fails(position: Position, limits: SearchLimits) -> Decision:
    raise EngineFailure("it died")


def is_broken(position: Position, limits: SearchLimits) -> Decision:
    raise ZeroDivisionError("oh")


def lies(position: Position, limits: SearchLimits) -> Decision:
    return Decision(position, 10**8).made_in(GIPF.start())


def answers_nonsense(position: Position, limits: SearchLimits) -> Any:
    return None


@pytest.mark.parametrize(
    ("choice", "reason"),
    [
        (fails, "Black failed: it died"),
        (is_broken, "Black failed: ZeroDivisionError: oh"),
        (lies, "Black failed: .*not legal"),
        (answers_nonsense, "Black failed"),
    ],
)
def test_who_fails_loses_with_the_reason(choice: Any, reason: str) -> None:
    result = play_game(job(Stub(first_legal), Stub(choice)))
    assert (result.score, result.failed) == ("1-0", "black")
    assert gipfel.read_record(result.record).reason == result.reason
    assert result.reason.startswith(reason.partition(".*")[0])


def test_who_cannot_begin_loses_and_is_known_before_the_match() -> None:
    def refuse(game: Game) -> None:
        raise EngineFailure("no such game")

    stub: Any = Stub(first_legal, prepare=refuse)
    assert play_game(job(stub, RANDOM)).score == "0-1"
    with pytest.raises(EngineFailure, match="stub cannot play: no such game"):
        warm_up(GIPF, (stub,))


class Clock:
    """Time that passes only when somebody says so."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.now = 0.0
        monkeypatch.setattr(games_module, "perf_counter", lambda: self.now)
        monkeypatch.setattr(games_module, "process_time", lambda: self.now)


@pytest.mark.parametrize(
    ("kind", "taken", "in_time"),
    [("stub", 4.9, True), ("stub", 5.1, False), ("engine", 1.9, True), ("engine", 2.1, False)],
)
def test_whoever_is_much_too_slow_loses(
    monkeypatch: pytest.MonkeyPatch, kind: str, taken: float, in_time: bool
) -> None:
    clock = Clock(monkeypatch)

    def slow(position: Position, limits: SearchLimits) -> Decision:
        clock.now += taken
        return position.decisions()[0]

    result = play_game(job(Stub(slow, kind=kind), Stub(first_legal), terms=replace(QUICK, most_turns=6)))
    assert ("lost on time" in result.reason) is not in_time
    assert (result.failed == "white") is not in_time


def test_the_decisions_of_a_turn_share_its_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """In TZAAR a turn has two moves; who thinks long about the first has little left for the second."""
    clock, given = Clock(monkeypatch), []

    def choice(position: Position, limits: SearchLimits) -> Decision:
        given.append((position.turn, limits.seconds))
        clock.now += 0.7
        return position.decisions()[0]

    game = gipfel.game("tzaar")
    play_game(job(Stub(choice), Stub(choice), game, Terms(seconds=1.0, opening_turns=2, most_turns=4)))
    assert [turn for turn, _ in given] == [2, 2, 3, 3]
    assert [seconds for _, seconds in given] == pytest.approx([1.0, 0.3, 1.0, 0.3])


def test_a_decision_always_gets_some_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, given = Clock(monkeypatch), []

    def choice(position: Position, limits: SearchLimits) -> Decision:
        given.append(limits.seconds)
        clock.now += 1.5
        return position.decisions()[0]

    game = gipfel.game("tzaar")
    play_game(job(Stub(choice), Stub(choice), game, Terms(seconds=1.0, opening_turns=2, most_turns=3)))
    assert given == pytest.approx([1.0, 0.1])


def test_a_game_without_end_is_a_draw() -> None:
    result = play_game(job(RANDOM, RANDOM, terms=replace(QUICK, most_turns=7)))
    assert (result.score, result.turns, result.reason) == ("1/2-1/2", 7, "no end after 7 turns")


def test_half_points_are_those_of_the_first_player() -> None:
    straight = GameResult(GameKey(0, 1, 0, False), "1-0", "", "", 1, 1, (0.0, 0.0), "")
    assert straight.half_points == 2
    assert replace(straight, key=GameKey(0, 1, 0, True)).half_points == 0
    assert replace(straight, score="1/2-1/2").half_points == 1
