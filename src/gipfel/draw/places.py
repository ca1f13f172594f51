"""How places of a board look, by their kind.

A game with a kind of its own keeps a module in its folder and registers it with `shape_registry.add_place`.
"""

from collections.abc import Callable, Sequence
from functools import cache
from importlib import import_module
from typing import NamedTuple

from gipfel.draw.canvas import Canvas
from gipfel.draw.markup import element, height, number
from gipfel.draw.scene import XY, Place
from gipfel.draw.shape_registry import PLACE_MODULES
from gipfel.locale import note


class PlaceKind(NamedTuple):
    """A kind of place."""

    draw: Callable[[Sequence[Place], Canvas], str]
    """All places of the kind as SVG markup."""
    sign: str
    """The character of an empty place in a terminal."""
    name: str = ""
    """What it is called in the legend of a terminal, if not like the kind."""


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

    return PlaceKind(_each(draw), module.SIGN)


def _each(draw: Callable[[Place, Canvas], str]) -> Callable[[Sequence[Place], Canvas], str]:
    """Draws place by place."""
    return lambda places, canvas: "".join(draw(place, canvas) for place in places)


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
        "circle", cx=x, cy=y, r=r, fill=canvas.tokens.well, stroke=canvas.tokens.line, stroke_width=1.5
    )


DIMPLE = 0.29
FLOOR = 0.07
"""In units of the board: the radius of a dimple, and how far down its shaded wall reaches from the top."""


def _dimples(places: Sequence[Place], canvas: Canvas) -> str:
    """Shallow holes: a thin edge, a shaded wall at the top, a floor. Lines without length draw them all."""
    d = _lines_without_length([canvas.at(place.at) for place in places])
    tokens, width = canvas.tokens, 2 * DIMPLE * canvas.unit
    inner, wall = width - 2.5, FLOOR * canvas.unit
    return element(
        "g",
        element("path", d=d, stroke=tokens.line, stroke_width=width),
        element("path", d=d, stroke=tokens.edge, stroke_width=inner),
        element(
            "path", d=d, stroke=tokens.well, stroke_width=inner - wall, opacity=0.8, **height(0, wall / 2)
        ),
        stroke_linecap="round",
    )


def _lines_without_length(points: Sequence[XY]) -> str:
    """A path that is at every point for a moment; steps from point to point repeat, so it compresses well."""
    steps = []
    x = y = 0.0
    for goal_x, goal_y in points:
        step_x, step_y = round(goal_x - x, 1), round(goal_y - y, 1)
        steps.append(f"m{number(step_x)} {number(step_y)}h0")
        x, y = x + step_x, y + step_y
    return "".join(steps)


PLACE_KINDS = {
    "dot": PlaceKind(_each(_dot), "•", note("dot")),
    "spot": PlaceKind(_each(_spot), "·", note("spot")),
    "space": PlaceKind(_each(_space), "·", note("space")),
    "dimple": PlaceKind(_dimples, "·", note("space")),
    "centre": PlaceKind(_dimples, "∘", note("centre")),
}
