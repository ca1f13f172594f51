"""Seats at the terminal: a person or a program."""

from random import Random

import pytest

import gipfel
from gipfel.cli.play.seats import HUMAN, OPPONENT, Players, Seat, recorded_seat
from gipfel.kernel import link


def test_people_sit_only_at_the_terminal() -> None:
    assert Seat.read("human") is HUMAN
    with pytest.raises(gipfel.OptionError, match="there are human, random"):
        Seat.read("nobody")


def test_a_record_names_no_program_to_start() -> None:
    assert recorded_seat("level:3") == Seat.read("level:3")
    assert recorded_seat("engine:rm -r /") is None
    assert recorded_seat("python:my_bot.py:MyBot") is None
    assert recorded_seat("Ada") is None


@pytest.mark.parametrize("name", ["gipf", "punct", "project"])
def test_low_levels_do_not_wait_for_the_compiler(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def refused(*_: object) -> None:
        raise AssertionError("something is compiled")

    monkeypatch.setattr(link, "load_or_compile", refused)
    start = gipfel.game(name).start()
    players = Players({start.side: OPPONENT}, Random(1))
    players.begin(start.game)
    assert players.choose(start.side, start) in start.decisions()
