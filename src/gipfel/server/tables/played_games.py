"""The finished games of a visitor, counted for the explorer; each is read once while the server runs."""

from collections import OrderedDict
from datetime import datetime
from threading import Lock
from typing import TYPE_CHECKING

from gipfel.notation.errors import GipfelError
from gipfel.table.storage.rows import Summary
from gipfel.table.storage.store import A_PAGE, Store

if TYPE_CHECKING:
    from gipfel.explorer import CountedGame

MOST_TABLES = 3 * A_PAGE
"""The latest finished games of a visitor that are counted."""
MOST_KEPT = 5_000
"""Games in memory, of all visitors."""
AT_A_TIME = 25
"""How many games are read for one request; the next one goes on."""

Kept = tuple[str, datetime]
"""A table, and when it was changed last."""


class PlayedGames:
    """Finished games as the explorer counts them. Its methods block; a server calls them in threads."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._counted: OrderedDict[Kept, CountedGame | None] = OrderedDict()
        self._lock = Lock()

    def of(self, visitor: str | None, open_ones: bool, name: str) -> tuple["list[CountedGame]", int]:
        """The finished games of a visitor in a game, and how many are still to be read.

        `open_ones`: also those that belong to nobody, for the owner of a local server.
        """
        if visitor is None and not open_ones:
            return [], 0
        found: list[CountedGame] = []
        waiting = read = 0
        for summary in self._finished(visitor, open_ones, name):
            key = summary.id, summary.changed
            if key not in self._counted and read >= AT_A_TIME:
                waiting += 1
                continue
            read += key not in self._counted
            game = self._game(key)
            if game is not None:
                found.append(game)
        return found, waiting

    def _finished(self, visitor: str | None, open_ones: bool, name: str) -> list[Summary]:
        pages = range(0, MOST_TABLES, A_PAGE)
        lists = (self._store.summaries(True, begin, A_PAGE, visitor, open_ones) for begin in pages)
        found: list[Summary] = []
        for page in lists:
            found += page
            if len(page) < A_PAGE:
                break
        return [summary for summary in found if summary.setup.game == name]

    def _game(self, key: Kept) -> "CountedGame | None":
        """A game; None if its table cannot be read."""
        with self._lock:
            if key in self._counted:
                self._counted.move_to_end(key)
                return self._counted[key]
        game = self._read(key[0])
        with self._lock:
            self._counted[key] = game
            while len(self._counted) > MOST_KEPT:
                self._counted.popitem(last=False)
        return game

    def _read(self, table_id: str) -> "CountedGame | None":
        from gipfel.explorer import counted_game

        try:
            table = self._store.load(table_id)
            record = table.record()
            return counted_game(table.play, record.result, record.headers)
        except GipfelError:  # deleted meanwhile, or of a game that is not installed
            return None
