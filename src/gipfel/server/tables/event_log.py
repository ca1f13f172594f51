"""Counts and logs events of tables."""

from collections.abc import Sequence

from gipfel.server.telemetry import metrics
from gipfel.server.telemetry.logs import event
from gipfel.table.events import Decided, Event
from gipfel.table.setup import TableSetup
from gipfel.table.table import Table


def log_new_table(table_id: str, setup: TableSetup) -> None:
    """A table was created."""
    metrics.TABLES_CREATED.inc()
    event("table created", table=table_id, game=setup.game, version=setup.version)


def log_events(table_id: str, before: Table, happened: Sequence[Event], after: Table) -> None:
    """Events were stored."""
    if decisions := sum(isinstance(made, Decided) for made in happened):
        metrics.DECISIONS.inc(decisions)
    if after.outcome is not None and before.outcome is None:
        metrics.GAMES_OVER.inc()
        event(
            "game over", table=table_id, game=after.game.name, score=after.score, reason=after.outcome.reason
        )
