"""Records as data: a game with its headers, turns and result; texts are in `record.py`."""

from dataclasses import dataclass, field, fields, replace
from typing import cast

from gipfel.notation import formats
from gipfel.notation.annotations import LONGEST_TIME, MARKS, Evaluation
from gipfel.notation.errors import RecordError
from gipfel.notation.printable import printable_part

TITLE, CLOCK = "title", "clock"
"""Headers of what players agreed on besides the game: the title of their evening, and the kind of clock."""
LONGEST_TITLE = 100


@dataclass(frozen=True, slots=True)
class RecordTurn:
    """One turn of a record. Raises RecordError if it has a mark or a time that cannot be written."""

    text: str
    finished: bool = True
    comment: str = ""
    """May have several lines."""
    line: int = field(default=0, compare=False)
    """The line of the file it was read from."""
    contests: "tuple[Record, ...]" = ()
    """The contests that were played inside the turn, each as a record."""
    mark: str = ""
    """How good the turn was: one of `MARKS`, such as `!` or `??`; empty if nobody said so."""
    evaluation: Evaluation | None = None
    """What an engine expects after the turn."""
    left: int | None = None
    """Milliseconds that the player's clock shows after the turn."""
    used: int | None = None
    """Milliseconds that the player needed for the turn."""
    variations: "tuple[tuple[RecordTurn, ...], ...]" = ()
    """Other ways to play on: each is a sequence of turns, of which the first replaces this one."""

    def __post_init__(self) -> None:
        if self.mark and self.mark not in MARKS:
            raise RecordError(f"the mark {self.mark[:20]!r} must be one of {' '.join(MARKS)}")
        for ms in (self.left, self.used):
            if ms is not None and not 0 <= ms <= LONGEST_TIME:
                raise RecordError(f"a clock cannot show {ms} milliseconds")
        if self.variations and not all(self.variations):
            raise RecordError("a variation has at least one turn")

    @property
    def is_plain(self) -> bool:
        """Is its text all that has to be played? It is complete, without contests and variations."""
        return self.finished and not self.contests and not self.variations

    def annotated_like(self, other: "RecordTurn") -> "RecordTurn":
        """This turn with the comment, the mark, the evaluation, the clock and the variations of another."""
        return replace(
            self,
            comment=other.comment,
            mark=other.mark,
            evaluation=other.evaluation,
            left=other.left,
            used=other.used,
            variations=other.variations,
        )


class _OpenTurn:
    """A turn that is not frozen yet; it has the slots of a `RecordTurn`."""

    __slots__ = tuple(each.name for each in fields(RecordTurn))

    def __init__(self, text: str, line: int) -> None:
        self.text = text
        self.finished = True
        self.comment = ""
        self.line = line
        self.contests = ()
        self.mark = ""
        self.evaluation = None
        self.left = None
        self.used = None
        self.variations = ()


def plain_turn(text: str, line: int) -> RecordTurn:
    """A finished turn of which nothing but its text is known, in an eighth of the time.

    The constructor of a frozen class sets one attribute after the other by a function; collections have
    hundreds of turns a game. So the turn is filled first, and frozen by getting its class.
    """
    turn = _OpenTurn(text, line)
    turn.__class__ = RecordTurn  # type: ignore[assignment]
    return cast(RecordTurn, turn)


@dataclass(frozen=True, slots=True)
class Record:
    """A game with its headers, turns and result."""

    headers: dict[str, str]
    """`game` and `version` at least; options are headers `option NAME`."""
    turns: tuple[RecordTurn, ...] = ()
    result: str = "*"
    reason: str = ""
    comments: tuple[str, ...] = field(default=())
    """Comment lines before the first turn."""
    format: int = formats.NEWEST
    """The number of the format, which tells the meaning of options that are not named."""
    continuations: tuple[tuple[RecordTurn, ...], ...] = ()
    """How the game could have gone on after its last turn: each is a sequence of turns."""

    def __post_init__(self) -> None:
        if self.continuations and not all(self.continuations):
            raise RecordError("a variation has at least one turn")
        if self.continuations and self.turns and not self.turns[-1].finished:
            raise RecordError("no variation goes on after the last turn, which is not finished")

    @property
    def options(self) -> dict[str, str]:
        """The game options among the headers."""
        return {name[7:]: value for name, value in self.headers.items() if name.startswith("option ")}

    @property
    def agreed(self) -> dict[str, str]:
        """What players agreed on besides the game, in one line each; what is missing was not agreed on."""
        found = {name: printable_part(self.headers.get(name, "")) for name in (TITLE, CLOCK)}
        return {name: value[:LONGEST_TITLE] for name, value in found.items() if value}
