"""Courses: their list, their texts and their exercises. They do not change while the program runs."""

from starlette.requests import Request
from starlette.responses import Response

from gipfel.games.core.names import text_language
from gipfel.learn.course import Course, CourseError, Step
from gipfel.learn.courses import all_courses, course
from gipfel.learn.exercise import exercise
from gipfel.locale import note, say
from gipfel.notation.errors import GipfelError
from gipfel.server.contract import courses as sent
from gipfel.server.contract.requests import BadRequest
from gipfel.server.http.endpoint import Endpoint
from gipfel.server.http.translated import translated_answer

AGAIN = note("That is a legal move, but not what this step asks for. Try again!")


def courses(request: Request) -> Response:
    """All courses, without their steps."""
    return translated_answer(request, _list)


def course_texts(request: Request) -> Response:
    """A course with the texts of all its steps."""
    found = _found(request)
    return translated_answer(request, _course, found.game.name, found.name)


def step_exercise(request: Request) -> Response:
    """The exercise of a step as closed data: positions, and all that can be pointed at."""
    found = _found(request)
    try:
        step = found.step(request.path_params["step"])
        return translated_answer(request, _exercise, found.game.name, found.name, step.name)
    except CourseError as error:
        raise BadRequest(str(error), 500) from error
    except GipfelError as error:
        raise BadRequest(str(error), 404) from error


def _found(request: Request) -> Course:
    """The course that an address names."""
    try:
        return course(request.path_params["game"], request.path_params["course"])
    except GipfelError as error:
        raise BadRequest(str(error), 404) from error


def _list() -> sent.CourseList:
    return {"courses": [_info(found) for found in all_courses()]}


def _info(found: Course) -> sent.CourseInfo:
    return {**_head(found), "steps": [step.name for step in found.steps]}


def _head(found: Course) -> sent.CourseHead:
    return {
        "game": found.game.name,
        "name": found.name,
        "title": say(found.title),
        "summary": say(found.summary),
        "game_title": found.game.full_title,
        "version": found.game.version,
        "options": found.options,
        "language": text_language(found.game.name),
    }


def _course(game: str, name: str) -> sent.Course:
    found = course(game, name)
    return {**_head(found), "steps": [_step(step) for step in found.steps]}


def _step(step: Step) -> sent.CourseStep:
    return {
        "name": step.name,
        "title": say(step.title),
        "text": say(step.text),
        "task": say(step.task),
        "hint": say(step.hint),
        "again": say(step.again or AGAIN),
    }


def _exercise(game: str, name: str, step_name: str) -> sent.StepExercise:
    step = course(game, name).step(step_name)
    return {"exercise": exercise(step.tree, step.decisions)}


ENDPOINTS = (
    Endpoint("GET", "/api/courses", courses, sent.CourseList),
    Endpoint("GET", "/api/courses/{game}/{course}", course_texts, sent.Course),
    Endpoint("GET", "/api/courses/{game}/{course}/{step}", step_exercise, sent.StepExercise),
)
