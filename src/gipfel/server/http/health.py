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

PATIENCE = 5.0
"""Seconds a database may take to answer."""
FRESH = 1.0
"""Seconds for which an answer of the database is cached."""


class Health:
    """Whether the database answers."""

    def __init__(self, ask: Callable[[], None]) -> None:
        """`ask` queries the database and raises an error if that fails."""
        self._ask = ask
        self._begin = monotonic()
        self._asked = -FRESH
        self._fine = False
        self._asking = asyncio.Lock()
        self._question: asyncio.Task[None] | None = None

    @property
    def uptime(self) -> float:
        return monotonic() - self._begin

    async def fine(self) -> bool:
        async with self._asking:
            if monotonic() - self._asked >= FRESH:
                self._fine = await self._answers()
                self._asked = monotonic()
            return self._fine

    async def _answers(self) -> bool:
        # A query that hangs is waited for again next time, as each query takes a thread.
        question = self._question or asyncio.create_task(asyncio.to_thread(self._ask))
        await asyncio.wait({question}, timeout=PATIENCE)
        self._question = None if question.done() else question
        return question.done() and question.exception() is None


async def health(request: Request) -> JSONResponse:
    """200 if the database can be read, else 503; asked at most once a second."""
    known: Health = request.app.state.health
    fine = await known.fine()
    return JSONResponse(
        {
            "status": "ok" if fine else "the database does not answer",
            "database": fine,
            "version": gipfel.__version__,
            "uptime": round(known.uptime, 1),
        },
        200 if fine else 503,
    )


async def numbers(request: Request) -> Response:
    """Metrics, for this machine and the addresses of `--metrics-for`."""
    if not _may_read(request):
        refused("metrics")
        return problem(403, "metrics are for this machine only, and for addresses named with --metrics-for")
    return Response(metrics.written(), media_type=metrics.CONTENT_TYPE)


def _may_read(request: Request) -> bool:
    """Clients behind a proxy may not, as everybody can reach the proxy."""
    settings: Settings = request.app.state.settings
    if is_this_machine(request):
        return True
    direct = request.client is not None and not any(name in request.headers for name in FORWARDED)
    return direct and request.client is not None and is_among(request.client.host, settings.metrics_for)


ENDPOINTS = (
    Endpoint("GET", "/health", health, answers.Health),
    Endpoint("GET", "/metrics", numbers, "Prometheus text"),
)
