"""Box: the black board with engraved lines and the bakelite pieces of the first editions.

The board is the same on a light and on a dark page.
"""

from dataclasses import replace

from gipfel.draw.themes import plain
from gipfel.draw.tokens import PieceColours

_PIECES = {
    **plain.LIGHT.pieces,
    "white": PieceColours(
        "#f1e4c4", rim="#6d6040", groove="#b3a275", light="#fff9e6", side="#cbb98a", seam="#6d6040"
    ),
    "grey": PieceColours(
        "#98948c", rim="#4c4945", groove="#5a5752", light="#bdb9b0", side="#75716a", seam="#2c2a27"
    ),
    "black": PieceColours(
        "#0e0c0b", rim="#a4977f", groove="#6a6052", light="#2c2622", side="#241f1b", seam="#8a7e6a"
    ),
    "red": PieceColours(
        "#98281b", rim="#e08f74", groove="#5e130b", light="#c7573f", side="#741c12", seam="#3f0c06"
    ),
    "bronze": plain.BRIGHT["bronze"]._replace(face="#9c7427"),
}

LIGHT = replace(
    plain.LIGHT,
    on_accent=plain.DARK.on_accent,
    board="#33302e",
    edge="#171514",
    inlay="#6d6354",
    line="#a0967f",
    groove="#161413",
    dot="#c7a560",
    well="#292624",
    ring="#2a2726",
    ring_rim="#0c0b0b",
    coordinate="#bdb4a0",
    target="#78d8ab",
    dark_board=True,
    shadow=0.6,
    sheen="0.5",
    rim_width="1.1",
    pieces=_PIECES,
)

DARK = replace(
    plain.DARK,
    board=LIGHT.board,
    edge="#050505",
    inlay=LIGHT.inlay,
    line=LIGHT.line,
    groove=LIGHT.groove,
    dot=LIGHT.dot,
    well=LIGHT.well,
    ring=LIGHT.ring,
    ring_rim="#8a7f6d",
    coordinate=LIGHT.coordinate,
    target=LIGHT.target,
    shadow=0.75,
    sheen=LIGHT.sheen,
    rim_width=LIGHT.rim_width,
    pieces=_PIECES,
)
