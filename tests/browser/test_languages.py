"""The page in a language that is written from right to left.

Other tests check that a catalogue is complete; here all its texts have to be used.
"""

import re
from itertools import cycle, product
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from gipfel.learn.puzzles import puzzles_of
from gipfel.locale import languages
from gipfel.locale.po import catalogue_of
from tests.browser.conftest import OpenPage, OpenTable
from tests.helpers.browser.driver import Driver
from tests.helpers.browser.page_layout import assert_fits
from tests.helpers.browser.page_texts import jumping_texts, overflowing_texts
from tests.helpers.browser.prepared_games import random_game, record_text
from tests.helpers.browser.screens import DESKTOP, PHONE
from tests.helpers.browser.server import Server
from tests.helpers.browser.two_players import post
from tests.helpers.check import CHECK, only_in_check, some_of

LAYOUTS = {"desktop": DESKTOP, "phone": PHONE} if CHECK else {"desktop": DESKTOP}
"""The wide layout of the page and the narrow one; only `make check` tests both."""
SPOKEN = [language.code for language in languages()] if CHECK else ["de"]
"""All languages only in `make check`."""
WIDTHS = {"narrow": {"width": 320, "height": 700}, "wide": DESKTOP}
VIEWS = {
    "home": "/#/",
    "compose": "/#/compose",
    "settings": "/#/settings",
    "rules": "/#/rules/gipf/standard",
    "editor": "/#/editor/punct/standard",
    "new tournament": "/#/tournament",
    "courses": "/#/learn",
    "step": "/#/learn/tamsk/level1/save-both",
    "end of a course": "/#/learn/gipf/basic/finish",
    "puzzles": "/#/puzzles",
    "puzzles of a game": "/#/puzzles/dvonn",
    "puzzle": f"/#/puzzles/punct/{puzzles_of('punct')[0].id}",
    "studies": "/#/study",
}
"""The views that need no table; the others are opened by `opened`."""
TOURNAMENT = {"name": "Club evening", "kind": "swiss", "rounds": 2, "game": "zertz", "version": "blitz"}
STUDY = """Gipfel study 1
title: 1. e1-e3
language: en

chapter: 1

Gipfel record 2
game: gipf
version: basic

1. e1-e3 [!, white 53.5%]
> 1. a1-c3 [?]
2. c2
result: *
"""
PERSIAN = re.compile(r"[\u0600-\u06ff]")
TEXTS = """
() => {
  const texts = [], walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const {parentElement, textContent} = walk.currentNode;
    if (!parentElement.matches("p *, li *, noscript")) texts.push(textContent.trim());
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
    some_of(
        [
            ("/#/", ".games"),
            ("/#/compose", "#view"),
            ("/#/tournament", "#view"),
            ("/#/rules/gipf/standard", "#view"),
            ("/#/settings", "#view"),
            ("/#/editor/gipf/standard", "#view"),
            ("/#/learn", "#view"),
            ("/#/learn/tamsk/level1/save-both", "#view"),
            ("/#/puzzles", "#view"),
            ("/#/study", "#view"),
        ],
        3,
    ),
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


def opened(server: Server, open_page: OpenPage, view: str, **options: Any) -> Page:
    """A view by its name: one of VIEWS, a table, a review, a study, or a tournament in its first round."""
    page = open_page(VIEWS.get(view) or f"/#/{_made(server, view)}", **options)
    if view == "tournament":
        made = post(
            page, "/api/tournaments", {**TOURNAMENT, "players": ["Ada Lovelace", "Ben", "Cleo", "Dan"]}
        )
        page.goto(f"/#/tournament/{made['id']}")
        page.locator('[data-focus="next"]').click()
        page.wait_for_selector(".standings")
    page.wait_for_load_state("networkidle")
    expect(page.locator("html")).to_have_attribute("lang", options["locale"])
    return page


def _made(server: Server, view: str) -> str:
    """The address of a table that is made for a test; the first page for other views."""
    if view == "review":
        return f"review/{server.table_of(record_text(random_game('tamsk', 'level1', 1)))}"
    if view == "study":
        return f"study/{server.post_text('/api/study-files', STUDY)['id']}"
    return f"table/{server.table(view, *VERSIONS[view])}" if view in VERSIONS else ""


VERSIONS = {
    **{"gipf": ["standard"], "project": ["evening"], "yinsh": ["standard"], "tamsk": ["level1"]},
    **{"lyngk": ["standard"], "matrx": ["standard"]},
}
"""Tables with few and with many texts."""
EVERY_VIEW = [*VIEWS, *VERSIONS, "review", "study", "tournament"]
SHOWN = [*product(EVERY_VIEW, WIDTHS)] if CHECK else [*zip(EVERY_VIEW, cycle(WIDTHS), strict=False)]
"""`make test` shows every view at one of the widths, in turn."""


@pytest.mark.parametrize(("view", "width"), SHOWN)
@pytest.mark.parametrize("language", SPOKEN)
def test_texts_fit_into_their_buttons_and_cards(
    server: Server, open_page: OpenPage, view: str, language: str, width: str
) -> None:
    page = opened(server, open_page, view, locale=language, viewport=WIDTHS[width])
    assert not overflowing_texts(page)
    assert_fits(page)


# --- Directions -----------------------------------------------------------------------------------


@pytest.mark.parametrize("viewport", LAYOUTS.values(), ids=LAYOUTS)
@pytest.mark.parametrize("view", some_of(EVERY_VIEW, 4))
def test_no_line_mixes_directions(
    server: Server, open_page: OpenPage, view: str, viewport: dict[str, int]
) -> None:
    assert not jumping_texts(opened(server, open_page, view, locale="fa", viewport=viewport))


def test_moves_with_signs_stay_as_they_are_written(server: Server, open_table: OpenTable) -> None:
    """A move such as `a1-a2+` ends with a sign, which would jump to its other end in a Persian sentence."""
    driver = open_table(server.table("tzaar", "fixed"), locale="fa")
    for _ in range(6):
        driver.decide()
    expect(driver.page.locator(".last-turn")).to_contain_text("x")
    assert not jumping_texts(driver.page)


@pytest.mark.parametrize(
    ("text", "jumps"),
    [
        ("تصمیم ^a4-b5+ مجاز نیست.", True),
        ("تصمیم \u2066^a4-b5+\u2069 مجاز نیست.", False),
        ("White wins: no move is left.", True),
        ("سفید برنده شد.", False),
    ],
)
def test_jumps_would_be_found(open_page: OpenPage, text: str, jumps: bool) -> None:
    page = open_page("/#/settings", locale="fa")
    page.wait_for_selector("#view select")
    page.evaluate("text => { document.querySelector('#view').innerHTML = `<p>${text}</p>`; }", text)
    assert any(text.strip() in found for found in jumping_texts(page)) == jumps


def test_numbers_are_persian_and_coordinates_are_not(server: Server, open_table: OpenTable) -> None:
    page = open_table(server.table("gipf", "standard"), locale="fa").page
    expect(page.locator(".stock-count").first).to_have_text("۱۲")
    expect(page.locator(".stage .board")).to_contain_text("e9")


def test_decimals_have_the_sign_of_the_language(open_page: OpenPage) -> None:
    page = open_page("/#/tournament", locale="de")
    made = post(page, "/api/tournaments", {**TOURNAMENT, "players": ["Ada", "Ben", "Cleo", "Dan"]})
    page.goto(f"/#/tournament/{made['id']}")
    page.locator('[data-focus="next"]').click()
    page.locator(".result select").first.select_option("1/2-1/2")
    expect(page.locator(".standings .points").first).to_have_text("0,5")


# --- Choosing a language --------------------------------------------------------------------------


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


@only_in_check
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
