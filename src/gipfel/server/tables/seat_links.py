"""Taking a seat with the key in a link, and creating such links.

A key opens a seat for one visitor, who creates further ones for their other devices. A link that was used is
useless to others.
"""

from collections.abc import Sequence
from dataclasses import replace

from gipfel.games.core.side import Side
from gipfel.locale import say
from gipfel.notation.errors import GipfelError
from gipfel.server.contract.answers import SeatLink, TakenSeat
from gipfel.server.contract.requests import LinkRequest, SitRequest
from gipfel.server.security.owner import IS_OWNER
from gipfel.server.security.permissions import seat_of_key, two_people_play
from gipfel.server.tables.async_store import AsyncStore
from gipfel.server.tables.live_table import LiveTable
from gipfel.table.events import Event, Seated
from gipfel.table.keys import hashed, new_key
from gipfel.table.seats import checked_name, side_word
from gipfel.table.storage.store import KeyGone, UsedKey
from gipfel.table.table import Table

MOST_KEYS = 40
"""The most keys of one seat, of devices and of links; another link makes all others useless."""


class Conflict(GipfelError):
    """The request conflicts with the seats of this visitor at this table."""

    status = 409


class SeatKeys:
    """Takes seats with their keys, and creates keys."""

    def __init__(self, store: AsyncStore) -> None:
        self._store = store

    # --- Taking a seat ---------------------------------------------------------------------------------

    async def sit(self, live: LiveTable, visitor: str, request: SitRequest) -> TakenSeat:
        """Take the seat that a key opens; repeating it is harmless. Raises GipfelError."""
        name = checked_name(request.name or "")
        async with live.seat_lock:
            await live.catch_up(keys=True)  # the key may have been created by another process
            side = await self._take(live, visitor, hashed(request.key), name)
        return {"side": side_word(side)}

    async def _take(self, live: LiveTable, visitor: str, key_hash: str, name: str) -> Side:
        """Take the seat that a key opens; if the key was used, the visitor's own. Raises GipfelError."""
        permissions = live.permissions(visitor, IS_OWNER.get())
        own = [] if permissions.open else permissions.plays(live.table)
        used = key_hash not in live.keys and own
        side = own[0] if used else seat_of_key(live.table, live.keys, key_hash)
        if side in permissions.sides:
            await live.apply(lambda table: _seat_taken(table, side, name))
            return side
        self._check_seat(live, side, permissions.sides)
        try:
            await live.take_seat(
                lambda table: _seat_taken(table, side, name), UsedKey(side, key_hash, visitor)
            )
        except KeyGone:  # somebody else was faster, in another process
            await live.reload_keys()
            seat_of_key(live.table, live.keys, key_hash)
        return side

    def _check_seat(self, live: LiveTable, side: Side, held: frozenset[Side]) -> None:
        if side.other in held and two_people_play(live.table, live.keys):
            raise Conflict(
                say("You play the other side here: this link is for your friend, on another device.")
            )

    # --- Links -----------------------------------------------------------------------------------------

    async def link(self, live: LiveTable, visitor: str | None, request: LinkRequest) -> SeatLink:
        """Create a key for a seat of the visitor, or for one that waits or is freed. Raises GipfelError."""
        async with live.seat_lock:
            await live.catch_up(keys=True)  # the seat may have been taken in another process
            permissions = live.permissions(visitor, IS_OWNER.get())
            if permissions.open:
                raise Conflict(say("This table is open to everybody here; invite somebody to a new one."))
            held = permissions.plays(live.table)
            side = permissions.side_to_link(live.table, request.side, request.free)
            key = new_key()
            if side not in held:
                # The seat waits before its key is replaced: if it cannot, whoever sits there keeps it.
                await live.apply(lambda table: _seat_freed(table, side))
                await self._store.replace_keys(live.id, side, (), hashed(key))
            elif request.renew or _keys_of(live, side) >= MOST_KEYS:
                assert visitor is not None
                await self._store.replace_keys(live.id, side, (visitor,), hashed(key))
            else:
                await self._store.add_key(live.id, side, hashed(key))
            await live.reload_keys()
        return {"side": side_word(side), "key": key}


def _seat_taken(table: Table, side: Side, name: str) -> Sequence[Event]:
    """The event if a waiting seat is taken; a seat that was taken before keeps its name."""
    seat = table.seats[side]
    return [Seated(side, replace(seat, name=name, waits=False))] if seat.waits else ()


def _seat_freed(table: Table, side: Side) -> Sequence[Event]:
    """The event if a seat that somebody has taken waits again."""
    seat = table.seats[side]
    return () if seat.waits else [Seated(side, replace(seat, name="", waits=True))]


def _keys_of(live: LiveTable, side: Side) -> int:
    return sum(side in sides for sides in live.keys.values())
