"""Setting up a position."""

from playwright.sync_api import expect

from tests.browser.conftest import OpenPage, PageErrors
from tests.helpers.browser.driver import shown_table
from tests.helpers.browser.server import Server


def test_a_position_is_set_up(server: Server, open_page: OpenPage) -> None:
    page = open_page("/#/editor/gipf/basic")
    page.wait_for_load_state("networkidle")
    page.get_by_text("Two at this screen").click()
    page.fill(".editor-text", "3w/3w1/3b2/bbb2wb/6/5/4 b 12/10 0/0 B s")
    page.get_by_role("button", name="Play from here").click()  # at once, before the page has checked it
    assert shown_table(page).read(acting=False).side == "black"


def test_a_position_that_cannot_be_says_why(open_page: OpenPage, errors: PageErrors) -> None:
    errors.allow("422")
    page = open_page("/#/editor/gipf/basic")
    page.wait_for_load_state("networkidle")
    expect(page.locator(".editor-status")).to_have_text("It is White's turn.")
    page.fill(".editor-text", "nonsense")
    expect(page.locator(".editor-status")).to_contain_text("6 fields")
