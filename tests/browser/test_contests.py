"""GIPF with potentials by pointing: a use is challenged, and something else decides whether it is allowed."""

import pytest
from playwright.sync_api import Page

import gipfel
from tests.browser.conftest import Sit
from tests.browser.test_games import replayed
from tests.helpers.browser.driver import Driver, Seen
from tests.helpers.browser.played import contest, first, written
from tests.helpers.browser.server import Server

CHALLENGE = "button challenge"


def linked(to: str) -> gipfel.Game:
    """A game in which every use of a ZÈRTZ-potential can be challenged."""
    return gipfel.game("project", "menu", pool_white="Z6", pool_black="Z6", **{"link.Z": to})


def before_a_contest(server: Server, game: gipfel.Game) -> str:
    """A table at which somebody has announced a use and the other one may challenge it."""
    begun = contest(game)
    return server.table_of(written(first(begun, len(begun.decisions) - 1)))


def in_contest(page: Page) -> bool:
    return page.locator(".stake").is_visible()


def play_the_contest(driver: Driver) -> Seen:
    """Challenge, and play what is to be played until GIPF goes on."""
    seen = driver.point_at(CHALLENGE)
    assert in_contest(driver.page)
    while in_contest(driver.page) and not seen.over:
        seen = driver.step(seen)
    return seen


@pytest.mark.parametrize("to", ["die", "coin", "highcard", "outside", "zertz blitz"])
def test_a_contest_is_played_by_pointing(server: Server, sit: Sit, to: str) -> None:
    table = before_a_contest(server, linked(to))
    end = play_the_contest(sit(table, seed=1))
    assert len(replayed(server, table).decisions) == end.number


@pytest.mark.parametrize("version", ["dice", "one-shot"])
def test_a_contest_of_a_preset_is_played_by_pointing(server: Server, sit: Sit, version: str) -> None:
    table = before_a_contest(server, gipfel.game("project", version))
    end = play_the_contest(sit(table, seed=1))
    assert len(replayed(server, table).decisions) == end.number


def test_a_throw_can_be_checked(server: Server, sit: Sit) -> None:
    """What a die showed stays to be seen, with the proof that nobody cheated."""
    driver = sit(before_a_contest(server, linked("die")))
    driver.point_at(CHALLENGE)
    driver.point_at("button roll")
    driver.page.locator(".chance .proof summary").click()
    assert driver.page.locator(".chance .proof code").count() == 4
