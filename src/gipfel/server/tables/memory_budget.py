"""How much memory the tables of a server need, and which of them can be dropped if that is too much.

Tables with clients stay in memory, whatever they need. The others stay as long as there is room, so that they
need not be read again: the least recently used one is dropped first.
"""

from typing import TYPE_CHECKING

from gipfel.games.core.decisions import BLOCK, KEPT
from gipfel.table.table import Table

if TYPE_CHECKING:
    from gipfel.server.tables.live_table import LiveTable

BUDGET = 200_000_000
"""Bytes for all tables of a process, as estimated here."""
EACH = 20_000
"""Bytes of a table without decisions: seats, keys, permissions, clocks, locks."""
DECISION = 400
"""Bytes of a decision and its turn in notation."""
POSITION, NUMBER = 800, 8
"""Bytes of a position, and of each number of its state."""
LOOKED_AT = 10
"""How many tables are looked at when one is to be dropped: some may have work to do."""


def estimated_size(table: Table) -> int:
    """The bytes that a table needs in memory; `benchmarks/tables.py` measures what they really are."""
    number = len(table.line)
    position = POSITION + NUMBER * table.game.rules.size
    return EACH + DECISION * number + position * min(number + 1, BLOCK + KEPT)


class MemoryBudget:
    """The tables in memory, with their sizes, and those without clients in the order of their last use."""

    def __init__(self) -> None:
        self._tables: dict[str, LiveTable] = {}
        self._sizes: dict[str, int] = {}
        self._unused: dict[str, LiveTable] = {}
        """Tables without clients, the least recently used one first."""
        self.total = 0
        """Bytes of all tables."""

    def add(self, live: "LiveTable") -> None:
        """A table has come into memory, or is used again."""
        self._tables[live.id] = live
        self.note(live)

    def note(self, live: "LiveTable") -> None:
        """The clients of a table have changed; its size may have changed since the last time."""
        if self._tables.get(live.id) is not live:
            return  # it was deleted, or dropped and read again
        size = estimated_size(live.table)
        self.total += size - self._sizes.get(live.id, 0)
        self._sizes[live.id] = size
        self._unused.pop(live.id, None)
        if not live.clients:
            self._unused[live.id] = live

    def forget(self, table_id: str) -> None:
        """A table is no longer in memory."""
        self._tables.pop(table_id, None)
        self._unused.pop(table_id, None)
        self.total -= self._sizes.pop(table_id, 0)

    def to_drop(self, wanted: "LiveTable") -> "LiveTable | None":
        """The table to be dropped next, except one that is just wanted; None if there is room."""
        if self.total <= BUDGET:
            return None
        for _ in range(min(LOOKED_AT, len(self._unused))):
            live = next(iter(self._unused.values()))
            if live.idle and live is not wanted:
                return live
            self._unused[live.id] = self._unused.pop(live.id)  # others are looked at first
        return None
