"""Tournaments over HTTP. Games are played at tables; this is everything around them."""

from collections.abc import Awaitable

from starlette.requests import Request
from starlette.responses import JSONResponse, Response

from gipfel.server.contract import answers
from gipfel.server.contract.requests import (
    EnterRequest,
    GameRequest,
    NewPlayerRequest,
    NewTournamentRequest,
    NextRoundRequest,
    PlayerRequest,
    ResultRequest,
    TournamentSettingsRequest,
)
from gipfel.server.http.endpoint import Endpoint
from gipfel.server.http.json_body import read_body
from gipfel.server.security.visitors import ensure_visitor, set_visitor_cookie, visitor_of
from gipfel.server.tournaments.service import Tournaments

SMALL_BODY = 4_000
LARGEST_BODY = 100_000
"""Bytes; a menu and 64 names need less."""


def _tournaments(request: Request) -> Tournaments:
    tournaments: Tournaments = request.app.state.tournaments
    return tournaments


def _id(request: Request) -> str:
    """The tournament that the address names."""
    return str(request.path_params["id"])


async def _done(request: Request, work: Awaitable[None]) -> JSONResponse:
    """The tournament after a change."""
    await work
    return JSONResponse(await _tournaments(request).view(_id(request), visitor_of(request)))


async def listed(request: Request) -> JSONResponse:
    """The visitor's tournaments, and those that everybody may watch, the latest first: at most 60."""
    return JSONResponse({"tournaments": await _tournaments(request).listed(visitor_of(request))})


async def one(request: Request) -> JSONResponse:
    """A tournament; for everybody who has its link, unless only its players may see it."""
    return JSONResponse(await _tournaments(request).view(_id(request), visitor_of(request)))


async def create(request: Request) -> JSONResponse:
    """Create a tournament; the keys of its links are in this answer only."""
    new = NewTournamentRequest.read(await read_body(request, LARGEST_BODY))
    response = JSONResponse(await _tournaments(request).create(new, ensure_visitor(request)), 201)
    set_visitor_cookie(request, response)
    return response


async def enter(request: Request) -> JSONResponse:
    """Become the organiser or a player with the key in a link; 403 if it does not fit."""
    key = EnterRequest.read(await read_body(request, SMALL_BODY))
    answer = await _tournaments(request).enter(_id(request), ensure_visitor(request), key)
    response = JSONResponse(answer)
    set_visitor_cookie(request, response)
    return response


async def settings(request: Request) -> JSONResponse:
    """Change the name, or who may watch. Organiser."""
    wanted = TournamentSettingsRequest.read(await read_body(request, SMALL_BODY))
    work = _tournaments(request).change_settings(_id(request), visitor_of(request), wanted)
    return await _done(request, work)


async def add_player(request: Request) -> JSONResponse:
    """Add a player before the first round; the answer has the key of the player's link. Organiser."""
    new = NewPlayerRequest.read(await read_body(request, SMALL_BODY))
    answer = await _tournaments(request).add_player(_id(request), visitor_of(request), new)
    return JSONResponse(answer, 201)


async def remove_player(request: Request) -> JSONResponse:
    """Remove a player; after the first round has begun, the player has left the tournament. Organiser."""
    player = PlayerRequest.read(await read_body(request, SMALL_BODY))
    work = _tournaments(request).remove_player(_id(request), visitor_of(request), player)
    return await _done(request, work)


async def link(request: Request) -> JSONResponse:
    """A new link of a player, or of the organiser (0); the older one becomes useless. Organiser."""
    player = PlayerRequest.read(await read_body(request, SMALL_BODY))
    return JSONResponse(await _tournaments(request).renew_link(_id(request), visitor_of(request), player))


async def next_round(request: Request) -> JSONResponse:
    """Close the round with this number, and pair the next one. Organiser."""
    wanted = NextRoundRequest.read(await read_body(request, SMALL_BODY))
    return await _done(request, _tournaments(request).next_round(_id(request), visitor_of(request), wanted))


async def end(request: Request) -> JSONResponse:
    """End the tournament. Organiser."""
    return await _done(request, _tournaments(request).end(_id(request), visitor_of(request)))


async def result(request: Request) -> JSONResponse:
    """Enter the result of a game that was not played here, or was forfeited. Organiser."""
    entered = ResultRequest.read(await read_body(request, SMALL_BODY))
    work = _tournaments(request).enter_result(_id(request), visitor_of(request), entered)
    return await _done(request, work)


async def play_anew(request: Request) -> JSONResponse:
    """Let a game of this round be played at a new table; the old one does not count. Organiser."""
    game = GameRequest.read(await read_body(request, SMALL_BODY))
    return await _done(request, _tournaments(request).play_anew(_id(request), visitor_of(request), game))


async def play(request: Request) -> JSONResponse:
    """The table of an own game, at which the player sits from now on. Player."""
    game = GameRequest.read(await read_body(request, SMALL_BODY))
    response = JSONResponse(await _tournaments(request).play(_id(request), ensure_visitor(request), game))
    set_visitor_cookie(request, response)
    return response


async def records(request: Request) -> Response:
    """All records, pairings and standings as a ZIP archive. Organiser."""
    content = await _tournaments(request).archive(_id(request), visitor_of(request))
    headers = {"content-disposition": f'attachment; filename="tournament-{_id(request)}.zip"'}
    return Response(content, media_type="application/zip", headers=headers)


async def remove(request: Request) -> JSONResponse:
    """Delete a tournament; its tables stay. Organiser."""
    await _tournaments(request).remove(_id(request), visitor_of(request))
    return JSONResponse({})


PATH = "/api/tournaments/{id}"
ENDPOINTS = (
    Endpoint("GET", "/api/tournaments", listed, answers.TournamentList),
    Endpoint("POST", "/api/tournaments", create, answers.CreatedTournament, (NewTournamentRequest,)),
    Endpoint("GET", PATH, one, answers.TournamentView),
    Endpoint("POST", f"{PATH}/enter", enter, answers.EnteredTournament, (EnterRequest,)),
    Endpoint("POST", f"{PATH}/settings", settings, answers.TournamentView, (TournamentSettingsRequest,)),
    Endpoint("POST", f"{PATH}/players", add_player, answers.PlayerLink, (NewPlayerRequest,)),
    Endpoint("POST", f"{PATH}/remove", remove_player, answers.TournamentView, (PlayerRequest,)),
    Endpoint("POST", f"{PATH}/link", link, answers.PlayerLink, (PlayerRequest,)),
    Endpoint("POST", f"{PATH}/next", next_round, answers.TournamentView, (NextRoundRequest,)),
    Endpoint("POST", f"{PATH}/end", end, answers.TournamentView),
    Endpoint("POST", f"{PATH}/result", result, answers.TournamentView, (ResultRequest,)),
    Endpoint("POST", f"{PATH}/anew", play_anew, answers.TournamentView, (GameRequest,)),
    Endpoint("POST", f"{PATH}/play", play, answers.Created, (GameRequest,)),
    Endpoint("GET", f"{PATH}/records", records, "ZIP"),
    Endpoint("DELETE", PATH, remove, answers.Nothing),
)
