"""Boards on other people's pages: a game that can be stepped through, in a frame."""

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from gipfel.locale import current_language
from gipfel.notation.printable import printable_part
from gipfel.server.http.endpoint import Endpoint
from gipfel.server.tables.directory import TableDirectory
from gipfel.studies.page import script_hash, study_page
from gipfel.studies.study import study_of
from gipfel.table.table import Table


async def embed(request: Request) -> Response:
    """The game as a page of its own that may be shown in a frame of any page.

    It has the same as the record: nothing of it depends on who asks, and it can change nothing.
    """
    tables: TableDirectory = request.app.state.tables
    table = (await tables.get(str(request.path_params["id"]))).table
    return framed_page(await tables.do(lambda: _page(table)))


def framed_page(text: str) -> Response:
    """A page of `study_page` that may be shown in a frame of any page."""
    headers = {"content-security-policy": _policy(), "cross-origin-resource-policy": "cross-origin"}
    return HTMLResponse(text, headers=headers)


def _page(table: Table) -> str:
    title = printable_part(table.game.full_title)
    return study_page(study_of(title, (table.record(),), current_language()))


def _policy() -> str:
    return "; ".join(
        [
            "default-src 'none'",
            f"script-src '{script_hash()}'",
            "style-src 'unsafe-inline'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors *",
        ]
    )


ENDPOINTS = (Endpoint("GET", "/embed/{id}", embed, "HTML"),)
