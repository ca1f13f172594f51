"""Pushes as text, for games that push pieces in from the edge.

`b4` is a push onto an empty spot, from any dot. `a4-f3` names the dot and the spot that the furthest piece
reaches, or the first spot of the line.
"""

from collections.abc import Callable

from gipfel.board.pushing import Entry, PushBoard
from gipfel.locale import note, note_either
from gipfel.notation.errors import IllegalDecision, NotationError

Illegal = Callable[[str], IllegalDecision]
"""Makes the error for a decision that is not legal from the reason."""


class Pushes:
    """The names of the pushes of a board."""

    def __init__(self, board: PushBoard) -> None:
        self.board = board
        self.spots = board.spots
        self.line_names = tuple(
            f"{self.spots.names[line[0]]}-{self.spots.names[line[-1]]}" for line in board.lines
        )
        self.entries_at = self._entries_by(lambda entry: self.spots.names[entry.spot])
        """Entries by the spot that they lead to."""
        self.entries_from = self._entries_by(lambda entry: entry.dot)
        """Entries by their dot."""
        lines = ((entry.spot, board.lines[entry.line]) for entry in board.entries)
        self.entry_spots = tuple(line if line[0] == first else line[::-1] for first, line in lines)
        """For each entry the spots of the line it leads into, from the dot on."""

    def _entries_by(self, name: Callable[[Entry], str]) -> dict[str, list[int]]:
        found: dict[str, list[int]] = {}
        for number, entry in enumerate(self.board.entries):
            found.setdefault(name(entry), []).append(number)
        return found

    def push_end(self, occupied: int, entry: int) -> int:
        """The spot the furthest pushed piece reaches: the first gap of the line."""
        for spot in self.entry_spots[entry]:
            if not self.board.bits[spot] & occupied:
                return spot
        raise LookupError(f"the line of entry {entry} is full")

    def is_empty(self, occupied: int, entry: int) -> bool:
        """Is the first spot of an entry empty?"""
        return not self.board.entry_bits[entry] & occupied

    def write(self, occupied: int, entry: int) -> str:
        """The canonical text of a push."""
        move = self.board.entries[entry]
        if self.is_empty(occupied, entry):
            return self.spots.names[move.spot]
        return f"{move.dot}-{self.spots.names[self.push_end(occupied, entry)]}"

    def read(self, occupied: int, text: str, dot: str | None, spot: str, illegal: Illegal) -> int:
        """The entry of a push that is possible. Raises NotationError, or what `illegal` returns."""
        for name in filter(None, (dot, spot)):
            if name not in self.board.points.index:
                raise NotationError(note("{text}: there is no point {point}", text=text, point=name))
        if spot not in self.spots.index:
            raise NotationError(
                note("{text}: {dot} is a dot, not a spot; a push ends on a spot", text=text, dot=spot)
            )
        if dot:
            return self._from_dot(occupied, text, dot, spot, illegal)
        return self._at(occupied, spot, illegal)

    def _at(self, occupied: int, spot: str, illegal: Illegal) -> int:
        """The entry that stands for an empty border spot."""
        entries = self.entries_at.get(spot)
        if entries is None:
            raise illegal(note("{spot} is not at the edge, no dot leads to it", spot=spot))
        if occupied & self.board.bits[self.spots.index[spot]]:
            dots = note_either([self.board.entries[i].dot for i in entries])
            raise illegal(note("{spot} is occupied; name the dot to push from, {dots}", spot=spot, dots=dots))
        return entries[0]

    def _from_dot(self, occupied: int, text: str, dot: str, spot: str, illegal: Illegal) -> int:
        """The entry from a dot, named by the first spot of its line or by the spot the push reaches."""
        entries = self.entries_from.get(dot)
        if entries is None:
            raise NotationError(note("{text}: {dot} is not a dot", text=text, dot=dot))
        named = self.spots.index[spot]
        entry = next((i for i in entries if named in self.entry_spots[i]), None)
        if entry is None:
            raise illegal(note("{spot} is not on a line that begins at {dot}", spot=spot, dot=dot))
        if self.is_full(occupied, entry):
            raise illegal(self.line_full(entry))
        first = self.board.entries[entry].spot
        reached = self.push_end(occupied, entry)
        if named not in (first, reached):
            raise illegal(
                note(
                    "the push from {dot} in that direction reaches {spot}",
                    dot=dot,
                    spot=self.spots.names[reached],
                )
            )
        if not self.board.bits[first] & occupied:
            return self.entries_at[self.spots.names[first]][0]
        return entry

    def is_full(self, occupied: int, entry: int) -> bool:
        """Is there no gap on the line of an entry?"""
        return self.board.entry_masks[entry] & ~occupied == 0

    def line_full(self, entry: int) -> str:
        """Why nothing can be pushed in at an entry."""
        return note("the line {line} is full", line=self.line_names[self.board.entries[entry].line])
