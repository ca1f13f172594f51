"""The page on a phone, with a finger."""

from typing import Any

import pytest
from playwright.sync_api import Page

import gipfel
from tests.browser.conftest import PHONE, Show, Sit
from tests.browser.test_games import SHORT
from tests.helpers.browser.looking import box, outside, scrolls_sideways
from tests.helpers.browser.played import first, random_game, written
from tests.helpers.browser.server import Server

FINGER: dict[str, Any] = {"viewport": PHONE, "has_touch": True, "is_mobile": True, "device_scale_factor": 2}
VIEWS = ["/#/", "/#/compose", "/#/rules/gipf/standard", "/#/settings", "/#/editor/gipf/standard"]
SMALLEST_FINGER = 24
"""Pixels: what is smaller cannot be hit (WCAG 2.2, target size)."""


def fits(page: Page) -> None:
    """Nothing reaches beyond the screen."""
    assert not scrolls_sideways(page), outside(page)
    assert not outside(page)


@pytest.mark.parametrize("name", gipfel.game_names())
def test_a_table_is_played_with_a_finger(server: Server, sit: Sit, name: str) -> None:
    driver = sit(server.table(name, SHORT[name][0], seed=1), seed=1, tap=True, **FINGER)
    for _ in range(3):
        driver.decide()
    fits(driver.page)
    board = box(driver.page, ".stage .board")
    assert board["x"] >= 0
    assert board["right"] <= PHONE["width"]
    assert 0 <= board["y"] < board["bottom"] <= PHONE["height"], "the board has to be seen without scrolling"
    assert max(board["width"] / PHONE["width"], board["height"] / PHONE["height"]) > 0.4, board


@pytest.mark.parametrize("name", gipfel.game_names())
def test_everything_of_a_table_is_on_the_screen(server: Server, sit: Sit, name: str) -> None:
    """In the middle of a game too, when trays have filled; nobody should have to scroll to act."""
    played = random_game(name, SHORT[name][0], 1)
    record = written(first(played, len(played.decisions) * 3 // 5))
    driver = sit(server.table_of(record), tap=True, **FINGER)
    driver.see()
    fits(driver.page)
    for part in (".stage .board", ".sentence", ".actions"):
        assert box(driver.page, part)["bottom"] <= PHONE["height"] + 1, part


@pytest.mark.parametrize("address", VIEWS)
def test_every_view_fits_on_a_phone(show: Show, address: str) -> None:
    page = show(address, **FINGER)
    page.wait_for_load_state("networkidle")
    fits(page)


def test_actions_are_large_enough_for_a_finger(server: Server, sit: Sit) -> None:
    driver = sit(server.table("gipf", "basic"), tap=True, **FINGER)
    driver.see()
    for button in driver.page.locator(".actions button").all():
        if not button.is_visible():
            continue
        size = button.bounding_box()
        assert size is not None
        assert min(size["width"], size["height"]) >= SMALLEST_FINGER, button.inner_text()
