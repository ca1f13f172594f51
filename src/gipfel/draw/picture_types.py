"""The types of a picture as data: what `gipfel.draw.picture` returns and a page draws.

They are plain dictionaries that can be written as JSON at once. Parts of one picture are shared with other
pictures, so nobody may change them.
"""

from dataclasses import dataclass
from typing import Annotated, Literal, NotRequired

from typing_extensions import TypedDict


@dataclass(frozen=True, slots=True)
class JavaScript:
    """How a type is written for the page, where Python's type says less."""

    text: str


Side = Literal["white", "black"]
"""TAMSK's Red plays as white."""
Target = Annotated[
    list[str],
    JavaScript('[kind: string, name: string] | [kind: string, name: string, toggle: "toggle"]'),
]
"""Something a person can point at, e.g. `["dot", "e1"]`; a toggle is `["keep", "e5", "toggle"]`."""
XY = Annotated[list[float], JavaScript("[x: number, y: number]")]
"""A point in pixels of the picture's box; y points down."""
Box = Annotated[list[float], JavaScript("[x: number, y: number, width: number, height: number]")]
Looks = dict[str, str]
"""SVG markup of pieces by name, drawn around the origin. A name means the same markup on all tables."""


class Piece(TypedDict):
    """A piece on the board."""

    look: str
    at: XY
    name: str
    target: NotRequired[Target]
    level: NotRequired[int]
    """How many pieces it stands on, plus one; left out for 1."""


class Place(TypedDict):
    """A place of the board that can be pointed at."""

    target: Target
    at: XY
    size: float


class Mark(TypedDict):
    """Something drawn on the board beside the pieces: a row, the last move, or, over the pieces, what won."""

    kind: Literal["row", "last", "won"]
    markup: str


class Stock(TypedDict):
    """Equal pieces beside the board."""

    look: str
    count: int
    name: str
    piece: str
    target: Target | None
    goal: NotRequired[int]
    """How many win the game; left out if their number does not."""
    goal_of_each: NotRequired[int]
    """How many win together with as many in every other stock of the tray."""


Owner = Literal["white", "black", "both"]


class Tray(TypedDict):
    """What lies beside the board for one player."""

    owner: Owner
    title: str
    active: bool
    stocks: list[Stock]


class BoardPart(TypedDict):
    """The part of a picture that lies under all pieces."""

    box: Box
    board: str
    """SVG markup."""
    coordinates: str
    """SVG markup."""
    places: list[Place]


class Things(TypedDict):
    """Everything in a picture but the board."""

    game: str
    title: str
    looks: Looks
    """Over a WebSocket each look is sent once per connection."""
    pieces: list[Piece]
    marks: list[Mark]
    trays: list[Tray]


class WholePicture(Things, BoardPart):
    """A scene as data. Markup is SVG in pixels of the box; neighbouring points are 64 apart."""


class Picture(Things):
    """A picture as it is sent: the board is left out while the connection's last picture had the same."""

    box: Box
    board: NotRequired[str]
    coordinates: NotRequired[str]
    places: NotRequired[list[Place]]


class PossibleTarget(TypedDict):
    """Something that can be pointed at now. Several points make a row; a button has a text and no points."""

    target: Target
    at: NotRequired[list[XY]]
    """Left out if it is one of the picture's `places`."""
    text: NotRequired[str]
    warning: NotRequired[str]
    """What is given up for good by decisions that begin like this; a page asks once."""


class Ghost(TypedDict):
    """A piece as it would lie after pointing at `target`."""

    target: Target
    look: str
    looks: Looks
    at: XY
    name: str
    gone: list[Piece]
    """The pieces that would no longer lie as they do now."""
    level: NotRequired[int]


ChangeKind = Literal["move", "enter", "lift", "flip"]
Change = TypedDict(
    "Change",
    {
        "kind": ChangeKind,
        "from": Target | None,
        "to": Target | None,
    },
)
"""What a decision did to a piece."""
