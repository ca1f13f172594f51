"""What a visitor may do at a table: play the seats whose keys they have, and watch everything else."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from gipfel.games.core.side import Side
from gipfel.locale import say
from gipfel.notation.errors import GipfelError
from gipfel.table.seats import read_side
from gipfel.table.table import Table

Keys = Mapping[str, frozenset[Side]]
"""Hashes of keys, and of the numbers of visitors, with the seats they open."""


class NotAllowed(GipfelError):
    """Somebody wants to act for a seat that is not theirs."""

    status = 403


@dataclass(frozen=True, slots=True)
class Access:
    """The rights of one visitor at one table."""

    sides: frozenset[Side] = frozenset()
    """The seats the visitor has a key of; also those of engines, if the table is theirs."""
    open: bool = False
    """A table without keys: everybody plays all seats of people."""

    @classmethod
    def of(cls, keys: Keys, visitor: str | None, local: bool = True) -> "Access":
        """What somebody may do where these keys count.

        TableDirectory without keys are played only where nobody but this machine's user comes.
        """
        if not keys and local:
            return cls(frozenset(Side), open=True)
        return cls(keys.get(visitor, frozenset()) if visitor is not None else frozenset())

    def plays(self, table: Table) -> list[Side]:
        """The seats of people the visitor sits on."""
        return [side for side in table.persons if side in self.sides]

    def watches(self, table: Table) -> bool:
        """Has the visitor nothing to decide here, whatever happens?"""
        return not self.plays(table)

    def alone(self, table: Table) -> bool:
        """Does the visitor play, or let engines play, without anybody else?"""
        return bool(self.sides) and self.sides.issuperset(table.persons)

    def require_seat(self, table: Table) -> list[Side]:
        """The visitor's seats. Raises NotAllowed for those who watch."""
        if not (plays := self.plays(table)):
            raise NotAllowed(say("You watch this table; only those who sit at it can do that."))
        return plays

    def seat(self, table: Table, word: str | None = None) -> Side:
        """The visitor's seat that is meant: the named one, else the one on turn, else the only or first one.

        Raises NotAllowed.
        """
        plays = self.require_seat(table)
        if word is None:
            return table.position.side if table.position.side in plays else plays[0]
        if (side := read_side(word)) not in plays:
            raise NotAllowed(say("{side} is not yours to play.", side=say(table.name(side))))
        return side

    def require_alone(self, table: Table) -> None:
        """Raises NotAllowed where somebody else plays, too."""
        if not self.alone(table):
            self.require_seat(table)
            raise NotAllowed(say("Somebody else plays here, too: one of you alone cannot do that."))


def two_people_play(table: Table, keys: Keys) -> bool:
    """Do two play who are not the same visitor, or will, when the second one comes?"""
    if not keys or len(table.persons) < len(Side):
        return False
    return not any(len(sides) == len(Side) for sides in keys.values())


def taken(table: Table, sides: Collection[Side]) -> bool:
    """Are all seats on which people already sit among these?"""
    return all(side in sides or table.seats[side].waits for side in table.persons)
