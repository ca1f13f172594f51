"""Middleware that enforces the limits of an address, and counts answers and connections."""

import json
import re
from contextlib import suppress

from starlette.requests import HTTPConnection
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from gipfel.server.contract.json_text import read_json
from gipfel.server.contract.server_messages import MessageId, Refused, refusal
from gipfel.server.security.limits import (
    CLIENT_ADDRESS,
    AddressLimits,
    LimitExceeded,
    MessageRate,
    address_of,
)
from gipfel.server.telemetry import metrics
from gipfel.server.telemetry.logs import refused

DRAWN = re.compile(r"/embed/.*|/api/.*/(picture\..*|animation\..*|page)")
"""Addresses whose answers are drawn."""
WITH_KEY = re.compile(r"/api/(tables/[^/]+/sit|(tournaments|studies)/[^/]+/enter)")
STEP = re.compile(r"/api/studies/[^/]+/chapters/[^/]+/position")
"""A step on the board of a study, which is cheap although it is a POST."""
WRONG_KEY = 403
TRY_LATER, TOO_MANY = 1013, 1008
"""Codes for closing: too many connections, or too many messages."""
SHORT = 2000
"""Letters; the `id` of a refused message is read only from shorter messages."""


class Throttle:
    """Follows the origin check: refuses requests and messages above the limits."""

    def __init__(self, app: ASGIApp, limits: AddressLimits, local: bool) -> None:
        self._app = app
        self._limits = limits
        self._local = local

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        address = "" if self._local else address_of(HTTPConnection(scope))
        CLIENT_ADDRESS.set(address)
        try:
            self._limits.request(address, _is_expensive(scope))
            await (self._answer if scope["type"] == "http" else self._connect)(scope, receive, send, address)
        except LimitExceeded as error:
            await _refuse(scope, receive, send, error)

    async def _answer(self, scope: Scope, receive: Receive, send: Send, address: str) -> None:
        """One request over HTTP."""
        with_key = scope["method"] == "POST" and WITH_KEY.fullmatch(scope["path"]) is not None
        if with_key:
            self._limits.try_key(address)

        async def sending(message: Message) -> None:
            if message["type"] == "http.response.start":
                metrics.ANSWERS.labels(f"{message['status'] // 100}xx").inc()
                if with_key and message["status"] != WRONG_KEY:
                    self._limits.right_key(address)
            await send(message)

        await self._app(scope, receive, sending)

    async def _connect(self, scope: Scope, receive: Receive, send: Send, address: str) -> None:
        """One WebSocket connection."""
        self._limits.connect(address)
        try:
            rate = self._limits.message_rate(address)
            await self._app(scope, receive if rate is None else _rate_limited(receive, send, rate), send)
        finally:
            self._limits.disconnect(address)


def _is_expensive(scope: Scope) -> bool:
    """Is a request expensive?"""
    if scope["type"] != "http" or STEP.fullmatch(scope["path"]):
        return False
    return scope["method"] == "POST" or DRAWN.fullmatch(scope["path"]) is not None


def _rate_limited(receive: Receive, send: Send, rate: MessageRate) -> Receive:
    """Receive messages as fast as allowed; messages above the rate are refused."""

    async def limited() -> Message:
        while True:
            message = await receive()
            if message["type"] != "websocket.receive":
                return message
            try:
                rate.check()
                return message
            except LimitExceeded as error:
                with suppress(RuntimeError, OSError):  # the client may have disconnected
                    if not rate.warn():
                        return await _disconnect(send, str(error))
                    await send(_sent(refusal(str(error), _id(message.get("text")))))

    return limited


async def _disconnect(send: Send, reason: str) -> Message:
    refused("flood")
    await send({"type": "websocket.close", "code": TOO_MANY, "reason": reason[:40]})
    return {"type": "websocket.disconnect", "code": TOO_MANY}


def _id(text: str | None) -> MessageId:
    """The `id` of a message."""
    if text is None or len(text) > SHORT:
        return None
    with suppress(ValueError):
        content = read_json(text)
        message_id = content.get("id") if isinstance(content, dict) else None
        return message_id if isinstance(message_id, int | str) else None
    return None


def _sent(message: Refused) -> Message:
    """The event of ASGI that sends a refusal."""
    return {"type": "websocket.send", "text": json.dumps(message, ensure_ascii=False)}


async def _refuse(scope: Scope, receive: Receive, send: Send, error: LimitExceeded) -> None:
    """Say when to try again. A WebSocket is accepted first, as pages see only messages."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        await send(_sent(refusal(str(error))))
        await send({"type": "websocket.close", "code": TRY_LATER})
        return
    metrics.ANSWERS.labels("4xx").inc()
    body = json.dumps({"problem": str(error)}, ensure_ascii=False).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"retry-after", str(error.seconds).encode()),
    ]
    await send({"type": "http.response.start", "status": error.status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
