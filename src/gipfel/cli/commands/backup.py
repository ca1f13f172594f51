"""All tables to one file and back: `export` and `import`."""

import gzip
import os
import sys
import zlib
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext, suppress
from io import BufferedReader
from pathlib import Path
from secrets import token_hex
from typing import TYPE_CHECKING, Annotated, BinaryIO, cast

import typer

from gipfel.cli.extras import require_storage
from gipfel.cli.files import FileProblem
from gipfel.notation.errors import GipfelError

if TYPE_CHECKING:
    from gipfel.table.storage.store import Store

STREAM = "-"
COMPRESSED = ".gz"
MAGIC = b"\x1f\x8b"
PRIVATE = 0o600
"""Whoever has the file knows what was said at the tables."""
INCOMPLETE = 1
"""The exit code if some tables could not be exported."""

DatabaseUrl = Annotated[
    str | None,
    typer.Option(
        help="Where the tables are kept; SQLite in the user's data folder if not named.",
        envvar="GIPFEL_DATABASE_URL",
        show_envvar=True,
    ),
]


def export(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help="Compressed if its name ends in .gz; - is the output.")
    ],
    database_url: DatabaseUrl = None,
) -> None:
    """Write all tables into one file: what happened at them, when, and the hashes of their keys.

    A server may go on running meanwhile; the file holds everything as it was at one moment.
    """
    require_storage("export")
    from gipfel.table.storage.backup import export_tables

    store = _existing(database_url)
    try:
        with _written(file) as out, _progress("exporting") as note:
            done = export_tables(store, out, note)
    finally:
        store.close()
    for problem in done.broken.values():
        print(f"gipfel: not exported: {problem}", file=sys.stderr)
    print(f"Exported {_tables(done.tables)}.", file=sys.stderr if file == STREAM else sys.stdout)
    if done.broken:
        raise typer.Exit(INCOMPLETE)


def import_(
    file: Annotated[str, typer.Argument(metavar="FILE", help="What `gipfel export` wrote; - is the input.")],
    database_url: DatabaseUrl = None,
) -> None:
    """Read all tables from a file: everything is checked first, then written altogether or not at all.

    Tables that are there already and the same are left alone.
    """
    require_storage("import")
    from gipfel.table.storage.backup import CannotImport, import_tables
    from gipfel.table.storage.backup_file import BadBackup
    from gipfel.table.storage.store import Store

    with _lines(file) as lines:
        store = Store(database_url)
        try:
            with _progress("checking") as check, _progress("writing") as write:
                done = import_tables(store, lines, check, write)
        except (BadBackup, CannotImport) as error:
            raise type(error)(f"{'input' if file == STREAM else file}: {error}") from error
        finally:
            store.close()
    there = f"; {_tables(done.unchanged)} {'was' if done.unchanged == 1 else 'were'} there already"
    print(f"Imported {_tables(done.tables)}{there if done.unchanged else ''}.")


def _tables(number: int) -> str:
    return "1 table" if number == 1 else f"{number} tables"


def _existing(database_url: str | None) -> "Store":
    """The tables that are there; nobody wants to export from a database that is made for it."""
    from gipfel.table.storage.database import default_url, read_url
    from gipfel.table.storage.migrations import DatabaseProblem
    from gipfel.table.storage.store import Store

    url = read_url(database_url or default_url())
    if url.drivername.startswith("sqlite") and not Path(url.database or "").exists():
        raise DatabaseProblem(f"there is no database {url.database}; name one with --database-url")
    return Store(url)


@contextmanager
def _progress(what: str) -> Iterator[Callable[[int, int], None]]:
    """Shows how far it is, where somebody looks."""
    if not sys.stderr.isatty():
        yield lambda _done, _total: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    task = bar.add_task(what, total=None)

    def note(done: int, total: int) -> None:
        bar.start()
        bar.update(task, completed=done, total=total)
        if done == total:
            bar.stop()

    try:
        yield note
    finally:
        bar.stop()


# --- Writing ---------------------------------------------------------------------------------------------


@contextmanager
def _written(file: str) -> Iterator[BinaryIO]:
    """What is written becomes the file when it is complete, and never before. Raises FileProblem."""
    path = Path(file)
    try:
        with _output(file, path) as raw, _packed(raw, file) as out:
            yield out
    except OSError as error:
        if isinstance(error, BrokenPipeError):
            raise
        raise FileProblem(f"cannot write {file}: {error.strerror or error}") from error


def _output(file: str, path: Path) -> AbstractContextManager[BinaryIO]:
    if file == STREAM:
        return nullcontext(sys.stdout.buffer)
    if path.exists() and not path.is_file() and not path.is_dir():
        return path.open("wb")  # a device or a pipe cannot be replaced
    return _draft(path.resolve())


@contextmanager
def _packed(raw: BinaryIO, file: str) -> Iterator[BinaryIO]:
    if not file.endswith(COMPRESSED):
        yield raw
        return
    with gzip.GzipFile("", "wb", fileobj=raw, mtime=0) as packed:
        yield cast(BinaryIO, packed)


@contextmanager
def _draft(path: Path) -> Iterator[BinaryIO]:
    """A file beside the one that is wanted, which it becomes in the end."""
    _check_place(path)
    draft = path.with_name(f".gipfel-{token_hex(8)}.tmp")
    try:
        with open(os.open(draft, os.O_WRONLY | os.O_CREAT | os.O_EXCL, PRIVATE), "wb") as out:
            yield out
            out.flush()
            os.fsync(out.fileno())
        os.replace(draft, path)
    finally:
        with suppress(OSError):
            draft.unlink()


def _check_place(path: Path) -> None:
    """An older export is replaced, any other file is left alone. Raises FileProblem."""
    from gipfel.table.storage.backup_file import is_backup

    if not path.exists():
        return
    with _lines(str(path)) as lines:
        try:
            first = lines()
        except GipfelError:
            first = b""
    if path.stat().st_size and not is_backup(first):
        raise FileProblem(f"{path} exists and was not written by `gipfel export`; choose another name")


# --- Reading ---------------------------------------------------------------------------------------------


@contextmanager
def _lines(file: str) -> Iterator[Callable[[], bytes]]:
    """The lines of a file, one after the other; an empty one is its end. Raises FileProblem, BadBackup."""
    from gipfel.table.storage.backup_file import LONGEST, BadBackup

    try:
        with _input(file) as raw:
            packed = raw.peek(len(MAGIC))[: len(MAGIC)] == MAGIC
            unpacked = gzip.GzipFile(fileobj=raw) if packed else raw

            def line() -> bytes:
                try:
                    return unpacked.readline(LONGEST + 1)
                except (EOFError, gzip.BadGzipFile, zlib.error) as error:
                    raise BadBackup("the compressed file is damaged or cut off here") from error

            yield line
    except OSError as error:
        raise FileProblem(f"cannot read {file}: {error.strerror or error}") from error


def _input(file: str) -> AbstractContextManager[BufferedReader]:
    return nullcontext(cast(BufferedReader, sys.stdin.buffer)) if file == STREAM else open(file, "rb")
