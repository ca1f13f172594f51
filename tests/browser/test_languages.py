"""The page in another language that is written from right to left.

How complete a catalogue is, the tests of the catalogues say; here everything that it has must be shown.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import DESK, PHONE, Show, Sit
from tests.helpers.browser.driver import Driver
from tests.helpers.browser.looking import outside, scrolls_sideways
from tests.helpers.browser.server import Server

PERSIAN = re.compile(r"[\u0600-\u06ff]")
TEXTS = """
() => {
  const texts = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const {parentElement, textContent} = walk.currentNode;
    if (!parentElement.matches("p *, li *")) texts.push(textContent.trim());
  }
  return texts;
}
"""
"""Without words inside a sentence, which may mean something else when they stand alone."""


def left_in_english(page: Page, server: Server) -> list[str]:
    """Texts on the page that have a translation which is not used."""
    known = server.get("/api/catalogue/fa")["texts"]
    texts: list[str] = page.evaluate(TEXTS)
    return [text for text in texts if isinstance(known.get(text), str) and known[text] not in ("", text)]


def is_persian(page: Page, server: Server, selector: str) -> None:
    """All is written from right to left, in Persian as far as it is known, and nothing is out of place."""
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    expect(page.locator("html")).to_have_attribute("lang", "fa")
    expect(page.locator(selector).first).to_contain_text(PERSIAN)
    assert not left_in_english(page, server)
    assert not scrolls_sideways(page)
    assert not outside(page)


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
@pytest.mark.parametrize(
    ("address", "selector"),
    [
        ("/#/", ".games"),
        ("/#/compose", "#view"),
        ("/#/rules/gipf/standard", "#view"),
        ("/#/settings", "#view"),
        ("/#/editor/gipf/standard", "#view"),
    ],
)
def test_a_view_in_persian(
    server: Server, show: Show, address: str, selector: str, viewport: dict[str, int]
) -> None:
    page = show(address, locale="fa", viewport=viewport)
    page.wait_for_load_state("networkidle")
    is_persian(page, server, selector)


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_a_table_in_persian(server: Server, sit: Sit, viewport: dict[str, int]) -> None:
    driver = sit(server.table("gipf", "standard"), locale="fa", viewport=viewport)
    driver.decide()
    is_persian(driver.page, server, ".sentence")


def test_the_language_is_chosen_in_the_settings(server: Server, show: Show) -> None:
    page = show("/#/settings")
    page.locator("#view select", has=page.locator("option[value=fa]")).select_option("fa")
    is_persian(page, server, "#view")
    page.reload()
    is_persian(page, server, "#view")


@pytest.mark.parametrize("viewport", [DESK, PHONE], ids=["desk", "phone"])
def test_two_people_in_persian(server: Server, show: Show, viewport: dict[str, int]) -> None:
    """The first page with a clock, the link, the seat, and the table with a message and a question."""
    asking = show("/#/", locale="fa", viewport=viewport)
    asking.click("[data-game=gipf] .game-open")
    asking.click(".segment:has([value=link])")
    asking.locator(".clock-field select").first.select_option("own")
    is_persian(asking, server, ".clock-own")
    asking.click("dialog .start-button")
    is_persian(asking, server, ".invitation")
    invited = show(
        asking.locator(".link-line input").input_value().removeprefix(server.url),
        locale="fa",
        viewport=viewport,
    )
    is_persian(invited, server, ".seat-form")
    invited.click(".seat-form .start-button")
    invited.wait_for_selector("[data-number]")
    expect(asking.locator(".dot.here")).to_have_count(2)
    talk_and_ask(asking)
    is_persian(invited, server, ".offer")
    is_persian(asking, server, ".messages")


def talk_and_ask(page: Page) -> None:
    """Say something to the other player, decide, and ask to undo it."""
    if page.locator(".messages").is_hidden():
        page.click('[data-action="messages"]')
    page.fill(".messages-form input", "سلام")
    page.press(".messages-form input", "Enter")
    expect(page.locator(".message.own")).to_contain_text("سلام")
    page.press(".messages-form input", "Escape")
    driver = Driver(page)
    seen = driver.see()
    while seen.number == 0:
        page.mouse.click(seen.open[0].x, seen.open[0].y)
        seen = driver.see(seen.key, acting=False)
    page.click('[data-action="undo"]')
    page.click('[data-action="messages"]')
    expect(page.locator(".offer")).to_have_count(1)
