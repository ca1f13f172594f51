"""Steps and puzzles on small screens, what is said about answers, and both without a connection."""

from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

from gipfel.learn.course import Course, Step
from gipfel.learn.courses import all_courses, course
from gipfel.learn.exercise import exercise
from gipfel.learn.puzzle_exercise import games_with_puzzles, puzzle_exercise
from gipfel.learn.puzzles import Puzzle, puzzles_of
from tests.browser.conftest import OpenPage, PageErrors
from tests.helpers.browser.lessons import ExerciseDriver, find_path, recognised, unknown
from tests.helpers.browser.screens import TOUCH
from tests.helpers.check import CHECK

SMALLEST: dict[str, Any] = {"viewport": {"width": 320, "height": 640}, **TOUCH}
COURSES = [*all_courses()] if CHECK else [course("gipf", "basic"), course("project", "potentials")]
GAMES = games_with_puzzles() if CHECK else ["gipf", "punct"]
LANGUAGES = ["de", "fa"]
IN_VIEW = """(text) => {
  const isShown = (node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect();
    if (left < 0 || right > innerWidth || top < 0 || bottom > innerHeight || right <= left) return false;
    const middle = (left + right) / 2;
    return [top + 2, bottom - 2].every((y) => node.contains(document.elementFromPoint(middle, y)));
  };
  const paragraphs = [...document.querySelectorAll("main p")];
  return paragraphs.some((node) => node.textContent.includes(text) && isShown(node));
}"""
"""Is all of a paragraph with this text in the window, and not covered?"""
OUTSIDE = """() => [...document.querySelectorAll(".stock")]
  .filter((node) => {
    const [own, card] = [node, node.closest(".card")].map((one) => one.getBoundingClientRect());
    return own.width > 0 && (own.left < card.left || own.right > card.right);
  })
  .map((node) => node.getAttribute("aria-label") ?? node.title)"""
CUT_SELECTS = """() => [...document.querySelectorAll("main select")]
  .filter((select) => {
    const { font, paddingLeft, paddingRight } = getComputedStyle(select);
    const context = Object.assign(document.createElement("canvas").getContext("2d"), { font });
    const arrow = 24;
    const room = select.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight) - arrow;
    return context.measureText(select.selectedOptions[0].text).width > room;
  })
  .map((select) => select.selectedOptions[0].text)"""
COLOUR = "() => getComputedStyle(document.querySelector('.now')).backgroundColor"


def name_of(one: Course) -> str:
    return f"{one.game.name}-{one.name}"


def opened_step(page: Page, step: Step, tap: bool = False) -> ExerciseDriver:
    page.wait_for_selector(f'.step-mark[aria-current][data-key="{step.name}"]')
    return ExerciseDriver(page, exercise(step.tree, step.decisions), tap)


def opened_puzzle(page: Page, puzzle: Puzzle, tap: bool = False) -> ExerciseDriver:
    page.wait_for_selector(f'.exercise[data-puzzle="{puzzle.id}"] [data-target].open')
    return ExerciseDriver(page, puzzle_exercise(puzzle), tap)


def address_of(one: Course, step: Step) -> str:
    return f"/#/learn/{one.game.name}/{one.name}/{step.name}"


def words(page: Page, selector: str) -> str:
    """The text of an element, also if it is not shown."""
    return page.locator(selector).evaluate("(node) => node.textContent")


# --- Small screens --------------------------------------------------------------------------------


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("one", COURSES, ids=name_of)
def test_the_task_and_the_hint_are_in_view_on_the_smallest_phone(
    open_page: OpenPage, one: Course, language: str
) -> None:
    page = open_page("about:blank", locale=language, **SMALLEST)
    for step in one.steps if CHECK else one.steps[:4]:
        page.goto(address_of(one, step))
        opened_step(page, step)
        page.wait_for_selector(".hint-button")
        assert page.evaluate(IN_VIEW, words(page, ".step-task")), step.name
        page.click(".hint-button")
        hint = words(page, ".step-hint > span")
        assert page.evaluate(IN_VIEW, hint), step.name


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", GAMES)
def test_the_question_and_the_hint_of_a_puzzle_are_in_view_on_the_smallest_phone(
    open_page: OpenPage, name: str, language: str
) -> None:
    puzzle = next(one for one in puzzles_of(name) if one.themes)
    page = open_page(f"/#/puzzles/{name}/{puzzle.id}", locale=language, **SMALLEST)
    opened_puzzle(page, puzzle)
    assert page.evaluate(IN_VIEW, words(page, ".puzzle h1"))
    page.click(".hint-button")
    assert page.evaluate(IN_VIEW, words(page, ".reminder"))


@pytest.mark.parametrize("name", GAMES)
def test_what_lies_beside_the_board_stays_in_its_card(open_page: OpenPage, name: str) -> None:
    puzzle = puzzles_of(name)[0]
    page = open_page(f"/#/puzzles/{name}/{puzzle.id}", locale="de", **SMALLEST)
    opened_puzzle(page, puzzle)
    assert page.evaluate(OUTSIDE) == []


@pytest.mark.parametrize("one", COURSES, ids=name_of)
def test_what_lies_beside_the_board_of_a_step_stays_in_its_card(open_page: OpenPage, one: Course) -> None:
    page = open_page(address_of(one, one.steps[0]), locale="de", **SMALLEST)
    opened_step(page, one.steps[0])
    assert page.evaluate(OUTSIDE) == []
    assert page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")


@pytest.mark.parametrize("language", LANGUAGES)
def test_wishes_about_puzzles_can_be_read_on_the_smallest_phone(open_page: OpenPage, language: str) -> None:
    page = open_page("/#/puzzles/gipf", locale=language, **SMALLEST)
    page.wait_for_selector(".puzzle-mark")
    assert page.evaluate(CUT_SELECTS) == []


# --- What is said ---------------------------------------------------------------------------------


def test_emphasis_in_an_answer_is_no_asterisk(open_page: OpenPage) -> None:
    one = course("project", "potentials")
    step = next(step for step in one.steps if any("*" in wrong.answer for wrong in step.wrong))
    page = open_page(address_of(one, step))
    driver = opened_step(page, step)
    driver.give(recognised)
    assert "*" not in driver.answer + words(page, ".spoken")
    assert page.locator(".sentence em").count() == 1


def test_a_hint_takes_the_place_of_the_last_answer(open_page: OpenPage) -> None:
    puzzle = next(one for one in puzzles_of("gipf") if one.themes)
    page = open_page(f"/#/puzzles/gipf/{puzzle.id}")
    opened_puzzle(page, puzzle).give(unknown)
    page.click(".hint-button")
    assert not page.locator(".now.wrong").count()
    assert page.is_visible(".why-not"), "the wrong decision can still be asked about"
    one = course("gipf", "basic")
    page.goto(address_of(one, one.steps[1]))
    opened_step(page, one.steps[1]).give(unknown)
    page.keyboard.press("h")
    assert not page.locator(".now.wrong").count()


def test_a_wrong_answer_has_the_same_colour_in_every_game(open_page: OpenPage) -> None:
    """The accent of PÜNCT is green, which would look like a right answer."""
    colours = set()
    page = open_page("about:blank")
    for name in ("gipf", "punct"):
        puzzle = puzzles_of(name)[0]
        page.goto(f"/#/puzzles/{name}/{puzzle.id}")
        opened_puzzle(page, puzzle).give(unknown)
        colours.add(page.evaluate(COLOUR))
    assert len(colours) == 1


def test_a_course_of_which_most_is_missing_is_not_nearly_done(open_page: OpenPage) -> None:
    page = open_page("/#/learn/gipf/basic/finish")
    page.wait_for_selector(".finish")
    assert page.inner_text(".finish h1") == course("gipf", "basic").title


# --- Without a connection -------------------------------------------------------------------------


@pytest.mark.parametrize("name", GAMES)
def test_a_puzzle_is_missed_and_solved_without_a_connection(
    open_page: OpenPage, errors: PageErrors, name: str
) -> None:
    """Every wrong decision is answered in the player's language; only “Why not?” needs the server."""
    errors.allow("ERR_INTERNET_DISCONNECTED")
    puzzle = puzzles_of(name)[1]
    page = open_page(f"/#/puzzles/{name}/{puzzle.id}", locale="de")
    driver = opened_puzzle(page, puzzle)
    page.wait_for_load_state("networkidle")
    context: BrowserContext = page.context
    context.set_offline(True)
    driver.give(unknown)
    assert "Das ist es nicht" in driver.answer
    page.click(".why-not")
    page.wait_for_function("() => document.querySelector('.sentence').textContent.includes('Server')")
    driver.solve()
    assert driver.answer == "Gelöst!"


@pytest.mark.parametrize("one", COURSES, ids=name_of)
def test_a_step_is_missed_and_solved_without_a_connection(
    open_page: OpenPage, errors: PageErrors, one: Course
) -> None:
    errors.allow("ERR_INTERNET_DISCONNECTED")
    for wanted in (recognised, unknown):
        step = next(step for step in one.steps if is_missed_at_once(step, wanted))
        page = open_page(address_of(one, step), locale="fa")
        driver = opened_step(page, step)
        page.wait_for_load_state("networkidle")
        context: BrowserContext = page.context
        context.set_offline(True)
        driver.give(wanted)
        if driver.root["prefix"]:
            page.click(".choice.strong")  # Some decisions are asked about first.
        assert driver.answer
        page.keyboard.press("Escape")
        driver.solve()
        context.set_offline(False)


def is_missed_at_once(step: Step, wanted: Any) -> bool:
    """Is a single decision an answer of the kind that is wanted?"""
    made = exercise(step.tree, step.decisions)
    if find_path(made, 0, wanted) is None:
        return False
    wrong = [edge for edge in made["edges"] if edge["verdict"] == "wrong"]
    return wanted is unknown or all(edge["done"] for edge in wrong)
