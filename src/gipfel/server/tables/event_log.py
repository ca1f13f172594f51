"""What happens at tables, counted and written down."""

from collections.abc import Sequence

from gipfel.server.telemetry import metrics
from gipfel.server.telemetry.logs import event
from gipfel.table.events import Decided, Happening
from gipfel.table.setup import Beginning
from gipfel.table.table import Table


def table_made(table_id: str, beginning: Beginning) -> None:
    """There is a new table."""
    metrics.TABLES_MADE.inc()
    event("table made", table=table_id, game=beginning.game, version=beginning.version)


def has_happened(table_id: str, before: Table, happened: Sequence[Happening], after: Table) -> None:
    """Something was stored."""
    if decisions := sum(isinstance(happening, Decided) for happening in happened):
        metrics.DECISIONS.inc(decisions)
    if after.outcome is not None and before.outcome is None:
        metrics.GAMES_OVER.inc()
        event(
            "game over", table=table_id, game=after.game.name, score=after.score, reason=after.outcome.reason
        )
