"""Databases as earlier versions of Gipfel wrote them.

The files in `tests/deploy/databases` hold the rows that Gipfel wrote when the schema had that version, and
the cookies of the players. A new migration needs such a file for the version before it, which
`python -m tests.helpers.new_database` writes.
"""

import json
from datetime import datetime, timedelta
from typing import Any

import pytest
from sqlalchemy import MetaData, create_engine, insert, select

from gipfel.table.clock import real_now
from gipfel.table.storage import migrations
from gipfel.table.storage.rows import to_datetime, with_zone
from gipfel.table.storage.schema import EVENTS, KEYS, SUMMARIES, TABLES
from gipfel.table.storage.store import Store
from tests.helpers.paths import TESTS

DATABASES = TESTS / "deploy" / "databases"
WRITTEN = (TABLES, EVENTS, KEYS, SUMMARIES)

Rows = dict[str, Any]
"""The rows of each table of the database, and the cookies of both players by table of the game."""


def versions() -> list[str]:
    """The versions of the schema of which there is a database."""
    return sorted(path.stem for path in DATABASES.glob("*.json"))


def rows_of(version: str) -> Rows:
    """What Gipfel wrote when the schema had this version, moved in time: it ends a minute ago."""
    rows: Rows = json.loads((DATABASES / f"{version}.json").read_text(encoding="utf-8"))
    newest = max(datetime.fromisoformat(row["changed"]) for row in rows["summaries"])
    past = to_datetime(real_now()) - timedelta(minutes=1) - with_zone(newest)
    for row in (row for name in ("tables", "happenings", "summaries") for row in rows[name]):
        for name in {"created", "at", "changed"} & {*row}:
            row[name] = with_zone(datetime.fromisoformat(row[name])) + past
    for row in rows["summaries"]:
        if row.get("clock"):
            row["clock"]["since"] += past // timedelta(milliseconds=1)
            row["deadline"] += past // timedelta(milliseconds=1)
    return rows


def write_old_database(url: str, version: str, monkeypatch: pytest.MonkeyPatch) -> Rows:
    """Write a database as it was; the rows in it."""
    rows = rows_of(version)
    with monkeypatch.context() as patched:
        patched.setattr(migrations, "NEWEST", version)
        store = Store(url)
    with store.engine.begin() as connection:
        assert migrations.schema_version(connection) == version
        for table in WRITTEN:
            if rows.get(table.name):
                connection.execute(insert(table), rows[table.name])
    store.close()
    return rows


def stored_rows(url: str) -> Rows:
    """The rows of a database; the players' cookies are not in it."""
    engine = create_engine(url)
    metadata = MetaData()
    metadata.reflect(engine, only=[table.name for table in WRITTEN])
    with engine.connect() as connection:
        return {
            table.name: [{**row} for row in connection.execute(select(table)).mappings()]
            for table in metadata.sorted_tables
        }
