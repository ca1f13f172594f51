"""Tables over HTTP: lists, new tables, branches, seats, exports. Playing happens over the WebSocket."""

from collections.abc import Callable, Mapping
from typing import cast

from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response

from gipfel.notation.errors import GipfelError
from gipfel.notation.record import read_record
from gipfel.server.analyses.trees import tree_of
from gipfel.server.contract import answers
from gipfel.server.contract import story as contract
from gipfel.server.contract.analysis import AnalysisTree
from gipfel.server.contract.requests import (
    BadRequest,
    BranchRequest,
    LinkRequest,
    NewTableRequest,
    SitRequest,
)
from gipfel.server.http import animations, exports
from gipfel.server.http.analyses import owner_of
from gipfel.server.http.endpoint import Endpoint
from gipfel.server.http.json_body import read_body
from gipfel.server.security.limits import LONGEST_GAME
from gipfel.server.security.origin import LARGEST_BODY
from gipfel.server.security.visitors import ensure_visitor, set_visitor_cookie, visitor_of
from gipfel.server.tables.directory import TableDirectory
from gipfel.server.views.story import contest_game_view, story_view
from gipfel.table.storage.analyses import AnalysisStore
from gipfel.table.storage.store import A_PAGE
from gipfel.table.table import Table

LONGEST_NUMBER = 9
SMALL_BODY = 4_000
"""Bytes; two seats and a key need less."""
OWN = "own"
"""Stands for the visitor's own analysis."""
LARGEST_GAME = 3 * LONGEST_GAME
"""Bytes of a new table on a server for others; a record with letters that are not ASCII needs some more."""


def _tables(request: Request) -> TableDirectory:
    tables: TableDirectory = request.app.state.tables
    return tables


def _id(request: Request) -> str:
    """The table that the address names."""
    return str(request.path_params["id"])


def _visitor(request: Request, needed: bool = False) -> str | None:
    """The visitor; where others can connect, or if it is needed, one with a number."""
    if needed or not request.app.state.settings.local:
        return ensure_visitor(request)
    return visitor_of(request)


def _answer_with_cookie(request: Request, answer: Mapping[str, object], status: int = 200) -> JSONResponse:
    """An answer that gives the visitor their cookie."""
    response = JSONResponse(answer, status)
    set_visitor_cookie(request, response)
    return response


async def listed(request: Request) -> JSONResponse:
    """Finished or unfinished tables, the latest first: at most 200, or `most`, after the first `from`."""
    finished = request.query_params.get("finished", "false").lower()
    if finished not in ("true", "false"):
        raise GipfelError("finished is true or false")
    begin = _number(request, "from") or 0
    most = min(_number(request, "most") or A_PAGE, A_PAGE)
    tables = await _tables(request).summaries(finished == "true", begin, most, visitor_of(request))
    return JSONResponse({"tables": tables, "more": len(tables) == most})


async def turns(request: Request) -> JSONResponse:
    """The tables where it is the visitor's turn and somebody else waits."""
    return JSONResponse({"tables": await _tables(request).awaited(visitor_of(request))})


async def one(request: Request) -> JSONResponse:
    """One table, for everybody who has its link."""
    return JSONResponse(await _tables(request).summary(_id(request), visitor_of(request)))


async def create(request: Request) -> JSONResponse:
    """Create a table from a game, a menu or a record. With `invite`, the other seat waits for a guest."""
    most = LARGEST_BODY if request.app.state.settings.local else LARGEST_GAME
    new = NewTableRequest.read(await read_body(request, most))
    visitor = _visitor(request, needed=new.invite is not None)
    created = await _tables(request).create(new, visitor)
    if new.record is not None:
        try:
            await _keep_tree(request, created["id"], new.record)
        except GipfelError:
            await _tables(request).remove(created["id"], visitor)
            raise
    return _answer_with_cookie(request, created, 201)


async def _keep_tree(request: Request, table_id: str, text: str) -> None:
    """Keep the variations, comments and marks of a record as an analysis of its table."""
    tables = _tables(request)
    table = (await tables.get(table_id)).table
    tree = await tables.do(lambda: tree_of(read_record(text), table.play))
    if tree["notes"] or tree["nodes"]:
        owner = owner_of(request, needed=True)
        await tables.store.write(request.app.state.analyses.keep, table_id, owner, tree)


async def _tree(request: Request) -> AnalysisTree | None:
    """The analysis that a record is wanted with."""
    wanted = request.query_params.get("analysis")
    if not wanted:
        return None
    store: AnalysisStore = request.app.state.analyses
    read, owner = _tables(request).store.read, owner_of(request)
    if wanted == OWN:
        found = None if owner is None else await read(store.own, _id(request), owner)
    else:
        found = await read(store.load, wanted)
    return None if found is None or found.table != _id(request) else cast(AnalysisTree, found.tree)


async def branch(request: Request) -> JSONResponse:
    """Create a table that begins with the first `at` decisions of this one."""
    new = BranchRequest.read(await read_body(request, SMALL_BODY))
    return _answer_with_cookie(
        request, {"id": await _tables(request).branch(_id(request), new, _visitor(request))}, 201
    )


async def sit(request: Request) -> JSONResponse:
    """Take a seat with its key, which fits once; repeating it is harmless. 403 if it does not fit, 409 if
    the visitor plays the other side."""
    seat = SitRequest.read(await read_body(request, SMALL_BODY))
    return _answer_with_cookie(
        request, await _tables(request).sit(_id(request), ensure_visitor(request), seat)
    )


async def link(request: Request) -> JSONResponse:
    """A new key of an own seat, or of a waiting one, whose older keys become invalid.

    With `renew`, only this device and the new link remain valid. With `free`, a seat waits again whose player
    was invited and has not decided anything yet.
    """
    wanted = LinkRequest.read(await read_body(request, SMALL_BODY))
    return JSONResponse(await _tables(request).link(_id(request), visitor_of(request), wanted))


async def remove(request: Request) -> JSONResponse:
    """Delete a table; only for a visitor who holds all seats of people."""
    await _tables(request).remove(_id(request), visitor_of(request))
    return JSONResponse({})


async def record(request: Request) -> Response:
    """The game as a record; with the id of an `analysis`, or with `own`, with its variations and comments."""
    table = (await _tables(request).get(_id(request))).table
    tree = await _tree(request)
    headers = {"content-disposition": f'inline; filename="{table.game.name}-{_id(request)}.txt"'}
    text = await _tables(request).do(lambda: exports.record_text(table, tree))
    return PlainTextResponse(text, headers=headers)


async def story(request: Request) -> JSONResponse:
    """The contests that were played at this table: what for, who began, who won."""
    table = (await _tables(request).get(_id(request))).table
    return JSONResponse(await _tables(request).do(lambda: story_view(table)))


async def contest(request: Request) -> JSONResponse:
    """A contest as a game of its own, by its number; `view` with `inside` shows its positions."""
    number = _digits(str(request.path_params["number"]), "a contest")
    table = (await _tables(request).get(_id(request))).table
    return JSONResponse(await _tables(request).do(lambda: contest_game_view(table, number)))


async def position(request: Request) -> JSONResponse:
    """The position after `at` decisions, or the current one."""
    table = (await _tables(request).get(_id(request))).table
    at = _number(request, "at")
    return JSONResponse({"position": str(table.position_at(table.number if at is None else at))})


async def picture_svg(request: Request) -> Response:
    """A picture of the table after `at` decisions.

    `theme` is `light` or `dark`, `board` is `plain`, `box`, `wood` or `contrast`; `letters=1` adds letters to
    pieces that differ only in colour.
    """
    return await _picture(request, exports.svg_text, "image/svg+xml")


async def picture_png(request: Request) -> Response:
    """The same picture as PNG."""
    return await _picture(request, exports.png_bytes, "image/png")


async def _picture(
    request: Request, draw: Callable[[Table, exports.PictureQuery], str | bytes], kind: str
) -> Response:
    tables, query = _tables(request), _picture_query(request)
    table = (await tables.get(_id(request))).table
    headers = {"cross-origin-resource-policy": "cross-origin"}  # pages of others may show it
    return Response(await tables.do(lambda: draw(table, query)), media_type=kind, headers=headers)


async def animation_gif(request: Request) -> Response:
    """An animated GIF of the turns `from` to `to`, or of the whole game: at most 120 turns.

    `theme`, `board` and `letters` are those of a picture.
    """
    return await _animation(request, "gif")


async def animation_png(request: Request) -> Response:
    """The same as an animated PNG."""
    return await _animation(request, "png")


async def _animation(request: Request, kind: str) -> Response:
    drawn: animations.Animations = request.app.state.animations
    table = (await _tables(request).get(_id(request))).table
    return await drawn.answer(request, kind, lambda: table.play)


def _picture_query(request: Request) -> exports.PictureQuery:
    """What a picture is wanted for. Raises BadRequest."""
    query = request.query_params
    theme, board = query.get("theme", "light"), query.get("board", "plain")
    return exports.PictureQuery(_number(request, "at"), theme, board, query.get("letters") == "1")


def _number(request: Request, name: str) -> int | None:
    """A number in the query. Raises BadRequest."""
    text = request.query_params.get(name)
    return _digits(text, name) if text else None


def _digits(text: str, name: str) -> int:
    """A number that a text names. Raises BadRequest."""
    if not (text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER):
        raise BadRequest(f"{name} is a number of up to {LONGEST_NUMBER} digits, not {text[:40]!r}")
    return int(text)


PICTURE = ("at", "theme", "board", "letters")
"""The query of a picture."""

ENDPOINTS = (
    Endpoint("GET", "/api/tables", listed, answers.TableList, query=("finished", "from", "most")),
    Endpoint("GET", "/api/turns", turns, answers.AwaitedTables),
    Endpoint("GET", "/api/tables/{id}", one, answers.Summary),
    Endpoint("POST", "/api/tables", create, answers.Created, (NewTableRequest,)),
    Endpoint("POST", "/api/tables/{id}/branch", branch, answers.Created, (BranchRequest,)),
    Endpoint("POST", "/api/tables/{id}/sit", sit, answers.TakenSeat, (SitRequest,)),
    Endpoint("POST", "/api/tables/{id}/link", link, answers.SeatLink, (LinkRequest,)),
    Endpoint("DELETE", "/api/tables/{id}", remove, answers.Nothing),
    Endpoint("GET", "/api/tables/{id}/record", record, "text", query=("analysis",)),
    Endpoint("GET", "/api/tables/{id}/story", story, contract.Story),
    Endpoint("GET", "/api/tables/{id}/story/{number}", contest, contract.ContestGame),
    Endpoint("GET", "/api/tables/{id}/position", position, answers.PositionText, query=("at",)),
    Endpoint("GET", "/api/tables/{id}/picture.svg", picture_svg, "SVG", query=PICTURE),
    Endpoint("GET", "/api/tables/{id}/picture.png", picture_png, "PNG", query=PICTURE),
    Endpoint("GET", "/api/tables/{id}/animation.gif", animation_gif, "GIF", query=animations.QUERY),
    Endpoint("GET", "/api/tables/{id}/animation.png", animation_png, "PNG", query=animations.QUERY),
)
