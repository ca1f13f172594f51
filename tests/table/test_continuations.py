"""Tables that continue a record or another table."""

import pytest

import gipfel
from gipfel import BLACK, WHITE, GipfelError
from gipfel.table.continuations import setup_from_table
from gipfel.table.events import Resigned
from gipfel.table.seats import Seat
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
