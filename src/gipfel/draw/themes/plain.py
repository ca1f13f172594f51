"""Plain: flat boards of slate, matte pieces of ivory and charcoal."""

from gipfel.draw.tokens import PieceColours, Tokens

BRIGHT = {
    "bronze": PieceColours(
        "#a97f2e", rim="#6f5219", groove="#6f5219", light="#c9a45c", side="#8b671f", seam="#4f3a10"
    ),
    "blue": PieceColours(
        "#3b82c4", rim="#22547f", groove="#22547f", light="#6fa9de", side="#2d6aa3", seam="#173a59"
    ),
    "coral": PieceColours(
        "#cc4b42", rim="#86302a", groove="#86302a", light="#e07d76", side="#a83c35", seam="#5c201c"
    ),
    "violet": PieceColours(
        "#8a6ad0", rim="#58418c", groove="#58418c", light="#ad95e2", side="#7052b3", seam="#3b2b60"
    ),
    "green": PieceColours(
        "#5c8f2a", rim="#3a5c19", groove="#3a5c19", light="#84b553", side="#497320", seam="#263d10"
    ),
}
"""Bright colours, the same on all boards; ivory and charcoal symbols are both readable on them."""

SAND = PieceColours(
    "#d9bc84", rim="#a58748", groove="#a58748", light="#efdcb4", side="#bf9f63", seam="#7d6431"
)

LIGHT = Tokens(
    page="#eceff1",
    panel="#ffffff",
    text="#1d262d",
    muted="#5d6b76",
    on_accent="#ffffff",
    board="#cfd9df",
    edge="#a9bac4",
    inlay="#cfd9df",
    line="#5f7482",
    groove="#dfe6ea",
    dot="#33424d",
    well="#cfd9df",
    ring="#5f7482",
    ring_rim="#33424d",
    coordinate="#46545f",
    target="#2e7d5b",
    target_width="3.5",
    dark_board=False,
    shadow=0.42,
    sheen="0.12",
    grain="0",
    rim_width="1",
    letters="hidden",
    pieces={
        "white": PieceColours(
            "#fbf8f0", rim="#7d735e", groove="#b7ad98", light="#ffffff", side="#d6ccb6", seam="#7d735e"
        ),
        "grey": PieceColours(
            "#9aa4ac", rim="#5f6971", groove="#5f6971", light="#bcc5cc", side="#77828b", seam="#1c2226"
        ),
        "black": PieceColours(
            "#24272b", rim="#000000", groove="#000000", light="#4a5058", side="#3d434a", seam="#000000"
        ),
        "red": PieceColours(
            "#b3342d", rim="#6f1a15", groove="#6f1a15", light="#d9645c", side="#8c2620", seam="#571510"
        ),
        "sand": SAND,
        **BRIGHT,
    },
)

DARK = Tokens(
    page="#14181d",
    panel="#1c2229",
    text="#e6ebf0",
    muted="#8fa0b0",
    on_accent="#1d1408",
    board="#26313b",
    edge="#0d1115",
    inlay="#26313b",
    line="#6f8396",
    groove="#1d262e",
    dot="#9fb0c0",
    well="#26313b",
    ring="#6f8396",
    ring_rim="#9fb0c0",
    coordinate="#8fa0b0",
    target="#7cc4a5",
    target_width="3.5",
    dark_board=True,
    shadow=0.75,
    sheen="0.12",
    grain="0",
    rim_width="1",
    letters="hidden",
    pieces={
        "white": PieceColours(
            "#fbf8f0", rim="#b7ad98", groove="#b7ad98", light="#ffffff", side="#cbc1ab", seam="#6f6655"
        ),
        "grey": PieceColours(
            "#949ea6", rim="#525c64", groove="#525c64", light="#b4bdc4", side="#6f7a83", seam="#2a3138"
        ),
        "black": PieceColours(
            "#101316", rim="#8b97a3", groove="#5a646e", light="#2c333a", side="#343b43", seam="#717d89"
        ),
        "red": PieceColours(
            "#b8403a", rim="#e58b84", groove="#7d231e", light="#7d231e", side="#8a2a25", seam="#4c110e"
        ),
        "sand": SAND,
        **BRIGHT,
    },
)
