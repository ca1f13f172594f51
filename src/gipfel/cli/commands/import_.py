"""The command `import`: reads all tables from a file that `export` wrote."""

from typing import Annotated

import typer

from gipfel.cli.arguments import DatabaseUrl
from gipfel.cli.backup_files import STREAM, and_tournaments, number_of_tables, open_lines
from gipfel.cli.extras import require_storage
from gipfel.cli.progress import count_progress


def import_(
    file: Annotated[str, typer.Argument(metavar="FILE", help="What `gipfel export` wrote; - is the input.")],
    database_url: DatabaseUrl = None,
    with_commands: Annotated[
        bool,
        typer.Option(
            "--with-commands", help="Also import seats that are programs, which a local server starts."
        ),
    ] = False,
) -> None:
    """Read all tables from a file: everything is checked first; then all of it is written, or nothing.

    Tables that exist already and are identical are left alone. Files with games, also of other programs, are
    read by `gipfel convert`.
    """
    require_storage("import")
    from gipfel.table.storage.backup import CannotImport, import_tables
    from gipfel.table.storage.backup_file import BadBackup
    from gipfel.table.storage.store import Store

    with open_lines(file) as lines:
        store = Store(database_url)
        try:
            with count_progress("checking") as check, count_progress("writing") as write:
                done = import_tables(store, lines, check, write, with_commands)
        except (BadBackup, CannotImport) as error:
            raise type(error)(f"{'input' if file == STREAM else file}: {error}") from error
        finally:
            store.close()
    there = f"; {number_of_tables(done.unchanged)} {'was' if done.unchanged == 1 else 'were'} there already"
    imported = f"{number_of_tables(done.tables)}{and_tournaments(done.tournaments)}"
    print(f"Imported {imported}{there if done.unchanged else ''}.")
