"""Puzzles on the page: solving by pointing, help, what is kept, the puzzle of the day."""

import json
import re
from datetime import UTC, datetime
from typing import Any

import pytest
from playwright.sync_api import Page

from gipfel.learn.puzzle_exercise import games_with_puzzles, puzzle_exercise, puzzle_of_day
from gipfel.learn.puzzles import Puzzle, puzzles_of
from tests.browser.conftest import OpenPage, PageErrors
from tests.helpers.browser.accessibility import violations
from tests.helpers.browser.lessons import ExerciseDriver, right, unknown
from tests.helpers.browser.page_weight import measure
from tests.helpers.browser.screens import DESKTOP, PHONE
from tests.helpers.browser.server import Server
from tests.helpers.check import CHECK, only_in_check, some_of

GAMES = games_with_puzzles()
SOLVED_GAMES = GAMES if CHECK else GAMES[:1]
"""What `make test` tries, and what `make check` does."""
MOST_TRANSFERRED = 130_000
"""Bytes of everything a puzzle needs that is opened by its link."""
ENGINE_TIMEOUT = 90_000
"""Milliseconds; the engine may have to be compiled first."""


def address(puzzle: Puzzle) -> str:
    return f"/#/puzzles/{puzzle.game}/{puzzle.id}"


def opened(page: Page, puzzle: Puzzle, tap: bool = False) -> ExerciseDriver:
    """A driver for a puzzle, once the page shows it."""
    page.wait_for_selector(f'.exercise[data-puzzle="{puzzle.id}"] [data-target].open')
    return ExerciseDriver(page, puzzle_exercise(puzzle), tap)


def kept(page: Page) -> Any:
    """What the browser keeps about puzzles."""
    return json.loads(page.evaluate("() => localStorage.getItem('gipfel-puzzles') ?? '{}'"))


@pytest.mark.parametrize("name", SOLVED_GAMES)
def test_a_puzzle_is_solved_by_pointing(open_page: OpenPage, name: str) -> None:
    puzzle = puzzles_of(name)[len(puzzles_of(name)) // 2]
    page = open_page(address(puzzle))
    driver = opened(page, puzzle)
    driver.solve()
    assert driver.answer == "Solved!"
    progress = kept(page)
    assert progress["games"][name]["solved"] == [puzzle.id]
    assert progress["streak"] == {"now": 1, "best": 1}
    assert page.inner_text(".puzzle-standing .gain").startswith("+")


@pytest.mark.parametrize("name", SOLVED_GAMES)
def test_a_puzzle_is_solved_on_a_phone(open_page: OpenPage, name: str) -> None:
    puzzle = puzzles_of(name)[1]
    page = open_page(address(puzzle), viewport=PHONE, has_touch=True, is_mobile=True)
    opened(page, puzzle, tap=True).solve()
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


def test_a_wrong_try_costs_the_streak_and_is_answered_by_the_engine(open_page: OpenPage) -> None:
    first, puzzle = puzzles_of("gipf")[:2]
    page = open_page(address(first))
    opened(page, first).solve()
    page.goto(address(puzzle))
    driver = opened(page, puzzle)
    driver.give(unknown)
    assert "not it" in driver.answer
    assert kept(page)["streak"] == {"now": 0, "best": 1}
    assert kept(page)["games"]["gipf"]["missed"] == [puzzle.id]
    assert page.inner_text(".puzzle-standing .loss")
    number = int(driver.root["number"])
    page.click(".why-not")
    page.wait_for_selector('.exercise[data-phase="wrong"]', timeout=ENGINE_TIMEOUT)
    assert "engine’s answer" in driver.answer
    assert int(driver.root["number"]) >= number + 2, "the decision and at least one reply were shown"
    page.get_by_role("button", name="Try again").click()
    assert driver.root["phase"] == "open"
    driver.solve()
    assert kept(page)["games"]["gipf"]["missed"] == [puzzle.id], "solved only after a mistake"


def test_why_not_says_that_it_needs_the_server(open_page: OpenPage, errors: PageErrors) -> None:
    puzzle = puzzles_of("gipf")[1]
    page = open_page(address(puzzle))
    driver = opened(page, puzzle)
    page.wait_for_load_state("networkidle")
    errors.allow("ERR_INTERNET_DISCONNECTED")
    page.context.set_offline(True)
    driver.give(unknown)
    page.click(".why-not")
    page.wait_for_function(
        "() => document.querySelector('.sentence').textContent.includes('needs the server')"
    )
    driver.solve()
    assert driver.answer == "Solved!", "the puzzle itself needs no server"
    page.click(".next-puzzle")
    page.wait_for_function(f"() => document.querySelector('.exercise').dataset.puzzle !== '{puzzle.id}'")


def test_hints_tell_the_theme_and_then_where_to_point_first(open_page: OpenPage) -> None:
    puzzle = next(one for one in puzzles_of("gipf") if one.themes)
    page = open_page(address(puzzle))
    driver = opened(page, puzzle)
    page.click(".hint-button")
    assert puzzle.themes[0] in page.inner_text(".puzzle-hint")
    assert not page.query_selector_all(".board .hint")
    page.click(".hint-button")
    assert page.query_selector_all(".board .hint")
    driver.solve()
    progress = kept(page)
    assert progress["games"]["gipf"]["solved"] == [puzzle.id]
    assert progress["games"]["gipf"]["rating"] is None, "a hint changes no rating"
    assert progress["streak"]["now"] == 0


def test_the_solution_is_played(open_page: OpenPage) -> None:
    puzzle = puzzles_of("gipf")[0]
    page = open_page(address(puzzle))
    opened(page, puzzle)
    page.click(".solution")
    page.wait_for_selector('.exercise[data-phase="done"]')
    assert kept(page)["games"]["gipf"]["missed"] == [puzzle.id]
    page.click(".next-puzzle")
    page.wait_for_function(f"() => document.querySelector('.exercise').dataset.puzzle !== '{puzzle.id}'")
    assert re.search(r"#/puzzles/gipf/\w+$", page.url)
    page.go_back()
    page.wait_for_selector(f'.exercise[data-puzzle="{puzzle.id}"]')


def test_ratings_and_streaks_stay_after_a_reload(open_page: OpenPage) -> None:
    puzzle = puzzles_of("gipf")[0]
    page = open_page(address(puzzle))
    opened(page, puzzle).solve()
    standing = kept(page)
    page.goto("/#/puzzles/gipf")
    page.reload()
    page.wait_for_selector(f'.puzzle-mark.solved[data-puzzle="{puzzle.id}"]')
    assert kept(page) == standing
    page.goto("/#/puzzles")
    page.wait_for_selector('[data-figure="streak"]')
    assert page.inner_text('[data-figure="streak"]') == "1"
    rating = round(standing["games"]["gipf"]["rating"])
    assert str(rating) in page.inner_text('.puzzle-game[data-game="gipf"]')


@only_in_check
def test_a_solved_puzzle_counts_once(open_page: OpenPage) -> None:
    puzzle = puzzles_of("gipf")[0]
    page = open_page(address(puzzle))
    opened(page, puzzle).solve()
    standing = kept(page)
    page.reload()
    driver = opened(page, puzzle)
    driver.give(unknown)
    driver.solve()
    assert kept(page) == standing


def test_spoilt_storage_is_read_as_far_as_it_is_right(open_page: OpenPage) -> None:
    page = open_page("/#/puzzles")
    page.wait_for_selector(".puzzle-game")
    for text in (
        "{",
        "3",
        '{"games": {"gipf": {"rating": "much", "solved": 3}}, "streak": []}',
        '{"games": []}',
    ):
        page.evaluate("(text) => localStorage.setItem('gipfel-puzzles', text)", text)
        page.reload()
        page.wait_for_selector(".puzzle-game")
        assert page.inner_text('[data-figure="streak"]') == "0"


def test_the_puzzle_of_the_day(open_page: OpenPage) -> None:
    day = datetime.now(UTC).date()
    puzzle = puzzle_of_day(day)
    page = open_page("/#/puzzles")
    page.click('a[href="#/puzzles/today"]')
    opened(page, puzzle).solve()
    assert kept(page)["days"] == {"now": 1, "best": 1, "last": day.isoformat()}
    page.goto("/#/puzzles")
    page.wait_for_selector(".todays")
    assert "Solved" in page.inner_text(".todays .button")
    assert page.inner_text('[data-figure="day-streak"]') == "1"


def test_days_in_a_row_are_counted(open_page: OpenPage) -> None:
    page = open_page("/#/puzzles")
    page.wait_for_selector(".puzzle-game")
    found = page.evaluate(
        """async () => {
          const { noteDay, daysUntil, progress } = await import("/web/puzzles/progress.js");
          for (const day of ["2026-02-27", "2026-02-28", "2026-03-01", "2026-03-01"]) noteDay(day);
          const inARow = daysUntil("2026-03-02");
          const broken = daysUntil("2026-03-03");
          noteDay("2026-03-05");
          return [inARow, broken, progress().days];
        }"""
    )
    assert found == [3, 0, {"now": 1, "best": 3, "last": "2026-03-05"}]


def test_ratings_follow_results_and_become_more_certain(open_page: OpenPage) -> None:
    page = open_page("/#/puzzles")
    page.wait_for_selector(".puzzle-game")
    up, down, settled, aged = page.evaluate(
        """async () => {
          const { aged, changed } = await import("/web/puzzles/rating.js");
          const first = { rating: 1000, deviation: 160 };
          let many = first;
          for (let i = 0; i < 200; i++) many = changed(many, 1400, i % 2 === 0);
          return [changed(first, 1000, true), changed(first, 1000, false), many, aged(many, 400)];
        }"""
    )
    assert 1000 < up["rating"] < 1100
    assert up["rating"] - 1000 == pytest.approx(1000 - down["rating"])
    assert up["deviation"] < 160
    assert settled["rating"] == pytest.approx(1400, abs=40)
    assert settled["deviation"] == 45
    assert aged["deviation"] == 160


def test_the_next_puzzle_is_new_near_the_rating_and_of_the_theme(open_page: OpenPage) -> None:
    page = open_page("/#/puzzles/gipf")
    page.wait_for_selector(".puzzle-list")
    theme = next(theme for one in puzzles_of("gipf") for theme in one.themes)
    page.select_option("#puzzle-theme", theme)
    fitting = {one.id for one in puzzles_of("gipf") if theme in one.themes}
    shown = page.eval_on_selector_all(".puzzle-mark", "(marks) => marks.map((mark) => mark.dataset.puzzle)")
    assert set(shown) == fitting
    easy, hard = (
        page.evaluate(
            """async (difficulty) => {
              const { nextPuzzle } = await import("/web/puzzles/choose.js");
              const { wish } = await import("/web/puzzles/progress.js");
              wish("gipf", { difficulty });
              const list = await (await fetch("/api/puzzles/gipf")).json();
              return Array.from({ length: 20 }, () => nextPuzzle(list));
            }""",
            difficulty,
        )
        for difficulty in ("easier", "harder")
    )
    assert {one["id"] for one in easy + hard} <= fitting
    assert sum(one["rating"] for one in easy) < sum(one["rating"] for one in hard)
    page.click(".next-puzzle")
    page.wait_for_selector(".exercise[data-puzzle]")
    assert page.get_attribute(".exercise", "data-puzzle") in fitting


def test_keys_lead_through_a_puzzle(open_page: OpenPage) -> None:
    puzzle = next(one for one in puzzles_of("gipf") if one.themes)
    page = open_page(address(puzzle))
    driver = opened(page, puzzle)
    page.keyboard.press("h")
    page.wait_for_selector(".puzzle-hint")
    driver.solve()
    page.evaluate("() => document.activeElement?.blur()")
    page.keyboard.press("Enter")
    page.wait_for_function(f"() => document.querySelector('.exercise').dataset.puzzle !== '{puzzle.id}'")


@pytest.mark.parametrize("view", ["", "/gipf", "/puzzle"])
@pytest.mark.parametrize("screen", [DESKTOP, PHONE] if CHECK else [PHONE], ids=lambda one: str(one["width"]))
@pytest.mark.parametrize("scheme", ["light", "dark"] if CHECK else ["dark"])
def test_no_rule_of_accessibility_is_violated(
    open_page: OpenPage, view: str, screen: dict[str, int], scheme: str
) -> None:
    place = view.replace("/puzzle", f"/gipf/{puzzles_of('gipf')[0].id}")
    page = open_page(f"/#/puzzles{place}", viewport=screen, color_scheme=scheme)
    page.wait_for_selector(".puzzles-page, .exercise [data-target].open")
    page.wait_for_load_state("networkidle")
    assert not violations(page)


@pytest.mark.parametrize("width", some_of([320, 390], 1))
@pytest.mark.parametrize("view", ["", "/gipf", "/puzzle"])
def test_right_to_left_on_a_phone(open_page: OpenPage, view: str, width: int) -> None:
    puzzle = puzzles_of("gipf")[0]
    place = view.replace("/puzzle", f"/gipf/{puzzle.id}")
    page = open_page(f"/#/puzzles{place}", viewport={"width": width, "height": 700}, locale="fa")
    page.wait_for_selector(".puzzles-page, .exercise [data-target].open")
    assert page.evaluate("() => document.documentElement.dir") == "rtl"
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    if view == "/puzzle":
        driver = opened(page, puzzle)
        driver.give(right)


def test_a_puzzle_is_light(open_page: OpenPage, server: Server, browser: Any) -> None:
    puzzle = puzzles_of("gipf")[0]
    weight = measure(browser, server.url + address(puzzle))
    assert weight.total < MOST_TRANSFERRED, sorted(weight.files.items(), key=lambda item: -item[1])[:8]


def test_what_does_not_exist_is_said(open_page: OpenPage, errors: PageErrors) -> None:
    errors.allow("404")
    page = open_page("/#/puzzles/gipf/none")
    page.wait_for_selector(".missing")
    assert "no puzzle" in page.inner_text(".missing h1")


def test_the_first_page_leads_to_the_puzzles(open_page: OpenPage) -> None:
    page = open_page("/#/")
    page.click(".other-starts >> text=Puzzles")
    page.wait_for_selector(".todays")
