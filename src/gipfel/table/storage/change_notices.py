"""Notifies the other processes that share a PostgreSQL database that a table has changed.

A notice is sent with the commit that makes the change.
"""

import json
from collections.abc import Sequence

from sqlalchemy import Connection, text

CHANNEL = "gipfel"
HAPPENED, KEYS_CHANGED, REMOVED = "happened", "keys", "removed"

_NOTIFY = text("select pg_notify(:channel, :notice)")


def send_notices(connection: Connection, process: str, what: str, ids: Sequence[str]) -> None:
    """Notify all listeners of these tables when the transaction is committed, and never before."""
    notices = [json.dumps({"from": process, "table": table_id, "what": what}) for table_id in ids]
    connection.execute(_NOTIFY, [{"channel": CHANNEL, "notice": notice} for notice in notices])
