"""A local server belongs to whoever opened its link; other people on the machine are told so."""

from playwright.sync_api import expect

from tests.browser.conftest import OpenPage, PageErrors
from tests.helpers.browser.driver import shown_table
from tests.helpers.browser.server import Server
from tests.helpers.server.running import TOKEN

GAME = "[data-game=zertz] .game-open"


def test_the_link_of_the_server_opens_the_page_of_its_owner(open_page: OpenPage) -> None:
    page = open_page(f"/?token={TOKEN}#/", owner=False)
    page.click(GAME)
    assert TOKEN not in page.url
    page.click("dialog .start-button")
    shown_table(page)


def test_somebody_else_is_told_who_can_start_a_game(open_page: OpenPage, errors: PageErrors) -> None:
    errors.allow("403")
    page = open_page("/#/", owner=False)
    page.click(GAME)
    page.click("dialog .start-button")
    expect(page.locator(".toast")).to_contain_text("Only the owner of this server can do that")


def test_somebody_else_watches_by_link(server: Server, open_page: OpenPage) -> None:
    page = open_page(f"/#/table/{server.table('zertz', 'blitz')}", owner=False)
    expect(page.locator(".you-watch")).to_be_visible()
    expect(page.locator("[data-target].open")).to_have_count(0)
