"""Set-ups of tables: seats, names, options, random starts."""

import pytest

from gipfel import WHITE, GipfelError
from gipfel.table.seats import read_seats
from gipfel.table.setup import TableSetup, new_setup
from gipfel.table.table import Table


@pytest.mark.parametrize(
    "seats",
    [
        7,
        {"red": {}},
        {"white": 7},
        {"white": {}},
        {"white": {"kind": "person", "name": 7}},
        {"white": {"kind": "person", "name": "x" * 100}},
        {"white": {"kind": "person", "player": "random"}},
        {"white": {"kind": "person", "waits": 1}},
        {"white": {"kind": "engine", "player": "random", "waits": True}},
        {"white": {"kind": "engine"}},
        {"white": {"kind": "engine", "player": "level:99"}},
        {"white": {"kind": "engine", "player": "random", "seconds": -1}},
        {"white": {"kind": "engine", "player": "random", "seconds": True}},
        {"white": {"kind": "engine", "player": "random", "seconds": float("nan")}},
    ],
    ids=str,
)
def test_seats_that_do_not_exist(seats: object) -> None:
    with pytest.raises(GipfelError):
        read_seats(seats)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Ada\tLovelace\n", "Ada Lovelace"),
        ("\u202eadA", "adA"),
        ("\ud800", ""),
        ("می\u200cنا", "می\u200cنا"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("\x00", ""),
    ],
)
def test_names_are_one_line_of_what_can_be_read(given: str, kept: str) -> None:
    assert read_seats({"white": {"kind": "person", "name": given}})[WHITE].name == kept


@pytest.mark.parametrize("name", ["self", "version", "name", "options", "", "x" * 500])
def test_options_that_do_not_exist(name: str) -> None:
    for position in ("", "B2W/5/6/W5B/6/5/B2W w 12/12 0/0 S s"):
        with pytest.raises(GipfelError, match="no option"):
            new_setup("gipf", None, {name: 1}, read_seats(None), position)


def test_a_random_set_up_is_the_same_again() -> None:
    setup = new_setup("tzaar", "random", {}, read_seats(None))
    assert setup.seed is not None
    assert Table(setup).position == Table(setup).position
    own = Table(setup).position
    assert TableSetup.of(own, setup.seats).playthrough().start == own
