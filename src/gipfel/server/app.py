"""The server as an ASGI application."""

import re
from asyncio import create_task
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response

from gipfel.locale import say
from gipfel.notation.errors import GipfelError
from gipfel.server.engines.service import EngineService
from gipfel.server.http import pages
from gipfel.server.http.animations import Animations
from gipfel.server.http.exports import PictureUnavailable
from gipfel.server.http.health import Health
from gipfel.server.http.routes import ENDPOINTS
from gipfel.server.notices.service import NoticeService
from gipfel.server.security.disclosure import message_for_visitors
from gipfel.server.security.limits import AddressLimits, LimitExceeded
from gipfel.server.security.origin import ApiCompression, BodyTooLarge, BodyTooSlow, OriginCheck
from gipfel.server.security.throttle import Throttle
from gipfel.server.settings import Settings
from gipfel.server.socket import connection
from gipfel.server.studies.service import Studies
from gipfel.server.tables.directory import TableDirectory
from gipfel.server.tables.played_games import PlayedGames
from gipfel.server.telemetry import metrics
from gipfel.server.tournaments.service import Tournaments
from gipfel.server.views.thumbnails import all_pictures
from gipfel.table.clock import Now
from gipfel.table.storage.analyses import AnalysisStore
from gipfel.table.storage.database import SERVER_BUSY_TIMEOUT_MS
from gipfel.table.storage.migrations import DatabaseProblem
from gipfel.table.storage.store import BrokenTable, Store, UnknownTable
from gipfel.table.storage.studies import StudyStore
from gipfel.table.storage.subscriptions import Subscriptions
from gipfel.table.storage.tournaments import TournamentStore

STATUSES: dict[type[GipfelError], int] = {
    UnknownTable: 404,
    BrokenTable: 409,
    PictureUnavailable: 501,
    DatabaseProblem: 503,
}
"""Statuses of errors; all other errors are the client's: 422."""
LONG_WORD = re.compile(r"(\S{60})\S{20,}")
"""Long words that errors quote are shortened."""


def server_store(settings: Settings) -> Store:
    """The store of a server. Raises DatabaseProblem."""
    return Store(settings.database_url, check=True, busy_timeout_ms=SERVER_BUSY_TIMEOUT_MS)


def create_app(
    settings: Settings | None = None, store: Store | None = None, now: Now | None = None
) -> Starlette:
    """The server as an ASGI application. Raises DatabaseProblem."""
    settings = settings or Settings()
    kept = store or server_store(settings)
    now = now or kept.clock()
    limits = AddressLimits()

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        engines = EngineService(local=settings.local, cluster=settings.cluster or None)
        await engines.start()
        tables = TableDirectory(kept, engines, settings, now, limits)
        await tables.start()
        app.state.tables, app.state.engines, app.state.local = tables, engines, settings.local
        app.state.tournaments = Tournaments(TournamentStore(kept), tables, settings.local)
        app.state.analyses, app.state.animations = AnalysisStore(kept), Animations()
        app.state.played_games = PlayedGames(kept)
        app.state.studies = Studies(StudyStore(kept), tables, settings.local)
        app.state.notices = notices = NoticeService(tables, Subscriptions(kept), settings)
        notices.start()
        app.state.settings, app.state.limits, app.state.health = settings, limits, Health(kept.healthy)
        metrics.watch(metrics.CONNECTIONS, lambda: limits.connections)
        metrics.watch(metrics.TABLES, lambda: len(tables.in_memory()))
        metrics.watch(metrics.WATCHED_WAITING, lambda: tables.watched.waiting)
        metrics.watch(metrics.WAITING, lambda: engines.waiting)
        metrics.watch(metrics.THINKING, lambda: engines.busy)
        metrics.watch(metrics.COMPILING, lambda: engines.compiling)
        metrics.watch(metrics.CLUSTER_WORKERS, lambda: engines.on_cluster)
        drawing = create_task(run_in_threadpool(all_pictures))  # the first page needs them soon
        try:
            yield
        finally:
            await drawing
            await notices.close()
            await tables.close()
            await engines.close()

    return Starlette(
        routes=[*(endpoint.route() for endpoint in ENDPOINTS), connection.ROUTE],
        middleware=[
            Middleware(OriginCheck, settings=settings),
            Middleware(Throttle, limits=limits, local=settings.local),
            Middleware(ApiCompression),
        ],
        exception_handlers={
            GipfelError: _on_error,
            HTTPException: _on_http_error,
            BodyTooLarge: _on_large_body,
            BodyTooSlow: _on_slow_body,
            ClientDisconnect: _on_disconnect,
            Exception: _on_unexpected_error,
        },
        lifespan=lifespan,
    )


async def _on_error(request: Request, error: Exception) -> JSONResponse:
    """A request that is wrong; the message says why."""
    status = next((code for kind, code in STATUSES.items() if isinstance(error, kind)), 422)
    message = message_for_visitors(error) if isinstance(error, GipfelError) else str(error)
    answer = pages.problem(getattr(error, "status", status), LONG_WORD.sub(r"\1…", message))
    if isinstance(error, LimitExceeded):
        answer.headers["retry-after"] = str(error.seconds)
    return answer


async def _on_http_error(request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    if error.status_code == 404:
        if pages.wants_page(request):
            return pages.missing_page(
                404,
                say("There is no page here"),
                say("The address may be mistyped, or what was here is gone."),
            )
        return pages.problem(404, f"there is nothing at {request.url.path[:100]}")
    if error.status_code == 405:
        return pages.problem(405, f"{request.method} is not possible at {request.url.path[:100]}")
    return pages.problem(error.status_code, str(error.detail))


async def _on_large_body(request: Request, error: Exception) -> JSONResponse:
    return pages.problem(413, "the request is too long")


async def _on_slow_body(request: Request, error: Exception) -> JSONResponse:
    answer = pages.problem(408, "the request did not come to its end in time")
    answer.headers["connection"] = "close"
    return answer


async def _on_disconnect(request: Request, error: Exception) -> JSONResponse:
    """The client has disconnected before its request was complete; nobody reads this."""
    return pages.problem(400, "the request is not complete")


async def _on_unexpected_error(request: Request, error: Exception) -> JSONResponse:
    """An error of the program, not of the client; the log has the traceback."""
    return pages.problem(500, "something is wrong in the program; its log says more")
