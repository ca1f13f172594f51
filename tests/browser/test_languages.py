"""The page in a language that is written from right to left.

Other tests check that a catalogue is complete; here all its texts have to be used.
"""

import re

import pytest
from playwright.sync_api import Page, expect

from gipfel.locale import languages
from gipfel.locale.po import catalogue_of
from tests.browser.conftest import OpenPage, OpenTable
from tests.helpers.browser.driver import Driver
from tests.helpers.browser.page_layout import assert_fits
from tests.helpers.browser.screens import DESKTOP, PHONE
from tests.helpers.browser.server import Server
from tests.helpers.check import CHECK

LAYOUTS = {"desktop": DESKTOP, "phone": PHONE} if CHECK else {"desktop": DESKTOP}
"""The wide layout of the page and the narrow one; only `make check` tests both."""
SPOKEN = [language.code for language in languages()] if CHECK else ["de"]
"""All languages only in `make check`."""
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
"""Without words inside a sentence, which may have another meaning there."""


def left_in_english(page: Page) -> list[str]:
    """Texts on the page whose translation is not used."""
    catalogue = catalogue_of("fa")
    assert catalogue is not None
    texts: list[str] = page.evaluate(TEXTS)
    return [text for text in texts if catalogue.texts.get(text, text) != text]


def assert_persian(page: Page, selector: str) -> None:
    """Everything is Persian and runs from right to left, and the page fits."""
    expect(page.locator("html")).to_have_attribute("dir", "rtl")
    expect(page.locator("html")).to_have_attribute("lang", "fa")
    expect(page.locator(selector).first).to_contain_text(PERSIAN)
    assert not left_in_english(page)
    assert_fits(page)


@pytest.mark.parametrize("viewport", LAYOUTS.values(), ids=LAYOUTS)
@pytest.mark.parametrize(
    ("address", "selector"),
    [
        ("/#/", ".games"),
        ("/#/compose", "#view"),
        ("/#/tournament", "#view"),
        ("/#/rules/gipf/standard", "#view"),
        ("/#/settings", "#view"),
        ("/#/editor/gipf/standard", "#view"),
    ],
)
def test_a_view_in_persian(
    open_page: OpenPage, address: str, selector: str, viewport: dict[str, int]
) -> None:
    page = open_page(address, locale="fa", viewport=viewport)
    page.wait_for_load_state("networkidle")
    assert_persian(page, selector)


@pytest.mark.parametrize("viewport", LAYOUTS.values(), ids=LAYOUTS)
def test_a_table_in_persian(server: Server, open_table: OpenTable, viewport: dict[str, int]) -> None:
    driver = open_table(server.table("gipf", "standard"), locale="fa", viewport=viewport)
    driver.decide()
    assert_persian(driver.page, ".sentence")


@pytest.mark.parametrize("language", SPOKEN)
@pytest.mark.parametrize("address", ["/#/", "/#/compose", "/#/settings", "/#/rules/gipf/standard"])
def test_a_view_fits_a_small_screen(open_page: OpenPage, address: str, language: str) -> None:
    page = open_page(address, locale=language, viewport={"width": 320, "height": 700})
    page.wait_for_load_state("networkidle")
    expect(page.locator("html")).to_have_attribute("lang", language)
    assert_fits(page)


def test_the_language_is_chosen_with_one_click_and_kept(open_page: OpenPage) -> None:
    page = open_page("/#/rules/gipf/standard")
    page.get_by_role("navigation").get_by_label("Language").select_option("fr")
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.get_by_role("heading", name="Le but")).to_be_visible()
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "fr")


def test_the_language_is_chosen_in_the_settings(open_page: OpenPage) -> None:
    page = open_page("/#/settings")
    page.locator("#view select", has=page.locator("option[value=fa]")).select_option("fa")
    assert_persian(page, "#view")
    page.reload()
    assert_persian(page, "#view")


@pytest.mark.parametrize("viewport", LAYOUTS.values(), ids=LAYOUTS)
def test_two_people_in_persian(server: Server, open_page: OpenPage, viewport: dict[str, int]) -> None:
    """The first page with a clock, the link, the seat, and the table with a message and an offer."""
    asking = open_page("/#/", locale="fa", viewport=viewport)
    asking.click("[data-game=gipf] .game-open")
    asking.click(".segment:has([value=link])")
    asking.locator(".clock-field select").first.select_option("own")
    assert_persian(asking, ".clock-own")
    asking.click("dialog .start-button")
    assert_persian(asking, ".invitation")
    invited = open_page(
        asking.locator(".link-line input").input_value().removeprefix(server.url),
        locale="fa",
        viewport=viewport,
    )
    assert_persian(invited, ".seat-form")
    invited.click(".seat-form .start-button")
    invited.wait_for_selector("[data-number]")
    expect(asking.locator(".dot.here")).to_have_count(2)
    talk_and_ask(asking)
    assert_persian(invited, ".offer")
    assert_persian(asking, ".messages")


def talk_and_ask(page: Page) -> None:
    """Send a message, decide, and ask to undo that."""
    if page.locator(".messages").is_hidden():
        page.click('[data-action="messages"]')
    page.fill(".messages-form input", "سلام")
    page.press(".messages-form input", "Enter")
    expect(page.locator(".message.own")).to_contain_text("سلام")
    page.press(".messages-form input", "Escape")
    driver = Driver(page)
    state = driver.read()
    while state.number == 0:
        page.mouse.click(state.open[0].x, state.open[0].y)
        state = driver.read(state.key, acting=False)
    page.click('[data-action="undo"]')
    page.click('[data-action="messages"]')
    expect(page.locator(".offer")).to_have_count(1)
