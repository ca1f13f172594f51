"""Fills that many shapes share: shadows, light, the grain of wood.

They are gradients and a pattern that are drawn over any colour: printers and converters render blur filters
badly.
"""

from typing import NamedTuple

from gipfel.draw.markup import Value, element


class Stop(NamedTuple):
    """A point of a gradient."""

    offset: float
    colour: str
    opacity: Value


_LIT = (Stop(0, "#fff", 0.5), Stop(0.45, "#fff", 0), Stop(0.55, "#000", 0), Stop(1, "#000", 0.5))
_BALL = (
    Stop(0, "#fff", 0.85),
    Stop(0.18, "#fff", 0.4),
    Stop(0.42, "#fff", 0),
    Stop(0.6, "#000", 0),
    Stop(1, "#000", 0.42),
)
_GRAIN = (
    (5, 3, 1.2),
    (13, 5, 3.5),
    (24, 4, 0.9),
    (33, 7, 5),
    (47, 5, 1.4),
    (56, 3, 2.6),
    (68, 6, 1),
    (77, 4, 4.2),
)
"""Lines of the grain: y, how far each waves, and its width."""
_TILE = 320, 86


def paints(prefix: str, shadow: Value) -> str:
    """The definitions of all fills; the prefix begins their ids."""
    dark = (Stop(0, "#000", shadow), Stop(0.78, "#000", shadow), Stop(1, "#000", 0))
    return "".join(
        [
            element("radialGradient", *_stops(dark), id=f"{prefix}-shadow"),
            element("linearGradient", *_stops(_LIT), id=f"{prefix}-lit", x1=0, y1=0, x2=0.7, y2=1),
            element("radialGradient", *_stops(_BALL), id=f"{prefix}-ball", cx=0.36, cy=0.3, r=0.72),
            _grain(prefix),
        ]
    )


def _stops(stops: tuple[Stop, ...]) -> list[str]:
    return [element("stop", offset=at, stop_color=colour, stop_opacity=o) for at, colour, o in stops]


def _grain(prefix: str) -> str:
    """Wavy brown lines, which continue from tile to tile."""
    width, height = _TILE
    lines = [
        element("path", d=f"M0 {y}q{width // 4} {wave} {width // 2} 0t{width // 2} 0", stroke_width=thick)
        for y, wave, thick in _GRAIN
    ]
    drawn = element("g", *lines, fill="none", stroke="#6b3a12", opacity=0.3)
    size = {"width": str(width), "height": str(height), "patternUnits": "userSpaceOnUse"}
    return element("pattern", drawn, id=f"{prefix}-grain", patternTransform="rotate(-4)", **size)
