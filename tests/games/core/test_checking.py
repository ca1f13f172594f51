"""Checking many records: the same answers as replaying them one by one."""

from dataclasses import replace

import pytest

import gipfel
from gipfel import RecordError, RecordTurn
from gipfel.games.core.checking import Checker
from gipfel.notation.record import Record, read_record, write_record
from tests.helpers.check import some_of
from tests.helpers.random_games import VERSIONS, random_game


def recorded(name: str, version: str, seed: int) -> Record:
    return read_record(write_record(random_game(name, version, seed).record()))


@pytest.mark.parametrize(("name", "version"), some_of(VERSIONS, 12))
def test_a_checked_record_ends_where_it_was_replayed_to(name: str, version: str) -> None:
    checker = Checker()
    for seed in (1, 2):
        record = recorded(name, version, seed)
        assert checker.check(record) == gipfel.replay(record).position


@pytest.mark.parametrize(("name", "version"), some_of([("gipf", "basic"), *VERSIONS], 1))
def test_compiled_kernels_give_the_same_answers(name: str, version: str) -> None:
    checker = Checker(compile_after=1)
    interpreted, compiled = (checker.check(recorded(name, version, 1)) for _ in range(2))
    assert (interpreted, compiled) == (gipfel.replay(recorded(name, version, 1)).position,) * 2
    assert compiled.game.kernels.fast
    wrong = replace(recorded(name, version, 1), turns=(RecordTurn("nonsense"),))
    with pytest.raises(RecordError, match="turn 1: "):
        checker.check(wrong)


def test_games_with_the_same_headers_are_made_once() -> None:
    checker = Checker()
    first, second = (checker.start(recorded("gipf", "basic", seed)) for seed in (1, 2))
    assert first is second
    other = replace(recorded("gipf", "basic", 1), headers={"game": "gipf", "version": "standard"})
    assert checker.start(other).game == gipfel.game("gipf", "standard")


def test_starts_by_chance_and_from_positions_are_not_mixed_up() -> None:
    checker = Checker()
    for seed in (1, 2):
        record = recorded("tzaar", "random", seed)
        assert checker.check(record) == gipfel.replay(record).position
    start = gipfel.game("gipf", "basic").start().play("e1-e3")
    record = Record({"game": "gipf", "version": "basic", "start": str(start)})
    assert checker.check(record) == start


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"headers": {"game": "chess"}}, "in the header: there is no game 'chess'"),
        (
            {"headers": {"game": "gipf", "seed": "soon"}},
            "in the header: the seed 'soon' is not a whole number",
        ),
        ({"turns": (RecordTurn("e5"),)}, "turn 1: e5 is not legal"),
        ({"turns": (RecordTurn("e1-e3", variations=((RecordTurn("e5"),),)),)}, "turn 1 of a variation: e5"),
        ({"result": "1/2-1/2", "reason": ""}, "the result is written as 1/2-1/2, but the game ended"),
    ],
)
def test_what_is_wrong_is_said_as_by_replay(change: dict[str, object], message: str) -> None:
    record = replace(recorded("gipf", "basic", 1), **change)  # type: ignore[arg-type]
    with pytest.raises(RecordError) as replayed:
        gipfel.replay(record)
    with pytest.raises(RecordError, match=message) as checked:
        Checker().check(record)
    assert str(checked.value) == str(replayed.value)
