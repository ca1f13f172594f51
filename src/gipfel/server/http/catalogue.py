"""The games, their rules, the position editor, and menus."""

import logging
from collections.abc import Iterator
from functools import cache

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import JSONResponse

import gipfel
from gipfel.draw.picture import picture
from gipfel.engine.players.specs import ENGINE, GREEDY, LEVEL, LEVELS, RANDOM, UCT
from gipfel.games.core.game import Game
from gipfel.games.core.names import text_language, version_summary, version_title
from gipfel.games.core.options import Option
from gipfel.games.core.position import Position
from gipfel.games.core.registry import about, game, game_names, game_of_position, game_type
from gipfel.games.core.rulebook import Picture, Section, Tip, Topic, rulebook
from gipfel.games.core.side import WHITE
from gipfel.locale import say
from gipfel.notation.errors import GipfelError
from gipfel.project.menu import card
from gipfel.project.menu.menu import Menu
from gipfel.server.contract import answers
from gipfel.server.contract.requests import (
    BadRequest,
    MenuChoicesRequest,
    MenuTextRequest,
    MovePieceRequest,
    PlacePieceRequest,
    PositionRequest,
)
from gipfel.server.editor import grid
from gipfel.server.http import menus
from gipfel.server.http.endpoint import Endpoint
from gipfel.server.http.json_body import read_body
from gipfel.server.security.owner import owns
from gipfel.server.security.visitors import visitor_of
from gipfel.server.settings import Settings
from gipfel.server.views.thumbnails import game_picture, rule_picture, tip_picture
from gipfel.server.views.whose_turn import whose_turn
from gipfel.table.setup import check_names

LOG = logging.getLogger("gipfel.server")

AT_HOME = 60
"""Unfinished tables on the first page; the list has the others."""
LARGEST = 100_000
"""The most bytes of a request with a position or a menu."""
LONGEST_POSITION = 5_000


# --- The first page -------------------------------------------------------------------------------


async def home(request: Request) -> JSONResponse:
    """Everything the first page shows."""
    unfinished = await request.app.state.tables.summaries(False, 0, AT_HOME, visitor_of(request))
    settings: Settings = request.app.state.settings
    players = _players(request)
    # Pictures are drawn the first time, which takes a moment.
    shown = await run_in_threadpool(lambda: [*_games(players)])
    answer: answers.Home = {
        "version": gipfel.__version__,
        "games": shown,
        "levels": list(LEVELS),
        "clocks": menus.clocks(),
        "local": settings.local,
        "public_url": settings.public_url,
        "unfinished": unfinished,
    }
    return JSONResponse(answer)


def _players(request: Request) -> list[str]:
    """The kinds of engines that can play; external programs only for the owner of a local server."""
    programs = [ENGINE] if owns(request.app.state.local) else []
    return [LEVEL, RANDOM, GREEDY, UCT, *programs]


def _games(players: list[str]) -> Iterator[answers.GameInfo]:
    """All games; one that cannot be shown is left out, so that the others can be played."""
    for name in game_names():
        try:
            yield _game(name, players)
        except Exception:
            LOG.exception("the game %s cannot be shown and is left out", name)


def _game(name: str, players: list[str]) -> answers.GameInfo:
    kind, known = game_type(name), about(name)
    composed = known.composed
    return {
        "name": name,
        "title": say(kind.title),
        "summary": say(rulebook(name).summary),
        "language": text_language(name),
        "versions": _versions(name),
        "options": [] if composed else [_option(name, option) for option in kind.all_options],
        "composed": composed,
        "sides": [say(side) for side in kind.side_names],
        "picture": game_picture(name),
        "difficulty": known.difficulty,
        "first": known.first,
        "players": players,
        "real_time": [version for version in kind.versions if kind(version).clockwork is not None],
    }


def _versions(name: str) -> list[answers.VersionInfo]:
    return [_version(name, version) for version in game_type(name).versions]


def _version(name: str, version: str) -> answers.VersionInfo:
    length = _length(name, version)
    return {
        "name": version,
        "title": version_title(name, version),
        "summary": version_summary(name, version),
        "time": "" if length is None else length.time,
    }


@cache
def _length(name: str, version: str) -> card.Length | None:
    return card.length_of(Menu(name=name, version=version))


def _option(name: str, option: Option) -> answers.ChoiceInfo:
    words = about(name).option_words(option)
    return {
        "name": option.name,
        "title": say(words.title),
        "explanation": say(words.explanation),
        "values": [{"value": value, "title": say(title)} for value, title in option.offered(words.values)],
        "between": None if option.between is None else list(option.between),
        "default": option.default,
        "versions": list(option.versions),
        "unit": words.unit or None,
    }


# --- Rules ----------------------------------------------------------------------------------------


def rules(request: Request) -> JSONResponse:
    """The rulebook of a game in one version."""
    shown = _requested_game(request)
    name, version, book = shown.name, shown.version, rulebook(shown.name)
    answer: answers.Rulebook = {
        "title": _title(shown),
        "summary": say(book.summary),
        "versions": _versions(name),
        "sections": [_section(name, version, section) for section in book.of(version)],
        "tips": [_tip(name, tip) for tip in book.tips_of(version)],
        "language": text_language(name),
    }
    return JSONResponse(answer)


def aim(request: Request) -> JSONResponse:
    """The aim of a game in one version, without the rest of its rulebook."""
    shown = _requested_game(request)
    book = rulebook(shown.name)
    found = [(say(one.title), say(one.text)) for one in book.of(shown.version) if one.topic is Topic.AIM]
    title, text = found[0] if found else (_title(shown), say(book.summary))
    answer: answers.GameAim = {"title": title, "text": text, "language": text_language(shown.name)}
    return JSONResponse(answer)


def _requested_game(request: Request) -> Game:
    """The game and version that an address names."""
    try:
        return game(request.path_params["name"], request.path_params["version"])
    except GipfelError as error:
        raise BadRequest(str(error), 404) from error


def _title(shown: Game) -> str:
    title = say(shown.title)
    several = len(shown.versions) > 1
    return f"{title} · {version_title(shown.name, shown.version)}" if several else title


def _section(name: str, version: str, section: Section) -> answers.RuleSection:
    return {
        "topic": section.topic.value,
        "title": say(section.title),
        "text": say(section.text),
        "pictures": [_illustration(name, version, shown) for shown in section.pictures],
    }


def _illustration(name: str, version: str, shown: Picture) -> answers.RulePicture:
    played = shown.version or version
    return {
        "caption": say(shown.caption),
        "svg": rule_picture(name, version, shown),
        "version": played,
        "position": shown.position,
        "over": game(name, played).position(shown.position).outcome is not None,
    }


def _tip(name: str, tip: Tip) -> answers.RuleTip:
    side = game(name, tip.version).position(tip.position).side
    return {
        "title": say(tip.title),
        "text": say(tip.text),
        "svg": tip_picture(name, tip),
        "version": tip.version,
        "position": tip.position,
        "side": "white" if side is WHITE else "black",
    }


# --- Positions ------------------------------------------------------------------------------------


async def positions(request: Request) -> JSONResponse:
    """Check and draw a position. The start if `position` is empty; 422 if it is not legal."""
    body = PositionRequest.read(await read_body(request, LARGEST))
    return JSONResponse(await request.app.state.tables.do(lambda: _shown(read_position(body))))


async def edit_position(request: Request) -> JSONResponse:
    """Change a position: exchange what stands at two places, or put a piece or nothing at one.

    The result need not be legal.
    """
    data = await read_body(request, LARGEST)
    body = MovePieceRequest.read(data) if "from" in data else PlacePieceRequest.read(data)
    return JSONResponse({"position": await request.app.state.tables.do(lambda: _edited(body))})


def _edited(body: MovePieceRequest | PlacePieceRequest) -> str:
    _check_length(body.position)
    game(body.game, body.version)
    if not grid.can_edit(body.game):
        raise BadRequest(say("Positions of this game are changed in their text."))
    if isinstance(body, MovePieceRequest):
        return grid.move_piece(body.game, body.version, body.position, body.origin, body.to)
    return grid.place_piece(body.game, body.version, body.position, body.at, body.piece)


def read_position(body: PositionRequest) -> Position:
    """The position in a request; the start if there is none. Raises GipfelError."""
    name, version, options = body.game, body.version or None, body.options or {}
    text = (body.position or "").strip()
    _check_length(text)
    check_names(name, options)
    if not text:
        return game(name, version, **options).start(seed=1)
    return game_of_position(name, text, version, options).position(text)


def _check_length(position: str) -> None:
    if len(position) > LONGEST_POSITION:
        raise BadRequest(say("A position has at most {most} letters; this is more.", most=LONGEST_POSITION))


def _shown(position: Position) -> answers.ShownPosition:
    outcome = position.outcome
    return {
        "picture": picture(position.scene()),
        "sentence": whose_turn(position),
        "position": str(position),
        "version": position.game.version,
        "options": position.game.changed_options,
        "over": outcome is not None,
        "palette": grid.palette(position),
        "places": grid.all_places(position.game.name, position.game.version),
    }


# --- Menus ----------------------------------------------------------------------------------------


def menu(request: Request) -> JSONResponse:
    """What can be chosen for an evening."""
    return JSONResponse(menus.offer())


async def check_menu(request: Request) -> JSONResponse:
    """Check the choices of a menu, or read a menu in TOML."""
    data = await read_body(request, LARGEST)
    body = MenuTextRequest.read(data) if "toml" in data else MenuChoicesRequest.read(data)
    return JSONResponse(await request.app.state.tables.do(lambda: _checked(body)))


def _checked(body: MenuChoicesRequest | MenuTextRequest) -> answers.CheckedMenu:
    if isinstance(body, MenuTextRequest):
        return menus.read(body.toml)
    return menus.check(body.preset, body.choices)


ENDPOINTS = (
    Endpoint("GET", "/api/home", home, answers.Home),
    Endpoint("GET", "/api/rules/{name}/{version}", rules, answers.Rulebook),
    Endpoint("GET", "/api/rules/{name}/{version}/aim", aim, answers.GameAim),
    Endpoint("POST", "/api/positions", positions, answers.ShownPosition, (PositionRequest,)),
    Endpoint(
        "POST",
        "/api/positions/edit",
        edit_position,
        answers.PositionText,
        (MovePieceRequest, PlacePieceRequest),
    ),
    Endpoint("GET", "/api/menu", menu, answers.MenuOffer),
    Endpoint("POST", "/api/menu", check_menu, answers.CheckedMenu, (MenuChoicesRequest, MenuTextRequest)),
)
