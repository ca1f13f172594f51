"""The setup and the seats of a new table, as a request describes them."""

from collections.abc import Mapping
from dataclasses import replace
from secrets import choice

from gipfel.games.core.replay import replay
from gipfel.games.core.side import Side
from gipfel.notation.errors import GipfelError
from gipfel.notation.record import read_record
from gipfel.project.menu.menu import read_menu
from gipfel.server.contract.requests import InviteRequest, NewTableRequest
from gipfel.table.clock import read_limit
from gipfel.table.continuations import setup_from_record
from gipfel.table.events import Event
from gipfel.table.seats import SIDES, Seat, Seats, checked_name
from gipfel.table.setup import MatchPlace, TableSetup, new_setup

LOT = "lot"


def starting_setup(new: NewTableRequest, seats: Seats) -> tuple[TableSetup, list[Event]]:
    """The setup of a new table, and the events of the record it continues. Raises GipfelError."""
    setup, events = _setup(new, seats)
    if new.invite is not None and new.invite.first_to is not None:
        setup = replace(setup, match=MatchPlace(first_to=new.invite.first_to))
    return setup, events


def _setup(new: NewTableRequest, seats: Seats) -> tuple[TableSetup, list[Event]]:
    clock = read_limit(new.clock)
    if new.record is not None:
        record = read_record(new.record)
        as_recorded = new.seats is None and new.invite is None
        named = recorded_seats(record.headers) if as_recorded else seats
        return setup_from_record(record, replay(record), named, clock)
    if new.menu is not None:
        menu = read_menu(new.menu)
        title, clock = menu.title, menu.clock
        return new_setup(menu.name, menu.version, menu.changes, seats, title=title, clock=clock), []
    setup = new_setup(
        new.game or "", new.version, new.options or {}, seats, new.position or "", new.seed, clock=clock
    )
    return setup, []


def recorded_seats(headers: Mapping[str, str]) -> Seats:
    """Seats of people with the names in a record; a record cannot start engines."""
    named: dict[Side, Seat] = {}
    for word, side in SIDES.items():
        try:
            named[side] = Seat(name=checked_name(headers.get(word, "")))
        except GipfelError:
            named[side] = Seat()
    return named


def invitation_seats(invite: InviteRequest) -> tuple[Side, Seats]:
    """The side of the player who invites, drawn by lot if requested, and both seats. Raises GipfelError."""
    side = choice([*Side]) if invite.side == LOT else SIDES[invite.side]
    return side, {side: Seat(name=checked_name(invite.name or "")), side.other: Seat(waits=True)}


def with_seats_taken(seats: Seats) -> Seats:
    """The same seats, none of them waiting: only an invitation creates a waiting seat."""
    return {side: replace(seat, waits=False) for side, seat in seats.items()}
