"""What a process tells the others that share a PostgreSQL: which table has changed.

It is told with the commit that changes it.
"""

import json
from collections.abc import Sequence

from sqlalchemy import Connection, text

CHANNEL = "gipfel"
HAPPENED, KEYS_CHANGED, REMOVED = "happened", "keys", "removed"

_NOTIFY = text("select pg_notify(:channel, :notice)")


def notify(connection: Connection, process: str, what: str, ids: Sequence[str]) -> None:
    """Everybody who listens hears it when the transaction is committed, and never before."""
    notices = [json.dumps({"from": process, "table": table_id, "what": what}) for table_id in ids]
    connection.execute(_NOTIFY, [{"channel": CHANNEL, "notice": notice} for notice in notices])
