"""Contrast: black and white, wide rims, no shadows; letters say what colours say."""

from dataclasses import replace

from gipfel.draw.themes import plain
from gipfel.draw.tokens import PieceColours

LIGHT = replace(
    plain.LIGHT,
    board="#ffffff",
    edge="#000000",
    inlay="#ffffff",
    line="#000000",
    groove="#ffffff",
    dot="#000000",
    well="#ffffff",
    ring="#ffffff",
    ring_rim="#000000",
    coordinate="#000000",
    target="#0046d5",
    target_width="6",
    shadow=0.0,
    sheen="0",
    rim_width="2.6",
    letters="visible",
    pieces={
        **plain.LIGHT.pieces,
        "white": PieceColours(
            "#ffffff", rim="#000000", groove="#8c8c8c", light="#ffffff", side="#ffffff", seam="#000000"
        ),
        "grey": PieceColours(
            "#8c8c8c", rim="#000000", groove="#000000", light="#bdbdbd", side="#6e6e6e", seam="#000000"
        ),
        "black": PieceColours(
            "#000000", rim="#000000", groove="#8c8c8c", light="#000000", side="#000000", seam="#ffffff"
        ),
        "red": PieceColours(
            "#c2160a", rim="#000000", groove="#5c0500", light="#ff6a5c", side="#8f0e05", seam="#000000"
        ),
    },
)

DARK = replace(
    plain.DARK,
    board="#000000",
    edge="#ffffff",
    inlay="#000000",
    line="#ffffff",
    groove="#000000",
    dot="#ffffff",
    well="#000000",
    ring="#000000",
    ring_rim="#ffffff",
    coordinate="#ffffff",
    target="#ffe23b",
    target_width="6",
    shadow=0.0,
    sheen="0",
    rim_width="2.6",
    letters="visible",
    pieces={
        **plain.DARK.pieces,
        "white": PieceColours(
            "#ffffff", rim="#ffffff", groove="#8c8c8c", light="#ffffff", side="#ffffff", seam="#000000"
        ),
        "grey": PieceColours(
            "#8c8c8c", rim="#ffffff", groove="#000000", light="#bdbdbd", side="#6e6e6e", seam="#ffffff"
        ),
        "black": PieceColours(
            "#000000", rim="#ffffff", groove="#8c8c8c", light="#000000", side="#000000", seam="#ffffff"
        ),
        "red": PieceColours(
            "#d6281a", rim="#ffffff", groove="#5c0500", light="#ff6a5c", side="#a11a0f", seam="#ffffff"
        ),
    },
)
