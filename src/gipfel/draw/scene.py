"""Scenes: descriptions of what to draw, without any rules.

Coordinates: y points up, neighbouring points are one unit apart, the centre of the board is (0, 0).
Colours are names (`white`, `black`, ...); the theme defines what they look like.
"""

from dataclasses import dataclass, field, replace
from typing import TypeVar

from gipfel.draw.target import Target
from gipfel.locale import digits, listed, say

T = TypeVar("T")
XY = tuple[float, float]

BOARDS = 500
"""How many boards are remembered with the points of their places."""
OWNERS = ("white", "black")
"""The sides as owners of trays."""


@dataclass(frozen=True, slots=True)
class Place:
    """A place on the board that a player can point at, occupied or not."""

    target: Target
    at: XY
    kind: str
    """`dot` (drawn as a dot), `spot` (where lines cross), `space` (drawn as a circle); see draw/places.py.

    A `dimple` is a shallow hole, a `centre` one on shaded ground.
    """
    size: float = 1.0


class _WithHash:
    """Has room for a hash."""

    __slots__ = ("_hash",)
    _hash: int


def _hashed_once(kind: type[T]) -> type[T]:
    """Keep the hashes of a class's objects: what was drawn before is looked up with every picture."""
    work_out = kind.__hash__

    def kept_hash(self: T) -> int:
        known: int | None = getattr(self, "_hash", None)
        if known is None:
            known = work_out(self)
            object.__setattr__(self, "_hash", known)
        return known

    kind.__hash__ = kept_hash  # type: ignore[assignment]
    return kind


@_hashed_once
@dataclass(frozen=True, slots=True)
class Piece(_WithHash):
    """A piece on the board or in a tray."""

    at: XY
    shape: str
    """The shape to draw: `disc`, `ring`, `marker`, ...; see draw/shapes."""
    colour: str
    height: int = 1
    """The height in discs; a drawing shows their edges."""
    mark: str = ""
    """A symbol on top of the piece, for instance its type."""
    label: str = ""
    """A short text on the piece, for instance the height of a stack."""
    target: Target | None = None
    """The target that a player selects by pointing at this piece."""
    cells: tuple[XY, ...] = ()
    """The places a piece covers if it covers more than one, the main one first."""
    level: int = 1
    """The level of the piece; 1 is directly on the board."""
    name: str = ""
    """What players call it, such as `white GIPF-piece`; for legends and screen readers."""

    def __str__(self) -> str:
        return self.name or f"{self.colour} {self.shape}"


@dataclass(frozen=True, slots=True)
class Stock:
    """Equal pieces in a tray."""

    piece: Piece
    count: int
    name: str
    """What they are called: `in reserve`, `captured`."""
    goal: int = 0
    """How many of them win the game; 0 if their number does not. Missing ones are drawn as empty cups."""
    goal_of_each: int = 0
    """How many of them win together with as many in every other stock of the tray."""


@_hashed_once
@dataclass(frozen=True, slots=True)
class Tray(_WithHash):
    """What is beside the board for one player, or for both."""

    owner: str
    """`white`, `black` or `both`."""
    title: str
    stocks: tuple[Stock, ...] = ()
    active: bool = False
    """Is this player to act?"""

    def __str__(self) -> str:
        """`White: 12 in reserve, 3 captured`."""
        shown = (stock for stock in self.stocks if stock.count or not stock.goal)
        stocks = listed(f"{digits(stock.count)} {stock.name}" for stock in shown)
        return say("{title}: {stocks}", title=self.title, stocks=stocks) if stocks else self.title


@dataclass(frozen=True, slots=True)
class Label:
    """A coordinate printed beside the board."""

    text: str
    at: XY


@dataclass(frozen=True, slots=True)
class Mark:
    """A highlight: the last move, a row to take, a legal target, what has won the game."""

    kind: str
    """`last` (a line through `at`), `row` (a halo round the places of `at`), `target` (a ring at each).

    `won`: a line over the pieces from place to place; a ring if there is only one place.
    """
    at: tuple[XY, ...]


@dataclass(frozen=True, slots=True)
class RunningTime:
    """A time that runs down on the board or beside it; terminals show it as a bar."""

    name: str
    """What it is, or where: `a1`."""
    owner: str
    """`white`, `black` or `both`, as that of a tray."""
    left: int
    """The milliseconds that are left."""
    full: int
    """The milliseconds when it begins."""
    stopped: str = ""
    """Why it does not run, in a word; empty while it runs."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything a drawing needs."""

    game: str
    """The game's name."""
    title: str
    outline: tuple[XY, ...] = ()
    """The edge of the board, a polygon; empty when the board has none."""
    lines: tuple[tuple[XY, XY], ...] = ()
    places: tuple[Place, ...] = ()
    pieces: tuple[Piece, ...] = ()
    """In drawing order: later ones are on top."""
    labels: tuple[Label, ...] = ()
    trays: tuple[Tray, ...] = ()
    marks: tuple[Mark, ...] = field(default=())
    sentence: str = ""
    """What to do now, or how the game ended."""
    notes: tuple[str, ...] = ()
    """What the picture cannot show well, for instance what is under a piece."""
    running_times: tuple[RunningTime, ...] = field(default=(), repr=False)
    """In a game with time: all that runs, in the order in which it is shown."""

    def marked(self, *marks: Mark) -> "Scene":
        """The same scene with more marks."""
        return replace(self, marks=self.marks + marks) if marks else self

    def point_of(self, target: Target) -> XY | None:
        """The point of a target that is a place of the board; None if it is something else."""
        return _points(self.places).get(target[:2])

    def place(self, target: Target) -> XY | None:
        """The point of a target on the board; None if it is beside the board."""
        if (point := self.point_of(target)) is not None:
            return point
        for piece in self.pieces:
            if piece.target is not None and piece.target[:2] == target[:2]:
                return piece.at
        return None


_known_places: dict[int, tuple[tuple[Place, ...], dict[tuple[str, str], XY]]] = {}
"""The points of places by the id of their tuple, which is mostly the same object; hashing it is slower."""


def _points(places: tuple[Place, ...]) -> dict[tuple[str, str], XY]:
    """The points of places, by the kinds and names of their targets."""
    known = _known_places.get(id(places))
    if known is None:
        if len(_known_places) >= BOARDS:
            _known_places.clear()
        points = {place.target[:2]: place.at for place in reversed(places)}  # the first one counts
        # The places are kept, too, so that no other object can get their id.
        known = _known_places[id(places)] = places, points
    return known[1]
