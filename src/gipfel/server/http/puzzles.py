"""Puzzles: their lists, the puzzle of the day, exercises, and why something is not the solution.

Puzzles do not change while the program runs.
"""

import logging
from contextlib import nullcontext
from datetime import UTC, date, datetime, timedelta

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from gipfel.games.core.registry import game
from gipfel.learn.exercise import shown_line
from gipfel.learn.puzzle_exercise import (
    games_with_puzzles,
    puzzle_exercise,
    puzzle_of_day,
    question,
    refutation,
    wrong_decision,
)
from gipfel.learn.puzzles import BadPuzzle, Puzzle, puzzle_of, puzzles_of
from gipfel.learn.solver import middle_rating
from gipfel.learn.themes import THEMES
from gipfel.locale import say
from gipfel.notation.errors import GipfelError
from gipfel.server.contract import puzzles as sent
from gipfel.server.contract.client_messages import path_of
from gipfel.server.contract.requests import BadRequest, WhyNotRequest
from gipfel.server.engines.failures import EngineUnavailable
from gipfel.server.engines.service import EngineService, Opinion
from gipfel.server.http.endpoint import Endpoint
from gipfel.server.http.json_body import read_body
from gipfel.server.http.translated import translated_answer
from gipfel.server.security.limits import CLIENT_ADDRESS, AddressLimits
from gipfel.server.views.thumbnails import game_picture, small_svg

LOG = logging.getLogger("gipfel.server")

THINKING_SECONDS = 1.5
"""How long an engine thinks about a wrong decision, as about a hint."""
SHOWN = 5
"""How many decisions of the engine's line are shown."""
LARGEST_BODY = 4_000


def overview(request: Request) -> Response:
    """The games that have puzzles, with their numbers, ratings and themes."""
    return translated_answer(request, _overview)


def today(request: Request) -> Response:
    """The puzzle of the day: the same for everybody, another one from midnight UTC on."""
    now = datetime.now(UTC)
    midnight = datetime(now.year, now.month, now.day, tzinfo=UTC) + timedelta(days=1)
    try:
        found: sent.TodaysPuzzle = {**_of_day(now.date()), "seconds": int((midnight - now).total_seconds())}
    except BadPuzzle as error:
        raise BadRequest(str(error), 500) from error
    except GipfelError as error:
        raise BadRequest(str(error), 404) from error
    return JSONResponse(found, headers={"cache-control": "no-cache"})


def of_game(request: Request) -> Response:
    """All puzzles of a game, the easiest first."""
    name = request.path_params["game"]
    if name not in games_with_puzzles():
        raise BadRequest(f"there are no puzzles of {name[:40]!r}", 404)
    return translated_answer(request, _list, name)


def one(request: Request) -> Response:
    """A puzzle as closed data: the positions of its line, and all that can be pointed at."""
    puzzle = _found(request)
    return translated_answer(request, _puzzle, puzzle.game, puzzle.id)


async def why_not(request: Request) -> JSONResponse:
    """How an engine answers a decision that does not solve a puzzle."""
    wanted = WhyNotRequest.read(await read_body(request, LARGEST_BODY))
    puzzle = _found(request)
    limits: AddressLimits = request.app.state.limits
    limited = nullcontext() if request.app.state.local else limits.thinking(CLIENT_ADDRESS.get())
    with limited:
        return JSONResponse(await _refutation(puzzle, wanted, request.app.state.engines))


def _found(request: Request) -> Puzzle:
    """The puzzle that an address names."""
    try:
        return puzzle_of(request.path_params["game"], request.path_params["id"])
    except BadPuzzle as error:
        raise BadRequest(str(error), 500) from error
    except GipfelError as error:
        raise BadRequest(str(error), 404) from error


# --- Lists --------------------------------------------------------------------------------------------


def _overview() -> sent.PuzzleOverview:
    return {"games": [{**_game(name), "picture": game_picture(name)} for name in games_with_puzzles()]}


def _game(name: str) -> sent.PuzzleGame:
    puzzles = puzzles_of(name)
    return {
        "game": name,
        "title": say(game(name).title),
        "puzzles": len(puzzles),
        "easiest": puzzles[0].rating,
        "hardest": puzzles[-1].rating,
        "first_rating": round(middle_rating(puzzles)),
        "themes": _themes(puzzles),
    }


def _themes(puzzles: tuple[Puzzle, ...]) -> list[sent.Theme]:
    numbers = {theme: sum(theme in puzzle.themes for puzzle in puzzles) for theme in THEMES}
    return [
        {"name": theme, "title": say(theme), "number": number} for theme, number in numbers.items() if number
    ]


def _list(name: str) -> sent.PuzzleList:
    return {
        **_game(name),
        "all": [{"id": one.id, "rating": one.rating, "themes": [*one.themes]} for one in puzzles_of(name)],
    }


# --- Puzzles ------------------------------------------------------------------------------------------


def _title(puzzle: Puzzle) -> str:
    return game(puzzle.game, puzzle.version, **puzzle.options).full_title


def _of_day(day: date) -> sent.TodaysPuzzle:
    puzzle = puzzle_of_day(day)
    return {
        "date": day.isoformat(),
        "seconds": 0,
        "game": puzzle.game,
        "id": puzzle.id,
        "title": _title(puzzle),
        "rating": puzzle.rating,
        "question": question(puzzle),
        "picture": small_svg(puzzle.start().scene()),
    }


def _puzzle(name: str, id_: str) -> sent.Puzzle:
    puzzle = puzzle_of(name, id_)
    return {
        "game": puzzle.game,
        "id": puzzle.id,
        "title": _title(puzzle),
        "rating": puzzle.rating,
        "question": question(puzzle),
        "themes": [say(theme) for theme in puzzle.themes],
        "exercise": puzzle_exercise(puzzle),
    }


async def _refutation(puzzle: Puzzle, wanted: WhyNotRequest, engines: EngineService) -> sent.Refutation:
    wrong = await run_in_threadpool(wrong_decision, puzzle, wanted.played, path_of(wanted.path))
    position = wrong.position.play(wrong)
    try:
        opinion: Opinion = await engines.opinion(position, THINKING_SECONDS)
    except EngineUnavailable as problem:
        LOG.warning("puzzle %s of %s: %s", puzzle.id, puzzle.game, problem)
        raise BadRequest(say("The engine cannot think at the moment; try again later."), 503) from problem
    expected = opinion.lines[0].decisions if opinion.lines else ()
    shown = await run_in_threadpool(lambda: shown_line(refutation(wrong, expected, SHOWN)))
    return {"line": shown, "text": opinion.text}


ENDPOINTS = (
    Endpoint("GET", "/api/puzzles", overview, sent.PuzzleOverview),
    Endpoint("GET", "/api/puzzles/today", today, sent.TodaysPuzzle),
    Endpoint("GET", "/api/puzzles/{game}", of_game, sent.PuzzleList),
    Endpoint("GET", "/api/puzzles/{game}/{id}", one, sent.Puzzle),
    Endpoint("POST", "/api/puzzles/{game}/{id}/why", why_not, sent.Refutation, (WhyNotRequest,)),
)
