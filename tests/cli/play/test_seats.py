"""Seats at the terminal: a person or a program."""

import pytest

import gipfel
from gipfel.cli.play.seats import HUMAN, Seat, recorded_seat


def test_people_sit_only_at_the_terminal() -> None:
    assert Seat.read("human") is HUMAN
    with pytest.raises(gipfel.OptionError, match="there are human, random"):
        Seat.read("nobody")


def test_a_record_names_no_program_to_start() -> None:
    assert recorded_seat("level:3") == Seat.read("level:3")
    assert recorded_seat("engine:rm -r /") is None
    assert recorded_seat("Ada") is None
