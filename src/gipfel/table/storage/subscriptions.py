"""Stores where the players of seats want to be told that it is their turn.

Which turns are due follows from the summaries of tables, so nothing is lost when a process ends. Of several
processes the one that marks a turn as told sends the notice.
"""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass
from secrets import token_urlsafe
from typing import Any

from sqlalchemy import Connection, RowMapping, delete, insert, or_, select, update
from sqlalchemy.dialects import postgresql, sqlite

from gipfel.games.core.side import Side
from gipfel.notation.errors import GipfelError
from gipfel.table.seats import read_side, side_word
from gipfel.table.storage.forgetting import Title, forget_person
from gipfel.table.storage.rows import to_datetime, to_milliseconds
from gipfel.table.storage.schema import SERVER_KEYS, SUBSCRIPTIONS, SUMMARIES, TABLES
from gipfel.table.storage.store import ID_BYTES, Store, UnknownTable

PUSH, MAIL = "push", "mail"
NOT_ON_TURN = -1
MOST_OF_A_SEAT = 10
"""The most subscriptions of one seat; one more replaces the oldest."""
MOST_DUE = 200
"""The most notices that are looked for at once."""


@dataclass(frozen=True, slots=True)
class Subscription:
    """Where a player is told."""

    id: str
    table: str
    side: Side
    kind: str
    address: str
    keys: Mapping[str, str]
    language: str
    confirmed: bool


@dataclass(frozen=True, slots=True)
class NewSubscription:
    """Where a player wants to be told from now on."""

    kind: str
    address: str
    keys: Mapping[str, str]
    language: str
    confirmed: bool


@dataclass(frozen=True, slots=True)
class Due:
    """A turn of which a player may not know yet."""

    subscription: Subscription
    turn: int
    since: int
    """When the table has changed last."""


class Subscriptions:
    """The subscriptions of a database. All methods block; a server calls them in threads."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def shared_key(self, name: str, make: Callable[[], str]) -> str:
        """A secret of all processes; the first one makes it."""
        wanted = select(SERVER_KEYS.c.value).where(SERVER_KEYS.c.name == name)
        with self._store.reading() as connection:
            if (found := connection.scalar(wanted)) is not None:
                return str(found)
        dialect = postgresql if self._store.concurrent else sqlite
        new = dialect.insert(SERVER_KEYS).values(name=name, value=make()).on_conflict_do_nothing()
        with self._store.writing() as connection:
            connection.execute(new)
            return str(connection.execute(wanted).scalar_one())

    # --- Seats -----------------------------------------------------------------------------------------

    def of_seats(self, table_id: str, sides: Collection[Side]) -> list[Subscription]:
        """The subscriptions of some seats, the oldest first."""
        wanted = select(SUBSCRIPTIONS).where(*_of(table_id, sides)).order_by(SUBSCRIPTIONS.c.created)
        with self._store.reading() as connection:
            return [_read(row) for row in connection.execute(wanted).mappings()]

    def one(self, subscription_id: str) -> Subscription | None:
        wanted = select(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.id == subscription_id)
        with self._store.reading() as connection:
            row = connection.execute(wanted).mappings().one_or_none()
            return None if row is None else _read(row)

    def add(self, table_id: str, side: Side, new: NewSubscription, now: int) -> Subscription:
        """Tell a player there, too; one with the same address is replaced. Raises UnknownTable.

        If it is the player's turn already, the player knows it.
        """
        same = (SUBSCRIPTIONS.c.kind == new.kind, SUBSCRIPTIONS.c.address == new.address)
        with self._store.writing() as connection:
            self._lock(connection, table_id)
            connection.execute(delete(SUBSCRIPTIONS).where(*_of(table_id, [side]), *same))
            self._make_room(connection, table_id, side)
            row = {
                "id": token_urlsafe(ID_BYTES),
                "table": table_id,
                "side": side_word(side),
                "kind": new.kind,
                "address": new.address,
                "keys": dict(new.keys),
                "language": new.language,
                "confirmed": new.confirmed,
                "created": now,
                "told": self._turn_of(connection, table_id, side),
            }
            connection.execute(insert(SUBSCRIPTIONS).values(row))
        return _read(row)

    def _lock(self, connection: Connection, table_id: str) -> None:
        """Let others wait that change subscriptions of this table. Raises UnknownTable."""
        touched = update(TABLES).where(TABLES.c.id == table_id).values(title=TABLES.c.title)
        if connection.execute(touched).rowcount == 0:
            raise UnknownTable(f"there is no table {table_id[:40]!r}")

    def _make_room(self, connection: Connection, table_id: str, side: Side) -> None:
        wanted = select(SUBSCRIPTIONS.c.id).where(*_of(table_id, [side]))
        known = connection.scalars(wanted.order_by(SUBSCRIPTIONS.c.created, SUBSCRIPTIONS.c.id)).all()
        if spare := known[: max(0, len(known) - MOST_OF_A_SEAT + 1)]:
            connection.execute(delete(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.id.in_(spare)))

    def _turn_of(self, connection: Connection, table_id: str, side: Side) -> int:
        wanted = select(SUMMARIES.c.turn).where(
            SUMMARIES.c.table == table_id, SUMMARIES.c.side == side_word(side)
        )
        return NOT_ON_TURN if (turn := connection.scalar(wanted)) is None else int(turn)

    def confirm(self, subscription_id: str) -> bool:
        """The owner of a mailbox wants the notices; False if there is no such subscription any more."""
        wanted = update(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.id == subscription_id).values(confirmed=True)
        with self._store.writing() as connection:
            return connection.execute(wanted).rowcount > 0

    def remove(self, subscription_id: str) -> None:
        with self._store.writing() as connection:
            connection.execute(delete(SUBSCRIPTIONS).where(SUBSCRIPTIONS.c.id == subscription_id))

    def remove_of_seats(
        self, table_id: str, sides: Collection[Side], kind: str | None = None, address: str | None = None
    ) -> int:
        """Tell the players of some seats nothing more, by a kind of notice or at one address; how many."""
        conditions = [*_of(table_id, sides)]
        if kind is not None:
            conditions.append(SUBSCRIPTIONS.c.kind == kind)
        if address is not None:
            conditions.append(SUBSCRIPTIONS.c.address == address)
        with self._store.writing() as connection:
            return connection.execute(delete(SUBSCRIPTIONS).where(*conditions)).rowcount

    def forget(self, table_id: str, side: Side, before: int, title: Title) -> None:
        """Delete everything about the person on a seat, in the first `before` events, too.

        `title`: what a chapter of a game is called unless its author writes something else.
        """
        forget_person(self._store, table_id, side, before, title)

    def move(self, old: str, new: str, keys: Mapping[str, str]) -> int:
        """A browser has got another address from its push service; how many subscriptions have changed.

        Only the browser knows the old address.
        """
        own = SUBSCRIPTIONS.c.kind == PUSH, SUBSCRIPTIONS.c.address == old
        with self._store.writing() as connection:
            changed = update(SUBSCRIPTIONS).where(*own).values(address=new, keys=dict(keys))
            return connection.execute(changed).rowcount

    # --- Turns -----------------------------------------------------------------------------------------

    def due(self, before: int) -> list[Due]:
        """Turns that began before an instant, and that players have not been told about."""
        wanted = (
            select(SUBSCRIPTIONS, SUMMARIES.c.turn, SUMMARIES.c.changed)
            .join(SUMMARIES, SUMMARIES.c.table == SUBSCRIPTIONS.c.table)
            .where(
                SUBSCRIPTIONS.c.confirmed,
                ~SUMMARIES.c.finished,
                SUMMARIES.c.side == SUBSCRIPTIONS.c.side,
                SUMMARIES.c.turn != SUBSCRIPTIONS.c.told,
                SUMMARIES.c.changed <= to_datetime(before),
            )
            .order_by(SUMMARIES.c.changed)
            .limit(MOST_DUE)
        )
        with self._store.reading() as connection:
            rows = connection.execute(wanted).mappings().all()
        return [Due(_read(row), int(row["turn"]), to_milliseconds(row["changed"])) for row in rows]

    def claim(self, due: Due) -> bool:
        """Note that the player is told about a turn; False if another process was faster."""
        own = SUBSCRIPTIONS.c.id == due.subscription.id, SUBSCRIPTIONS.c.told != due.turn
        with self._store.writing() as connection:
            return connection.execute(update(SUBSCRIPTIONS).where(*own).values(told=due.turn)).rowcount > 0

    def tidy(self, now: int, unconfirmed: int, unused: int) -> None:
        """Delete what is not needed any more.

        That is everything about games that are over, or at which nothing has happened for `unused`
        milliseconds, and mailboxes that nobody has confirmed for `unconfirmed` milliseconds.
        """
        self.note_waiting()
        over = select(SUMMARIES.c.table).where(
            or_(SUMMARIES.c.finished, SUMMARIES.c.changed < to_datetime(now - unused))
        )
        late = ~SUBSCRIPTIONS.c.confirmed & (SUBSCRIPTIONS.c.created < now - unconfirmed)
        with self._store.writing() as connection:
            connection.execute(delete(SUBSCRIPTIONS).where(or_(SUBSCRIPTIONS.c.table.in_(over), late)))

    def note_waiting(self) -> None:
        """Note whose turn it no longer is; nothing is written if there is nobody."""
        waits = select(SUMMARIES.c.table).where(
            SUMMARIES.c.table == SUBSCRIPTIONS.c.table, SUMMARIES.c.side != SUBSCRIPTIONS.c.side
        )
        told = SUBSCRIPTIONS.c.told != NOT_ON_TURN, waits.exists()
        with self._store.reading() as connection:
            ids = connection.scalars(select(SUBSCRIPTIONS.c.id).where(*told)).all()
        if ids:
            with self._store.writing() as connection:
                connection.execute(update(SUBSCRIPTIONS).where(*told).values(told=NOT_ON_TURN))


def _of(table_id: str, sides: Collection[Side]) -> list[Any]:
    """Which subscriptions are of some seats of a table."""
    words = [side_word(side) for side in sides]
    return [SUBSCRIPTIONS.c.table == table_id, SUBSCRIPTIONS.c.side.in_(words)]


def _read(row: RowMapping | Mapping[str, Any]) -> Subscription:
    keys = row["keys"]
    if not isinstance(keys, Mapping):
        raise GipfelError("the keys of a subscription cannot be read")
    return Subscription(
        id=row["id"],
        table=row["table"],
        side=read_side(row["side"]),
        kind=row["kind"],
        address=row["address"],
        keys={str(name): str(value) for name, value in keys.items()},
        language=row["language"],
        confirmed=row["confirmed"],
    )
