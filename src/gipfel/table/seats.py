"""The seats of a table: a person or an engine for each side."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal

from gipfel.engine.players.specs import PlayerSpec
from gipfel.games.core.side import Side
from gipfel.locale import say
from gipfel.notation.errors import GipfelError, OptionError
from gipfel.notation.printable import printable_part

PERSON, MACHINE = "person", "engine"
LONGEST_NAME = 60
KEYS = {PERSON: ("name", "waits"), MACHINE: ("player", "seconds", "name")}
"""What the JSON of a seat may contain besides its kind."""
LONGEST_PLAYER = 300
MOST_SECONDS = 3600.0
"""The longest time to think of an engine."""


@dataclass(frozen=True, slots=True)
class Seat:
    """The player of one side: a person, perhaps with a name, or an engine that `PlayerSpec` reads."""

    kind: str = PERSON
    name: str = ""
    player: str = ""
    seconds: float | None = None
    """The time of an engine for a decision; None for the player's own limit."""
    waits: bool = False
    """A person's seat that nobody has taken yet."""

    @property
    def person(self) -> bool:
        return self.kind == PERSON

    @property
    def program(self) -> bool:
        """Is it an external program or a Python bot, and not a built-in player?"""
        return not self.person and PlayerSpec.read(self.player).external

    @property
    def title(self) -> str:
        """The player's name in a record; empty for a person without a name."""
        return self.name or ("" if self.person else PlayerSpec.read(self.player).public_text)

    @classmethod
    def read(cls, data: object) -> "Seat":
        """The seat that JSON describes. Raises GipfelError."""
        if not isinstance(data, Mapping):
            raise GipfelError('a seat is {"kind": "person"} or {"kind": "engine", "player": "level:3"}')
        kind = data.get("kind")
        _check_keys(
            data, {PERSON: ("name", "waits"), MACHINE: ("player", "seconds", "name")}.get(str(kind), ())
        )
        if kind == PERSON:
            return cls(name=checked_name(data.get("name") or ""), waits=_waits(data.get("waits")))
        if kind == MACHINE:
            seat = cls(MACHINE, "", _player(data.get("player")), _seconds(data.get("seconds")))
            return seat.called(data["name"]) if data.get("name") else seat
        raise GipfelError(f"the kind of a seat is {PERSON} or {MACHINE}, not {str(kind)[:40]!r}")

    def to_dict(self) -> dict[str, Any]:
        """The seat as JSON."""
        if self.person:
            return {"kind": PERSON, "name": self.name, "waits": self.waits}
        seat: dict[str, Any] = {"kind": MACHINE, "player": self.player, "seconds": self.seconds}
        return {**seat, "name": self.name} if self.name else seat

    def called(self, name: object) -> "Seat":
        """This seat with the name of a person, or the one that a program tells. Raises GipfelError."""
        if not self.person and not self.program:
            raise GipfelError("an engine of Gipfel has no other name")
        return replace(self, name=checked_name(name))


Seats = dict[Side, Seat]


def read_seats(data: object) -> Seats:
    """Both seats; one that is left out is a person's. Raises GipfelError."""
    if data is None:
        data = {}
    if not isinstance(data, Mapping):
        raise GipfelError('seats are {"white": SEAT, "black": SEAT}')
    for name in data:
        if name not in SIDES:
            raise GipfelError(f"there is no side {str(name)[:40]!r}; there are white and black")
    return {side: Seat.read(data[name]) if name in data else Seat() for name, side in SIDES.items()}


def seats_to_dict(seats: Seats) -> dict[str, Any]:
    return {side_word(side): seats[side].to_dict() for side in Side}


SIDES = {side.name.lower(): side for side in Side}


def side_word(side: Side) -> Literal["white", "black"]:
    """The name of a side in data."""
    return "white" if side == Side.WHITE else "black"


def read_side(word: object) -> Side:
    """The side a word means. Raises GipfelError."""
    if not isinstance(word, str) or word not in SIDES:
        raise GipfelError(f"a side is white or black, not {str(word)[:40]!r}")
    return SIDES[word]


def checked_name(name: object) -> str:
    """A name in one line. Raises GipfelError."""
    if not isinstance(name, str):
        raise GipfelError("a name is a text")
    name = printable_part(name)
    if len(name) > LONGEST_NAME:
        raise GipfelError(say("A name has at most {most} letters.", most=LONGEST_NAME))
    return name


def _player(player: object) -> str:
    if not isinstance(player, str) or len(player) > LONGEST_PLAYER:
        raise OptionError("an engine's seat needs a player, such as level:3")
    return PlayerSpec.read(player).text


def _waits(waits: object) -> bool:
    if waits is not None and not isinstance(waits, bool):
        raise GipfelError(f"a seat waits for somebody (true) or not (false), not {str(waits)[:40]!r}")
    return bool(waits)


def _seconds(seconds: object) -> float | None:
    if seconds is None:
        return None
    if isinstance(seconds, bool) or not isinstance(seconds, int | float) or not 0 < seconds <= MOST_SECONDS:
        raise OptionError(f"an engine thinks for 0.01 to {MOST_SECONDS:g} seconds, not {str(seconds)[:40]}")
    return float(seconds)


def _check_keys(data: Mapping[Any, Any], known: tuple[str, ...]) -> None:
    for name in data:
        if name != "kind" and known and name not in known:
            raise GipfelError(f"a seat of this kind has no {str(name)[:40]!r}; it has {', '.join(known)}")
