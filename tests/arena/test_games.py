"""Single games: results, records, failures and time."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import gipfel
from gipfel.arena.game_clock import ClockTerms
from gipfel.arena.games import GameKey, GameResult, Terms, play_game, warm_up
from gipfel.arena.opening_lines import OpeningLine
from gipfel.arena.openings import usual_turns
from gipfel.engine.players.player import EngineFailure
from gipfel.engine.search.analysis import SearchLimits
from gipfel.games.core.game import Game
from gipfel.games.core.position import Decision, Position
from tests.helpers.arena_games import Clock, Stub, first_legal, job
from tests.helpers.linked_games import JUMP, linked
from tests.helpers.matches import GIPF, QUICK, RANDOM


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


def test_the_record_has_what_players_expect_for_white() -> None:
    result = play_game(job(Stub(first_legal, score=1000), Stub(first_legal, score=500)))
    turns = gipfel.read_record(result.record).turns[4:]
    found = {(turn.evaluation.score, turn.evaluation.chance) for turn in turns if turn.evaluation}
    assert found == {(1000, 73.11), (-500, 37.75)}
    assert all(turn.left is None and turn.used is None for turn in turns)


def test_players_that_tell_no_score_leave_no_evaluation() -> None:
    record = gipfel.read_record(play_game(job(RANDOM, RANDOM)).record)
    assert all(turn.evaluation is None for turn in record.turns)


def test_the_record_has_the_clocks_of_a_match_with_clocks(tmp_path: Path) -> None:
    terms = replace(QUICK, clock=ClockTerms(60, 2))
    result = play_game(job(RANDOM, RANDOM, terms=terms))
    path = tmp_path / "games.txt.gz"
    gipfel.write_collection(path, [gipfel.read_record(result.record)])
    (record,) = gipfel.read_collection(path)
    assert record.headers["time control"] == "60+2"
    opening, played = record.turns[: terms.opening_turns], record.turns[terms.opening_turns :]
    assert all(turn.left is None for turn in opening)
    left = {"white": 60_000, "black": 60_000}
    for number, turn in enumerate(played, terms.opening_turns):
        side = ("white", "black")[number % 2]
        assert turn.used is not None
        assert turn.left is not None
        if turn is not played[-1]:  # after the last one nobody is to act
            assert abs(left[side] - turn.used + 2000 - turn.left) <= number
        left[side] = turn.left


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


def test_on_a_busy_machine_engines_may_be_given_more_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GIPFEL_GRACE", "10")
    test_whoever_is_much_too_slow_loses(monkeypatch, "engine", 10.9, in_time=True)
    test_whoever_is_much_too_slow_loses(monkeypatch, "engine", 11.1, in_time=False)


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


def test_time_in_which_others_used_the_machine_is_not_taken_from_a_turn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    clock, given = Clock(monkeypatch), []

    def choice(position: Position, limits: SearchLimits) -> Decision:
        given.append(limits.seconds)
        clock.now += 3.7
        clock.waited += 3.0
        return position.decisions()[0]

    game = gipfel.game("tzaar")
    play_game(job(Stub(choice), Stub(choice), game, Terms(seconds=1.0, opening_turns=2, most_turns=3)))
    assert given == pytest.approx([1.0, 0.3])


def test_compiling_for_a_contest_takes_nobody_s_time(monkeypatch: pytest.MonkeyPatch) -> None:
    clock, prepared = Clock(monkeypatch), []
    game = linked("zertz blitz", **{"link.first": "user"})

    def prepare_contest(inner: Game) -> None:
        prepared.append(inner.name)
        clock.now += 100.0

    def into_the_contest(position: Position, limits: SearchLimits) -> Decision:
        wanted = ("Zc3>e5", "challenge")
        return next((one for one in position.decisions() if one.text in wanted), position.decisions()[0])

    player = Stub(into_the_contest, prepare_contest=prepare_contest)
    line = OpeningLine("a position", JUMP)
    result = play_game(replace(job(player, player, game, replace(QUICK, most_turns=9)), line=line))
    assert prepared == ["zertz", "zertz"], "each player once"
    assert not result.failed


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
