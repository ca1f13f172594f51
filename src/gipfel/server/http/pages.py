"""The page itself: its files, its colours, its texts."""

import gzip
from dataclasses import dataclass
from functools import cache, cached_property
from hashlib import sha256
from importlib.resources import files
from mimetypes import guess_type
from pathlib import Path

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from gipfel.draw.css import theme_sheet
from gipfel.games.core.registry import about, game_names
from gipfel.locale import catalogue, languages
from gipfel.server.contract.answers import Catalogue
from gipfel.server.http.endpoint import Endpoint

WEB = Path(str(files("gipfel"))) / "web"
TYPES = {".js": "text/javascript", ".mjs": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
"""What machines do not agree on."""
SMALL = 600
"""Bytes; less is not worth compressing."""
ASK_AGAIN = "no-cache"
"""A browser may keep it, but asks whether it is still the same."""


@dataclass(frozen=True)
class Served:
    """Something to be sent as it is, compressed once for all."""

    body: bytes
    kind: str

    @cached_property
    def tag(self) -> str:
        """The same for equal bytes."""
        return f'"{sha256(self.body).hexdigest()[:20]}"'

    @cached_property
    def packed(self) -> bytes | None:
        return gzip.compress(self.body, 6) if len(self.body) > SMALL else None

    def answer(self, request: Request) -> Response:
        """It, or nothing but the news that it has not changed."""
        headers = {"etag": self.tag, "cache-control": ASK_AGAIN, "vary": "accept-encoding"}
        if self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        if self.packed is not None and "gzip" in request.headers.get("accept-encoding", ""):
            return Response(
                self.packed, media_type=self.kind, headers={**headers, "content-encoding": "gzip"}
            )
        return Response(self.body, media_type=self.kind, headers=headers)


def problem(status: int, text: str) -> JSONResponse:
    """What is wrong, in one sentence."""
    return JSONResponse({"problem": text}, status)


def page(request: Request) -> Response:
    """The page; it reads the rest of the address itself."""
    return _file("index.html", request)


def web(request: Request) -> Response:
    """One of its files."""
    return _file(request.path_params["name"], request)


def icon(request: Request) -> Response:
    return _file("icon.svg", request)


def _file(name: str, request: Request) -> Response:
    try:
        path = (WEB / name).resolve()
        stat = path.stat() if path.is_relative_to(WEB.resolve()) and path.is_file() else None
    except (OSError, ValueError):  # what can be no name of a file
        stat = None
    if stat is None:
        return problem(404, f"there is no file {name[:100]!r} of the page here")
    return _served(path, stat.st_mtime_ns, stat.st_size).answer(request)


@cache
def _served(path: Path, changed: int, size: int) -> Served:
    """A file in the state it has now; whoever edits it sees the change at once."""
    kind = TYPES.get(path.suffix) or guess_type(path.name)[0] or "application/octet-stream"
    return Served(path.read_bytes(), kind)


def theme(request: Request) -> Response:
    """The colours of both themes as variables."""
    return _theme().answer(request)


@cache
def _theme() -> Served:
    accents = {name: about(name).accent for name in game_names()}
    return Served(theme_sheet(accents).encode(), "text/css")


def texts(request: Request) -> Response:
    """All texts of a language."""
    language: str = request.path_params["language"]
    known = [spoken.code for spoken in languages()]
    if language not in known:
        return problem(404, f"there are no texts in {language[:40]!r}; there are some in {', '.join(known)}")
    return _texts(language).answer(request)


@cache
def _texts(language: str) -> Served:
    return Served(bytes(JSONResponse(catalogue(language)).body), "application/json")


ENDPOINTS = (
    Endpoint("GET", "/", page, "HTML"),
    Endpoint("GET", "/web/{name:path}", web, "file"),
    Endpoint("GET", "/favicon.ico", icon, "SVG"),
    Endpoint("GET", "/theme.css", theme, "CSS"),
    Endpoint("GET", "/api/catalogue/{language}", texts, Catalogue),
)
