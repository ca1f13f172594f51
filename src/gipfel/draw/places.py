"""How places of a board look, by their kind.

A game with a kind of its own keeps a module in its folder and registers it with `shape_registry.add_place`.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import NamedTuple

from gipfel.draw.canvas import Canvas
from gipfel.draw.markup import element, number
from gipfel.draw.scene import Place
from gipfel.draw.shape_registry import PLACE_MODULES


class PlaceKind(NamedTuple):
    """A kind of place."""

    draw: Callable[[Place, Canvas], str]
    """The place as SVG markup."""
    sign: str
    """The character of an empty place in a terminal."""


class UnknownPlaceKind(LookupError):
    """A place has a kind that does not exist."""


def place_kind(place: Place) -> PlaceKind:
    """The kind of a place."""
    if place.kind in PLACE_KINDS:
        return PLACE_KINDS[place.kind]
    if place.kind in PLACE_MODULES:
        return _imported(PLACE_MODULES[place.kind])
    kinds = ", ".join(sorted({*PLACE_KINDS, *PLACE_MODULES}))
    raise UnknownPlaceKind(f"there is no kind of place {place.kind!r}; known kinds are {kinds}")


@cache
def _imported(name: str) -> PlaceKind:
    """The kind that a module of a game defines: `draw(canvas, size)`, its place at the origin, and `SIGN`."""
    module = import_module(name)

    def draw(place: Place, canvas: Canvas) -> str:
        x, y = canvas.at(place.at)
        return element("g", module.draw(canvas, place.size), transform=f"translate({number(x)} {number(y)})")

    return PlaceKind(draw, module.SIGN)


def _dot(place: Place, canvas: Canvas) -> str:
    x, y = canvas.at(place.at)
    return element("circle", cx=x, cy=y, r=0.115 * place.size * canvas.unit, fill=canvas.tokens.dot)


def _spot(place: Place, canvas: Canvas) -> str:
    """Nothing: the crossing lines show it."""
    return ""


def _space(place: Place, canvas: Canvas) -> str:
    x, y = canvas.at(place.at)
    r = 0.45 * place.size * canvas.unit
    return element(
        "circle", cx=x, cy=y, r=r, fill=canvas.tokens.board, stroke=canvas.tokens.line, stroke_width=1.5
    )


PLACE_KINDS = {
    "dot": PlaceKind(_dot, "•"),
    "spot": PlaceKind(_spot, "·"),
    "space": PlaceKind(_space, "·"),
    "centre": PlaceKind(_space, "∘"),
}
