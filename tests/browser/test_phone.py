"""The page on a phone, played with a finger."""

import pytest

import gipfel
from tests.browser.conftest import OpenPage, OpenTable
from tests.helpers.browser.page_layout import VIEWS, assert_fits, bounding_box
from tests.helpers.browser.prepared_games import beginning, random_game, record_text, short
from tests.helpers.browser.screens import PHONE, TOUCH_PHONE
from tests.helpers.browser.server import Server
from tests.helpers.check import some_of

SMALLEST_TARGET = 24
"""In pixels (WCAG 2.2, target size)."""


@pytest.mark.parametrize("name", some_of(gipfel.game_names(), 3))
def test_a_table_is_played_with_a_finger(server: Server, open_table: OpenTable, name: str) -> None:
    driver = open_table(server.table(name, short(name).version, seed=1), seed=1, tap=True, **TOUCH_PHONE)
    for _ in range(3):
        driver.decide()
    assert_fits(driver.page)
    board = bounding_box(driver.page, ".stage .board")
    assert board["x"] >= 0
    assert board["right"] <= PHONE["width"]
    assert 0 <= board["y"] < board["bottom"] <= PHONE["height"], (
        "the board has to be visible without scrolling"
    )
    assert max(board["width"] / PHONE["width"], board["height"] / PHONE["height"]) > 0.4, board


@pytest.mark.parametrize("name", some_of(gipfel.game_names(), 4))
def test_everything_of_a_table_is_on_the_screen(server: Server, open_table: OpenTable, name: str) -> None:
    """In the middle of a game, too, when trays are full: acting needs no scrolling."""
    played = random_game(name, short(name).version, 1)
    record = record_text(beginning(played, len(played.decisions) * 3 // 5))
    driver = open_table(server.table_of(record), tap=True, **TOUCH_PHONE)
    driver.read()
    assert_fits(driver.page)
    for part in (".stage .board", ".sentence", ".actions"):
        assert bounding_box(driver.page, part)["bottom"] <= PHONE["height"] + 1, part


@pytest.mark.parametrize("address", some_of(VIEWS, 3))
def test_every_view_fits_on_a_phone(open_page: OpenPage, address: str) -> None:
    page = open_page(address, **TOUCH_PHONE)
    page.wait_for_load_state("networkidle")
    assert_fits(page)


def test_actions_are_large_enough_for_a_finger(server: Server, open_table: OpenTable) -> None:
    driver = open_table(server.table("gipf", "basic"), tap=True, **TOUCH_PHONE)
    driver.read()
    for button in driver.page.locator(".actions button").all():
        if not button.is_visible():
            continue
        size = button.bounding_box()
        assert size is not None
        assert min(size["width"], size["height"]) >= SMALLEST_TARGET, button.inner_text()
