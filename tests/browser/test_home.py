"""The first page: what a newcomer reads, how a friend is asked, and that nothing jumps while it loads."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import gipfel
from tests.browser.conftest import OpenPage
from tests.helpers.browser.driver import shown_table
from tests.helpers.browser.page_layout import assert_fits, bounding_box
from tests.helpers.browser.prepared_games import beginning, random_game, record_text
from tests.helpers.browser.screens import ALL, DESKTOP, PHONE
from tests.helpers.browser.server import Server
from tests.helpers.check import some_of

SHIFT = """
() => new Promise((resolve) => {
  let sum = 0;
  const add = (entries) => entries.forEach((entry) => (sum += entry.hadRecentInput ? 0 : entry.value));
  const observer = new PerformanceObserver((list) => add(list.getEntries()));
  observer.observe({type: "layout-shift", buffered: true});
  requestAnimationFrame(() => requestAnimationFrame(() => {
    add(observer.takeRecords());
    resolve(sum);
  }));
})
"""
MOST_SHIFT = 0.05
COVERED = """
() => [...document.querySelectorAll(".game-picture")].map((frame) => {
  const [outer, inner] = [frame, frame.querySelector("svg")].map((node) => node.getBoundingClientRect());
  return Math.min(inner.width / outer.width, inner.height / outer.height);
})
"""
"""How much of their frames the covers fill."""

TOO_LONG = """
() => [...document.querySelectorAll(".hero-actions .button")]
  .filter((button) => button.scrollWidth > button.clientWidth + 1).length
"""
"""The number of buttons whose text does not fit."""


def opened(open_page: OpenPage, **options: Any) -> Page:
    """The first page with its games."""
    page = open_page("/#/", **options)
    page.wait_for_selector(".game-open")
    page.wait_for_load_state("networkidle")
    return page


def test_a_newcomer_reads_what_this_is(open_page: OpenPage) -> None:
    page = opened(open_page, owner=False)
    expect(page.get_by_role("heading", level=1)).to_have_text("Simple rules, high peaks")
    for text in ("board games for two", "one joins them all"):
        expect(page.get_by_text(text)).to_be_in_viewport()
    for name in (re.compile("^Begin with "), "Play a friend"):
        expect(page.get_by_role("button", name=name)).to_be_in_viewport()
    expect(page.locator(".hero-picture .camp")).to_have_count(len(gipfel.game_names()))
    expect(page.locator(".game").first).to_be_in_viewport()


def test_every_game_says_how_long_and_how_hard_it_is(open_page: OpenPage) -> None:
    page = opened(open_page, owner=False)
    facts = page.locator(".game .game-facts").all_inner_texts()
    assert len(facts) == len(gipfel.game_names())
    for text in facts:
        assert re.search(r"\d+½? (minutes|hours?)\s+(Easy to learn|Some practice|Demanding)", text), text
    assert min(page.evaluate(COVERED)) >= 1


def test_the_first_game_is_begun(open_page: OpenPage) -> None:
    page = opened(open_page)
    page.get_by_role("button", name="Begin with ").click()
    first = page.locator(".game:has(.game-first) .game-title").inner_text()
    expect(page.get_by_role("dialog", name=first)).to_be_visible()
    page.click("dialog .start-button")
    shown_table(page)


def test_a_friend_is_asked_from_the_first_page(open_page: OpenPage) -> None:
    page = opened(open_page)
    page.get_by_role("button", name="Play a friend").click()
    page.click("dialog .pick-game[data-game=dvonn]")
    expect(page.get_by_role("radio", name="A friend by link")).to_be_checked()
    page.click("dialog .start-button")
    expect(page.locator(".invitation")).to_be_visible()


@pytest.mark.parametrize("viewport", some_of([PHONE, DESKTOP], 1), ids=lambda size: str(size["width"]))
def test_nothing_jumps_while_the_page_loads(
    server: Server, open_page: OpenPage, viewport: dict[str, int]
) -> None:
    server.table_of(record_text(beginning(random_game("zertz", "blitz", 1), 3)))  # It can be continued.
    page = opened(open_page, viewport=viewport)
    assert page.evaluate(SHIFT) < MOST_SHIFT
    page.goto("about:blank")
    page.goto("/#/")
    page.wait_for_selector(".game-open")
    expect(page.get_by_role("heading", level=1)).to_have_text("New game")
    assert page.evaluate(SHIFT) < MOST_SHIFT


@pytest.mark.parametrize("language", some_of(["fa", "en"], 1))
def test_the_first_page_fits(open_page: OpenPage, language: str) -> None:
    page = opened(open_page, owner=False, locale=language)
    for viewport in (*ALL.values(), DESKTOP, PHONE):
        page.set_viewport_size({"width": viewport["width"], "height": viewport["height"]})
        assert_fits(page)
        start = bounding_box(page, ".hero-begin")
        assert start["height"] >= 42
        assert not page.evaluate(TOO_LONG)
