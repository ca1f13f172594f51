"""Middleware that accepts requests of this server's own pages only, and limits their bodies.

Any web page can send requests to a server on this machine. The browser says which page sends a request
(`Origin`) and by which name it calls the server (`Host`); both must be this server's.
"""

import asyncio
import json
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gipfel.locale import using_language
from gipfel.server.http.languages import request_language
from gipfel.server.security.limits import FORWARDED
from gipfel.server.security.owner import IS_OWNER, is_owner
from gipfel.server.settings import LOOPBACK_NAMES, PORTS, Settings, parse_address
from gipfel.server.telemetry.logs import refused

POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "worker-src 'self'",
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
ONLY_TLS = {"strict-transport-security": "max-age=31536000"}
"""Behind TLS: for a year browsers never call the server without it."""
SUBRESOURCE_TYPES = ("text/javascript", "text/css")
SUBRESOURCE_HEADERS = ("x-content-type-options", "cross-origin-resource-policy")
"""Browsers apply the other headers to documents only; they would be most of the weight of a small module."""
DATA_TYPE = "application/json"
DATA_HEADERS = (*SUBRESOURCE_HEADERS, "x-frame-options", *ONLY_TLS)
DATA_POLICY = "default-src 'none'; frame-ancestors 'none'"
"""Data loads nothing, so the other headers would only be weight."""
FRAMED = "frame-ancestors *"
"""In the policy of an answer that other pages may show in a frame; it is sent without `x-frame-options`."""
LARGEST_BODY = 2_000_000
"""Bytes; the longest records are not as long."""
BODY_WITHIN = 30.0
"""Seconds in which a request has to be complete."""
_FORWARDED = frozenset(name.encode() for name in FORWARDED)
WATCHED = ("/health", "/metrics")
"""What monitoring requests by the server's address instead of its name."""


class OriginCheck:
    """The outermost middleware: checks `Host` and `Origin`, sets the language and security headers."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._settings = settings
        self._names = settings.names
        self._any_address = settings.any_address
        self._headers = {**HEADERS, **(ONLY_TLS if settings.secure else {})}
        self._page = _origin(settings.public_url) if settings.public_url else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        problem, language = self._check(HTTPConnection(scope))
        if problem:
            await _refuse(scope, receive, send, 403, problem)
            return
        if scope["type"] == "http":
            receive, send = _limited_body(receive), _with_headers(send, self._headers)
        with using_language(language):
            await self._app(scope, receive, send)

    def _check(self, connection: HTTPConnection) -> tuple[str, str]:
        """Why a request is refused, if it is, and its language; notes whether it is the owner's.

        The connection, with all that it has read, is not kept: a page may stay for hours.
        """
        problem = self._objection(connection.scope["path"], connection.headers)
        IS_OWNER.set(is_owner(connection, self._settings))
        return problem, request_language(connection)

    def _objection(self, path: str, headers: Headers) -> str:
        host = headers.get("host", "")
        name = (urlsplit(f"//{host}").hostname or "") if _readable(host) else ""
        if not self._is_called(name, path):
            refused("host")
            wrong = f"this server is called {', '.join(self._names)}, not {name[:80] or 'nothing'}"
            return f"{wrong}; to use another name, start it with --public-url" if self._any_address else wrong
        if self._settings.local and not _FORWARDED.isdisjoint(name for name, _ in headers.raw):
            refused("forwarded")
            return "a proxy has forwarded this to a server for this machine; start it with --public-url"
        origin = headers.get("origin")
        if origin is not None and not self._is_own(origin, host):
            refused("origin")
            return "only pages of this server may ask it"
        return ""

    def _is_called(self, name: str, path: str) -> bool:
        if name in self._names:
            return True
        by_address = name in LOOPBACK_NAMES or parse_address(name) is not None
        return by_address and (self._any_address or path in WATCHED)

    def _is_own(self, origin: str, host: str) -> bool:
        """Is this the origin of this server's page?"""
        if not _readable(origin):
            return False
        return urlsplit(origin).netloc == host if self._page is None else _origin(origin) == self._page


def _origin(address: str) -> tuple[str, str, int]:
    """Scheme, name and port of an address; the port is -1 if it is invalid."""
    parts = urlsplit(address)
    try:
        port = parts.port or PORTS.get(parts.scheme, -1)
    except ValueError:
        port = -1
    return parts.scheme, parts.hostname or "", port


def _readable(address: str) -> bool:
    try:
        return urlsplit(address if "//" in address else f"//{address}").hostname is not None
    except ValueError:
        return False


class BodyTooLarge(Exception):
    """The body of a request is too long."""


class BodyTooSlow(Exception):
    """The body of a request does not arrive in time."""


def _limited_body(receive: Receive) -> Receive:
    """Raise an error for a body that is too long, or takes too long."""
    size = 0
    complete = False
    end = asyncio.get_running_loop().time() + BODY_WITHIN

    async def limited() -> Message:
        nonlocal size, complete
        if complete:
            return await receive()  # waits for the client to disconnect
        try:
            async with asyncio.timeout_at(end):
                message = await receive()
        except TimeoutError as error:
            refused("slow")
            raise BodyTooSlow from error
        complete = not message.get("more_body", False)
        size += len(message.get("body", b""))
        if size > LARGEST_BODY:
            refused("large")
            raise BodyTooLarge
        return message

    return limited


def _with_headers(send: Send, own: dict[str, str]) -> Send:
    async def sending(message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(scope=message)
            if FRAMED in headers.get("content-security-policy", ""):
                own_headers = {name: value for name, value in own.items() if name != "x-frame-options"}
            else:
                own_headers = own
            for name, value in _for_type(headers.get("content-type", ""), own_headers).items():
                headers.setdefault(name, value)
            headers.setdefault("cache-control", "no-store")
        await send(message)

    return sending


def _for_type(content_type: str, headers: dict[str, str]) -> dict[str, str]:
    """Those of the security headers that mean something for an answer of this type."""
    if content_type.startswith(SUBRESOURCE_TYPES):
        return {name: value for name, value in headers.items() if name in SUBRESOURCE_HEADERS}
    if content_type.startswith(DATA_TYPE):
        data_headers = {name: value for name, value in headers.items() if name in DATA_HEADERS}
        return {**data_headers, "content-security-policy": DATA_POLICY}
    return headers


async def _refuse(scope: Scope, receive: Receive, send: Send, status: int, problem: str) -> None:
    """Refuse a request before it is handled."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.close", "code": 1008, "reason": problem[:120]})
        return
    body = json.dumps({"problem": problem}).encode()
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    headers += [(name.encode(), value.encode()) for name, value in HEADERS.items()]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


class ApiCompression:
    """Compresses long answers of the API with gzip; other answers are compressed once in advance."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app
        self._compressed_app = GZipMiddleware(app, minimum_size=1000, compresslevel=5)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        compresses = scope["type"] == "http" and scope["path"].startswith("/api/")
        await (self._compressed_app if compresses else self._app)(scope, receive, send)
