"""Matches in the database: the score follows from the tables, also from the games inside them."""

import json
from dataclasses import replace
from io import BytesIO
from pathlib import Path

import pytest

from gipfel import BLACK, WHITE
from gipfel.table.continuations import setup_from_table
from gipfel.table.events import Resigned
from gipfel.table.matches import GameResult
from gipfel.table.setup import MatchPlace, new_setup
from gipfel.table.storage.backup import export_tables, import_tables
from gipfel.table.storage.backup_file import BadBackup
from gipfel.table.storage.store import Store, sqlite_url
from tests.helpers.stores import NOON, PEOPLE, add, change
from tests.helpers.tables import in_a_contest


def test_games_inside_an_evening_count(store: Store) -> None:
    """White wins a game of ZÈRTZ inside the evening, and loses the evening."""
    evening = in_a_contest("zertz blitz")
    evening.apply(evening.resignation(BLACK))
    first, table = store.create(*setup_from_table(evening, evening.number, evening.seats), at=NOON)
    assert store.match_results(first) == {first: [GameResult(1, "")]}
    add(store, first, table, Resigned(WHITE))
    assert store.match_results(first) == {first: [GameResult(1, "0-1", (1, 0))]}
    setup = new_setup("gipf", None, {}, PEOPLE)
    place = MatchPlace(first, 2, 3)
    second, _ = store.create(replace(setup, match=place), at=NOON)
    assert store.load(second).setup.match == place
    scores = {
        summary.id: summary.match for finished in (True, False) for summary in store.summaries(finished)
    }
    one, other = scores[first], scores[second]
    assert one is not None
    assert other is not None
    assert (one.won, one.games) == ((0, 1), (1, 1))
    assert (other.number, other.first_to, other.won, other.games) == (2, 3, (1, 0), (1, 1))


def test_a_first_table_may_be_gone(store: Store) -> None:
    setup = new_setup("gipf", None, {}, PEOPLE)
    kept, _ = store.create(replace(setup, match=MatchPlace("gone", 2)), at=NOON)
    [summary] = store.summaries(False)
    assert summary.id == kept
    assert summary.match is not None
    assert summary.match.won == (0, 0)


def test_what_somebody_has_edited_does_not_stop_a_list(store: Store) -> None:
    """Rows that cannot be read are left out, or count without what is wrong in them."""
    table_id, table = store.create(new_setup("gipf", None, {}, PEOPLE), at=NOON)
    add(store, table_id, table, Resigned(WHITE))
    change(store, "update summaries set contests = '[7]'")
    assert store.match_results(table_id) == {table_id: [GameResult(1, "0-1")]}
    change(store, "update tables set match_number = -3")
    assert store.summaries(True) == []


@pytest.mark.parametrize(
    ("part", "value", "why"),
    [
        ("match", "../x", "the first table of its match"),
        ("match", 7, "the first table of its match"),
        ("match_number", 0, "its place in a match"),
        ("first_to", "3", "its place in a match"),
        ("first_to", 10**20, "its place in a match"),
    ],
)
def test_a_wrong_place_is_not_imported(
    sqlite: Store, tmp_path: Path, part: str, value: object, why: str
) -> None:
    sqlite.create(new_setup("gipf", None, {}, PEOPLE), at=NOON)
    file = BytesIO()
    export_tables(sqlite, file)
    lines = file.getvalue().splitlines()
    lines[1] = json.dumps({**json.loads(lines[1]), part: value}).encode()
    reading = BytesIO(b"\n".join(lines) + b"\n")
    target = Store(sqlite_url(tmp_path / "target.db"))
    with pytest.raises(BadBackup, match=why):
        import_tables(target, reading.readline)
    target.close()
