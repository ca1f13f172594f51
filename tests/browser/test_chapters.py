"""The analysis of an evening: its contests are chapters of the list of turns."""

from itertools import count
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import gipfel
from tests.browser.conftest import OpenPage
from tests.helpers.browser.accessibility import violations
from tests.helpers.browser.page_layout import scrolls_sideways
from tests.helpers.browser.screens import DESKTOP
from tests.helpers.browser.server import Server
from tests.helpers.evenings import random_evening

GAME = gipfel.game(
    "project", "evening", **{"link.T": "coin", "link.Z": "zertz blitz", "link.first": "opponent"}
)
"""Uses need a win at ZÈRTZ, or with a coin."""
JUDGED = 60_000
"""Milliseconds until an engine has looked at an evening."""


def with_an_open_coin() -> gipfel.Playthrough:
    """An evening with a contest at ZÈRTZ that is over, left while a later coin is to be thrown."""
    for seed in count():
        whole = random_evening(GAME, seed)
        contests = [*gipfel.story(whole)]
        games = [contest for contest in contests if contest.game is not None and contest.over]
        coins = [contest for contest in contests if contest.contest.kind == "coin"]
        if not games or not coins or not games[0].end < coins[-1].begin < 90:
            continue
        called = [decision.position.by_chance for decision in coins[-1].decisions]
        if True in called:
            whole.undo_to(coins[-1].begin + called.index(True))
            return whole
    raise AssertionError


@pytest.fixture(scope="module")
def evening() -> gipfel.Playthrough:
    return with_an_open_coin()


@pytest.fixture(scope="module")
def table(server: Server, evening: gipfel.Playthrough) -> str:
    return server.table_of(gipfel.write_record(evening.record()))


def chapter(page: Page, number: int) -> Any:
    return page.locator(f'[data-chapter="{number}"]')


def test_every_contest_is_a_chapter_that_folds(
    open_page: OpenPage, table: str, evening: gipfel.Playthrough
) -> None:
    contests = [*gipfel.story(evening)]
    page = open_page(f"/#/review/{table}/0")
    expect(page.locator(".chapter")).to_have_count(len(contests))
    expect(page.locator(".chapter[open]")).to_have_count(0)
    assert page.locator(".chapter-title").all_inner_texts() == [
        f"{contest.title}: contest {contest.number}" for contest in contests
    ]
    expect(chapter(page, len(contests)).locator("summary")).to_contain_text("It is being played.")
    played = next(contest for contest in contests if contest.game is not None)
    chapter(page, played.number).locator("summary").click()
    turns = chapter(page, played.number).locator(".review-turn")
    assert played.game is not None
    expect(turns).to_have_count(len(played.game.turn_texts()))
    turns.first.click()
    first = played.first_move + len(next(iter(played.game.turns()))[0])
    expect(page.locator(".review-counter")).to_have_text(f"{first} / {len(evening.decisions)}")
    expect(turns.first).to_have_attribute("aria-current", "")
    chapter(page, played.number).locator("summary").click()
    expect(turns.first).to_be_hidden()


def test_a_chapter_unfolds_when_the_evening_comes_to_it(
    open_page: OpenPage, table: str, evening: gipfel.Playthrough
) -> None:
    played = next(contest for contest in gipfel.story(evening) if contest.game is not None)
    page = open_page(f"/#/review/{table}/{played.begin - 1}")
    expect(page.locator(".chapter")).not_to_have_count(0)
    expect(page.locator(".chapter[open]")).to_have_count(0)
    page.keyboard.press("ArrowRight")
    expect(chapter(page, played.number)).to_have_attribute("open", "")
    page.keyboard.press("ArrowRight")
    expect(chapter(page, played.number).locator(".review-turn")).not_to_have_count(0)


def test_keys_fold_a_chapter_and_go_to_its_turns(
    open_page: OpenPage, table: str, evening: gipfel.Playthrough
) -> None:
    played = next(contest for contest in gipfel.story(evening) if contest.game is not None)
    page = open_page(f"/#/review/{table}/0")
    inside = chapter(page, played.number)
    page.wait_for_load_state("networkidle")  # what arrives later draws the chapters again
    inside.locator("summary").press("Enter")
    expect(inside.locator(".review-turn")).not_to_have_count(0)
    first = inside.locator(".review-turn").first
    while not first.evaluate("node => node === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(first).to_have_attribute("aria-current", "")
    inside.locator("summary").focus()
    page.keyboard.press("Enter")
    expect(first).to_be_hidden()


@pytest.mark.parametrize(
    ("screen", "theme", "locale"),
    [(DESKTOP, "light", "en"), ({"width": 320, "height": 568}, "dark", "fa")],
)
def test_contests_have_graphs_of_their_own_and_a_coin_none(
    open_page: OpenPage,
    table: str,
    evening: gipfel.Playthrough,
    screen: dict[str, int],
    theme: str,
    locale: str,
) -> None:
    contests = [*gipfel.story(evening)]
    number = len(evening.decisions)
    page = open_page(f"/#/review/{table}/0", viewport=screen, color_scheme=theme, locale=locale)
    expect(page.locator(".chapter")).to_have_count(len(contests))
    judge, stop = page.locator(".review-opinion > .button").all()
    if locale == "en":  # what was found out is there for the second browser
        judge.click()
    expect(judge).to_be_hidden(timeout=JUDGED)
    expect(stop).to_be_hidden(timeout=JUDGED)
    played = next(contest for contest in contests if contest.game is not None)
    inside = chapter(page, played.number)
    inside.locator("summary").click()
    graph = inside.locator(".graph-picture")
    expect(graph).to_be_visible()
    assert (graph.get_attribute("aria-valuemin"), graph.get_attribute("aria-valuemax")) == (
        str(played.begin),
        str(played.end),
    )
    for text in inside.locator(".turning-text").all():
        assert text.evaluate("node => node.scrollWidth <= node.clientWidth || node.clientWidth > 20")
    box = graph.bounding_box()
    assert box is not None
    graph.click(position={"x": box["width"] / 2, "y": 20})
    shown = int(graph.get_attribute("aria-valuenow") or "")
    assert played.begin < shown < played.end
    assert page.locator(".review-opinion .graph-band").count() == len(contests)
    for contest in contests:
        if contest.game is None:
            expect(chapter(page, contest.number).locator(".graph")).to_be_hidden()
            expect(chapter(page, contest.number).locator(".turning-button")).to_have_count(0)
    page.goto(f"/#/review/{table}/{number}")
    expect(chapter(page, len(contests))).to_have_attribute("open", "")
    assert not violations(page)
    assert not scrolls_sideways(page)
