"""Themes: the colours behind the colour names of a scene. No other drawing module defines colours."""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple


class PieceColours(NamedTuple):
    """The tones of a matte piece."""

    face: str
    rim: str
    """The line around the face, and the groove in it."""
    light: str
    """The lit side of the groove."""
    side: str
    """The edge seen from the front."""
    seam: str
    """The line around the edge, which separates the discs of a pile."""


class Accent(NamedTuple):
    """The colour of a game."""

    line: str
    """For strokes: the last move, rows, the active player."""
    box: str
    """The background of the sentence; it has enough contrast for text."""


class Accents(NamedTuple):
    """The colour of a game in both themes."""

    light: Accent
    dark: Accent


COPPER = Accents(Accent(line="#b5651d", box="#a85b17"), Accent(line="#e8a23d", box="#e8a23d"))
"""The colour of GIPF and of every game without its own."""


@dataclass(frozen=True, slots=True)
class Tokens:
    """All colours of a theme."""

    page: str
    panel: str
    board: str
    edge: str
    line: str
    dot: str
    text: str
    muted: str
    coordinate: str
    """Like `muted`, but readable on the board."""
    target: str
    on_accent: str
    """Text in the accent's box."""
    shadow: float
    """The opacity of shadows, from 0 to 1."""
    pieces: dict[str, PieceColours]


_BRIGHT = {
    "bronze": PieceColours("#a97f2e", rim="#6f5219", light="#c9a45c", side="#8b671f", seam="#4f3a10"),
    "blue": PieceColours("#3b82c4", rim="#22547f", light="#6fa9de", side="#2d6aa3", seam="#173a59"),
    "coral": PieceColours("#cc4b42", rim="#86302a", light="#e07d76", side="#a83c35", seam="#5c201c"),
    "violet": PieceColours("#8a6ad0", rim="#58418c", light="#ad95e2", side="#7052b3", seam="#3b2b60"),
    "green": PieceColours("#5c8f2a", rim="#3a5c19", light="#84b553", side="#497320", seam="#263d10"),
}
"""Bright colours, the same in both themes; ivory and charcoal symbols are both readable on them."""

_LIGHT = Tokens(
    page="#eceff1",
    panel="#ffffff",
    board="#cfd9df",
    edge="#a9bac4",
    line="#5f7482",
    dot="#33424d",
    text="#1d262d",
    muted="#5d6b76",
    coordinate="#46545f",
    target="#2e7d5b",
    on_accent="#ffffff",
    shadow=0.42,
    pieces={
        "white": PieceColours("#fbf8f0", rim="#b7ad98", light="#ffffff", side="#d6ccb6", seam="#857b66"),
        "grey": PieceColours("#9aa4ac", rim="#5f6971", light="#bcc5cc", side="#77828b", seam="#4a545c"),
        "black": PieceColours("#24272b", rim="#000000", light="#4a5058", side="#3d434a", seam="#000000"),
        "red": PieceColours("#b3342d", rim="#6f1a15", light="#d9645c", side="#8c2620", seam="#571510"),
        "sand": PieceColours("#d9bc84", rim="#a58748", light="#efdcb4", side="#bf9f63", seam="#7d6431"),
        **_BRIGHT,
    },
)

_DARK = Tokens(
    page="#14181d",
    panel="#1c2229",
    board="#26313b",
    edge="#0d1115",
    line="#6f8396",
    dot="#9fb0c0",
    text="#e6ebf0",
    muted="#8fa0b0",
    coordinate="#8fa0b0",
    target="#7cc4a5",
    on_accent="#1d1408",
    shadow=0.75,
    pieces={
        "white": PieceColours("#fbf8f0", rim="#b7ad98", light="#ffffff", side="#cbc1ab", seam="#6f6655"),
        "grey": PieceColours("#949ea6", rim="#525c64", light="#b4bdc4", side="#6f7a83", seam="#39424a"),
        "black": PieceColours("#101316", rim="#8b97a3", light="#2c333a", side="#343b43", seam="#717d89"),
        "red": PieceColours("#b8403a", rim="#e58b84", light="#7d231e", side="#8a2a25", seam="#4c110e"),
        "sand": PieceColours("#d9bc84", rim="#a58748", light="#efdcb4", side="#bf9f63", seam="#7d6431"),
        **_BRIGHT,
    },
)


class Theme(Enum):
    """Light or dark."""

    LIGHT = "light"
    DARK = "dark"

    @property
    def tokens(self) -> Tokens:
        """The colours of this theme."""
        return _LIGHT if self is Theme.LIGHT else _DARK

    def accent(self, accents: Accents) -> Accent:
        """The colour of a game in this theme."""
        return accents.light if self is Theme.LIGHT else accents.dark
