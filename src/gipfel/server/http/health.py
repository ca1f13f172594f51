"""Health and metrics, for those who operate a server."""

import asyncio
from collections.abc import Callable
from time import monotonic

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

import gipfel
from gipfel.server.contract import answers
from gipfel.server.http import pages
from gipfel.server.http.endpoint import Endpoint
from gipfel.server.security.disclosure import database_message, log_database_problem
from gipfel.server.security.limits import FORWARDED, is_this_machine
from gipfel.server.settings import Settings, is_among
from gipfel.server.telemetry import metrics
from gipfel.server.telemetry.logs import refused
from gipfel.table.storage.migrations import DatabaseProblem

TIMEOUT = 5.0
"""Seconds a database may take to answer."""
FRESH = 1.0
"""Seconds for which an answer of the database is cached."""


class Health:
    """Whether the database can be read and written."""

    def __init__(self, check: Callable[[], None]) -> None:
        """`check` reads and writes the database and raises an error if that fails."""
        self._check = check
        self._begin = monotonic()
        self._checked_at = -FRESH
        self._problem = ""
        self._lock = asyncio.Lock()
        self._running: asyncio.Task[None] | None = None

    @property
    def uptime(self) -> float:
        return monotonic() - self._begin

    async def problem(self) -> str:
        """What is wrong with the database, in one sentence; empty if nothing is."""
        async with self._lock:
            if monotonic() - self._checked_at >= FRESH:
                self._problem = await self._database_problem()
                self._checked_at = monotonic()
            return self._problem

    async def _database_problem(self) -> str:
        # A query that hangs is waited for again next time, as each query takes a thread.
        running = self._running or asyncio.create_task(asyncio.to_thread(self._check))
        await asyncio.wait({running}, timeout=TIMEOUT)
        self._running = None if running.done() else running
        if not running.done():
            return f"the database does not answer within {TIMEOUT:.0f} seconds"
        error = running.exception()
        if error is None:
            return ""
        if not isinstance(error, DatabaseProblem):
            return "the database cannot be checked"
        log_database_problem(error)
        return str(error)


async def health(request: Request) -> JSONResponse:
    """200 if the database can be read and written, else 503; it is checked at most once a second.

    Only this machine is told what is wrong.
    """
    known: Health = request.app.state.health
    problem = await known.problem()
    if problem and not is_this_machine(request):
        problem = database_message()
    return JSONResponse(
        {
            "status": problem or "ok",
            "database": not problem,
            "version": gipfel.__version__,
            "uptime": round(known.uptime, 1),
        },
        503 if problem else 200,
    )


async def read_metrics(request: Request) -> Response:
    """Metrics, for this machine and the addresses of `--metrics-for`."""
    if not _may_read(request):
        refused("metrics")
        return pages.problem(
            403, "metrics are for this machine only, and for addresses named with --metrics-for"
        )
    return Response(metrics.exposition(), media_type=metrics.CONTENT_TYPE)


def _may_read(request: Request) -> bool:
    """Clients behind a proxy may not, as everybody can reach the proxy."""
    settings: Settings = request.app.state.settings
    if is_this_machine(request):
        return True
    direct = request.client is not None and not any(name in request.headers for name in FORWARDED)
    return direct and request.client is not None and is_among(request.client.host, settings.metrics_for)


ENDPOINTS = (
    Endpoint("GET", "/health", health, answers.Health),
    Endpoint("GET", "/metrics", read_metrics, "Prometheus text"),
)
