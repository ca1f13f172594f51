"""The command `export`: writes all tables into one file."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gipfel.cli.arguments import DatabaseUrl
from gipfel.cli.backup_files import STREAM, and_tournaments, number_of_tables, open_output
from gipfel.cli.extras import require_storage
from gipfel.cli.progress import count_progress

if TYPE_CHECKING:
    from gipfel.table.storage.store import Store

INCOMPLETE = 1
"""The exit code if some tables could not be exported."""


def export(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="Compressed if its name ends in .gz; - is the output.")
    ],
    database_url: DatabaseUrl = None,
) -> None:
    """Write all tables into one file: what happened at them, when, and the hashes of their keys.

    A server may keep running meanwhile; the file has everything as it was at one moment.
    """
    require_storage("export")
    from gipfel.table.storage.backup import export_tables

    store = existing_store(database_url)
    try:
        with open_output(file) as out, count_progress("exporting") as report:
            done = export_tables(store, out, report)
    finally:
        store.close()
    for problem in done.broken.values():
        print(f"gipfel: not exported: {problem}", file=sys.stderr)
    exported = f"{number_of_tables(done.tables)}{and_tournaments(done.tournaments)}"
    print(f"Exported {exported}.", file=sys.stderr if file == STREAM else sys.stdout)
    if done.broken:
        raise typer.Exit(INCOMPLETE)


def existing_store(database_url: str | None) -> "Store":
    """The store of an existing database; export creates none. Raises DatabaseProblem."""
    from gipfel.table.storage.database import default_url, read_url
    from gipfel.table.storage.migrations import DatabaseProblem
    from gipfel.table.storage.store import Store

    url = read_url(database_url or default_url())
    if url.drivername.startswith("sqlite") and not Path(url.database or "").exists():
        raise DatabaseProblem(f"there is no database {url.database}; name one with --database-url")
    return Store(url)
