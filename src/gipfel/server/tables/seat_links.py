"""Who sits where: taking a seat with the key in a link, and making such links."""

from collections.abc import Sequence
from dataclasses import replace

from gipfel.games.core.side import Side
from gipfel.locale import say
from gipfel.notation.errors import GipfelError
from gipfel.server.contract.answers import SeatLink, TakenSeat
from gipfel.server.contract.requests import LinkRequest, SitRequest
from gipfel.server.security.permissions import seat_of_key, two_people_play
from gipfel.server.tables.async_store import AsyncStore
from gipfel.server.tables.live_table import LiveTable
from gipfel.table.events import Event, Seated
from gipfel.table.keys import hashed, new_key
from gipfel.table.seats import checked_name, side_word
from gipfel.table.table import Table

MOST_KEYS = 40
"""Of one seat: the devices of who sits there, and links for more. Nobody has so many."""


class Conflict(GipfelError):
    """Something that is possible, but not for this visitor at this table."""

    status = 409


class SeatKeys:
    """Gives seats to those who have a key."""

    def __init__(self, store: AsyncStore) -> None:
        self._store = store

    # --- Sitting down ----------------------------------------------------------------------------------

    async def sit(self, live: LiveTable, visitor: str, asked: SitRequest) -> TakenSeat:
        """Somebody who has the key of a seat sits down; once more is harmless. Raises GipfelError."""
        name = checked_name(asked.name or "")
        key_hash = hashed(asked.key)
        async with live.seating:
            await live.reload_keys()  # whether the key is right or not
            side = seat_of_key(live.table, live.keys, key_hash)
            held = live.access(visitor).sides
            if side not in held:
                self._may_sit(live, side, held)
                await self._store.add_key(live.id, side, visitor)
                await live.reload_keys()
            await live.apply(lambda table: _taken(table, side, name))
        return {"side": side_word(side)}

    def _may_sit(self, live: LiveTable, side: Side, held: frozenset[Side]) -> None:
        if side.other in held and two_people_play(live.table, live.keys):
            raise Conflict(
                say("You play the other side here: this link is for your friend, on another device.")
            )
        if _keys_of(live, side) >= MOST_KEYS:
            raise Conflict(say("This seat has been taken on too many devices; ask for a new link."))

    # --- Links -----------------------------------------------------------------------------------------

    async def link(self, live: LiveTable, visitor: str | None, asked: LinkRequest) -> SeatLink:
        """A new key for a seat of the visitor, or for one that still waits. Raises GipfelError."""
        async with live.seating:
            await live.catch_up()  # somebody may have sat down in another process
            await live.reload_keys()
            access = live.access(visitor)
            if access.open:
                raise Conflict(say("This table is open to everybody here; invite somebody to a new one."))
            held = access.plays(live.table)
            side = access.side_to_link(live.table, asked.side)
            key = new_key()
            if side not in held:
                await self._store.replace_keys(live.id, side, (), hashed(key))
            elif asked.renew or _keys_of(live, side) >= MOST_KEYS:
                assert visitor is not None
                await self._store.replace_keys(live.id, side, (visitor,), hashed(key))
            else:
                await self._store.add_key(live.id, side, hashed(key))
            await live.reload_keys()
        return {"side": side_word(side), "key": key}


def _taken(table: Table, side: Side, name: str) -> Sequence[Event]:
    """Somebody takes a seat that waits; one that is taken keeps its name."""
    seat = table.seats[side]
    return [Seated(side, replace(seat, name=name, waits=False))] if seat.waits else ()


def _keys_of(live: LiveTable, side: Side) -> int:
    return sum(side in sides for sides in live.keys.values())
