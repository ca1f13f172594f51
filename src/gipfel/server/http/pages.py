"""The files, colours and texts of the page."""

import gzip
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from importlib.resources import files
from mimetypes import guess_type
from pathlib import Path

from starlette.requests import Request
from starlette.responses import JSONResponse, RedirectResponse, Response

from gipfel.draw.css import theme_sheet
from gipfel.games.core.registry import about, game_names
from gipfel.locale import catalogue, languages
from gipfel.server.contract.answers import Catalogue
from gipfel.server.http.endpoint import Endpoint
from gipfel.server.security.owner import COOKIE, PARAMETER, is_right, set_owner_cookie
from gipfel.server.settings import Settings

WEB = Path(str(files("gipfel"))) / "web"
TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
"""Content types that differ between systems."""
SMALL = 600
"""Bytes; less is not worth compressing."""
REVALIDATE = "no-cache"
"""Browsers may cache it, but have to revalidate."""


@dataclass(frozen=True)
class StaticAnswer:
    """A static answer, compressed once."""

    body: bytes
    kind: str

    @cached_property
    def tag(self) -> str:
        """The same for equal bytes."""
        return f'"{sha256(self.body).hexdigest()[:20]}"'

    @cached_property
    def compressed(self) -> bytes | None:
        return gzip.compress(self.body, 6) if len(self.body) > SMALL else None

    def answer(self, request: Request) -> Response:
        """The whole answer, or 304 if the client has it."""
        headers = {"etag": self.tag, "cache-control": REVALIDATE, "vary": "accept-encoding"}
        if self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if self.compressed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(
                self.compressed, media_type=self.kind, headers={**headers, "content-encoding": "gzip"}
            )
        return Response(self.body, media_type=self.kind, headers=headers)


def problem(status: int, text: str) -> JSONResponse:
    """An error in one sentence."""
    return JSONResponse({"problem": text}, status)


def page(request: Request) -> Response:
    """The page. With the `token` of a local server, its cookie is set first."""
    settings: Settings = request.app.state.settings
    token = request.query_params.get(PARAMETER)
    if token is not None and settings.token:
        if not is_right(token, settings):
            return problem(403, "this link is out of date; use the one that gipfel serve prints")
        answer: Response = RedirectResponse("/", status_code=303)
    else:
        answer = _file("index.html", request)
    if settings.token and (token is not None or is_right(request.cookies.get(COOKIE, ""), settings)):
        set_owner_cookie(answer, settings)
    return answer


def web(request: Request) -> Response:
    """A module or style sheet of the page."""
    return _file(request.path_params["name"], request)


def icon(request: Request) -> Response:
    """The icon of the page."""
    return _file("icon.svg", request)


def _file(name: str, request: Request) -> Response:
    try:
        path = (WEB / name).resolve()
        stat = path.stat() if path.is_relative_to(WEB.resolve()) and path.is_file() else None
    except (OSError, ValueError):  # not a possible file name
        stat = None
    if stat is None:
        return problem(404, f"there is no file {name[:100]!r} of the page here")
    return _read_file(path, stat.st_mtime_ns, stat.st_size).answer(request)


@cache
def _read_file(path: Path, changed: int, size: int) -> StaticAnswer:
    """A file as it is now; a changed file is read again."""
    kind = TYPES.get(path.suffix) or guess_type(path.name)[0] or "application/octet-stream"
    return StaticAnswer(path.read_bytes(), kind)


def theme(request: Request) -> Response:
    """The colours of both themes as CSS variables."""
    return _theme().answer(request)


@cache
def _theme() -> StaticAnswer:
    accents = {name: about(name).accent for name in game_names()}
    return StaticAnswer(theme_sheet(accents).encode(), "text/css")


def texts(request: Request) -> Response:
    """The texts of the page in a language."""
    language: str = request.path_params["language"]
    known = [spoken.code for spoken in languages()]
    if language not in known:
        return problem(404, f"there are no texts in {language[:40]!r}; there are some in {', '.join(known)}")
    return _texts(language).answer(request)


@cache
def _texts(language: str) -> StaticAnswer:
    return StaticAnswer(bytes(JSONResponse(catalogue(language)).body), "application/json")


ENDPOINTS = (
    Endpoint("GET", "/", page, "HTML"),
    Endpoint("GET", "/web/{name:path}", web, "file"),
    Endpoint("GET", "/favicon.ico", icon, "SVG"),
    Endpoint("GET", "/theme.css", theme, "CSS"),
    Endpoint("GET", "/api/catalogue/{language}", texts, Catalogue),
)
