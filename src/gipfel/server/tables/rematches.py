"""Rematches: another table with the same game and clock, with sides changed."""

from dataclasses import replace
from secrets import randbits
from typing import TYPE_CHECKING

from gipfel.games.core.side import Side
from gipfel.notation.errors import GipfelError
from gipfel.server.tables.async_store import AsyncStore
from gipfel.server.tables.live_table import LiveTable
from gipfel.table.events import Rematched
from gipfel.table.matches import next_place
from gipfel.table.setup import SEED_BITS, MatchPlace, TableSetup
from gipfel.table.storage.migrations import DatabaseProblem
from gipfel.table.table import Table

if TYPE_CHECKING:
    from gipfel.table.storage.store import Keys


async def create_rematch(live: LiveTable, store: AsyncStore) -> str:
    """The id of the table of the rematch, which is created if it does not exist. Raises GipfelError.

    If two processes create one at the same time, the second one deletes its own. If it is unknown whether the
    id was stored (the database failed), the new table stays, as players may be sent there.
    """
    keys = await store.keys(live.id)
    place = next_place(live.table.setup.match, live.id, live.match, live.table.agreed_first_to)
    table_id, _ = await store.create(rematch_beginning(live.table, place), (), _swapped(keys), live.now())
    try:
        await live.apply(lambda table: [] if table.rematch else [Rematched(table_id)])
    except DatabaseProblem:
        raise
    except GipfelError:
        await store.remove(table_id)
        raise
    if live.table.rematch != table_id:
        await store.remove(table_id)
    return live.table.rematch


def rematch_beginning(table: Table, place: MatchPlace) -> TableSetup:
    """The setup of the next game: the same with sides changed, and with a new seed if it has one.

    `place`: its place in the match.
    """
    setup = table.setup
    seats = {side: table.seats[side.other] for side in Side}
    seed = setup.seed if setup.seed is None else randbits(SEED_BITS)
    return replace(setup.with_seats(seats), seed=seed, match=place)


def _swapped(keys: "Keys") -> list[tuple[Side, str]]:
    return [(side.other, key_hash) for key_hash, sides in keys.items() for side in sides]
