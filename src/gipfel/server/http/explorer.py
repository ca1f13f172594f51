"""What was played in a position: in the explorer that the host has named, and in the visitor's own games."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeVar, cast

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse

from gipfel.games.core.position import Position
from gipfel.server.contract import explorer as sent
from gipfel.server.contract.requests import BadRequest, PositionRequest
from gipfel.server.http.catalogue import LARGEST, read_position
from gipfel.server.http.endpoint import Endpoint
from gipfel.server.http.json_body import read_body
from gipfel.server.security.disclosure import database_message, log_database_problem
from gipfel.server.security.limits import CLIENT_ADDRESS, AddressLimits
from gipfel.server.security.owner import owns
from gipfel.server.security.visitors import visitor_of
from gipfel.server.settings import Settings
from gipfel.server.tables.played_games import PlayedGames

if TYPE_CHECKING:
    from gipfel.explorer import Explorer

T = TypeVar("T")

MOST = 100
"""Decisions in an answer."""


async def contents(request: Request) -> JSONResponse:
    """What the explorer contains; 404 if this server has none."""
    return JSONResponse(await _asked(request, _contents))


async def look_up(request: Request) -> JSONResponse:
    """What was played in a position, how often and with what result; 404 if this server has no explorer."""
    body = PositionRequest.read(await read_body(request, LARGEST))

    def answer(explorer: "Explorer") -> sent.ExplorerAnswer:
        return _answer(explorer, read_position(body))

    return JSONResponse(await _asked(request, answer))


async def look_up_own(request: Request) -> JSONResponse:
    """The same in the visitor's own finished games, also in records that they have loaded."""
    body = PositionRequest.read(await read_body(request, LARGEST))
    games: PlayedGames = request.app.state.played_games
    visitor, open_ones = visitor_of(request), owns(request.app.state.settings.local)

    def answer() -> sent.OwnExplorerAnswer:
        from gipfel.explorer import look_up_in

        position = read_position(body)
        found, waiting = games.of(visitor, open_ones, position.game.name)
        shown = cast(sent.ExplorerAnswer, look_up_in(found, position).to_dict(MOST))
        return {**shown, "waiting": waiting}

    # `do` itself lets each address do one slow thing at a time.
    return JSONResponse(await request.app.state.tables.do(answer))


async def _asked(request: Request, ask: "Callable[[Explorer], T]") -> T:
    """Ask the explorer in a thread, one thing at a time for each address."""
    settings: Settings = request.app.state.settings
    limits: AddressLimits = request.app.state.limits
    if not settings.explorer:
        raise BadRequest("this server has no explorer; its host can name one with --explorer", 404)
    async with limits.slow_work(CLIENT_ADDRESS.get()):
        return await run_in_threadpool(_ask, settings.explorer, ask)


def _ask(path: str, ask: "Callable[[Explorer], T]") -> T:
    """Open the explorer, which takes less than a millisecond: its file may have been built anew."""
    from gipfel.explorer import Explorer, ExplorerProblem

    try:
        with Explorer(path) as explorer:
            return ask(explorer)
    except ExplorerProblem as error:
        log_database_problem(error)
        raise BadRequest(database_message(), 503) from error


def _contents(explorer: "Explorer") -> sent.ExplorerContents:
    return {
        "turns": explorer.turns,
        "games": [
            {"game": one.game, "version": one.version, "options": one.options, "games": one.games}
            for one in explorer.versions()
        ],
    }


def _answer(explorer: "Explorer", position: Position) -> sent.ExplorerAnswer:
    return cast(sent.ExplorerAnswer, explorer.look_up(position).to_dict(MOST))


ENDPOINTS = (
    Endpoint("GET", "/api/explorer", contents, sent.ExplorerContents),
    Endpoint("POST", "/api/explorer/own", look_up_own, sent.OwnExplorerAnswer, (PositionRequest,)),
    Endpoint("POST", "/api/explorer", look_up, sent.ExplorerAnswer, (PositionRequest,)),
)
