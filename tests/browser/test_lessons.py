"""Courses on the page: steps are played by pointing, wrong answers are recognised, progress is kept."""

import json
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from gipfel.draw.theme import Theme
from gipfel.learn.course import Course, Step
from gipfel.learn.courses import all_courses
from gipfel.learn.exercise import exercise
from tests.browser.conftest import OpenPage, PageErrors
from tests.helpers.browser.accessibility import violations
from tests.helpers.browser.driver import Driver
from tests.helpers.browser.lessons import ExerciseDriver, recognised, right, step_with, unknown
from tests.helpers.browser.page_weight import measure
from tests.helpers.browser.screens import DESKTOP, PHONE, SMALL_PHONE, TOUCH_PHONE
from tests.helpers.browser.server import Server
from tests.helpers.check import CHECK, only_in_check, some_of

COURSES = [*all_courses()]
FIRST = COURSES[0]
PLAYED = COURSES if CHECK else COURSES[:1]
WEIGHED = COURSES if CHECK else COURSES[:1]
MOST_BYTES = 60_000
"""What the first step of a course may transfer beyond what the first page has."""
JUDGED = "() => /(Good|fine) move|Better was/.test(document.querySelector('.guide p')?.textContent)"
LAST_PLACEMENT = "BWWBWBWBW/WBBWWR.WRW/WBBWWBWWBBB/BBWWBWRBWW/BBBBBWBWB W P"
AGAINST_LEVEL_1 = {"white": {"kind": "person"}, "black": {"kind": "engine", "player": "level:1"}}
CREATE = """async (body) => {
  const { api } = await import("/web/api.js");
  return (await api.post("/api/tables", body)).id;
}"""
SIDEWAYS = "() => document.documentElement.scrollWidth <= innerWidth"
COUNTED = "() => JSON.parse(localStorage.getItem('gipfel-learn') ?? '{}')"


def name_of(course: Course) -> str:
    return f"{course.game.name}-{course.name}"


def address_of(course: Course, step: Step | str = "") -> str:
    name = step if isinstance(step, str) else step.name
    return f"/#/learn/{course.game.name}/{course.name}" + (f"/{name}" if name else "")


def shown(page: Page, step: Step, **options: Any) -> ExerciseDriver:
    """A driver for a step, once the page shows it."""
    page.wait_for_selector(f'.step-mark[aria-current][data-key="{step.name}"]')
    return ExerciseDriver(page, exercise(step.tree, step.decisions), **options)


def play_through(page: Page, course: Course, **options: Any) -> None:
    """Play a course from the step that is shown to its end."""
    for step in course.steps:
        shown(page, step, **options).solve()
        assert page.is_visible(".now.right")
        page.click(".choice.next")
    page.wait_for_selector(".finish")


@pytest.mark.parametrize("course", PLAYED, ids=name_of)
def test_a_whole_course_is_played_by_pointing(open_page: OpenPage, course: Course) -> None:
    page = open_page(address_of(course))
    play_through(page, course)
    assert page.evaluate(COUNTED) == {
        f"{course.game.name}/{course.name}": [step.name for step in course.steps]
    }


@only_in_check
@pytest.mark.parametrize("course", COURSES, ids=name_of)
def test_a_whole_course_is_played_with_a_finger(open_page: OpenPage, course: Course) -> None:
    play_through(open_page(address_of(course), **TOUCH_PHONE), course, tap=True)


def test_a_recognised_wrong_answer_is_shown_and_taken_back(open_page: OpenPage) -> None:
    course, step, made = step_with(recognised)
    page = open_page(address_of(course, step))
    driver = shown(page, step)
    driver.give(recognised)
    assert driver.root["phase"] == "wrong"
    assert driver.answer in [edge["answer"] for edge in made["edges"] if recognised(edge)]
    assert page.inner_text(".spoken").strip() == driver.answer, "screen readers say it, too"
    page.click("text=Try again")
    assert (driver.root["phase"], driver.root["node"]) == ("open", "0")
    driver.give(recognised)
    page.keyboard.press("Escape")
    assert driver.root["phase"] == "open"
    driver.solve()


def test_any_other_answer_is_refused_at_once(open_page: OpenPage) -> None:
    course, step, _ = step_with(unknown)
    page = open_page(address_of(course, step))
    driver = shown(page, step)
    driver.give(unknown)
    assert (driver.root["phase"], driver.root["node"]) == ("open", "0")
    assert page.is_visible(".now.wrong")
    driver.solve()


def test_a_hint_is_said_then_shown(open_page: OpenPage) -> None:
    step = FIRST.steps[1]
    page = open_page(address_of(FIRST, step))
    shown(page, step)
    page.keyboard.press("h")
    assert page.is_visible(".step-hint")
    page.click("text=Show me")
    assert page.locator(".board .hint").count() > 0


def test_steps_can_be_jumped_to_by_links_and_keys(open_page: OpenPage) -> None:
    page = open_page(address_of(FIRST))
    shown(page, FIRST.steps[0])
    page.click(f'.step-mark[data-key="{FIRST.steps[3].name}"]')
    shown(page, FIRST.steps[3])
    assert page.url.endswith(address_of(FIRST, FIRST.steps[3]))
    page.mouse.click(5, 400)
    page.keyboard.press("ArrowRight")
    shown(page, FIRST.steps[4])
    page.keyboard.press("ArrowLeft")
    shown(page, FIRST.steps[3])
    page.go_back()
    page.go_back()
    page.go_back()
    shown(page, FIRST.steps[0])


def test_a_course_is_played_with_keys(open_page: OpenPage) -> None:
    page = open_page(address_of(FIRST))
    driver = shown(page, FIRST.steps[0])
    page.keyboard.press("ArrowDown")
    for _ in range(3):
        if driver.root["phase"] == "open":
            page.keyboard.press("Enter")
            driver.driver.read(acting=False)
    assert driver.root["phase"] == "done"
    page.keyboard.press("Enter")
    shown(page, FIRST.steps[1])


def test_progress_is_kept_and_shown(open_page: OpenPage) -> None:
    page = open_page(address_of(FIRST))
    shown(page, FIRST.steps[0]).solve()
    page.goto("/#/learn")
    page.wait_for_selector(".course-progress")
    assert f"1 of {len(FIRST.steps)} steps" in page.inner_text(".course")
    page.goto(address_of(FIRST))
    page.reload()
    shown(page, FIRST.steps[1])
    assert page.locator(".step-mark.done").count() == 1


def test_a_loaded_step_needs_no_server(open_page: OpenPage, errors: PageErrors) -> None:
    """The next step is fetched when one is done; what comes after it needs the server, and says so."""
    errors.allow("ERR_INTERNET_DISCONNECTED")
    page = open_page(address_of(FIRST))
    driver = shown(page, FIRST.steps[0])
    driver.solve()
    page.wait_for_load_state("networkidle")
    context: BrowserContext = page.context
    context.set_offline(True)
    page.click(".choice.next")
    shown(page, FIRST.steps[1]).solve()
    page.click(".choice.next")
    page.wait_for_selector(".missing >> text=The server does not answer")
    context.set_offline(False)
    page.click("text=Try again")
    shown(page, FIRST.steps[2]).solve()


@pytest.mark.parametrize(
    "screen", some_of([SMALL_PHONE, TOUCH_PHONE, {"viewport": {"width": 320, "height": 568}}], 1)
)
def test_a_step_on_a_phone(open_page: OpenPage, screen: dict[str, Any]) -> None:
    page = open_page(address_of(FIRST), **screen)
    driver = shown(page, FIRST.steps[0], tap=bool(screen.get("has_touch")))
    assert page.evaluate(SIDEWAYS)
    driver.solve()
    assert page.locator(".choice.next").evaluate("node => node.getBoundingClientRect().bottom <= innerHeight")


def test_a_step_in_persian(open_page: OpenPage) -> None:
    """The page is right to left; the board is not mirrored."""
    page = open_page(address_of(FIRST), locale="fa")
    driver = shown(page, FIRST.steps[0])
    stage, panel = (page.locator(part).bounding_box() for part in (".stage", ".exercise-panel"))
    assert stage is not None
    assert panel is not None
    assert panel["x"] < stage["x"]
    spots = {spot.target: spot.x for spot in driver.driver.read().open}
    assert spots["dot a1"] < spots["dot i1"]
    driver.solve()


@pytest.mark.parametrize("course", WEIGHED, ids=name_of)
def test_the_first_step_is_light(browser: Browser, server: Server, course: Course) -> None:
    """Data, modules and styles, beyond what the first page has loaded."""
    known = measure(browser, f"{server.url}/#/", ".game").files
    weight = measure(browser, server.url + address_of(course))
    more = {name: size for name, size in weight.files.items() if name not in known}
    assert sum(more.values()) <= MOST_BYTES, json.dumps(more, indent=1)


VIEWS = ["", "gipf/basic", "gipf/basic/finish"]


@pytest.mark.parametrize(
    "screen", [DESKTOP, PHONE] if CHECK else [PHONE], ids=lambda screen: str(screen["width"])
)
@pytest.mark.parametrize("theme", list(Theme) if CHECK else [Theme.DARK])
@pytest.mark.parametrize("view", VIEWS)
def test_no_view_violates_a_rule(
    open_page: OpenPage, view: str, theme: Theme, screen: dict[str, int]
) -> None:
    page = open_page(f"/#/learn/{view}", color_scheme=theme.value, viewport=screen)
    page.wait_for_selector(".courses, .exercise, .finish")
    page.wait_for_load_state("networkidle")
    assert not violations(page)
    if page.query_selector(".exercise"):
        shown(page, FIRST.steps[0]).give(right)
        assert not violations(page)


def test_ways_to_the_courses(open_page: OpenPage, errors: PageErrors) -> None:
    errors.allow("404")
    page = open_page("/#/")
    page.click(".hero-learn")
    page.wait_for_selector(".course")
    assert page.locator(".course").count() == len(COURSES)
    page.goto("/#/rules/gipf/basic")
    page.click("text=Learn it step by step")
    page.wait_for_selector(".course")
    page.goto("/#/learn/dvonn")
    page.wait_for_selector(".exercise")
    page.goto("/#/learn/gipf/nothing")
    page.wait_for_selector(".missing")
    page.goto(address_of(FIRST, "nothing"))
    shown(page, FIRST.steps[0])


def test_the_guided_game(open_page: OpenPage) -> None:
    """The guide says what to look for, shows it, judges the turn, and a turn can be taken back."""
    page = open_page(address_of(FIRST, "finish"))
    page.set_default_timeout(60_000)
    page.click(".first-game")
    page.wait_for_selector("[data-guide=show]")
    page.click("[data-guide=show]")
    page.wait_for_selector(".board .hint")
    driver = Driver(page)
    for _ in range(3):
        state = driver.decide()
        page.wait_for_function("() => document.querySelector('.guide p')?.textContent.length > 5")
        page.wait_for_selector("[data-guide=show]")
        state = driver.read()
    assert state.number >= 6
    assert page.locator(".guide p").count() >= 2
    page.click("[data-action=undo]")
    page.wait_for_function(
        "number => Number(document.querySelector('[data-number]').dataset.number) < number", arg=state.number
    )
    page.wait_for_selector("[data-guide=show]")


@only_in_check
def test_the_guide_judges_a_turn_after_which_the_same_side_acts(open_page: OpenPage) -> None:
    """In DVONN White places the last piece and moves at once."""
    page = open_page("/#/learn")
    page.set_default_timeout(60_000)
    table = page.evaluate(CREATE, {"game": "dvonn", "position": LAST_PLACEMENT, "seats": AGAINST_LEVEL_1})
    page.goto(f"/#/learn/dvonn/standard/game/{table}")
    page.wait_for_selector("[data-guide=show]")
    Driver(page).decide()
    page.wait_for_function(JUDGED)
    assert "The reply" not in page.inner_text(".guide")
    page.wait_for_selector("[data-guide=show]")


def test_a_game_says_that_it_needs_the_server(open_page: OpenPage, errors: PageErrors) -> None:
    errors.allow("ERR_INTERNET_DISCONNECTED")
    page = open_page(address_of(FIRST, "finish"))
    page.wait_for_selector(".first-game")
    page.context.set_offline(True)
    page.click(".first-game")
    page.wait_for_selector(".toast >> text=A game needs the server")


@only_in_check
def test_play_for_real_offers_the_version_of_the_course(open_page: OpenPage) -> None:
    page = open_page(address_of(FIRST, "finish"))
    page.click('[data-level="2"]')
    page.wait_for_selector("dialog .start")
    page.click(".start-button")
    page.wait_for_selector("[data-number]")
    assert "level 2" in page.inner_text(".player.far")
