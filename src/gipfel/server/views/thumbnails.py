"""Small pictures for the page, as single SVGs: one for each game, and the boards in rulebooks.

Their colours are variables of the page, so they follow its theme; the page defines the shadow.
"""

import logging
from dataclasses import replace
from functools import cache

from gipfel.draw.markup import element, number
from gipfel.draw.picture import PAGE_INK, picture
from gipfel.draw.picture_types import Piece
from gipfel.draw.scene import Scene
from gipfel.games.core.about import Cover
from gipfel.games.core.position import Position
from gipfel.games.core.registry import about, game, game_names
from gipfel.games.core.rulebook import Picture, Tip, illustration, tip_illustration
from gipfel.notation.errors import GipfelError

LOG = logging.getLogger("gipfel.server")


CLOSE_UP = 3 / 4
"""The height of a close-up, for a width of one."""


@cache
def game_picture(name: str) -> str:
    """The picture of a game: its cover, or its start position if it has none."""
    cover = about(name).cover
    if cover is not None:
        try:
            return _cover_picture(game(name, cover.version).position(cover.position), cover)
        except GipfelError as error:
            LOG.warning("the cover of %s cannot be shown: %s", name, error)
    return small_svg(game(name).start(seed=1).scene())


def _cover_picture(position: Position, cover: Cover) -> str:
    return small_svg(position.scene(), box=None if cover.close_up is None else _close_up(*cover.close_up))


def _close_up(x: float, y: float, width: float) -> list[float]:
    """Left, top, width and height in pixels of the picture."""
    (left, top), size = PAGE_INK.at((x, y)), width * PAGE_INK.unit
    return [round(n, 1) for n in (left - size / 2, top - size * CLOSE_UP / 2, size, size * CLOSE_UP)]


def all_pictures() -> dict[str, str]:
    """The pictures of all games, by their names."""
    return {name: game_picture(name) for name in game_names()}


@cache
def rule_picture(name: str, version: str, shown: Picture) -> str:
    """A board in a rulebook, with coordinates, as the text refers to them."""
    return small_svg(illustration(name, version, shown), coordinates=True)


@cache
def tip_picture(name: str, tip: Tip) -> str:
    """The board of a tip in a rulebook, with coordinates."""
    return small_svg(tip_illustration(name, tip), coordinates=True)


def small_svg(scene: Scene, *, coordinates: bool = False, box: list[float] | None = None) -> str:
    """The board and the pieces of a scene as one SVG, without what is beside the board.

    `box`: the part to show, as left, top, width and height in pixels.
    """
    shown = picture(scene if coordinates else replace(scene, labels=()))
    looks = "".join(element("g", markup, id=name) for name, markup in shown["looks"].items())
    fill = {} if box is None else {"preserveAspectRatio": "xMidYMid slice"}  # a part fills any frame
    return element(
        "svg",
        element("defs", looks),
        shown["board"],
        shown["coordinates"],
        *(mark["markup"] for mark in shown["marks"]),
        *(_piece(piece) for piece in shown["pieces"]),
        *_rings(scene),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=" ".join(map(number, box or shown["box"])),
        role="img",
        aria_label=scene.title or scene.game.upper(),
        class_="small-picture",
        **fill,
    )


def _piece(piece: Piece) -> str:
    x, y = piece["at"]
    return element("use", href=f"#{piece['look']}", x=x, y=y)


def _rings(scene: Scene) -> list[str]:
    """Rings around the targets that the scene marks; wide enough for a piece that stands there."""
    canvas = PAGE_INK
    occupied = {point for piece in scene.pieces for point in (piece.at, *piece.cells)}
    rings = []
    for point in (point for mark in scene.marks if mark.kind == "target" for point in mark.at):
        x, y = canvas.at(point)
        r = (0.51 if point in occupied else 0.19) * canvas.unit
        rings.append(
            element(
                "circle",
                cx=x,
                cy=y,
                r=r,
                fill="none",
                stroke=canvas.tokens.target,
                stroke_width=canvas.tokens.target_width,
            )
        )
    return rings
