"""The events of a table. A table is its setup and all its events, in order.

The stored names of events (`kind`) and of their fields never change: existing databases have them.
"""

import json
from dataclasses import dataclass, field, fields
from typing import Any, ClassVar, get_type_hints

from gipfel.games.core.position import Decision
from gipfel.games.core.side import Side
from gipfel.notation.errors import GipfelError
from gipfel.table.seats import Seat, read_side, side_word

__all__ = [
    "Aborted",
    "Accepted",
    "Claimed",
    "Decided",
    "Declined",
    "Ended",
    "Event",
    "Failed",
    "LengthLimitLifted",
    "MessageSent",
    "Offered",
    "Planned",
    "Redone",
    "Rematched",
    "Renamed",
    "Resigned",
    "Seated",
    "ServerOff",
    "TimePassed",
    "TimedOut",
    "Undone",
    "read_event",
    "write_event",
]


@dataclass(frozen=True, slots=True)
class Event:
    """Something that happened at a table."""

    kind: ClassVar[str]


@dataclass(frozen=True, slots=True)
class Decided(Event):
    """A decision was made, by a side or by chance; the text of chance contains the proof."""

    kind: ClassVar[str] = "decided"
    text: str
    side: Side
    ms: int = 0
    """The game time, in games with time."""
    lag: int = 0
    """The network delay in milliseconds, which is given back on the clock."""
    shown: int = 0
    """The milliseconds in which pages show it before the clock of the next player starts."""
    decision: Decision | None = field(default=None, compare=False, repr=False)
    """The decision that the text means, if it has been read already; it is not stored."""


@dataclass(frozen=True, slots=True)
class Undone(Event):
    """Decisions were undone, or an end other than on the board."""

    kind: ClassVar[str] = "undone"
    to: int
    """The number of decisions that are left."""


@dataclass(frozen=True, slots=True)
class Redone(Event):
    """Decisions that had been undone were made again."""

    kind: ClassVar[str] = "redone"
    to: int
    """The number of decisions afterwards."""


@dataclass(frozen=True, slots=True)
class Resigned(Event):
    """A side gave up the game."""

    kind: ClassVar[str] = "resigned"
    side: Side


@dataclass(frozen=True, slots=True)
class Failed(Event):
    """An engine failed and lost."""

    kind: ClassVar[str] = "failed"
    side: Side
    reason: str


@dataclass(frozen=True, slots=True)
class Ended(Event):
    """A game ended in another way, as its record says."""

    kind: ClassVar[str] = "ended"
    score: str
    reason: str


@dataclass(frozen=True, slots=True)
class LengthLimitLifted(Event):
    """A player lifted the limit on the length of the game."""

    kind: ClassVar[str] = "lifted"


@dataclass(frozen=True, slots=True)
class Seated(Event):
    """Another player took a seat."""

    kind: ClassVar[str] = "seated"
    side: Side
    seat: Seat


@dataclass(frozen=True, slots=True)
class Renamed(Event):
    """A person changed their name, or a program told its own."""

    kind: ClassVar[str] = "renamed"
    side: Side
    name: str


@dataclass(frozen=True, slots=True)
class TimePassed(Event):
    """In a game with time: time has passed, and everything due by then has happened."""

    kind: ClassVar[str] = "reached"
    ms: int


@dataclass(frozen=True, slots=True)
class TimedOut(Event):
    """A side ran out of time and lost: the game, or the contest while one is played."""

    kind: ClassVar[str] = "timed out"
    side: Side


@dataclass(frozen=True, slots=True)
class Claimed(Event):
    """A side claimed a contest, because the other side decided nothing for too long."""

    kind: ClassVar[str] = "claimed"
    side: Side


@dataclass(frozen=True, slots=True)
class ServerOff(Event):
    """No server ran for some time: a running clock stood still."""

    kind: ClassVar[str] = "server off"
    since: int
    until: int
    """Both are instants in milliseconds since 1970."""


@dataclass(frozen=True, slots=True)
class Offered(Event):
    """A side offered a draw, a rematch or a tie of a contest, or asked to undo its last decision."""

    kind: ClassVar[str] = "offered"
    side: Side
    what: str
    """`draw`, `undo`, `rematch` or `tie`."""
    first_to: int = 0
    """With a rematch: the number of wins that shall decide the match; 0 if it names none."""


@dataclass(frozen=True, slots=True)
class Accepted(Event):
    """A side accepted the offer of the other side."""

    kind: ClassVar[str] = "accepted"
    side: Side
    what: str


@dataclass(frozen=True, slots=True)
class Declined(Event):
    """A side refused the offer of the other side, or withdrew its own."""

    kind: ClassVar[str] = "declined"
    side: Side
    what: str


@dataclass(frozen=True, slots=True)
class Aborted(Event):
    """A side aborted the game in its first turns; nobody won."""

    kind: ClassVar[str] = "aborted"
    side: Side


@dataclass(frozen=True, slots=True)
class MessageSent(Event):
    """A player sent a message to the other one."""

    kind: ClassVar[str] = "spoken"
    side: Side
    text: str


@dataclass(frozen=True, slots=True)
class Planned(Event):
    """A side planned its decisions in case the game continues like this; an empty line cancels the plan."""

    kind: ClassVar[str] = "planned"
    side: Side
    line: tuple[str, ...]
    """The expected decisions of both sides from here on."""
    always: bool = False
    """Whatever the other side decides, as long as the planned decisions are legal then."""


@dataclass(frozen=True, slots=True)
class Rematched(Event):
    """The players started a rematch at another table."""

    kind: ClassVar[str] = "rematched"
    table: str


KINDS: dict[str, type[Event]] = {
    kind.kind: kind
    for kind in (
        *(Decided, Undone, Redone, Resigned, Failed, Ended, LengthLimitLifted, Seated, Renamed, TimePassed),
        *(TimedOut, Claimed, ServerOff, Offered, Accepted, Declined, Aborted, MessageSent, Planned),
        Rematched,
    )
}
HINTS: dict[type[Event], dict[str, Any]] = {kind: get_type_hints(kind) for kind in KINDS.values()}
"""The types of the fields of events; to find them takes longer than to read an event."""


_DEFAULTS = {kind: tuple((part.name, part.default) for part in fields(kind)) for kind in KINDS.values()}
"""The default values of the fields of events, by the class of the event."""
_ENCODER = json.JSONEncoder(ensure_ascii=False)


def write_event(event: Event) -> str:
    """An event as JSON, without default values; `read_event` reads it."""
    data: dict[str, Any] = {"kind": event.kind}
    for name, default in _DEFAULTS[type(event)]:
        value = getattr(event, name)
        if isinstance(value, Decision) or value == default:
            continue
        if isinstance(value, Side):
            value = side_word(value)
        data[name] = value.to_dict() if isinstance(value, Seat) else value
    return _ENCODER.encode(data)


def read_event(text: str) -> Event:
    """The event that JSON describes. Raises GipfelError."""
    try:
        data = json.loads(text)
        kind = KINDS[data.pop("kind")]
        return kind(**{name: _read(value, hint) for name, value, hint in _typed(kind, data)})
    except (ValueError, KeyError, TypeError, AttributeError) as error:
        raise GipfelError(f"this is not an event of a table: {text[:200]} ({error})") from error


def _typed(kind: type[Event], data: dict[str, Any]) -> list[tuple[str, Any, Any]]:
    hints = HINTS[kind]
    return [(name, value, hints[name]) for name, value in data.items()]


def _read(value: Any, hint: Any) -> Any:
    if hint is Side:
        return read_side(value)
    if hint is Seat:
        return Seat.read(value)
    if hint == tuple[str, ...]:
        return _read_texts(value)
    if type(value) is not hint:
        raise TypeError(f"{value!r} should be {hint.__name__}")
    return value


def _read_texts(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(text, str) for text in value):
        raise TypeError(f"{value!r} should be a list of texts")
    return tuple(value)
