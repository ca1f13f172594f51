"""GIPF with potentials: a use is challenged, and a contest decides whether it is allowed."""

import pytest
from playwright.sync_api import Page

import gipfel
from tests.browser.conftest import OpenTable
from tests.browser.test_games import replayed
from tests.helpers.browser.driver import Driver, TableState
from tests.helpers.browser.prepared_games import beginning, game_with_contest, record_text
from tests.helpers.browser.server import Server

CHALLENGE = "button challenge"


def linked(to: str) -> gipfel.Game:
    """A game in which every use of a ZÈRTZ-potential can be challenged."""
    return gipfel.game("project", "menu", pool_white="Z6", pool_black="Z6", **{"link.Z": to})


def before_a_contest(server: Server, game: gipfel.Game) -> str:
    """A table at which a use was announced and may be challenged."""
    begun = game_with_contest(game)
    return server.table_of(record_text(beginning(begun, len(begun.decisions) - 1)))


def in_contest(page: Page) -> bool:
    return page.locator(".stake").is_visible()


def play_the_contest(driver: Driver) -> TableState:
    """Challenge, and play the contest until GIPF continues."""
    state = driver.point_at(CHALLENGE)
    assert in_contest(driver.page)
    while in_contest(driver.page) and not state.over:
        state = driver.step(state)
    return state


@pytest.mark.parametrize("to", ["die", "coin", "highcard", "outside", "zertz blitz"])
def test_a_contest_is_played_by_pointing(server: Server, open_table: OpenTable, to: str) -> None:
    table = before_a_contest(server, linked(to))
    end = play_the_contest(open_table(table, seed=1))
    assert len(replayed(server, table).decisions) == end.number


@pytest.mark.parametrize("version", ["dice", "one-shot"])
def test_a_contest_of_a_preset_is_played_by_pointing(
    server: Server, open_table: OpenTable, version: str
) -> None:
    table = before_a_contest(server, gipfel.game("project", version))
    end = play_the_contest(open_table(table, seed=1))
    assert len(replayed(server, table).decisions) == end.number


def test_a_throw_can_be_checked(server: Server, open_table: OpenTable) -> None:
    """The result of a die stays visible, with the proof that nobody cheated."""
    driver = open_table(before_a_contest(server, linked("die")))
    driver.point_at(CHALLENGE)
    driver.point_at("button roll")
    driver.page.locator(".chance .proof summary").click()
    assert driver.page.locator(".chance .proof code").count() == 4
