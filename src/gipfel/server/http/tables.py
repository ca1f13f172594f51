"""Tables over HTTP: lists, new ones, branches, things to take away. Playing happens over the WebSocket."""

from collections.abc import Callable

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, PlainTextResponse, Response

from gipfel.notation.errors import GipfelError
from gipfel.server.http import exports
from gipfel.server.http.json_body import Refusal, read_body
from gipfel.server.security.origin import LARGEST_BODY
from gipfel.server.security.visitors import ensure_visitor, introduce, visitor_of
from gipfel.server.tables.directory import Tables
from gipfel.server.views.table import Plain
from gipfel.table.storage.store import A_PAGE
from gipfel.table.table import Table

router = APIRouter()

LONGEST_NUMBER = 9


def _tables(request: Request) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


def _visitor(request: Request, needed: bool = False) -> str | None:
    """Who asks; somebody who has to be known again is, where others could come."""
    if needed or not request.app.state.settings.local:
        return ensure_visitor(request)
    return visitor_of(request)


def _known(request: Request, answer: Plain, status: int = 200) -> JSONResponse:
    """An answer for somebody who has to be known again."""
    response = JSONResponse(answer, status)
    introduce(request, response)
    return response


@router.get("/api/tables")
async def listed(request: Request) -> JSONResponse:
    """Finished or unfinished tables, the latest first."""
    finished = request.query_params.get("finished", "false").lower()
    if finished not in ("true", "false"):
        raise GipfelError("finished is true or false")
    begin = _number(request, "from") or 0
    most = min(_number(request, "most") or A_PAGE, A_PAGE)
    tables = await _tables(request).summaries(finished == "true", begin, most, visitor_of(request))
    return JSONResponse({"tables": tables, "more": len(tables) == most})


@router.get("/api/turns")
async def turns(request: Request) -> JSONResponse:
    """Where it is the turn of who asks, and somebody else waits for it."""
    return JSONResponse({"tables": await _tables(request).awaited(visitor_of(request))})


@router.get("/api/tables/{table_id}")
async def one(table_id: str, request: Request) -> JSONResponse:
    """One table, as in a list: what a link leads to."""
    return JSONResponse(await _tables(request).summary(table_id, visitor_of(request)))


@router.post("/api/tables")
async def create(request: Request) -> JSONResponse:
    """A new table."""
    body = await read_body(request, LARGEST_BODY)
    visitor = _visitor(request, needed="invite" in body)
    return _known(request, await _tables(request).begin(body, visitor), 201)


@router.post("/api/tables/{table_id}/branch")
async def branch(table_id: str, request: Request) -> JSONResponse:
    """A new table that begins with some decisions of this one."""
    body = await read_body(request, LARGEST_BODY)
    return _known(request, {"id": await _tables(request).branch(table_id, body, _visitor(request))}, 201)


@router.post("/api/tables/{table_id}/sit")
async def sit(table_id: str, request: Request) -> JSONResponse:
    """Who has the key of a seat sits down."""
    body = await read_body(request, LARGEST_BODY)
    return _known(request, await _tables(request).sit(table_id, ensure_visitor(request), body))


@router.post("/api/tables/{table_id}/link")
async def link(table_id: str, request: Request) -> JSONResponse:
    """A new key of a seat, for a link."""
    body = await read_body(request, LARGEST_BODY)
    return JSONResponse(await _tables(request).link(table_id, visitor_of(request), body))


@router.delete("/api/tables/{table_id}")
async def remove(table_id: str, request: Request) -> JSONResponse:
    """Forget a table."""
    await _tables(request).remove(table_id, visitor_of(request))
    return JSONResponse({})


@router.get("/api/tables/{table_id}/record")
async def record(table_id: str, request: Request) -> Response:
    """The game as a record."""
    table = (await _tables(request).get(table_id)).table
    headers = {"content-disposition": f'inline; filename="{table.game.name}-{table_id}.txt"'}
    text = await _tables(request).do(lambda: exports.record_text(table))
    return PlainTextResponse(text, headers=headers)


@router.get("/api/tables/{table_id}/position")
async def position(table_id: str, request: Request) -> JSONResponse:
    """The position after so many decisions, as text; the last one if no number is named."""
    table = (await _tables(request).get(table_id)).table
    at = _number(request, "at")
    return JSONResponse({"position": str(table.position_at(table.number if at is None else at))})


@router.get("/api/tables/{table_id}/picture.svg")
async def picture_svg(table_id: str, request: Request) -> Response:
    """A picture of the table."""
    return await _picture(table_id, request, exports.svg_text, "image/svg+xml")


@router.get("/api/tables/{table_id}/picture.png")
async def picture_png(table_id: str, request: Request) -> Response:
    """The same in pixels."""
    return await _picture(table_id, request, exports.png_bytes, "image/png")


async def _picture(
    table_id: str, request: Request, draw: Callable[[Table, int | None, str], str | bytes], kind: str
) -> Response:
    tables, wish = _tables(request), _wish(request)
    table = (await tables.get(table_id)).table
    return Response(await tables.do(lambda: draw(table, *wish)), media_type=kind)


def _wish(request: Request) -> tuple[int | None, str]:
    """After how many decisions, and in which theme. Raises GipfelError."""
    return _number(request, "at"), request.query_params.get("theme", "light")


def _number(request: Request, name: str) -> int | None:
    """A number in the address. Raises Refusal."""
    text = request.query_params.get(name)
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER):
        raise Refusal(f"{name} is a number of up to {LONGEST_NUMBER} digits, not {text[:40]!r}")
    return int(text)
