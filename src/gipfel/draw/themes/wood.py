"""Wood: maple on a light page, walnut on a dark one, with turned pieces of birch and wenge."""

from dataclasses import replace

from gipfel.draw.themes import plain
from gipfel.draw.tokens import PieceColours

_BIRCH = PieceColours(
    "#fbf0d8", rim="#6d4a24", groove="#c9a877", light="#fffaf0", side="#dcbf8f", seam="#6d4a24"
)

LIGHT = replace(
    plain.LIGHT,
    board="#eed8ae",
    edge="#8a5f33",
    inlay="#a9793f",
    line="#7b5230",
    groove="#f7e5c3",
    dot="#4a2c14",
    well="#e6cb9a",
    ring="#c99d66",
    ring_rim="#6d4a24",
    coordinate="#5d3b1c",
    target="#1d6b4b",
    sheen="0.35",
    grain="0.5",
    pieces={
        **plain.LIGHT.pieces,
        "white": _BIRCH,
        "grey": PieceColours(
            "#a79d90", rim="#5b5146", groove="#6d6256", light="#c8bfb3", side="#857a6c", seam="#231d17"
        ),
        "black": PieceColours(
            "#33201a", rim="#180d08", groove="#160b07", light="#5a3d30", side="#4a3025", seam="#150a06"
        ),
        "red": PieceColours(
            "#a13a22", rim="#591708", groove="#6a1e0d", light="#cf6d4d", side="#7f2a15", seam="#4a1206"
        ),
        "bronze": plain.BRIGHT["bronze"]._replace(face="#a07529"),
    },
)

DARK = replace(
    plain.DARK,
    board="#4b3020",
    edge="#1c0f08",
    inlay="#9a7046",
    line="#b98c5c",
    groove="#331e12",
    dot="#e2bd8a",
    well="#402718",
    ring="#8a6239",
    ring_rim="#c39a69",
    coordinate="#e3c79f",
    target="#86dcb4",
    sheen="0.35",
    grain="0.55",
    pieces={
        **plain.DARK.pieces,
        "white": _BIRCH._replace(seam="#6b4b28"),
        "grey": PieceColours(
            "#a79d90", rim="#5b5146", groove="#6d6256", light="#c8bfb3", side="#857a6c", seam="#231d17"
        ),
        "black": PieceColours(
            "#1b110c", rim="#b98f66", groove="#6b4d36", light="#3d281c", side="#38241a", seam="#8f6a48"
        ),
        "red": PieceColours(
            "#a83d25", rim="#f0a386", groove="#6a1e0d", light="#cf6d4d", side="#7f2a15", seam="#42100a"
        ),
        "bronze": plain.BRIGHT["bronze"]._replace(face="#a07529"),
    },
)
