"""Studies over HTTP: made from tables and files, changed chapter by chapter, saved as files and pages."""

from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, PlainTextResponse, Response

from gipfel.locale import say
from gipfel.server.contract import answers
from gipfel.server.contract import studies as sent
from gipfel.server.contract.requests import (
    BadRequest,
    ChapterPositionRequest,
    ChapterRequest,
    NewChapterRequest,
    StudyKeyRequest,
    StudyRequest,
)
from gipfel.server.contract.server_messages import Varied
from gipfel.server.http import animations
from gipfel.server.http.analyses import LARGEST as LARGEST_TREE
from gipfel.server.http.analyses import owner_of
from gipfel.server.http.embeds import framed_page
from gipfel.server.http.endpoint import Endpoint
from gipfel.server.http.json_body import read_body, read_bytes
from gipfel.server.security.visitors import set_visitor_cookie
from gipfel.server.studies.service import Studies

SMALL_BODY = 8_000
"""Bytes; the ids of a hundred chapters need less."""
LARGEST_CHAPTER = LARGEST_TREE + 200_000
"""Bytes of a chapter: its tree and two texts."""
LARGEST_FILE = 1_900_000
LONG_BODY = 64_000
"""Bytes of a line of decisions."""


def _studies(request: Request) -> Studies:
    studies: Studies = request.app.state.studies
    return studies


def _id(request: Request) -> str:
    return str(request.path_params["id"])


def _chapter(request: Request) -> str:
    return str(request.path_params["chapter"])


def _owner(request: Request) -> str:
    owner = owner_of(request, needed=True)
    assert owner is not None
    return owner


def _with_cookie(request: Request, answer: object, status: int = 200) -> JSONResponse:
    response = JSONResponse(answer, status)
    set_visitor_cookie(request, response)
    return response


async def listed(request: Request) -> JSONResponse:
    """The studies that the visitor may change, the latest first."""
    return JSONResponse(await _studies(request).listed(owner_of(request)))


async def create(request: Request) -> JSONResponse:
    """Create a study with one chapter: the game of a table with an analysis of it, or text only."""
    new = NewChapterRequest.read(await read_body(request, LARGEST_CHAPTER))
    made = await _studies(request).create(new, _owner(request))
    return _with_cookie(request, made, 201)


async def load_file(request: Request) -> JSONResponse:
    """Create a study from a study file, which is the body of the request, in UTF-8."""
    try:
        text = (await read_bytes(request, LARGEST_FILE)).decode()
    except UnicodeDecodeError as error:
        raise BadRequest(say("This is no text.")) from error
    made = await _studies(request).load_file(text, _owner(request))
    return _with_cookie(request, made, 201)


async def one(request: Request) -> JSONResponse:
    """A study with its first chapter, or the one that `chapter` names; for everybody who has its link."""
    chapter = request.query_params.get("chapter", "")
    return JSONResponse(await _studies(request).view(_id(request), owner_of(request), chapter))


async def arrange(request: Request) -> JSONResponse:
    """Change the title and the order of the chapters; those that are left out are deleted. Author.

    409 if somebody else has changed it meanwhile.
    """
    wanted = StudyRequest.read(await read_body(request, SMALL_BODY))
    return JSONResponse(await _studies(request).arrange(_id(request), owner_of(request), wanted))


async def add(request: Request) -> JSONResponse:
    """Add a chapter to a study: the game of a table with an analysis of it, or text only. Author."""
    new = NewChapterRequest.read(await read_body(request, LARGEST_CHAPTER))
    made = await _studies(request).add(_id(request), owner_of(request), new)
    return JSONResponse(made, 201)


async def change(request: Request) -> JSONResponse:
    """Change the texts and variations of a chapter. Author. 409 if somebody else has changed it meanwhile."""
    wanted = ChapterRequest.read(await read_body(request, LARGEST_CHAPTER))
    made = await _studies(request).change(_id(request), _chapter(request), owner_of(request), wanted)
    return JSONResponse(made)


async def position(request: Request) -> JSONResponse:
    """A position on the board of a chapter, and what can be pointed at in it."""
    wanted = ChapterPositionRequest.read(await read_body(request, LONG_BODY))
    return JSONResponse(await _studies(request).position(_id(request), _chapter(request), wanted))


async def link(request: Request) -> JSONResponse:
    """A new key for the link for editing; the former one becomes useless. Author."""
    return JSONResponse(await _studies(request).link(_id(request), owner_of(request)))


async def enter(request: Request) -> JSONResponse:
    """Become an author with the key in the link for editing; 403 if it does not fit."""
    wanted = StudyKeyRequest.read(await read_body(request, SMALL_BODY))
    await _studies(request).enter(_id(request), _owner(request), wanted)
    return _with_cookie(request, {})


async def remove(request: Request) -> JSONResponse:
    """Delete a study; only for whoever made it."""
    await _studies(request).remove(_id(request), owner_of(request))
    return JSONResponse({})


async def file(request: Request) -> Response:
    """A study as one file."""
    text = await _studies(request).file(_id(request))
    return PlainTextResponse(text, headers=_saved(request, "txt"))


async def page(request: Request) -> Response:
    """A study as one HTML file that needs no server."""
    text = await _studies(request).page(_id(request))
    return HTMLResponse(text, headers=_saved(request, "html"))


def _saved(request: Request, ending: str) -> dict[str, str]:
    return {"content-disposition": f'attachment; filename="study-{_id(request)}.{ending}"'}


async def embed(request: Request) -> Response:
    """The board of a chapter as a page that may be shown in a frame of any page."""
    return framed_page(await _studies(request).board_page(_id(request), _chapter(request)))


async def animation_gif(request: Request) -> Response:
    """An animated GIF of the game of a chapter, as that of a table."""
    return await _animation(request, "gif")


async def animation_png(request: Request) -> Response:
    """The same as an animated PNG."""
    return await _animation(request, "png")


async def _animation(request: Request, kind: str) -> Response:
    drawn: animations.Animations = request.app.state.animations
    game = await _studies(request).game(_id(request), _chapter(request))
    return await drawn.answer(request, kind, game)


STUDY = "/api/studies/{id}"
CHAPTER = f"{STUDY}/chapters/{{chapter}}"
ENDPOINTS = (
    Endpoint("GET", "/api/studies", listed, sent.StudyList),
    Endpoint("POST", "/api/studies", create, sent.CreatedStudy, (NewChapterRequest,)),
    Endpoint("POST", "/api/study-files", load_file, sent.CreatedStudy),
    Endpoint("GET", STUDY, one, sent.StudyView, query=("chapter",)),
    Endpoint("PUT", STUDY, arrange, sent.StudyVersion, (StudyRequest,)),
    Endpoint("DELETE", STUDY, remove, answers.Nothing),
    Endpoint("POST", f"{STUDY}/link", link, sent.StudyLink),
    Endpoint("POST", f"{STUDY}/enter", enter, answers.Nothing, (StudyKeyRequest,)),
    Endpoint("GET", f"{STUDY}/file", file, "text"),
    Endpoint("GET", f"{STUDY}/page", page, "HTML"),
    Endpoint("POST", f"{STUDY}/chapters", add, sent.CreatedStudy, (NewChapterRequest,)),
    Endpoint("PUT", CHAPTER, change, sent.StudyVersion, (ChapterRequest,)),
    Endpoint("POST", f"{CHAPTER}/position", position, Varied, (ChapterPositionRequest,)),
    Endpoint("GET", f"{CHAPTER}/animation.gif", animation_gif, "GIF", query=animations.QUERY),
    Endpoint("GET", f"{CHAPTER}/animation.png", animation_png, "PNG", query=animations.QUERY),
    Endpoint("GET", "/embed/{id}/{chapter}", embed, "HTML"),
)
