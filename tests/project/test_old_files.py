"""Files from before linking meant must-win: whatever they leave out keeps the meaning it had.

The files were written by Gipfel when records and backups had format 1 and the schema version 0004. There is
one for every preset of that time, and for options on top of them; `expected.json` has the old values of the
options whose defaults were changed, and the last position.
"""

import json
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

import gipfel
from gipfel.games.core.playthrough import Playthrough
from gipfel.project.potentials.agreement import start_state
from gipfel.table.storage.backup import export_tables, import_tables
from gipfel.table.storage.store import Store
from tests.helpers.old_databases import write_old_database
from tests.helpers.paths import TESTS
from tests.helpers.stores import empty_database

OLD = TESTS / "project" / "old_files"
EXPECTED: dict[str, dict[str, Any]] = json.loads((OLD / "expected.json").read_text(encoding="utf-8"))
SAVED = sorted((OLD / "saved").glob("*.txt"))


def check_rules(game: gipfel.Game, name: str) -> None:
    """The options mean what they meant."""
    assert game.start_state(None) == start_state({**game.options, **EXPECTED[name]["options"]})


def check(played: Playthrough, name: str) -> None:
    """The game has the options it was played with, and ends where it ended."""
    check_rules(played.start.game, name)
    assert str(played.position) == EXPECTED[name]["position"]


@pytest.mark.parametrize("name", EXPECTED)
def test_records(name: str) -> None:
    record = gipfel.read_record((OLD / "records" / f"{name}.txt").read_text(encoding="utf-8"))
    check(gipfel.replay(record), name)


@pytest.mark.parametrize("name", EXPECTED)
def test_records_survive_being_written_again(name: str) -> None:
    """Once as they are, and once by today's format, which names what was left out."""
    text = (OLD / "records" / f"{name}.txt").read_text(encoding="utf-8")
    record = gipfel.read_record(text)
    assert gipfel.write_record(record) == text
    today = gipfel.write_record(gipfel.replay(record).record())
    check(gipfel.replay(gipfel.read_record(today)), name)


@pytest.mark.parametrize("path", SAVED, ids=lambda path: path.stem)
def test_saved_games_of_the_terminal(path: Path) -> None:
    """Each was saved after three turns of a preset, as a menu gave it."""
    game = gipfel.replay(gipfel.read_record(path.read_text(encoding="utf-8"))).start.game
    assert game.version == path.stem
    check_rules(game, path.stem)


@pytest.fixture(params=["sqlite", "postgresql"])
def url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """The URL of an empty database."""
    with empty_database(request.param, tmp_path / "tables.db") as found:
        yield found


@pytest.fixture
def store(url: str) -> Iterator[Store]:
    """An empty database."""
    with closing(Store(url)) as store:
        yield store


def test_databases(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    rows = write_old_database(url, "0004", monkeypatch)
    with closing(Store(url)) as store:
        assert store.check() == {}
        listed = {summary.id: summary.setup for summary in store.summaries(finished=False)}
        for row in rows["tables"]:
            if row["game"] == "project":
                name = CHANGED[row["version"]] if row["options"] else row["version"]
                check_rules(store.load(row["id"]).play.start.game, name)
                if row["id"] in listed:  # tables with keys are listed only for those who have one
                    check_rules(gipfel.game("project", row["version"], **listed[row["id"]].options), name)


CHANGED = {"ultimate": "ultimate-die", "menu": "menu-punct"}
"""The tables in the database whose options are not those of a preset."""


def test_backups(store: Store, tmp_path: Path) -> None:
    with open(OLD / "tables.jsonl", "rb") as file:
        assert import_tables(store, file.readline).tables == len(EXPECTED)
    for name, expected in EXPECTED.items():
        check(store.load(expected["table"]).play, name)
    with open(OLD / "tables.jsonl", "rb") as file:
        assert import_tables(store, file.readline).unchanged == len(EXPECTED)
    copy = tmp_path / "copy.jsonl"
    with open(copy, "wb") as file:
        export_tables(store, file)
    with closing(Store(f"sqlite:///{tmp_path / 'copy.db'}")) as other, open(copy, "rb") as file:
        import_tables(other, file.readline)
        for name, expected in EXPECTED.items():
            check(other.load(expected["table"]).play, name)
