"""Draw the icons of the page and its picture for links in other programs, from one mark.

    python -m scripts.make_icons

Writes src/gipfel/web/icon.svg and the pictures in src/gipfel/web/icons; needs the extra `png`. The mark is a
peak made of six lines of a board, with a piece on the summit.
"""

import argparse
from math import sqrt
from pathlib import Path

import resvg_py

from gipfel.draw.markup import element
from gipfel.draw.theme import Theme
from gipfel.games.core.registry import about, game_names

WEB = Path(__file__).parents[1] / "src" / "gipfel" / "web"
GROUND, LINES, FAINT, PIECE = "#1c2229", "#f3efe4", "#7f8f9e", "#e8a23d"
ROW = sqrt(3) / 2
SIZES = {"icon-192": 192, "icon-512": 512, "apple-touch-icon": 180}
MASKABLE = {"maskable-192": 192, "maskable-512": 512}
"""Systems cut these to a circle: the mark stays within 40 % of the width around the middle."""
PREVIEW = (1200, 630)
"""The size that other programs expect."""
FONT = "DejaVu Sans, sans-serif"


def peak(x: float, foot: float, height: float, unit: float) -> str:
    """Two lines that meet: up to a summit and down again."""
    side = height * unit / 2
    return f"M{x - side:.1f} {foot:.1f}L{x:.1f} {foot - height * ROW * unit:.1f}L{x + side:.1f} {foot:.1f}"


def mark(x: float, foot: float, unit: float) -> str:
    """A high peak between two lower ones; it is six units wide and four rows high."""
    pen = {"fill": "none", "stroke_width": 0.42 * unit, "stroke_linecap": "round", "stroke_linejoin": "round"}
    low = peak(x - 2 * unit, foot, 2, unit) + peak(x + 2 * unit, foot, 2, unit)
    return (
        element("path", d=low, stroke=FAINT, **pen)
        + element("path", d=peak(x, foot, 4, unit), stroke=LINES, **pen)
        + element("circle", cx=round(x, 1), cy=round(foot - 4 * ROW * unit, 1), r=0.74 * unit, fill=PIECE)
    )


def icon(corner: float, foot: float = 47, unit: float = 7.2) -> str:
    """The mark on a square."""
    return element(
        "svg",
        element("rect", width=64, height=64, rx=corner, fill=GROUND),
        mark(32, foot, unit),
        xmlns="http://www.w3.org/2000/svg",
        viewBox="0 0 64 64",
    )


def preview() -> str:
    """The name, what it is, and a mountain with a piece for each game."""
    width, height = PREVIEW
    others = [name for name in game_names() if not about(name).composed]
    summit = [name for name in game_names() if about(name).composed]
    rows = (len(others) + 1) // 2
    unit, top, x = 432 / rows, 120.0, 880.0
    foot = top + rows * ROW * unit
    left, right = [(-1, row) for row in range(rows, 0, -1)], [(1, row) for row in range(1, rows + 1)]
    places = {**dict(zip(others, [*left, *right], strict=False)), **dict.fromkeys(summit, (0, 0))}
    pen = {"fill": "none", "stroke_linecap": "round", "stroke_linejoin": "round"}
    inner = "".join(
        peak(x + side * (rows - n) * unit / 2, foot, n, unit) for n in range(1, rows) for side in (-1, 1)
    )
    pieces = "".join(
        _piece(x + side * row * unit / 2, top + row * ROW * unit, about(name).accent.dark.line)
        for name, (side, row) in places.items()
    )
    return element(
        "svg",
        element("rect", width=width, height=height, fill=Theme.DARK.tokens.page),
        element("path", d=inner, stroke="#3a4753", stroke_width=2.5, **pen),
        element("path", d=peak(x, foot, rows, unit), stroke="#8fa0b0", stroke_width=7, **pen),
        pieces,
        _text("Gipfel", 90, 300, 118, LINES, 700),
        _text("The games of the GIPF project", 94, 372, 34, "#c9d2da", 400),
        _text("Play the engine or a friend", 94, 426, 34, PIECE, 400),
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {width} {height}",
    )


def _piece(x: float, y: float, colour: str) -> str:
    return (
        element("circle", cx=round(x, 1), cy=round(y + 9, 1), r=32, fill="#0a0d10")
        + element("circle", cx=round(x, 1), cy=round(y, 1), r=32, fill=colour)
        + element(
            "circle", cx=round(x, 1), cy=round(y, 1), r=18, fill="none", stroke="#1c2229", stroke_width=3
        )
    )


def _text(text: str, x: int, y: int, size: int, colour: str, weight: int) -> str:
    return element("text", text, x=x, y=y, fill=colour, font_family=FONT, font_size=size, font_weight=weight)


def write_png(path: Path, svg: str, width: int) -> None:
    path.write_bytes(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width)))
    print(f"{path.relative_to(WEB.parents[2])}: {path.stat().st_size} bytes")


def main() -> None:
    argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    ).parse_args()
    (WEB / "icons").mkdir(exist_ok=True)
    (WEB / "icon.svg").write_text(icon(corner=15) + "\n", encoding="utf-8")
    for name, size in SIZES.items():
        write_png(WEB / "icons" / f"{name}.png", icon(corner=0), size)
    for name, size in MASKABLE.items():
        write_png(WEB / "icons" / f"{name}.png", icon(corner=0, foot=44.8, unit=6.4), size)
    write_png(WEB / "icons" / "preview.png", preview(), PREVIEW[0])


if __name__ == "__main__":
    main()
