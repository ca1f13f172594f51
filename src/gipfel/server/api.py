"""Tables over HTTP: lists, new ones, branches, things to take away. Playing happens over the WebSocket."""

import json
from typing import Any

from fastapi import APIRouter, Request
from fastapi.responses import JSONResponse, PlainTextResponse, Response

from gipfel.notation.errors import GipfelError
from gipfel.server import exports
from gipfel.server.tables import Tables

router = APIRouter()


def _tables(request: Request) -> Tables:
    tables: Tables = request.app.state.tables
    return tables


async def _body(request: Request) -> dict[str, Any]:
    """What a request sends, as an object. Raises GipfelError."""
    try:
        body = json.loads(await request.body())
    except (ValueError, RecursionError) as error:
        raise GipfelError("the request is not written in JSON") from error
    if not isinstance(body, dict):
        raise GipfelError("the request must be an object in JSON")
    return body


@router.get("/api/tables")
async def listed(request: Request) -> JSONResponse:
    """Finished or unfinished tables, the latest first."""
    finished = request.query_params.get("finished", "false").lower()
    if finished not in ("true", "false"):
        raise GipfelError("finished is true or false")
    return JSONResponse({"tables": await _tables(request).summaries(finished == "true")})


@router.post("/api/tables")
async def create(request: Request) -> JSONResponse:
    """A new table."""
    return JSONResponse({"id": await _tables(request).create(await _body(request))}, 201)


@router.post("/api/tables/{id}/branch")
async def branch(id: str, request: Request) -> JSONResponse:
    """A new table that begins with some decisions of this one."""
    return JSONResponse({"id": await _tables(request).branch(id, await _body(request))}, 201)


@router.delete("/api/tables/{id}")
async def remove(id: str, request: Request) -> JSONResponse:
    """Forget a table."""
    await _tables(request).remove(id)
    return JSONResponse({})


@router.get("/api/tables/{id}/record")
async def record(id: str, request: Request) -> Response:
    """The game as a record."""
    live = await _tables(request).get(id)
    name = f"{live.table.game.name}-{id}.txt"
    headers = {"content-disposition": f'inline; filename="{name}"'}
    return PlainTextResponse(exports.record_text(live.table), headers=headers)


@router.get("/api/tables/{id}/picture.svg")
async def picture_svg(id: str, request: Request) -> Response:
    """A picture of the table."""
    live = await _tables(request).get(id)
    return Response(exports.svg_text(live.table, *_wish(request)), media_type="image/svg+xml")


@router.get("/api/tables/{id}/picture.png")
async def picture_png(id: str, request: Request) -> Response:
    """The same in pixels."""
    live = await _tables(request).get(id)
    table, wish = live.table, _wish(request)
    return Response(
        await _tables(request).do(lambda: exports.png_bytes(table, *wish)), media_type="image/png"
    )


def _wish(request: Request) -> tuple[int | None, str]:
    """After how many decisions, and in which theme. Raises GipfelError."""
    at = request.query_params.get("at")
    if at is not None and not (at.isascii() and at.isdigit() and len(at) < 10):
        raise GipfelError(f"at is how many decisions have been made, not {at[:40]!r}")
    return None if at is None else int(at), request.query_params.get("theme", "light")
