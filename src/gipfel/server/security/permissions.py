"""What a visitor may do at a table: play the seats they have a key of, and watch everything else.

All checks of permissions are here; handlers and the table directory only call them.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass

from gipfel.games.core.side import Side
from gipfel.locale import say
from gipfel.notation.errors import GipfelError
from gipfel.table.seats import read_side
from gipfel.table.table import Table

Keys = Mapping[str, frozenset[Side]]
"""Seats by the hashes of the keys and visitors' numbers that open them."""


class PermissionDenied(GipfelError):
    """A visitor may not do this."""

    status = 403


@dataclass(frozen=True, slots=True)
class Permissions:
    """The permissions of one visitor at one table."""

    sides: frozenset[Side] = frozenset()
    """The seats the visitor has a key of, including those of engines at their own table."""
    open: bool = False
    """The table has no keys: everybody plays all seats of people."""

    @classmethod
    def of(cls, keys: Keys, visitor: str | None, local: bool = True) -> "Permissions":
        """The permissions of a visitor at a table with these keys.

        At a table without keys everybody may play on a local server, and nobody on others.
        """
        if not keys and local:
            return cls(frozenset(Side), open=True)
        return cls(keys.get(visitor, frozenset()) if visitor is not None else frozenset())

    def plays(self, table: Table) -> list[Side]:
        """The visitor's seats, without those of engines."""
        return [side for side in table.persons if side in self.sides]

    def watches(self, table: Table) -> bool:
        """Is the visitor a spectator?"""
        return not self.plays(table)

    def alone(self, table: Table) -> bool:
        """Does the visitor hold all seats of people?"""
        return bool(self.sides) and self.sides.issuperset(table.persons)

    def require_seat(self, table: Table) -> list[Side]:
        """The visitor's seats. Raises PermissionDenied for spectators."""
        if not (plays := self.plays(table)):
            raise PermissionDenied(say("You watch this table; only those who sit at it can do that."))
        return plays

    def seat(self, table: Table, word: str | None = None) -> Side:
        """The seat a request is for: the named one, else the one to act, else the visitor's first one.

        Raises PermissionDenied.
        """
        plays = self.require_seat(table)
        if word is None:
            return table.position.side if table.position.side in plays else plays[0]
        self.require_side(table, side := read_side(word), plays)
        return side

    def require_side(self, table: Table, side: Side, allowed: Collection[Side] | None = None) -> None:
        """Raises PermissionDenied unless a side is allowed; by default the visitor's own sides are."""
        if side not in (self.plays(table) if allowed is None else allowed):
            raise PermissionDenied(say("{side} is not yours to play.", side=say(table.name(side))))

    def require_alone(self, table: Table) -> None:
        """Raises PermissionDenied if somebody else plays, too."""
        if not self.alone(table):
            self.require_seat(table)
            raise PermissionDenied(say("Somebody else plays here, too: one of you alone cannot do that."))

    def require_engine_help(self, table: Table, keys: Keys) -> None:
        """Raises PermissionDenied for spectators of an unfinished game, and while two people play."""
        if table.outcome is not None:
            return
        self.require_seat(table)
        if two_people_play(table, keys):
            raise PermissionDenied(say("While two people play, the engine helps nobody."))

    def require_removal(self, table: Table | None, keys: Keys) -> None:
        """Raises PermissionDenied if somebody else plays, too; `table` is None if it cannot be read."""
        if table is None:
            alone = all(sides <= self.sides for sides in keys.values())
        else:
            alone = all(side in self.sides or table.seats[side].waits for side in table.persons)
        if not self.sides or not alone:
            raise PermissionDenied(say("Only somebody who plays here without others can delete this table."))

    def side_to_link(self, table: Table, word: str | None, free: bool = False) -> Side:
        """The seat to create a link for: the visitor's own, or one that waits; `free`: or one to be freed.

        Raises PermissionDenied.
        """
        own = self.require_seat(table)
        if word is None:
            return own[0]
        side = read_side(word)
        if side in own or (table.seats[side].person and table.seats[side].waits):
            return side
        if free and self.may_free(table, side):
            return side
        raise PermissionDenied(say("Somebody else plays {side}.", side=say(table.name(side))))

    def may_free(self, table: Table, side: Side) -> bool:
        """May the visitor invite somebody else to a seat? Only while its player has decided nothing."""
        taken = side in table.just_taken and table.outcome is None
        return taken and side not in self.sides and bool(self.plays(table))


def two_people_play(table: Table, keys: Keys) -> bool:
    """Are the seats for two different visitors, even if the second one has not come yet?"""
    if not keys or len(table.persons) < len(Side):
        return False
    return not any(len(sides) == len(Side) for sides in keys.values())


def seat_of_key(table: Table, keys: Keys, key_hash: str) -> Side:
    """The seat that a key opens. Raises PermissionDenied."""
    sides = keys.get(key_hash, frozenset())
    for side in table.persons:
        if side in sides:
            return side
    raise PermissionDenied(
        say("This link does not fit: it is incomplete, somebody has used it, or there is a newer one.")
    )
