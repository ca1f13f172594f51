"""Courses over HTTP; an exercise is in `gipfel.learn.exercise_types`."""

from typing_extensions import TypedDict

from gipfel.learn.exercise_types import Exercise
from gipfel.server.contract.shared import Value


class CourseHead(TypedDict):
    """What a course is about."""

    game: str
    name: str
    """Unique among the courses of the game."""
    title: str
    summary: str
    game_title: str
    """With the version, if there are several."""
    version: str
    options: dict[str, Value]
    """The options that differ from their defaults, for a first game."""
    language: str
    """The language of the course's own texts; English if the game is not translated."""


class CourseInfo(CourseHead):
    """A course in the list."""

    steps: list[str]
    """The names of its steps."""


class CourseList(TypedDict):
    """All courses, in the order of the games."""

    courses: list[CourseInfo]


class CourseStep(TypedDict):
    """The texts of a step. In all texts `*word*` is emphasised."""

    name: str
    """Unique in the course."""
    title: str
    text: str
    task: str
    hint: str
    again: str
    """What is said after a wrong answer that has no text of its own."""


class Course(CourseHead):
    """A course without its exercises."""

    steps: list[CourseStep]


class StepExercise(TypedDict):
    """The exercise of a step."""

    exercise: Exercise
