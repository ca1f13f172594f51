"""Visitors: each is identified by a random number in a cookie, of which only a hash is stored.

The hash of a visitor's number is computed differently from that of a seat's key, so that neither can be used
in place of the other.
"""

import re

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from gipfel.server.settings import Settings
from gipfel.table.keys import hashed, new_key

COOKIE = "gipfel"
HOST_COOKIE = f"__Host-{COOKIE}"
"""The cookie behind TLS; browsers accept one with this prefix only from the server itself."""
NUMBER = re.compile(r"[A-Za-z0-9_-]{32}", re.ASCII)
"""192 bits, as `new_key` writes them."""
LIFETIME = 400 * 24 * 3600
"""Seconds; browsers keep no cookie for longer. It is renewed with every table."""


def visitor_of(connection: HTTPConnection) -> str | None:
    """The hash of the number in the visitor's cookie; None if there is no valid one."""
    number = connection.cookies.get(_cookie(connection), "")
    return _hash(number) if NUMBER.fullmatch(number) else None


def ensure_visitor(request: Request) -> str:
    """The same, with a new number if there is none; `set_visitor_cookie` sends it."""
    number = request.cookies.get(_cookie(request), "")
    if not NUMBER.fullmatch(number):
        number = new_key()
    request.state.visitor = number
    return _hash(number)


def set_visitor_cookie(request: Request, response: Response) -> None:
    """Set the cookie to the number that `ensure_visitor` has found or made, if it was called."""
    number: str | None = getattr(request.state, "visitor", None)
    if number is None:
        return
    # Starlette would write the same, but takes 50 µs for it.
    secure = "; Secure" if _is_secure(request) else ""
    cookie = f"{_cookie(request)}={number}; HttpOnly; Max-Age={LIFETIME}; Path=/; SameSite=strict{secure}"
    response.headers.append("set-cookie", cookie)


def _cookie(connection: HTTPConnection) -> str:
    return HOST_COOKIE if _is_secure(connection) else COOKIE


def _is_secure(connection: HTTPConnection) -> bool:
    settings: Settings = connection.app.state.settings
    return settings.secure


def _hash(number: str) -> str:
    return hashed(f"visitor {number}")
