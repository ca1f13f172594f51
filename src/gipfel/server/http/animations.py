"""Animated pictures of games over HTTP. They take seconds: one is drawn at a time, the latest are kept."""

import asyncio
import json
from collections import OrderedDict
from collections.abc import Callable, Mapping
from dataclasses import asdict
from hashlib import sha256
from importlib.util import find_spec
from typing import NamedTuple

from starlette.requests import Request
from starlette.responses import Response

from gipfel.draw.animation import Film
from gipfel.draw.theme import BoardTheme, Theme
from gipfel.games.core.animations import animation_pictures
from gipfel.games.core.playthrough import Playthrough
from gipfel.locale import say
from gipfel.server.contract.requests import BadRequest
from gipfel.server.http.exports import PictureUnavailable, known_look, run_program
from gipfel.server.tables.directory import TableDirectory
from gipfel.server.views import animated

MOST_TURNS = 120
"""Turns of one picture; on a server others wait for it."""
WIDTH = 400
TIMEOUT = 120
"""Seconds for one picture."""
MOST_KEPT = 20_000_000
"""Bytes of the pictures in memory."""
LONGEST_NUMBER = 5
KINDS = {"gif": "image/gif", "png": "image/apng"}
QUERY = ("from", "to", "theme", "board", "letters")
"""The query of an animated picture."""


class AnimationQuery(NamedTuple):
    """Which animated picture is wanted."""

    kind: str
    first: int
    last: int | None
    theme: Theme
    board: BoardTheme
    letters: bool


def read_query(query: Mapping[str, str], kind: str) -> AnimationQuery:
    """What an animated picture is wanted for. Raises GipfelError."""
    return AnimationQuery(
        kind,
        _turn(query.get("from", ""), "from") or 1,
        _turn(query.get("to", ""), "to"),
        known_look(Theme, query.get("theme", "light"), "theme"),
        known_look(BoardTheme, query.get("board", "plain"), "board theme"),
        query.get("letters") == "1",
    )


def _turn(text: str, name: str) -> int | None:
    if not text:
        return None
    if not (text.isascii() and text.isdigit() and len(text) <= LONGEST_NUMBER):
        raise BadRequest(f"{name} is the number of a turn, not {text[:40]!r}")
    return int(text)


class Animations:
    """Draws animated pictures in another process, and keeps them in memory."""

    def __init__(self) -> None:
        self._kept: OrderedDict[str, bytes] = OrderedDict()
        self._drawing = asyncio.Lock()

    async def answer(self, request: Request, kind: str, game: Callable[[], Playthrough]) -> Response:
        """An animated picture of a game. Raises GipfelError."""
        if find_spec("resvg_py") is None or find_spec("PIL") is None:
            raise PictureUnavailable(
                say("For PNG pictures install resvg-py (pip install 'gipfel[png]'), or take the SVG.")
            )
        query = read_query(request.query_params, kind)
        tables: TableDirectory = request.app.state.tables
        wanted = await tables.do(lambda: _film(game(), query))
        content = await self._drawn(tables, wanted)
        headers = {"cross-origin-resource-policy": "cross-origin"}  # pages of others may show it
        return Response(content, media_type=KINDS[kind], headers=headers)

    async def _drawn(self, tables: TableDirectory, wanted: bytes) -> bytes:
        key = sha256(wanted).hexdigest()
        async with self._drawing:
            if key not in self._kept:
                self._kept[key] = await tables.do(lambda: run_program(animated.__file__, wanted, TIMEOUT))
                self._forget_old()
            self._kept.move_to_end(key)
            return self._kept[key]

    def _forget_old(self) -> None:
        while len(self._kept) > 1 and sum(map(len, self._kept.values())) > MOST_KEPT:
            self._kept.popitem(last=False)


def _film(game: Playthrough, query: AnimationQuery) -> bytes:
    """What the program draws. Raises GipfelError if there are no such turns, or too many."""
    _, first, last, theme, board, letters = query
    looks = {"theme": theme, "board": board, "letters": letters}
    pictures = animation_pictures(game, first, last, **looks, most=MOST_TURNS)  # type: ignore[arg-type]
    film = Film(query.kind, WIDTH, background=theme.tokens.page)
    return json.dumps({"film": asdict(film), "pictures": pictures}).encode()
