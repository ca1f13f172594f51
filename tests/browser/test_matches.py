"""A match of several games: by link and on one screen."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, OpenPair, OpenTable
from tests.helpers.browser.driver import Driver
from tests.helpers.browser.page_layout import assert_fits
from tests.helpers.browser.screens import SMALL_PHONE
from tests.helpers.browser.server import Server
from tests.helpers.browser.two_players import Pair, offer, press
from tests.helpers.check import only_in_check


def resign(driver: Driver) -> None:
    driver.page.click('[data-action="resign"]')
    press(driver, "Resign")


def follow(pair: Pair) -> str:
    """Both pages go to the next table; its id."""
    before = pair.table
    for driver in (pair.white, pair.black):
        driver.page.wait_for_url(re.compile(rf"#/table/(?!{before})"))
        driver.page.wait_for_selector('[data-number="0"]')
    return pair.white.page.url.split("/")[-1]


def score(page: Page) -> str:
    expect(page.locator(".match")).to_be_visible()
    return page.inner_text(".match")


def test_first_to_two(open_pair: OpenPair) -> None:
    """Ada wins as White and as Black; the match ends with a sentence, and the next one begins anew."""
    pair = open_pair()
    ada, emmy = pair.white, pair.black
    expect(ada.page.locator(".match")).to_be_hidden()
    resign(emmy)
    press(ada, "Match: first to …")
    press(ada, "first to 2")
    expect(offer(ada)).to_contain_text("Who first wins 2 games wins the match.")
    expect(offer(emmy)).to_contain_text(
        "Ada would like to play again, with sides swapped. Who first wins 2 games"
    )
    press(emmy, "Play again")
    second = follow(pair)
    for driver in (ada, emmy):
        assert score(driver.page) == "Match, game 2 · first to 2 · Emmy 0, Ada 1"
    expect(ada.page.locator(".near")).to_have_attribute("data-owner", "black")
    ada.page.goto("/#/")
    expect(ada.page.locator(f'.table-card[data-id="{second}"]')).to_contain_text("With Emmy, match 1 to 0")
    ada.page.goto(f"/#/table/{second}")
    resign(emmy)
    expect(ada.page.locator(".match")).to_contain_text("Ada has won the match, 2 to 0.")
    press(emmy, "Rematch")
    press(ada, "Play again")
    follow(Pair(ada, emmy, second))
    for driver in (ada, emmy):
        expect(driver.page.locator(".match")).to_be_hidden()


@only_in_check
def test_the_number_that_was_agreed_on_stays(open_pair: OpenPair) -> None:
    pair = open_pair(options=SMALL_PHONE)
    resign(pair.black)
    press(pair.black, "Match: first to …")
    press(pair.black, "first to 3")
    press(pair.white, "Play again")
    follow(pair)
    resign(pair.white)
    expect(pair.white.page.locator(".match")).to_contain_text("first to 3 · Emmy 1, Ada 1")
    expect(pair.white.page.get_by_role("button", name="Rematch")).to_be_visible()
    expect(pair.white.page.get_by_role("button", name="Match: first to …")).to_have_count(0)
    assert_fits(pair.white.page)


def test_a_match_on_one_screen(server: Server, open_table: OpenTable) -> None:
    driver = open_table(server.table("zertz", "blitz"))
    resign(driver)
    press(driver, "Play again")
    driver.page.wait_for_selector(".match:not([hidden])")
    assert score(driver.page) == "Match, game 2 · Emmy 1, Ada 0"


def test_an_invitation_to_a_match(open_page: OpenPage) -> None:
    """The host chooses the number of wins, and the guest sees it before sitting down."""
    host = open_page()
    host.click("[data-game=zertz] .game-open")
    host.get_by_text("A friend by link").click()
    host.locator('select[name="match"]').select_option("3")
    host.click("dialog .start-button")
    assert score(host) == "Match, game 1 · first to 3 · Player 1 0, Player 2 0"
    link = host.get_by_label("The link").input_value()
    guest = open_page(link[link.index("/#") :], owner=False)
    expect(guest.locator(".seat-facts")).to_contain_text("first to 3")
    guest.get_by_label("Your name").fill("Emmy")
    press(Driver(guest), "Sit down")
    guest.wait_for_selector(".table[data-number]")
    assert score(guest) == "Match, game 1 · first to 3 · Player 1 0, Emmy 0"
