"""Plays exercises on the page by pointing; which answers are right it reads from their data."""

from collections.abc import Callable

from playwright.sync_api import Page

from gipfel.draw.target import Path
from gipfel.learn.course import Course, Step
from gipfel.learn.courses import all_courses
from gipfel.learn.exercise import NO_EDGE, exercise, paths_in
from gipfel.learn.exercise_types import Exercise, ExerciseEdge
from tests.helpers.browser.driver import Driver, TableState

Wanted = Callable[[ExerciseEdge | None], bool]
"""Is this an edge to choose? None is a decision without an edge."""


def right(edge: ExerciseEdge | None) -> bool:
    return edge is not None and edge["verdict"] == "right"


def recognised(edge: ExerciseEdge | None) -> bool:
    """A wrong answer with a text of its own."""
    return edge is not None and edge["verdict"] == "wrong"


def unknown(edge: ExerciseEdge | None) -> bool:
    return edge is None


def find_path(made: Exercise, node: int, wanted: Wanted) -> Path | None:
    """The first path to an edge that is wanted."""
    for path, number in paths_in(made["nodes"][node]):
        if wanted(None if number == NO_EDGE else made["edges"][number]):
            return path
    return None


def step_with(wanted: Wanted) -> tuple[Course, Step, Exercise]:
    """The first step of all courses that takes one answer, and in which such an answer is possible."""
    for course in all_courses():
        for step in course.steps:
            made = exercise(step.tree, step.decisions)
            if all(edge["done"] for edge in made["edges"]) and find_path(made, 0, wanted) is not None:
                return course, step, made
    raise AssertionError("no course has such a step")


class ExerciseDriver:
    """Answers the exercise that a page shows."""

    def __init__(self, page: Page, made: Exercise, tap: bool = False) -> None:
        self.page = page
        self.made = made
        self._input = page.context.new_cdp_session(page)
        self.driver = Driver(page, tap=tap, hit=None if tap else self._click_at_once)

    def _click_at_once(self, x: float, y: float) -> None:
        """Click without hovering: after a rest of the mouse, a click lays a piece as the preview shows it."""
        for kind in ("mousePressed", "mouseReleased"):
            event = {"type": kind, "x": x, "y": y, "button": "left", "clickCount": 1}
            self._input.send("Input.dispatchMouseEvent", event)

    @property
    def root(self) -> dict[str, str]:
        """What the element of the exercise says about itself."""
        found: dict[str, str] = self.page.evaluate("() => ({...document.querySelector('.exercise').dataset})")
        return found

    @property
    def answer(self) -> str:
        """What is said about the last answer."""
        return self.page.inner_text(".now:is(.right, .wrong) .sentence").strip()

    def give(self, wanted: Wanted) -> None:
        """Point at the first decision that is wanted."""
        node = int(self.root["node"])
        path = find_path(self.made, node, wanted)
        assert path is not None, f"node {node} has no such decision"
        state = self.driver.read()
        for target in path:
            state = self._point(f"{target.kind} {target.name}", state)

    def _point(self, target: str, state: TableState) -> TableState:
        """Point at a target. Of rows that cross, a click highlights the next one, which then has a button."""
        for _ in range(10):
            spots = [spot for spot in state.open if spot.target == target]
            assert spots, f"{target} is not open, but {[spot.target for spot in state.open]}"
            number, prefix = state.number, state.prefix
            state = self.driver.point(spots[-1], state, acting=False)
            if state.number != number or state.prefix != prefix or self.root["phase"] != "open":
                return state
            if self.page.query_selector(".now.wrong"):
                return state
        raise AssertionError(f"{target} cannot be chosen")

    def solve(self) -> None:
        """Give right answers until the exercise is done."""
        for _ in range(20):
            if self.root["phase"] == "done":
                return
            self.give(right)
        raise AssertionError("the exercise does not end")
