"""Analyses of games over HTTP: what a visitor has added to a game, kept for later and for others."""

from starlette.requests import Request
from starlette.responses import JSONResponse

from gipfel.server.analyses.trees import check_tree, empty_tree
from gipfel.server.contract import analysis as sent
from gipfel.server.contract.requests import AnalysisRequest
from gipfel.server.http.endpoint import Endpoint
from gipfel.server.http.json_body import read_body
from gipfel.server.security.owner import IS_OWNER
from gipfel.server.security.visitors import ensure_visitor, set_visitor_cookie, visitor_of
from gipfel.server.tables.directory import TableDirectory
from gipfel.table.storage.analyses import AnalysisStore, StoredAnalysis

LARGEST = 600_000
"""Bytes of a tree."""
LOCAL = "local"
"""Stands for the owner of a server on their own machine."""


def owner_of(request: Request, needed: bool = False) -> str | None:
    """To whom an analysis of this visitor belongs."""
    if request.app.state.settings.local and IS_OWNER.get():
        return LOCAL
    return ensure_visitor(request) if needed else visitor_of(request)


async def own(request: Request) -> JSONResponse:
    """The visitor's own analysis of a table's game; an empty one if nothing is kept."""
    table_id = str(request.path_params["id"])
    tables, store = _parts(request)
    owner = owner_of(request)
    found = None if owner is None else await tables.store.read(store.own, table_id, owner)
    return JSONResponse(await _answer(request, table_id, found, True))


async def shared(request: Request) -> JSONResponse:
    """An analysis that somebody has sent as a link; only its owner can change it."""
    tables, store = _parts(request)
    found = await tables.store.read(store.load, str(request.path_params["id"]))
    return JSONResponse(await _answer(request, found.table, found, found.owner == owner_of(request)))


async def keep(request: Request) -> JSONResponse:
    """Keep the visitor's analysis of a table's game in place of the one before."""
    body = AnalysisRequest.read(await read_body(request, LARGEST))
    tables, store = _parts(request)
    live = await tables.get(str(request.path_params["id"]))
    check_tree(body.tree, live.table.number)
    owner = owner_of(request, needed=True)
    response = JSONResponse({"id": await tables.store.write(store.keep, live.id, owner, body.tree)})
    set_visitor_cookie(request, response)
    return response


def _parts(request: Request) -> tuple[TableDirectory, AnalysisStore]:
    return request.app.state.tables, request.app.state.analyses


async def _answer(
    request: Request, table_id: str, found: StoredAnalysis | None, own: bool
) -> sent.AnalysisAnswer:
    table = (await _parts(request)[0].get(table_id)).table
    return {
        "id": None if found is None else found.id,
        "table": table_id,
        "own": own,
        "tree": empty_tree() if found is None else found.tree,  # type: ignore[typeddict-item]
        "decisions": [decision.text for decision in table.play.decisions],
        "explorer": bool(request.app.state.settings.explorer),
    }


ENDPOINTS = (
    Endpoint("GET", "/api/tables/{id}/analysis", own, sent.AnalysisAnswer),
    Endpoint("PUT", "/api/tables/{id}/analysis", keep, sent.KeptAnalysis, (AnalysisRequest,)),
    Endpoint("GET", "/api/analyses/{id}", shared, sent.AnalysisAnswer),
)
