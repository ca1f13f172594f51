"""Databases of earlier versions: today's server starts on them, and every game goes on.

`make test` takes a sample of the versions, `make check` every version on both databases.
"""

import signal
from contextlib import ExitStack, closing
from pathlib import Path

import pytest

from gipfel.table.storage import migrations
from gipfel.table.storage.store import Store
from tests.helpers.check import CHECK
from tests.helpers.old_databases import Rows, versions, write_old_database
from tests.helpers.server.running import OWNER, Page, RunningServer, play_together, serving

MORE = 4
"""Decisions that are made at every table."""
EVERYTHING = [(kind, version) for kind in ("sqlite", "postgresql") for version in versions()]
SAMPLE = [("sqlite", versions()[-1]), ("postgresql", versions()[0])]
"""The oldest version goes through all changes of the schema."""


def players(server: RunningServer, table_id: str, rows: Rows, stack: ExitStack) -> list[Page]:
    """The pages of the players; at a table without keys one page plays both sides."""
    cookies = rows["cookies"].get(table_id, [None])
    headers = [{"Cookie": f"{cookie}; {OWNER}" if cookie else OWNER} for cookie in cookies]
    return [stack.enter_context(server.page(table_id, headers=header)) for header in headers]


def test_every_earlier_schema_has_a_database() -> None:
    assert {*versions()} >= {*migrations.KNOWN[:-1]}


@pytest.mark.parametrize(("url", "version"), EVERYTHING if CHECK else SAMPLE, indirect=["url"])
def test_games_of_an_earlier_version_play_together(
    url: str, version: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = write_old_database(url, version, monkeypatch)
    server = RunningServer(tmp_path / "old", "--database-url", url)
    numbers = {}
    try:
        for summary in rows["summaries"]:
            with ExitStack() as stack:
                pages = players(server, summary["table"], rows, stack)
                table = pages[0].table
                assert (table["outcome"] is not None) == summary["finished"]
                assert table["happened"] == summary["happened"]
                if not summary["finished"]:
                    play_together(pages, table["number"] + MORE)
                numbers[summary["table"]] = pages[0].table["number"]
    finally:
        assert server.stop(signal.SIGTERM) == ""
    with serving(tmp_path / "old", "--database-url", url) as again:
        for table_id, number in numbers.items():
            with ExitStack() as stack:
                assert players(again, table_id, rows, stack)[0].table["number"] == number
    with closing(Store(url)) as store:
        assert store.check() == {}
