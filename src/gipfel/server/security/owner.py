"""The owner of a local server: whoever has opened the link that it printed when it started.

Every user of the machine can reach a local server. So the link has a secret token. A browser that opens it
gets the token as a cookie, which is renewed with every visit; whoever has it may create tables, start
programs as engines and see their commands. Everybody else may watch by a table's link and play by a seat's.
"""

import os
from contextlib import suppress
from contextvars import ContextVar
from hmac import compare_digest
from pathlib import Path
from secrets import token_urlsafe

from starlette.requests import HTTPConnection
from starlette.responses import Response

from gipfel.locale import say
from gipfel.server.security.permissions import PermissionDenied
from gipfel.server.security.visitors import LIFETIME
from gipfel.server.settings import BadSetting, Settings

COOKIE = "gipfel_owner"
PARAMETER = "token"
"""The name of the token in the link."""
VARIABLE = "GIPFEL_TOKEN"
"""The environment variable for a token of one's own."""
TOKEN_BYTES = 24
SHORTEST = 16
"""Letters of a token of one's own."""
PRIVATE = 0o600

IS_OWNER: ContextVar[bool] = ContextVar("is_owner", default=True)
"""Does the current request come from the owner of a local server? Calls within the program do."""


def is_owner(connection: HTTPConnection, settings: Settings) -> bool:
    """Does a request come from the owner of a local server?"""
    if not settings.local:
        return False
    return not settings.token or is_right(connection.cookies.get(COOKIE, ""), settings)


def is_right(token: str, settings: Settings) -> bool:
    """Is this the server's token?"""
    return bool(settings.token) and compare_digest(token.encode(), settings.token.encode())


def require_owner(local: bool) -> None:
    """Raises PermissionDenied for what only the owner of a local server may do; others have no owner."""
    if local and not IS_OWNER.get():
        raise PermissionDenied(
            say("Only the owner of this server can do that: open the link that it printed when it started.")
        )


def owns(local: bool) -> bool:
    """Does the current request come from the owner of a local server?"""
    return local and IS_OWNER.get()


def set_owner_cookie(response: Response, settings: Settings) -> None:
    """Let the browser keep the token, from now on for as long as browsers keep cookies."""
    response.set_cookie(COOKIE, settings.token, max_age=LIFETIME, path="/", httponly=True, samesite="strict")


# --- The token -------------------------------------------------------------------------------------------


def load_token() -> str:
    """The token of this user's local servers, which is kept in the data folder. Raises BadSetting.

    If it cannot be kept, it is a new one each time.
    """
    if given := os.environ.get(VARIABLE, ""):
        return read_token(given)
    path = token_path()
    with suppress(OSError):
        _create(path)
        if len(kept := path.read_text(encoding="ascii").strip()) >= SHORTEST:
            path.chmod(PRIVATE)
            return kept
    return token_urlsafe(TOKEN_BYTES)


def read_token(given: str) -> str:
    """A token of one's own. Raises BadSetting."""
    if len(given) < SHORTEST or not given.isascii() or not given.isalnum():
        raise BadSetting(f"{VARIABLE} has to be at least {SHORTEST} letters and digits")
    return given


def token_path() -> Path:
    """The file of the token."""
    from platformdirs import user_data_path

    return Path(user_data_path("gipfel", appauthor=False)) / "owner-token"


def _create(path: Path) -> None:
    """Write a new token to a file for its owner alone, unless there is one."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with suppress(FileExistsError):
        file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE)
        with os.fdopen(file, "w", encoding="ascii") as writing:
            writing.write(f"{token_urlsafe(TOKEN_BYTES)}\n")
