"""Notifies the other processes that share a PostgreSQL database that tables have changed.

A notice is sent with the commit that makes the change. It contains the new events if they are short, so that
the others need not read them. Everybody who can connect to the database can send notices. So those of events
are signed with a secret that is stored in the database; without the right signature, events are read.
"""

import hmac
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from secrets import randbits
from typing import Any

from sqlalchemy import Connection, select, text
from sqlalchemy.dialects.postgresql import insert

from gipfel.table.storage.schema import HEALTH

CHANNEL = "gipfel"
HAPPENED, KEYS_CHANGED, REMOVED = "happened", "keys", "removed"
LONGEST = 7500
"""The most letters in the events of a notice; PostgreSQL allows 8000 bytes for all of it."""
SECRET = "notices"
"""The row of `health` that holds the secret."""
SECRET_BITS = 63

_NOTIFY = text("select pg_notify(:channel, :notice)")


@dataclass(frozen=True, slots=True)
class TableNews:
    """New events of a table, as a notice contains them."""

    table: str
    number: int
    """The number of the first event."""
    events: Sequence[tuple[str, int]]
    """Events as texts, with their instants; none if they are too long for a notice."""


def send_notice(connection: Connection, process: str, what: str, table_id: str) -> None:
    """Notify all listeners of a change of a table when the transaction is committed, and never before."""
    notice = json.dumps({"from": process, "table": table_id, "what": what})
    connection.execute(_NOTIFY, {"channel": CHANNEL, "notice": notice})


def event_notices(process: str, secret: bytes, news: Sequence[TableNews]) -> list[str]:
    """Signed notices of new events."""
    sender = json.dumps(process)
    return [
        _signed(f'{{"from":{sender},"what":"{HAPPENED}","tables":[{",".join(part)}]}}', secret)
        for part in _parts(news)
    ]


def _parts(news: Sequence[TableNews]) -> Iterator[list[str]]:
    """Tables as JSON, in parts that fit into one notice."""
    part: list[str] = []
    length = 0
    for one in news:
        written = json.dumps([one.table, one.number, one.events], separators=(",", ":"))
        if len(written) > LONGEST:
            written = json.dumps([one.table, one.number, []])
        if length + len(written) > LONGEST:
            yield part
            part, length = [], 0
        part.append(written)
        length += len(written) + 1
    if part:
        yield part


def read_notice(payload: str, secret: bytes) -> dict[str, Any]:
    """The data of a notice; `signed` in it says whether it has the right signature.

    Raises ValueError or TypeError for anything else.
    """
    written, _, signature = payload.partition("\n")
    signed = hmac.compare_digest(signature, _signature(written, secret))
    return {**dict(json.loads(written)), "signed": signed}


def read_news(data: object) -> list[TableNews]:
    """The new events of tables that a notice contains. Raises ValueError or TypeError if it is malformed."""
    if not isinstance(data, list):
        raise TypeError("tables with new events are a list")
    return [_read_table(*one) for one in data]


def _read_table(table: object, number: object, events: object) -> TableNews:
    if not isinstance(table, str) or type(number) is not int or not isinstance(events, list):
        raise TypeError("a table with new events has an id, a number and a list")
    return TableNews(table, number, [_read_event(*event) for event in events])


def _read_event(written: object, at: object) -> tuple[str, int]:
    if not isinstance(written, str) or type(at) is not int:
        raise TypeError("an event is a text and an instant")
    return written, at


def _signed(written: str, secret: bytes) -> str:
    return f"{written}\n{_signature(written, secret)}"


def _signature(written: str, secret: bytes) -> str:
    return hmac.digest(secret, written.encode(), "sha256").hex()


def shared_secret(connection: Connection) -> bytes:
    """The secret of all processes that share this database; the first one makes it."""
    wanted = select(HEALTH.c.written).where(HEALTH.c.process == SECRET)
    if (found := connection.scalar(wanted)) is None:
        new = insert(HEALTH).values(process=SECRET, written=randbits(SECRET_BITS))
        connection.execute(new.on_conflict_do_nothing())
        found = connection.execute(wanted).scalar_one()
    return int(found).to_bytes(8, "big")
