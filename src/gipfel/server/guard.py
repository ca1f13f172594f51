"""Who may ask: pages of this server only, in reasonable amounts, and in their language.

Any page of the web can send requests to a server on this machine. The browser says from which page they come
(`Origin`) and by which name the server was called (`Host`); both must be ours.
"""

import json
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gipfel.locale import speaking
from gipfel.server.library import asked_language
from gipfel.server.settings import Settings

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
"""Everything comes from this server; nothing is written into the page as script or style."""
HEADERS = {
    "content-security-policy": POLICY,
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), geolocation=(), microphone=()",
}
LARGEST_BODY = 2_000_000
"""Bytes; the longest records are not as long."""


class Guard:
    """Stands before everything else."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._names = settings.names

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        problem = self._objection(Headers(scope=scope))
        if problem:
            await _refuse(scope, receive, send, 403, problem)
            return
        connection = HTTPConnection(scope)
        with speaking(asked_language(connection)):
            await self._app(scope, _measured(receive), _with_headers(send))

    def _objection(self, headers: Headers) -> str:
        host = headers.get("host", "")
        name = (urlsplit(f"//{host}").hostname or "") if _readable(host) else ""
        if self._names is not None and name not in self._names:
            return f"this server is called {', '.join(self._names)}, not {name[:80] or 'nothing'}"
        origin = headers.get("origin")
        if origin is not None and (not _readable(origin) or urlsplit(origin).netloc != host):
            return "only pages of this server may ask it"
        return ""


def _readable(address: str) -> bool:
    try:
        return urlsplit(address if "//" in address else f"//{address}").hostname is not None
    except ValueError:
        return False


class TooLarge(Exception):
    """A request whose body does not end."""


def _measured(receive: Receive) -> Receive:
    """Stop reading a body that is too long."""
    size = 0

    async def measured() -> Message:
        nonlocal size
        message = await receive()
        if message["type"] == "http.request":
            size += len(message.get("body", b""))
            if size > LARGEST_BODY:
                raise TooLarge
        return message

    return measured


def _with_headers(send: Send) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            headers.setdefault("cache-control", "no-store")
        await send(message)

    return sending


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, problem: str) -> None:
    """Say no before anything else has looked at a request."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": problem[:120]})
        return
    body = json.dumps({"problem": problem}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    headers += [(name.encode(), value.encode()) for name, value in HEADERS.items()]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


class Packed:
    """Compresses long answers that are not yet, for those who understand that."""

    def __init__(self, app: ASGIApp) -> None:
        self._plain = app
        self._packing = GZipMiddleware(app, minimum_size=1000, compresslevel=5)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        compresses = scope["type"] == "http" and scope["path"].startswith("/api/")
        await (self._packing if compresses else self._plain)(scope, receive, send)
