"""Spectators: they see contests, and follow a rematch."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, OpenPair
from tests.helpers.browser.page_layout import assert_fits, drawn_pieces
from tests.helpers.browser.prepared_games import linked_game, record_before_contest
from tests.helpers.browser.screens import SMALL_PHONE
from tests.helpers.browser.two_players import decide_alone, press, side_to_act
from tests.helpers.check import only_in_check


def test_spectators_see_a_contest(open_page: OpenPage, open_pair: OpenPair) -> None:
    """On small phones, too; what chance decides cannot be planned."""
    pair = open_pair(options=SMALL_PHONE, record=record_before_contest(linked_game("die")))
    spectator = open_page(f"/#/table/{pair.table}", **SMALL_PHONE)
    pages = (pair.white.page, pair.black.page, spectator)
    pair.of(side_to_act(pair)).page.click('[data-target="button challenge"]')
    for page in pages:
        expect(page.locator(".stake")).to_be_visible()
        assert_fits_without_scrolling(page)
    expect(pair.black.page.get_by_role("button", name="Plan ahead")).to_have_count(0)
    expect(spectator.locator(".choice.roll")).to_have_count(0)
    pair.black.page.click(".choice.roll")
    for page in pages:
        expect(page.locator(".thrown-text")).to_be_visible()
        assert_fits_without_scrolling(page)
        assert drawn_pieces(page) == drawn_pieces(spectator)


def assert_fits_without_scrolling(page: Page) -> None:
    assert_fits(page)
    assert page.evaluate("document.documentElement.scrollHeight") <= SMALL_PHONE["viewport"]["height"]


@only_in_check
def test_spectators_follow_to_the_next_game(open_page: OpenPage, open_pair: OpenPair) -> None:
    pair = open_pair(game="yinsh")
    spectator = open_page(f"/#/table/{pair.table}")
    decide_alone(pair.white)
    pair.white.page.click('[data-action="resign"]')
    press(pair.white, "Resign")
    press(pair.white, "Rematch")
    press(pair.black, "Play again")
    spectator.get_by_role("link", name="To the next game").click()
    pair.white.page.wait_for_url(re.compile(r"#/table/(?!" + pair.table + ")"))
    assert spectator.url == pair.white.page.url
    expect(spectator.locator(".you-watch")).to_be_visible()
    expect(spectator.locator(".near")).to_contain_text("Emmy")
