"""Tables that continue a record or another table."""

import pytest

import gipfel
from gipfel import BLACK, WHITE, GipfelError
from gipfel.project.menu.menu import Menu, read_menu
from gipfel.table.continuations import setup_from_table
from gipfel.table.events import Resigned
from gipfel.table.seats import Seat, read_seats
from gipfel.table.setup import new_setup
from gipfel.table.table import Table
from tests.helpers.random_games import VERSIONS, random_game
from tests.helpers.tables import ENGINE, decide, new_table, table_from_record


@pytest.mark.parametrize(("name", "version"), VERSIONS, ids=lambda text: text)
def test_records_become_tables_and_tables_records(name: str, version: str) -> None:
    played = random_game(name, version, 1)
    record = played.record(white="Ada", black="Grace")
    table = table_from_record(gipfel.read_record(gipfel.write_record(record)))
    assert table.position == played.position
    written = table.record()
    assert (written.turns, written.result) == (record.turns, record.result)


def test_a_resigned_record_ends_resigned() -> None:
    table = decide(new_table(), "e1-e3")
    table.apply(Resigned(WHITE))
    assert table_from_record(table.record()).outcome == table.outcome


def test_a_branch_begins_with_the_first_decisions() -> None:
    table = decide(new_table(), "e1-e3", "e9-e7", "a1-c3")
    setup, happened = setup_from_table(table, 2, {WHITE: Seat(), BLACK: ENGINE})
    branch = Table(setup)
    for event in happened:
        branch.apply(event)
    assert branch.position == table.position_at(2)
    assert branch.seats[BLACK] == ENGINE
    with pytest.raises(GipfelError):
        setup_from_table(table, 4, None)


def test_the_record_of_a_table_keeps_its_menu_whole() -> None:
    menu = read_menu('title = "Friday"\npreset = "dice"\nclock = { kind = "sudden-death", minutes = 20 }\n')
    setup = new_setup(
        menu.name, menu.version, menu.changes, read_seats(None), title=menu.title, clock=menu.clock
    )
    record = gipfel.read_record(gipfel.write_record(Table(setup).record()))
    assert Menu.of_record(record) == menu
    assert table_from_record(record).setup.title == "Friday"


@pytest.mark.parametrize(("written", "read"), [("x" * 300, "x" * 100), ("a\u202eb", "a b"), ("", "")])
def test_the_title_of_a_record_fits_on_the_page(written: str, read: str) -> None:
    record = new_table().record()
    record.headers["title"] = written
    assert table_from_record(gipfel.read_record(gipfel.write_record(record))).setup.title == read


@pytest.mark.parametrize(
    "clock", ["sometimes", "increment", "increment minutes=x seconds=3", "none days=3", "="]
)
def test_a_clock_that_no_menu_has_is_refused(clock: str) -> None:
    """Games with it can be replayed: records have had headers of any kind."""
    record = new_table().record()
    record.headers["clock"] = clock
    assert table_from_record(record).number == 0
    with pytest.raises(GipfelError, match="clock"):
        Menu.of_record(record)
