"""Stores analyses of games, and what engines have found out about positions."""

from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from secrets import token_urlsafe
from typing import Any

from sqlalchemy import Connection, delete, func, insert, select, update
from sqlalchemy.exc import IntegrityError

from gipfel.notation.errors import GipfelError
from gipfel.table.storage.schema import ANALYSES, JUDGEMENTS
from gipfel.table.storage.store import ID, ID_BYTES, Store

MOST_JUDGEMENTS = 200_000
"""Positions that are kept; the oldest ones go first."""
RARELY = "00"
"""Counting takes a while: it is done after one of 256 keys, those that begin like this."""


class UnknownAnalysis(GipfelError):
    """There is no such analysis."""

    status = 404


@dataclass(frozen=True, slots=True)
class StoredAnalysis:
    """An analysis as it is kept."""

    id: str
    table: str
    owner: str
    """The hash of the visitor to whom it belongs."""
    tree: dict[str, Any]


class AnalysisStore:
    """The analyses of a database. Its methods block; a server calls them in threads."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def own(self, table: str, owner: str) -> StoredAnalysis | None:
        """The analysis of a table's game that belongs to somebody."""
        wanted = select(ANALYSES).where(ANALYSES.c.table == table, ANALYSES.c.owner == owner)
        with self._store.reading() as connection:
            row = connection.execute(wanted).one_or_none()
        return None if row is None else StoredAnalysis(row.id, row.table, row.owner, row.tree)

    def load(self, analysis_id: str) -> StoredAnalysis:
        """An analysis. Raises UnknownAnalysis."""
        row = None
        if ID.fullmatch(analysis_id):
            with self._store.reading() as connection:
                row = connection.execute(select(ANALYSES).where(ANALYSES.c.id == analysis_id)).one_or_none()
        if row is None:
            raise UnknownAnalysis(f"there is no analysis {analysis_id[:40]}")
        return StoredAnalysis(row.id, row.table, row.owner, row.tree)

    def keep(self, table: str, owner: str, tree: Mapping[str, Any]) -> str:
        """Keep the analysis of somebody in place of the one before; its id, which stays the same."""
        try:
            return self._keep(table, owner, tree)
        except IntegrityError:  # another page of the same visitor has kept the first one meanwhile
            return self._keep(table, owner, tree)

    def _keep(self, table: str, owner: str, tree: Mapping[str, Any]) -> str:
        own = (ANALYSES.c.table == table) & (ANALYSES.c.owner == owner)
        values = {"tree": dict(tree), "changed": datetime.now(UTC)}
        with self._store.writing() as connection:
            if connection.execute(update(ANALYSES).where(own).values(**values)).rowcount:
                return str(connection.scalar(select(ANALYSES.c.id).where(own)))
            analysis_id = token_urlsafe(ID_BYTES)
            connection.execute(
                insert(ANALYSES), {"id": analysis_id, "table": table, "owner": owner, **values}
            )
            return analysis_id

    # --- Judgements --------------------------------------------------------------------------------------

    def judgements(self, keys: Collection[str]) -> dict[str, dict[str, Any]]:
        """What is known about positions, by their keys."""
        wanted = select(JUDGEMENTS.c.position, JUDGEMENTS.c.found).where(JUDGEMENTS.c.position.in_([*keys]))
        with self._store.reading() as connection:
            return {row.position: row.found for row in connection.execute(wanted)}

    def keep_judgement(self, key: str, found: Mapping[str, Any]) -> None:
        """Keep what was found out about a position; another process may have done so before."""
        try:
            with self._store.writing() as connection:
                row = {"position": key, "made": datetime.now(UTC), "found": dict(found)}
                connection.execute(insert(JUDGEMENTS), row)
                if key.startswith(RARELY):
                    _delete_oldest(connection)
        except IntegrityError:
            return


def _delete_oldest(connection: Connection) -> None:
    """Make room for judgements, if there are too many."""
    number = connection.scalar(select(func.count()).select_from(JUDGEMENTS)) or 0
    if number > MOST_JUDGEMENTS:
        oldest = select(JUDGEMENTS.c.position).order_by(JUDGEMENTS.c.made).limit(number - MOST_JUDGEMENTS)
        connection.execute(delete(JUDGEMENTS).where(JUDGEMENTS.c.position.in_(oldest)))
