"""Courses: lessons of a game, step by step, as data files that anybody can write.

A course is a file `courses/NAME.toml` in the folder of a game; docs/courses.md explains it. Reading a file
checks its form; the positions and lines of a step are checked when they are first needed, or all at once by
`check_course`.
"""

import logging
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from gipfel.errors import GipfelError
from gipfel.games.core.registry import folder_of, game_names
from gipfel.learn.course import Course, CourseError, UnknownCourse
from gipfel.learn.course_file import CourseFile, read_course

FOLDER, SUFFIX = "courses", ".toml"

logger = logging.getLogger("gipfel.learn")


def course_files(name: str) -> list[Path]:
    """The course files of a game. Raises UnknownGame."""
    return sorted((folder_of(name) / FOLDER).glob(f"*{SUFFIX}"))


@cache
def courses_of(name: str) -> tuple[Course, ...]:
    """The courses of a game in their order. A broken one is left out, which the log says."""
    found = []
    for path in course_files(name):
        try:
            found.append(read_course(path, name))
        except CourseError as error:
            logger.warning("%s; the course is left out", error)
    return tuple(sorted(found, key=lambda course: (course.order, course.name)))


def all_courses() -> Iterator[Course]:
    """The courses of all games, in the order of the games."""
    for name in game_names():
        yield from courses_of(name)


def course(game_name: str, name: str) -> Course:
    """A course by its name. Raises UnknownGame or UnknownCourse."""
    known = courses_of(game_name)
    for one in known:
        if one.name == name:
            return one
    names = f"it has {', '.join(one.name for one in known)}" if known else "it has none"
    raise UnknownCourse(f"{game_name} has no course {name!r}; {names}")


def game_of_file(path: Path) -> str | None:
    """The game in whose folder a course file is; None if it is elsewhere."""
    folder = path.resolve().parent
    for name in game_names():
        try:
            if folder == (folder_of(name) / FOLDER).resolve():
                return name
        except GipfelError:
            continue  # a game without a folder
    return None


def check_course(path: Path, game_name: str) -> tuple[Course | None, list[CourseError]]:
    """A course, and all mistakes in its file; None if its form is wrong."""
    file = CourseFile(path, game_name)
    found = file.read()
    return found, [*file.mistakes, *(mistake for step in file.sound_steps for mistake in step.mistakes())]
