"""The games are listed in the order of the series, wherever they are listed; others follow by title."""

import re
from importlib import import_module
from pathlib import Path
from types import SimpleNamespace

import pytest
from starlette.testclient import TestClient

import gipfel
from gipfel.games.core.registry import found_names, game_type
from gipfel.server.app import create_app
from gipfel.server.settings import Settings
from tests.helpers.command_line import shell
from tests.helpers.declared_games import installed
from tests.helpers.paths import ROOT

SERIES = [
    "GIPF",
    "TZAAR",
    "ZÈRTZ",
    "DVONN",
    "PÜNCT",
    "YINSH",
    "TAMSK",
    "LYNGK",
    "MATRX GIPF",
    "GIPF with potentials",
]
TITLES = {name: game_type(name).title for name in gipfel.game_names()}


def in_series(titles: list[str]) -> list[str]:
    """Of these titles, those of the series, each once."""
    return [title for title in dict.fromkeys(titles) if title in SERIES]


def titles_in(page: str, pattern: str) -> list[str]:
    """What a pattern finds in a page."""
    return re.findall(pattern, (ROOT / page).read_text(encoding="utf-8"), flags=re.MULTILINE)


def test_games_are_named_in_the_order_of_the_series() -> None:
    assert in_series([TITLES[name] for name in gipfel.game_names()]) == SERIES
    assert in_series([TITLES[name] for name in found_names() if name in TITLES]) == SERIES


def test_commands_list_games_in_this_order() -> None:
    assert in_series(re.findall(r"^\S+  (.+)$", shell("games").stdout, re.MULTILINE)) == SERIES


def test_the_page_lists_games_in_this_order(tmp_path: Path) -> None:
    app = create_app(Settings(database_url=f"sqlite:///{tmp_path / 'tables.db'}"))
    with TestClient(app, base_url="http://127.0.0.1") as client:
        games = client.get("/api/home").json()["games"]
        choices = client.get("/api/menu").json()["choices"]
    assert in_series([game["title"] for game in games]) == SERIES
    links = [choice for choice in choices if any(" · " in value["title"] for value in choice["values"])]
    assert links
    for choice in links:
        titles = [value["title"].partition(" · ")[0] for value in choice["values"]]
        assert in_series(titles) == SERIES[:-1]


@pytest.mark.parametrize(
    ("page", "pattern"),
    [
        ("README.md", r"^\| ([^|]+) \|"),
        ("docs/rules/README.md", r"^\| ([^|]+) \|.*\.md\)"),
        ("docs/index.md", r"^!\[([^\]:]+).*\]\(images/\w+\.svg\)"),
    ],
)
def test_documents_list_games_in_this_order(page: str, pattern: str) -> None:
    assert in_series(titles_in(page, pattern)) == SERIES


def test_the_navigation_of_the_documents_has_this_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(str(ROOT / "scripts"))
    config = SimpleNamespace(docs_dir=str(ROOT / "docs"), nav=[{"Rules": "rules/*"}])
    pages = import_module("docs_nav").on_config(config).nav[0]["Rules"]
    assert pages == ["rules/README.md", *(f"rules/{page}" for page in pages_of_rules())]


def pages_of_rules() -> list[str]:
    """The pages in the order of the table of rules, which is tested above."""
    return titles_in("docs/rules/README.md", r"^\| .*\]\((\w+\.md)\)")


def test_games_of_other_packages_follow_by_title(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    names = ["fragile", "noughts", "uncompiled"]
    with installed(tmp_path, {name: f"tests.helpers.games.{name}" for name in names}):
        monkeypatch.setattr(game_type("uncompiled"), "title", "Crosses")
        listed = [name for name in gipfel.game_names() if name in (*names, *TITLES)]
        assert in_series([game_type(name).title for name in listed[: len(SERIES)]]) == SERIES
        assert [name for name in listed if name in names] == ["uncompiled", "fragile", "noughts"]
