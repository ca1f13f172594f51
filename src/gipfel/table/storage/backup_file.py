"""The format of a backup: a first line, a line of JSON for each table and each tournament, and a last line.

    {"gipfel": "tables", "format": 2, "version": "0.1.0", "tables": 2}
    {"id": "…", "game": "gipf", …, "happened": [[1794830400000, "…"], …], "keys": [["white", "…"]]}
    {"id": …}
    {"tournament": {"id": "…", …}}
    {"end": 2, "sha256": "…"}

`happened` are the table's events. Everything in a file is checked; messages name the line that is wrong.
"""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from hashlib import sha256
from typing import Any, BinaryIO, NoReturn

import gipfel
from gipfel.games.core.game import LARGEST_SEED
from gipfel.notation import formats
from gipfel.notation.errors import GipfelError
from gipfel.table.keys import HASH_LETTERS
from gipfel.table.seats import SIDES
from gipfel.table.storage.rows import read_setup, replay, setup_columns, to_milliseconds, with_zone
from gipfel.table.storage.tournament_backup import NAME, Content, checked_tournament
from gipfel.table.table import Table

MARK = "gipfel"
WHAT = "tables"
LONGEST = 64_000_000
"""The most bytes of a line; no table is that long."""
LATEST = 250_000_000_000_000
"""An instant in a year of four digits."""
ID = re.compile(r"[A-Za-z0-9_-]{1,32}")
HASH = re.compile(rf"[0-9a-f]{{{HASH_LETTERS}}}")


NO_PLACE = {"match": None, "match_number": None, "first_to": None}
"""Files from before there were matches do not name a place in one."""


class BadBackup(GipfelError):
    """A file is not a backup, or is damaged; the message says in which line."""


@dataclass(frozen=True, slots=True)
class StoredTable:
    """Everything that is stored of one table."""

    id: str
    created: datetime
    setup: Mapping[str, Any]
    """As columns."""
    events: Sequence[tuple[str, int]]
    keys: Sequence[tuple[str, str]]
    """Words for sides and hashes of keys, sorted."""

    def play(self) -> Table:
        """The table after all its events. Raises BrokenTable."""
        return replay(self.id, self.setup, self.events)

    @property
    def changed(self) -> int:
        """The instant of the last event."""
        return self.events[-1][1] if self.events else to_milliseconds(self.created)

    def to_dict(self) -> dict[str, Any]:
        return {
            "id": self.id,
            "created": with_zone(self.created).isoformat(),
            **{name: value for name, value in self.setup.items() if name != "format"},
            "happened": [[at, text] for text, at in self.events],
            "keys": [[*key] for key in self.keys],
        }


# --- Writing ---------------------------------------------------------------------------------------------


class BackupWriter:
    """Writes a backup line by line."""

    def __init__(self, file: BinaryIO, tables: int) -> None:
        self._file = file
        self._sum = sha256()
        self._line({MARK: WHAT, "format": formats.NEWEST, "version": gipfel.__version__, "tables": tables})

    def add(self, table: StoredTable) -> None:
        self._line(table.to_dict())

    def add_tournament(self, tournament: Content) -> None:
        self._line({NAME: tournament})

    def end(self, tables: int) -> None:
        """Write the last line; without it a file is incomplete."""
        self._line({"end": tables, "sha256": self._sum.hexdigest()})

    def _line(self, data: Mapping[str, Any]) -> None:
        line = json.dumps(data, separators=(",", ":")).encode() + b"\n"
        self._sum.update(line)
        self._file.write(line)


# --- Reading ---------------------------------------------------------------------------------------------


def is_backup(first: bytes) -> bool:
    """Is a file that begins with this line a backup?"""
    try:
        data = json.loads(first)
    except (ValueError, RecursionError):
        return False
    return isinstance(data, dict) and data.get(MARK) == WHAT


class BackupReader:
    """Reads and checks a backup line by line. All its methods may raise BadBackup."""

    def __init__(self, lines: Callable[[], bytes]) -> None:
        self._next = lines
        self._number = 0
        self._sum = sha256()
        self._seen: set[str] = set()
        self._format = formats.NEWEST
        self.tournaments: list[Content] = []
        """The tournaments that were read so far; they come after the tables."""
        self.tables = self._first_line()

    def __iter__(self) -> Iterator[StoredTable]:
        while True:
            before = self._sum.hexdigest()
            data = self._data(self._read())
            if "end" in data:
                self._check_end(data, before)
                return
            if NAME in data:
                self._add_tournament(data[NAME])
            else:
                yield self._table(data)

    def fail(self, why: object) -> NoReturn:
        raise BadBackup(f"line {self._number}: {why}")

    def _read(self) -> bytes:
        self._number += 1
        try:
            line = self._next()
        except BadBackup as problem:
            self.fail(problem)
        if len(line) > LONGEST:
            self.fail("it is too long for a table")
        if not line.endswith(b"\n") and self._number > 1:
            self.fail(f"the file is cut off here; {len(self._seen)} of {self.tables} tables are there")
        self._sum.update(line)
        return line

    def _data(self, line: bytes) -> dict[str, Any]:
        try:
            data = json.loads(line.decode("utf-8"))
        except (ValueError, RecursionError) as error:
            self.fail(f"it is damaged: {str(error).splitlines()[0][:100]}")
        if not isinstance(data, dict):
            self.fail("it is damaged: it does not contain a table")
        return data

    def _first_line(self) -> int:
        line = self._read()
        if not line.endswith(b"\n") or not is_backup(line):
            self.fail("this file was not written by `gipfel export`; games are read by `gipfel convert`")
        data = self._data(line)
        found = data.get("format")
        if type(found) is not int or found not in formats.READABLE:
            known = " and ".join(map(str, formats.READABLE))
            self.fail(f"it was written by another Gipfel: format {str(found)[:10]}; this one reads {known}")
        self._format = found
        tables = data.get("tables")
        if type(tables) is not int or tables < 0:
            self.fail("it is damaged: it does not say how many tables there are")
        return tables

    def _check_end(self, data: dict[str, Any], before: str) -> None:
        if data["end"] != len(self._seen):
            self.fail(f"the file is damaged: {len(self._seen)} tables are there, {data['end']} were written")
        if data.get("sha256") != before:
            self.fail("the file is damaged: its checksum is wrong")
        self._number += 1
        if self._next():
            self.fail("the file is damaged: there is more after its last line")

    def _add_tournament(self, data: object) -> None:
        try:
            tournament = checked_tournament(data)
        except GipfelError as error:
            self.fail(error)
        if any(known["id"] == tournament["id"] for known in self.tournaments):
            self.fail(f"tournament {tournament['id']} is in the file twice")
        self.tournaments.append(tournament)

    def _table(self, data: dict[str, Any]) -> StoredTable:
        try:
            table = read_stored_table({**data, "format": self._format})
        except GipfelError as error:
            self.fail(error)
        if table.id in self._seen:
            self.fail(f"table {table.id} is in the file twice")
        self._seen.add(table.id)
        return table


def read_stored_table(data: Mapping[str, Any]) -> StoredTable:
    """The table that a line describes; its events are not checked yet. Raises GipfelError."""
    table_id = data.get("id")
    if not isinstance(table_id, str) or not ID.fullmatch(table_id):
        raise GipfelError("it is damaged: a table has an id of up to 32 letters")
    try:
        return StoredTable(table_id, _created(data), _setup(data), _events(data), _keys(data))
    except GipfelError as error:
        raise GipfelError(f"table {table_id} cannot be read: {error}") from error


def _created(data: Mapping[str, Any]) -> datetime:
    try:
        return with_zone(datetime.fromisoformat(data["created"]))
    except (KeyError, TypeError, ValueError) as error:
        raise GipfelError("it does not say when it was made") from error


def _setup(data: Mapping[str, Any]) -> dict[str, Any]:
    for name in ("game", "version", "start", "title"):
        _check_text(name, data.get(name))
    seed = data.get("seed")
    if seed is not None and (type(seed) is not int or abs(seed) > LARGEST_SEED):
        raise GipfelError("its seed is not a whole number")
    for name in ("options", "seats"):
        if not isinstance(data.get(name), dict):
            raise GipfelError(f"its {name} must be names with values")
    first = data.get("match")
    if first is not None and not (isinstance(first, str) and ID.fullmatch(first)):
        raise GipfelError("the first table of its match is not a table")
    return setup_columns(read_setup({"clock": None, **NO_PLACE, **data}))


def _events(data: Mapping[str, Any]) -> list[tuple[str, int]]:
    rows = _rows(data, "happened")
    for at, text in rows:
        if type(at) is not int or not 0 <= at <= LATEST:
            raise GipfelError(f"{str(at)[:30]!r} is not an instant; instants are milliseconds since 1970")
        _check_text("event", text)
    return [(text, at) for at, text in rows]


def _keys(data: Mapping[str, Any]) -> list[tuple[str, str]]:
    rows = _rows(data, "keys")
    for side, key_hash in rows:
        if side not in SIDES or not isinstance(key_hash, str) or not HASH.fullmatch(key_hash):
            raise GipfelError(f"a key has a side and a hash of {HASH_LETTERS} letters")
    return sorted({(side, key_hash) for side, key_hash in rows})


def _rows(data: Mapping[str, Any], name: str) -> list[list[Any]]:
    """Pairs in a list."""
    rows = data.get(name)
    if not isinstance(rows, list) or not all(isinstance(row, list) and len(row) == 2 for row in rows):
        raise GipfelError(f"its {name} must be a list of pairs")
    return rows


def _check_text(name: str, text: object) -> None:
    """Databases store neither NUL nor lone surrogates."""
    if not isinstance(text, str):
        raise GipfelError(f"its {name} is not a text")
    if "\0" in text or any("\ud800" <= sign <= "\udfff" for sign in text):
        raise GipfelError(f"its {name} contains characters that cannot be stored")
