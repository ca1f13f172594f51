"""Who asks: a random number in a cookie, and nothing else. What is kept of it is a hash.

The hash of a visitor's number is made in another way than that of a seat's key, so that neither can be used
in place of the other.
"""

import re

from starlette.requests import HTTPConnection, Request
from starlette.responses import Response

from gipfel.server.settings import Settings
from gipfel.table.keys import hashed, new_key

COOKIE = "gipfel"
HOST_COOKIE = f"__Host-{COOKIE}"
"""The same behind TLS: browsers take a cookie of such a name from nobody but this very server."""
NUMBER = re.compile(r"[A-Za-z0-9_-]{32}", re.ASCII)
"""192 bits, as `new_key` writes them."""
LIFETIME = 400 * 24 * 3600
"""Seconds; browsers keep no cookie for longer. It begins again with every table."""


def visitor_of(connection: HTTPConnection) -> str | None:
    """The hash of the number of who asks; None for somebody who has none yet, or something else."""
    number = connection.cookies.get(_cookie(connection), "")
    return _hash(number) if NUMBER.fullmatch(number) else None


def ensure_visitor(request: Request) -> str:
    """The same for somebody who will have a number from now on; `introduce` gives it to them."""
    number = request.cookies.get(_cookie(request), "")
    if not NUMBER.fullmatch(number):
        number = new_key()
    request.state.visitor = number
    return _hash(number)


def set_visitor_cookie(request: Request, response: Response) -> None:
    """Give who asks the number that `ensure_visitor` has found or made, if it was asked for one."""
    number: str | None = getattr(request.state, "visitor", None)
    if number is None:
        return
    name, secure = _cookie(request), _is_secure(request)
    response.set_cookie(
        name, number, max_age=LIFETIME, path="/", secure=secure, httponly=True, samesite="strict"
    )


def _cookie(connection: HTTPConnection) -> str:
    return HOST_COOKIE if _is_secure(connection) else COOKIE


def _is_secure(connection: HTTPConnection) -> bool:
    settings: Settings = connection.app.state.settings
    return settings.secure


def _hash(number: str) -> str:
    return hashed(f"visitor {number}")
