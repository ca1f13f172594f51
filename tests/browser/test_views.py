"""Everything that is not a table: it opens, it complains about nothing, and it leads to a table."""

import pytest
from playwright.sync_api import Browser, Page, expect

import gipfel
from tests.browser.conftest import Complaints, Show
from tests.helpers.browser.driver import Driver
from tests.helpers.browser.looking import outside
from tests.helpers.browser.server import Server
from tests.helpers.browser.weight import weigh

INLINE = """
() => {
  const script = document.createElement("script");
  script.textContent = "window.foreign = 1";
  document.head.append(script);
}
"""
MOST_BYTES = 150_000
MOST_MS = 4000
"""Loose: a second on a machine of its own; tests share theirs. `benchmarks/page.py` has the figures."""


@pytest.mark.parametrize(
    "address", ["/#/", "/#/compose", "/#/rules/gipf/standard", "/#/settings", "/#/editor/zertz/basic"]
)
def test_a_view_opens(show: Show, address: str) -> None:
    page = show(address)
    page.wait_for_load_state("networkidle")
    assert page.inner_text("#view").strip()
    assert not outside(page)


@pytest.mark.parametrize("name", gipfel.game_names())
def test_a_game_is_begun_on_the_first_page(show: Show, name: str) -> None:
    page = show("/#/")
    page.click(f"[data-game={name}] .game-open")
    page.click("dialog .start-button")
    table(page)


def table(page: Page) -> Driver:
    """The table that is shown now."""
    page.wait_for_selector("[data-number]")
    driver = Driver(page)
    assert driver.see(acting=False).number >= 0
    return driver


def test_an_evening_is_composed(show: Show) -> None:
    page = show("/#/compose")
    page.wait_for_load_state("networkidle")
    page.locator("#view .primary").last.click()
    table(page)


def test_a_position_is_set_up(server: Server, show: Show) -> None:
    page = show("/#/editor/gipf/basic")
    page.wait_for_load_state("networkidle")
    page.get_by_text("Two at this screen").click()
    page.fill(".editor-text", "3w/3w1/3b2/bbb2wb/6/5/4 b 12/10 0/0 B s")
    page.get_by_role("button", name="Play from here").click()  # at once, before the page has had a look at it
    assert table(page).see(acting=False).side == "black"


def test_a_position_that_cannot_be_says_why(show: Show, complaints: Complaints) -> None:
    complaints.allow("422")
    page = show("/#/editor/gipf/basic")
    page.wait_for_load_state("networkidle")
    page.fill(".editor-text", "nonsense")
    expect(page.locator(".editor-status")).to_contain_text("6 fields")


def test_an_address_that_leads_nowhere_says_so(show: Show) -> None:
    page = show("/#/nowhere")
    expect(page.locator("#view")).to_contain_text("no page")


def test_everything_foreign_is_forbidden(server: Server, show: Show, complaints: Complaints) -> None:
    """The policy of the page lets no inline script and nothing from elsewhere in."""
    complaints.allow("Content Security Policy")
    page = show("/#/")
    page.wait_for_selector(".game")
    page.evaluate(INLINE)
    assert page.evaluate("window.foreign") is None
    assert any("Content Security Policy" in text for text in complaints.texts)


def test_the_first_table_is_light_and_quick(browser: Browser, server: Server) -> None:
    weight = weigh(browser, f"{server.url}/#/table/{server.table('gipf', 'standard')}")
    assert weight.total < MOST_BYTES, weight.files
    assert weight.ms < MOST_MS
