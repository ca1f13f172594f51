"""A tournament goes on on another server with another database, after an export and an import."""

import json
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from gipfel.cli import main
from tests.helpers.check import DATABASES, only_in_check
from tests.helpers.server.running import serving
from tests.helpers.server.tournaments import Club
from tests.helpers.stores import empty_database


@pytest.fixture
def other_url(url: str, tmp_path: Path) -> Iterator[str]:
    """An empty database of the other kind."""
    kind = "postgresql" if url.startswith("sqlite") else "sqlite"
    with empty_database(kind, tmp_path / "other.db") as found:
        yield found


def exported(url: str, tmp_path: Path) -> tuple[Path, dict[str, Any]]:
    """A tournament in the middle of its first round, exported; the file, and what visitors need."""
    with ExitStack() as stack, serving(tmp_path / "one", "--database-url", url) as server:
        club = Club(server, stack, "Ada", "Ben", "Cleo", "Dan", kind="swiss", rounds=2)
        club.begin()
        first, second = club.games()
        club.play(first, winner=first["white"])
        cookies = {number: player.cookie for number, player in club.players.items()}
        kept = {"club": club, "organiser": club.organiser.cookie, "cookies": cookies, "second": second}
    file = tmp_path / "tables.jsonl"
    assert main(["export", str(file), "--database-url", url]) == 0
    return file, kept


@only_in_check
@pytest.mark.parametrize("url", DATABASES, indirect=True)
def test_a_tournament_goes_on_elsewhere(
    url: str, other_url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, kept = exported(url, tmp_path)
    assert main(["import", str(file), "--database-url", other_url]) == 0
    assert main(["import", str(file), "--database-url", other_url]) == 0
    printed = capsys.readouterr().out.splitlines()
    assert printed == [
        "Exported 1 table and 1 tournament.",
        "Imported 1 table and 1 tournament.",
        "Imported 0 tables; 1 table was there already.",
    ]
    club: Club = kept["club"]
    with ExitStack() as stack, serving(tmp_path / "two", "--database-url", other_url) as server:
        club.server, club.stack = server, stack
        club.organiser = stack.enter_context(server.visitor(kept["organiser"]))
        club.players = {
            number: stack.enter_context(server.visitor(cookie)) for number, cookie in kept["cookies"].items()
        }
        assert club.view()["undecided"] == 1
        club.play(kept["second"], winner=kept["second"]["white"])
        assert club.begin()["round"] == 2
        assert club.view(club.entered(club.keys[1]))["plays"], "the links fit here, too"


@pytest.mark.parametrize(
    ("part", "value", "why"),
    [
        ("kind", "knockout", "its kind is wrong"),
        ("rounds", -1, "its rounds is wrong"),
        ("name", "", "its name is wrong"),
        ("setup", None, "what is played"),
        ("setup", {"game": "chess"}, "what is played"),
        ("created", "yesterday", "when it was made"),
        ("players", {}, "its players must be a list"),
        ("players", [{"number": 1, "name": "Ada", "gone": "no"}], "its gone is wrong"),
        ("players", [], "name players that there are not"),
        ("keys", [{"player": 9, "hash": "0" * 64, "link": True}], "its keys are of players"),
        ("keys", [{"player": 1, "hash": "x", "link": True}], "its hash is wrong"),
        ("id", "../x", "has an id"),
    ],
)
def test_a_damaged_tournament_changes_nothing(
    template: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], part: str, value: Any, why: str
) -> None:
    lines = template.read_text().splitlines()
    data = json.loads(lines[-2])
    data["tournament"][part] = value
    file = tmp_path / "damaged.jsonl"
    file.write_text("\n".join([*lines[:-2], json.dumps(data), lines[-1]]) + "\n")
    url = f"sqlite:///{tmp_path / 'target.db'}"
    assert main(["import", str(file), "--database-url", url]) != 0
    assert why in capsys.readouterr().err


@pytest.fixture(scope="module")
def template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An export with a tournament."""
    folder = tmp_path_factory.mktemp("template")
    return exported(f"sqlite:///{folder / 'tables.db'}", folder)[0]
