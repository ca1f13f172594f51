"""Tables where only engines play: of each address, only a limited number goes on at the same time.

Such a game needs a worker nearly all the time. Beyond the limit a table waits until another one of the same
address ends or has no clients any more.
"""

import asyncio
from collections.abc import Callable

from gipfel.server.security.limits import WATCHED_TABLES


class WatchedTables:
    """The tables that go on and those that wait, by address. The empty address is not limited."""

    def __init__(self) -> None:
        self._tables: dict[str, dict[str, Callable[[], None]]] = {}
        """What to call when it is the turn of a table; the first ones of an address go on."""
        self._addresses: dict[str, str] = {}
        """The address of each table."""

    @property
    def waiting(self) -> int:
        """The number of tables that wait."""
        return sum(max(0, len(tables) - WATCHED_TABLES) for tables in self._tables.values())

    def enter(self, address: str, table_id: str, on_turn: Callable[[], None]) -> bool:
        """May a table go on? If not, `on_turn` is called as soon as it may; `leave` has to follow."""
        if self._addresses.get(table_id, address) != address:
            self.leave(table_id)
        if not address:
            return True
        self._addresses[table_id] = address
        self._tables.setdefault(address, {}).setdefault(table_id, on_turn)
        return table_id in self._going_on(address)

    def leave(self, table_id: str) -> None:
        """A table no longer goes on or waits; the next one may go on."""
        address = self._addresses.pop(table_id, None)
        if address is None:
            return
        before = self._going_on(address)
        del self._tables[address][table_id]
        for started in self._going_on(address):
            if started not in before:
                asyncio.get_running_loop().call_soon(self._tables[address][started])
        if not self._tables[address]:
            del self._tables[address]

    def _going_on(self, address: str) -> list[str]:
        return [*self._tables[address]][:WATCHED_TABLES]
