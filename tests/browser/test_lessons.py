"""Courses on the page: steps are played by pointing, wrong answers are recognised, progress is kept."""

from typing import Any

import pytest
from playwright.sync_api import Page

from gipfel.learn.course import Course, Step
from gipfel.learn.courses import all_courses
from gipfel.learn.exercise import exercise
from tests.browser.conftest import OpenPage
from tests.helpers.browser.lessons import ExerciseDriver
from tests.helpers.check import CHECK

COURSES = [*all_courses()]
PLAYED = COURSES if CHECK else COURSES[:1]


def name_of(course: Course) -> str:
    return f"{course.game.name}-{course.name}"


def address_of(course: Course, step: Step | None = None) -> str:
    return f"/#/learn/{course.game.name}/{course.name}" + (f"/{step.name}" if step else "")


def shown(page: Page, step: Step, **options: Any) -> ExerciseDriver:
    """A driver for a step, once the page shows it."""
    page.wait_for_function(
        "title => document.querySelector('.step h1')?.textContent === title", arg=step.title
    )
    return ExerciseDriver(page, exercise(step.tree, step.decisions), **options)


@pytest.mark.parametrize("course", PLAYED, ids=name_of)
def test_a_whole_course_is_played_by_pointing(open_page: OpenPage, course: Course) -> None:
    page = open_page(address_of(course))
    for step in course.steps:
        shown(page, step).solve()
        assert page.is_visible(".now.right")
        page.click(".choice.next")
    page.wait_for_selector(".finish")
