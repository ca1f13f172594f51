"""The rules of axe-core on every view, on light and dark pages, with every board theme."""

from itertools import product

import pytest
from playwright.sync_api import Page

import gipfel
from gipfel.draw.theme import BoardTheme, Theme
from tests.browser.conftest import OpenPage
from tests.helpers.browser.accessibility import violations
from tests.helpers.browser.kept_settings import keep_settings
from tests.helpers.browser.prepared_games import beginning, random_game, record_text
from tests.helpers.browser.screens import DESKTOP, PHONE
from tests.helpers.browser.server import Server
from tests.helpers.check import CHECK, only_in_check

FIRST, *OTHERS = gipfel.game_names()
ALL_VIEWS = ["", "compose", "rules/gipf/standard", "settings", "editor/zertz/basic", "tournament", "nowhere"]
VIEWS = list(product(ALL_VIEWS, Theme)) if CHECK else [("", Theme.LIGHT), ("settings", Theme.DARK)]
ALL_LOOKS = list(product(Theme, BoardTheme))
LOOKS = ALL_LOOKS if CHECK else [(Theme.LIGHT, BoardTheme.PLAIN), (Theme.DARK, BoardTheme.BOX)]
SCREENS = [DESKTOP, PHONE] if CHECK else [DESKTOP]
"""What `make test` tries, and what `make check` does."""
SHOWN = "() => document.querySelector('[data-number], #view:not([data-view=table]) > *')"


def settled(page: Page, board: BoardTheme) -> Page:
    """The page with a board theme, once everything is loaded."""
    keep_settings(page, board=board.value)
    page.wait_for_function(SHOWN)
    page.wait_for_load_state("networkidle")
    return page


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: str(screen["width"]))
@pytest.mark.parametrize(("view", "theme"), VIEWS)
def test_a_view_violates_no_rule(
    open_page: OpenPage, view: str, theme: Theme, screen: dict[str, int]
) -> None:
    page = open_page(f"/#/{view}", color_scheme=theme.value, viewport=screen)
    assert not violations(settled(page, BoardTheme.PLAIN))


def middle(server: Server, name: str) -> str:
    """The address of a table in the middle of a random game."""
    game = random_game(name, gipfel.game(name).version, seed=6)
    return f"/#/table/{server.table_of(record_text(beginning(game, len(game.decisions) * 3 // 5)))}"


@pytest.mark.parametrize("screen", SCREENS, ids=lambda screen: str(screen["width"]))
@pytest.mark.parametrize(("theme", "board"), LOOKS)
def test_a_table_violates_no_rule(
    open_page: OpenPage, server: Server, theme: Theme, board: BoardTheme, screen: dict[str, int]
) -> None:
    page = open_page(middle(server, FIRST), color_scheme=theme.value, viewport=screen)
    assert not violations(settled(page, board))


@only_in_check
@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("name", OTHERS)
def test_tables_of_other_games_violate_no_rule(
    open_page: OpenPage, server: Server, name: str, theme: Theme
) -> None:
    page = open_page(middle(server, name), color_scheme=theme.value)
    assert not violations(settled(page, BoardTheme.PLAIN))


@only_in_check
@pytest.mark.parametrize("view", ["table", "review"])
def test_a_finished_game_violates_no_rule(open_page: OpenPage, server: Server, view: str) -> None:
    game = random_game(FIRST, gipfel.game(FIRST).version, seed=6)
    page = open_page(f"/#/{view}/{server.table_of(record_text(game))}")
    assert not violations(settled(page, BoardTheme.PLAIN))


@only_in_check
def test_an_invitation_violates_no_rule(open_page: OpenPage, server: Server) -> None:
    invite = {"side": "black", "name": "Ada"}
    new = {"game": "gipf", "version": "standard", "options": {}, "invite": invite}
    table = server.post("/api/tables", new)
    page = open_page(f"/#/seat/{table['id']}/{table['key']}", owner=False)
    assert not violations(settled(page, BoardTheme.PLAIN))


def test_violations_are_found(open_page: OpenPage) -> None:
    page = settled(open_page("/#/settings"), BoardTheme.PLAIN)
    page.evaluate("() => document.querySelector('h1').after(document.createElement('img'))")
    assert [one.split()[0] for one in violations(page)] == ["image-alt"]
