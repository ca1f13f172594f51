"""A match of several games: played on one server, continued on another one with another database."""

import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import pytest

from gipfel.server.contract.shared import Json
from tests.helpers.check import DATABASES, only_in_check
from tests.helpers.server.running import Page, RunningServer, Visitor, serving
from tests.helpers.stores import empty_database

OTHER = {"sqlite": "postgresql", "postgresql": "sqlite"}


@pytest.fixture
def other_url(url: str, tmp_path: Path) -> Iterator[str]:
    """An empty database of the other kind."""
    kind = OTHER["sqlite" if url.startswith("sqlite") else "postgresql"]
    with empty_database(kind, tmp_path / "other.db") as found:
        yield found


@contextmanager
def both(ada: Visitor, ben: Visitor, table: str) -> Iterator[tuple[Page, Page]]:
    with ada.page(table) as one, ben.page(table) as other:
        yield one, other


def lose(loser: Page, winner: Page, **rematch: int) -> str:
    """One of two players resigns and both agree on another game; the id of its table."""
    loser.do("resign")
    winner.do("offer", what="rematch", **rematch)
    loser.do("accept", what="rematch")
    found: str = until_there(loser, "rematch")
    return found


def until_there(page: Page, part: str) -> Any:
    """A part of the table as soon as there is one."""
    messages = page.messages()
    while not page.table[part]:
        next(messages)
    return page.table[part]


def won(match: Json) -> tuple[int, int, int, int | None]:
    return match["number"], match["won"]["white"], match["won"]["black"], match["first_to"]


def gipfel(*arguments: str) -> str:
    """What a command prints."""
    command = [sys.executable, "-m", "gipfel", *arguments]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    return done.stdout


@contextmanager
def players(
    folder: Path, url: str, cookies: tuple[str | None, str | None] = (None, None)
) -> Iterator[tuple[RunningServer, Visitor, Visitor]]:
    """A server, and two visitors who may have come before."""
    with ExitStack() as stack:
        server = stack.enter_context(serving(folder, "--database-url", url))
        ada, ben = (stack.enter_context(server.visitor(cookie)) for cookie in cookies)
        yield server, ada, ben


@only_in_check
@pytest.mark.parametrize("url", DATABASES, indirect=True)
def test_a_match_goes_on_elsewhere(url: str, other_url: str, tmp_path: Path) -> None:
    """Three games on one server, restarted in between; the fourth one on another, and it decides."""
    with players(tmp_path / "one", url) as (_, ada, ben):
        first = ada.invite_player(ben, game="zertz", version="blitz")
        cookies = ada.cookie, ben.cookie
        with both(ada, ben, first) as (white, black):
            assert white.table["match"] is None
            second = lose(black, white)
        with both(ada, ben, second) as (black, white):
            assert won(black.table["match"]) == (2, 0, 1, None), "Ada leads, and plays Black now"
            assert black.table["mine"] == ["black"]
            third = lose(white, black, first_to=3)
    with players(tmp_path / "one", url, cookies) as (_, ada, ben):
        with both(ada, ben, third) as (white, black):
            assert won(white.table["match"]) == (3, 2, 0, 3)
            fourth = lose(white, black)
        listed = ada.client.get("/api/tables").json()["tables"]
        assert [won(table["match"]) for table in listed] == [(4, 1, 2, 3)]
    file = str(tmp_path / "match.jsonl")
    gipfel("export", file, "--database-url", url)
    assert gipfel("import", file, "--database-url", other_url) == "Imported 4 tables.\n"
    with (
        players(tmp_path / "two", other_url, cookies) as (server, ada, ben),
        both(ada, ben, fourth) as (black, white),
    ):
        assert won(black.table["match"]) == (4, 1, 2, 3)
        check_end(server, black, white)


def check_end(server: RunningServer, black: Page, white: Page) -> None:
    """Ada, who plays Black, wins the match; the next game begins another one."""
    white.do("resign")
    until_there(black, "outcome")
    match = black.table["match"]
    assert (match["winner"], match["won"]) == ("black", {"white": 1, "black": 3})
    assert match["ended"].endswith("has won the match, 3 to 1.")
    black.do("offer", what="rematch")
    white.do("accept", what="rematch")
    rematch = until_there(white, "rematch")
    assert server.client.get(f"/api/tables/{rematch}").json()["match"] is None
