"""The files, colours and texts of the page."""

import json
from functools import cache
from html import escape
from typing import Literal

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from gipfel.draw.css import board_sheet, theme_sheet
from gipfel.draw.markup import element
from gipfel.draw.paints import paints
from gipfel.draw.picture import PREFIX
from gipfel.draw.sample import sample
from gipfel.draw.theme import Accents, BoardTheme, Theme
from gipfel.games.core.registry import about, game, game_names
from gipfel.locale import Language, catalogue, current_language, languages, say, using_language
from gipfel.server.contract.answers import Catalogue
from gipfel.server.contract.answers import Language as LanguageName
from gipfel.server.http.endpoint import Endpoint
from gipfel.server.http.languages import request_language
from gipfel.server.http.releases import RELEASES, WEB, WORKER, read_file
from gipfel.server.http.static_answers import StaticAnswer
from gipfel.server.security.owner import COOKIE, PARAMETER, is_right, set_owner_cookie
from gipfel.server.settings import Settings

INDEX = WEB / "index.html"
PREVIEW = "/web/icons/preview.png"
"""The picture that other programs show beside a link to the page."""


def problem(status: int, text: str) -> JSONResponse:
    """An error in one sentence."""
    return JSONResponse({"problem": text}, status)


MISSING = """\
<!doctype html>
<html lang="{language}" dir="{direction}">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>{title} – Gipfel</title>
    <link rel="icon" href="/web/icon.svg" type="image/svg+xml">
    <link rel="stylesheet" href="/theme.css">
    <link rel="stylesheet" href="/web/style.css">
  </head>
  <body>
    <main>
      <section class="missing card">
        <img src="/web/icon.svg" alt="" width="56" height="56">
        <h1>{title}</h1>
        <p>{text}</p>
        {more}
        <a class="button{primary}" href="/">{home}</a>
      </section>
    </main>
  </body>
</html>
"""
"""What a browser shows in place of a page; it works without scripts."""


def wants_page(request: Request) -> bool:
    """Does a browser ask for something to show to a person?"""
    return request.method in ("GET", "HEAD") and "text/html" in request.headers.get("accept", "")


def missing_page(status: int, title: str, text: str, more: str = "") -> Response:
    """A page that says what is wrong, with a way home; `more`: HTML before that."""
    code = current_language()
    direction = next(known.direction for known in languages() if known.code == code)
    words = {"title": title, "text": text, "home": say("To the start")}
    shown = {key: escape(word) for key, word in words.items()}
    primary = "" if more else " primary"
    filled = MISSING.format(language=code, direction=direction, more=more, primary=primary, **shown)
    return HTMLResponse(filled, status)


def page(request: Request) -> Response:
    """The page. With the `token` of a local server, its cookie is set first."""
    settings: Settings = request.app.state.settings
    token = request.query_params.get(PARAMETER)
    if token is not None and settings.token:
        if not is_right(token, settings):
            text = say("This link is out of date; use the one that gipfel serve prints.")
            if wants_page(request):
                return missing_page(403, say("This cannot be shown"), text)
            return problem(403, text)
        answer: Response = RedirectResponse("/", status_code=303)
    else:
        answer = _index_answer(request, settings.public_url.rstrip("/"))
    if settings.token and (token is not None or is_right(request.cookies.get(COOKIE, ""), settings)):
        set_owner_cookie(answer, settings)
    return answer


def _index_answer(request: Request, public_url: str) -> Response:
    """The page; only what is read without scripts depends on the language of the browser."""
    answer = _index(public_url, RELEASES.current().version, request_language(request)).answer(request)
    answer.headers["vary"] = "accept-language, accept-encoding"
    return answer


@cache
def _index(public_url: str, version: str, language: str) -> StaticAnswer:
    """The page of a release; other programs need the whole address of its picture, as far as it is known."""
    text = INDEX.read_text(encoding="utf-8").replace(WITHOUT_SCRIPTS, _without_scripts(language))
    text = text.replace(f'content="{PREVIEW}"', f'content="{escape(public_url)}{PREVIEW}"')
    for name in ("main.js", "preload.js", "style.css"):
        text = text.replace(f'"/web/{name}"', f'"/release/{version}/{name}"')
    text = text.replace("  </head>", f"    {RELEASES.current().preload_tags}\n  </head>")
    return StaticAnswer(text.encode(), "text/html")


WITHOUT_SCRIPTS = "<noscript></noscript>"


def _without_scripts(language: str) -> str:
    """What the page says in a browser that runs no scripts."""
    direction = next(known.direction for known in languages() if known.code == language)
    with using_language(language):
        text = escape(say("Gipfel needs JavaScript to show its boards."))
    return f'<noscript lang="{language}" dir="{direction}">{text}</noscript>'


def release(request: Request) -> Response:
    """A module or style sheet in the version of the page that loads it; `bundle.json` has all of them."""
    version, name = request.path_params["version"], request.path_params["name"]
    found = RELEASES.find(version)
    if found is None:
        return problem(404, "this version of the page is no longer here; reload the page")
    file = found.bundle if name == BUNDLE else found.files.get(name)
    if file is None:
        return problem(404, f"there is no file {name[:100]!r} of the page here")
    return file.answer(request)


BUNDLE = "bundle.json"


def service_worker(request: Request) -> Response:
    """The service worker, which keeps the page and what was seen last for times without a connection."""
    return _service_worker(RELEASES.current().version).answer(request)


@cache
def _service_worker(version: str) -> StaticAnswer:
    """It is another script with every release, so browsers install it again."""
    head = f"const VERSION = {json.dumps(version)};"
    script = RELEASES.current().files[f"{WORKER}/service-worker.js"].body
    headers = {"content-security-policy": WORKER_POLICY}
    return StaticAnswer(head.encode() + script, "text/javascript", headers=headers)


WORKER_POLICY = "default-src 'none'; script-src 'self'; connect-src 'self'"
"""Browsers apply the policy of the script itself to a service worker."""


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
    return read_file(path, stat.st_mtime_ns, stat.st_size).answer(request)


def theme(request: Request) -> Response:
    """The colours of both themes as CSS variables."""
    return _theme().answer(request)


@cache
def _theme() -> StaticAnswer:
    return StaticAnswer(theme_sheet(_accents()).encode(), "text/css")


def _accents() -> dict[str, Accents]:
    return {name: about(name).accent for name in game_names()}


def fills(request: Request) -> Response:
    """Shadows and other fills that the pictures of the page refer to."""
    return _fills().answer(request)


@cache
def _fills() -> StaticAnswer:
    drawn = element("svg", paints(PREFIX, "var(--shadow)"), xmlns="http://www.w3.org/2000/svg")
    return StaticAnswer(drawn.encode(), "image/svg+xml")


def board_theme(request: Request) -> Response:
    """The colours of boards and pieces that a board theme changes."""
    name: str = request.path_params["name"]
    known = [board.value for board in BoardTheme]
    if name not in known:
        return problem(404, f"there is no board theme {name[:40]!r}; there are {', '.join(known)}")
    return _board_theme(BoardTheme(name)).answer(request)


@cache
def _board_theme(board: BoardTheme) -> StaticAnswer:
    free = [name for name in game_names() if not game(name).start(seed=1).scene().outline]
    return StaticAnswer(board_sheet(board, _accents(), free).encode(), "text/css")


def board_sample(request: Request) -> Response:
    """A small picture of a board theme, on a light or on a dark page."""
    try:
        theme, board = Theme(request.path_params["theme"]), BoardTheme(request.path_params["name"])
    except ValueError:
        return problem(404, "there is no such picture of a board theme")
    return _board_sample(theme, board).answer(request)


@cache
def _board_sample(theme: Theme, board: BoardTheme) -> StaticAnswer:
    return StaticAnswer(sample(theme, board).encode(), "image/svg+xml")


def texts(request: Request) -> Response:
    """The texts of the page in a language; `preferred` is the one that the browser asks for."""
    language: str = request.path_params["language"]
    if language == PREFERRED:
        answer = _texts(request_language(request)).answer(request)
        answer.headers["vary"] = "accept-language, accept-encoding"
        return answer
    known = [spoken.code for spoken in languages()]
    if language not in known:
        return problem(404, f"there are no texts in {language[:40]!r}; there are some in {', '.join(known)}")
    return _texts(language).answer(request)


PREFERRED = "preferred"
"""Instead of the code of a language: the first known one of the browser's preferences."""


@cache
def _texts(language: str) -> StaticAnswer:
    found = {**catalogue(language), "languages": [_language(known) for known in languages()]}
    return StaticAnswer(bytes(JSONResponse(found).body), "application/json")


def _language(known: Language) -> LanguageName:
    direction: Literal["ltr", "rtl"] = "rtl" if known.direction == "rtl" else "ltr"
    return {"language": known.code, "name": known.name, "direction": direction}


ENDPOINTS = (
    Endpoint("GET", "/", page, "HTML"),
    Endpoint("GET", "/web/{name:path}", web, "file"),
    Endpoint("GET", "/release/{version}/{name:path}", release, "file"),
    Endpoint("GET", "/service-worker.js", service_worker, "JavaScript"),
    Endpoint("GET", "/favicon.ico", icon, "SVG"),
    Endpoint("GET", "/theme.css", theme, "CSS"),
    Endpoint("GET", "/fills.svg", fills, "SVG"),
    Endpoint("GET", "/boards/{name}.css", board_theme, "CSS"),
    Endpoint("GET", "/boards/{name}/{theme}.svg", board_sample, "SVG"),
    Endpoint("GET", "/api/catalogue/{language}", texts, Catalogue),
)
