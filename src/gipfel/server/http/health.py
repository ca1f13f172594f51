"""Health and metrics, for those who operate a server."""

import asyncio
from collections.abc import Callable
from time import monotonic

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

import gipfel
from gipfel.server.contract import answers
from gipfel.server.http.endpoint import Endpoint
from gipfel.server.http.pages import problem
from gipfel.server.security.limits import FORWARDED, is_this_machine
from gipfel.server.settings import Settings, is_among
from gipfel.server.telemetry import metrics
from gipfel.server.telemetry.logs import refused

TIMEOUT = 5.0
"""Seconds a database may take to answer."""
FRESH = 1.0
"""Seconds for which an answer of the database is cached."""


class Health:
    """Whether the database answers."""

    def __init__(self, check: Callable[[], None]) -> None:
        """`check` queries the database and raises an error if that fails."""
        self._check = check
        self._begin = monotonic()
        self._checked_at = -FRESH
        self._healthy = False
        self._lock = asyncio.Lock()
        self._running: asyncio.Task[None] | None = None

    @property
    def uptime(self) -> float:
        return monotonic() - self._begin

    async def healthy(self) -> bool:
        async with self._lock:
            if monotonic() - self._checked_at >= FRESH:
                self._healthy = await self._database_answers()
                self._checked_at = monotonic()
            return self._healthy

    async def _database_answers(self) -> bool:
        # A query that hangs is waited for again next time, as each query takes a thread.
        running = self._running or asyncio.create_task(asyncio.to_thread(self._check))
        await asyncio.wait({running}, timeout=TIMEOUT)
        self._running = None if running.done() else running
        return running.done() and running.exception() is None


async def health(request: Request) -> JSONResponse:
    """200 if the database can be read, else 503; it is checked at most once a second."""
    known: Health = request.app.state.health
    healthy = await known.healthy()
    return JSONResponse(
        {
            "status": "ok" if healthy else "the database does not answer",
            "database": healthy,
            "version": gipfel.__version__,
            "uptime": round(known.uptime, 1),
        },
        200 if healthy else 503,
    )


async def read_metrics(request: Request) -> Response:
    """Metrics, for this machine and the addresses of `--metrics-for`."""
    if not _may_read(request):
        refused("metrics")
        return problem(403, "metrics are for this machine only, and for addresses named with --metrics-for")
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
