"""Decisions, and the sequence of all that are legal in a position."""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, overload

from gipfel.draw.target import Path
from gipfel.games.core.contest import Revealed
from gipfel.games.core.side import Side

if TYPE_CHECKING:
    from gipfel.games.core.game import Change
    from gipfel.games.core.position import Position

SHOWN = 5
"""How many decisions the representation of a sequence shows."""


class Decision:
    """One legal choice of the side to act, in the position it was made for."""

    __slots__ = ("after", "code", "position")

    after: "Position | None"
    """The position after it, once it was played; for the library's own use."""

    def __init__(self, position: "Position", code: int) -> None:
        self.position = position
        self.code = code
        self.after = None

    @property
    def text(self) -> str:
        """The decision in the game's notation."""
        return self.position.text_of(self.code)

    @property
    def text_with_proof(self) -> str:
        """The text, followed by its proof if chance decided; `Position.decision` reads and checks both."""
        return self.text

    @property
    def secrets(self) -> tuple[Revealed, ...]:
        """What proves a result of chance, White's secret first; empty if there is no proof or no chance."""
        return ()

    @property
    def side(self) -> Side:
        """The side that decides; while time runs it need not be the side on turn."""
        return self.position.side_of(self.code)

    @property
    def path(self) -> Path:
        """The targets a person points at to make this decision."""
        return self.paths[0]

    @property
    def paths(self) -> tuple[Path, ...]:
        """All ways to point at this decision, the usual one first."""
        return self.position.paths_of(self.code)

    @property
    def changes(self) -> "tuple[Change, ...]":
        """What the decision does to the picture: pieces that move, enter, are lifted or turned over."""
        return self.position.changes_of(self.code)

    def made_in(self, position: "Position") -> "Decision":
        """The same decision in another position."""
        return Decision(position, self.code)

    def __reduce__(self) -> tuple[object, ...]:
        return type(self), (self.position, self.code)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Decision):
            return NotImplemented
        return self.code == other.code and self.position == other.position

    def __hash__(self) -> int:
        return hash(self.code)

    def __str__(self) -> str:
        return self.text

    def __repr__(self) -> str:
        return f"<Decision {self.text}>"


class LegalDecisions(Sequence[Decision]):
    """The legal decisions of a position: an immutable sequence that creates a `Decision` on access.

    It has a length and can be indexed, sliced, iterated and searched like a tuple, and it equals a tuple of
    the same decisions. A position of PÜNCT has thousands of decisions; to choose one of them creates one.
    """

    __slots__ = ("_codes", "_position")

    def __init__(self, position: "Position", codes: Sequence[int]) -> None:
        """For the library's own use; `Position.decisions` returns it."""
        self._position = position
        self._codes = codes

    def __len__(self) -> int:
        return len(self._codes)

    @overload
    def __getitem__(self, which: int) -> Decision: ...
    @overload
    def __getitem__(self, which: slice) -> "LegalDecisions": ...
    def __getitem__(self, which: int | slice) -> "Decision | LegalDecisions":
        found = self._codes[which]
        if isinstance(found, int):
            return Decision(self._position, found)
        return LegalDecisions(self._position, found)

    def __iter__(self) -> Iterator[Decision]:
        position = self._position
        return (Decision(position, code) for code in self._codes)

    def __contains__(self, decision: object) -> bool:
        return (
            isinstance(decision, Decision)
            and decision.code in self._codes
            and (decision.position is self._position or decision.position == self._position)
        )

    def __eq__(self, other: object) -> bool:
        if isinstance(other, LegalDecisions) and other._position is self._position:
            return [*self._codes] == [*other._codes]
        if not isinstance(other, LegalDecisions | tuple):
            return NotImplemented
        return len(self) == len(other) and tuple(self) == tuple(other)

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        texts = [decision.text for decision in self[:SHOWN]]
        more = ["..."] if len(self) > SHOWN else []
        return f"<LegalDecisions {len(self)}: {', '.join(texts + more)}>" if texts else "<LegalDecisions 0>"
