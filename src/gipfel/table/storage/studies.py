"""Stores studies: their chapters, and who may change them.

Every change of the list of chapters, and every change of a chapter, names the version that it is based on: a
change that is based on an older one is refused, so that nobody overwrites what somebody else has written.
Only
changes of the same page may have come in between: their answers may have been lost on the way.
"""

from collections.abc import Sequence
from dataclasses import asdict, dataclass, fields
from datetime import UTC, datetime
from secrets import token_urlsafe
from typing import Any

from sqlalchemy import Connection, RowMapping, delete, func, insert, select, update

from gipfel.locale import say
from gipfel.notation.errors import GipfelError
from gipfel.table.storage.schema import CHAPTERS, STUDIES, STUDY_KEYS
from gipfel.table.storage.store import ID, ID_BYTES, Store

MOST_STUDIES = 200
"""Of one visitor."""
MOST_CHAPTERS = 100
MOST_TURNS = 5_000
MOST_LETTERS = 600_000
"""Of a whole study."""
MOST_EDITORS = 40
"""Browsers in which the link for editing was opened; one more replaces all of them."""
NEW = {"version": 1, "writer": "", "since": 1}
"""The columns of what was not changed yet."""
OF_THE_GAME = ("record", "table")
"""The columns of a chapter that stay as they are, except that names in them are forgotten."""


class UnknownStudy(GipfelError):
    """There is no such study, or no such chapter."""

    status = 404


class StudyChanged(GipfelError):
    """Somebody else has changed a study meanwhile."""

    status = 409


class StudyFull(GipfelError):
    """A study has too many chapters, turns or letters, or a visitor has too many studies."""


@dataclass(frozen=True, slots=True)
class Basis:
    """What a change is based on, and which page makes it."""

    version: int
    writer: str

    def after(self, version: int, writer: str, since: int) -> dict[str, Any] | None:
        """The columns after the change; None if somebody else has made the present version meanwhile."""
        is_own = self.writer != "" and writer == self.writer and since <= self.version <= version
        if version != self.version and not is_own:
            return None
        return {
            "version": version + 1,
            "writer": self.writer,
            "since": since if writer == self.writer else version,
        }


@dataclass(frozen=True, slots=True)
class Chapter:
    """What a chapter contains."""

    title: str
    before: str
    after: str
    record: str
    tree: dict[str, Any]
    turns: int
    size: int
    table: str | None
    """Where the game was played; None if it comes from a file."""


@dataclass(frozen=True, slots=True)
class StoredChapter(Chapter):
    """A chapter as it is kept."""

    id: str
    version: int


@dataclass(frozen=True, slots=True)
class StoredStudy:
    """A study without its chapters, of which it has ids and titles."""

    id: str
    owner: str
    title: str
    language: str
    version: int
    writer: str
    since: int
    chapters: tuple[tuple[str, str], ...]


class StudyStore:
    """The studies of a database. Its methods block; a server calls them in threads."""

    def __init__(self, store: Store) -> None:
        self._store = store

    # --- Reading ---------------------------------------------------------------------------------------

    def listed(self, visitor: str) -> list[tuple[str, str]]:
        """The ids and titles of the studies that somebody may change, the latest first."""
        shared = select(STUDY_KEYS.c.study).where(STUDY_KEYS.c.hash == visitor, ~STUDY_KEYS.c.link)
        own = (STUDIES.c.owner == visitor) | STUDIES.c.id.in_(shared)
        wanted = select(STUDIES.c.id, STUDIES.c.title).where(own).order_by(STUDIES.c.changed.desc())
        with self._store.reading() as connection:
            return [(row.id, row.title) for row in connection.execute(wanted.limit(MOST_STUDIES))]

    def load(self, study_id: str) -> StoredStudy:
        """A study. Raises UnknownStudy."""
        with self._store.reading() as connection:
            return _read(connection, study_id)

    def chapter(self, study_id: str, chapter_id: str) -> StoredChapter:
        """A chapter. Raises UnknownStudy."""
        wanted = _of(study_id).where(CHAPTERS.c.id == chapter_id)
        with self._store.reading() as connection:
            row = None
            if ID.fullmatch(study_id) and ID.fullmatch(chapter_id):
                row = connection.execute(wanted).mappings().one_or_none()
        if row is None:
            raise UnknownStudy(say("There is no such chapter."))
        return _chapter(row)

    def chapters(self, study_id: str) -> list[StoredChapter]:
        """All chapters of a study, in order."""
        with self._store.reading() as connection:
            rows = connection.execute(_of(study_id).order_by(CHAPTERS.c.number)).mappings()
            return [_chapter(row) for row in rows]

    def may_edit(self, study: StoredStudy, visitor: str | None) -> bool:
        """May a visitor change a study?"""
        if visitor is None or visitor == study.owner:
            return visitor is not None
        return self._has_key(study.id, visitor, link=False)

    def _has_key(self, study_id: str, key_hash: str, link: bool) -> bool:
        wanted = select(STUDY_KEYS.c.hash).where(
            STUDY_KEYS.c.study == study_id, STUDY_KEYS.c.hash == key_hash, STUDY_KEYS.c.link == link
        )
        with self._store.reading() as connection:
            return connection.execute(wanted).first() is not None

    # --- Changes ---------------------------------------------------------------------------------------

    def create(self, owner: str, title: str, language: str, chapters: Sequence[Chapter]) -> str:
        """A new study; its id. Raises StudyFull."""
        study_id = token_urlsafe(ID_BYTES)
        row = {"id": study_id, "owner": owner, "title": title, "language": language, **NEW}
        with self._store.writing() as connection:
            number = select(func.count()).select_from(STUDIES).where(STUDIES.c.owner == owner)
            if (connection.scalar(number) or 0) >= MOST_STUDIES:
                raise StudyFull(say("You have too many studies; delete some of them."))
            connection.execute(insert(STUDIES), {**row, "changed": datetime.now(UTC)})
            for place, chapter in enumerate(chapters):
                _insert(connection, study_id, place, chapter)
            _check_size(connection, study_id)
        return study_id

    def add(self, study_id: str, chapter: Chapter) -> str:
        """Add a chapter at the end; its id. Raises StudyFull."""
        with self._store.writing() as connection:
            study = _locked(connection, study_id)
            last = connection.scalar(select(func.max(CHAPTERS.c.number)).where(CHAPTERS.c.study == study_id))
            chapter_id = _insert(connection, study_id, 0 if last is None else last + 1, chapter)
            _check_size(connection, study_id)
            version = study.version + 1
            _touch(connection, study_id, version=version, writer="", since=version)
        return chapter_id

    def arrange(self, study_id: str, basis: Basis, title: str, chapters: Sequence[str]) -> int:
        """Change the title and the order of the chapters; those that are left out are deleted.

        Returns the new version. Raises StudyChanged.
        """
        with self._store.writing() as connection:
            study = _locked(connection, study_id)
            known = {one for one, _ in study.chapters}
            after = basis.after(study.version, study.writer, study.since)
            if after is None or not known.issuperset(chapters):
                raise StudyChanged(say("Somebody else has changed this meanwhile."))
            for number, chapter_id in enumerate(dict.fromkeys(chapters)):
                connection.execute(_update(study_id, chapter_id).values(number=number))
            gone = CHAPTERS.c.id.in_(known.difference(chapters))
            connection.execute(delete(CHAPTERS).where(CHAPTERS.c.study == study_id, gone))
            _touch(connection, study_id, title=title, **after)
        return study.version + 1

    def change(self, study_id: str, chapter_id: str, basis: Basis, chapter: Chapter) -> int:
        """Change a chapter, but not its game; its new version. Raises StudyChanged and StudyFull."""
        values = {name: value for name, value in asdict(chapter).items() if name not in OF_THE_GAME}
        with self._store.writing() as connection:
            _locked(connection, study_id)
            columns = select(CHAPTERS.c.version, CHAPTERS.c.writer, CHAPTERS.c.since)
            own = (CHAPTERS.c.study == study_id) & (CHAPTERS.c.id == chapter_id)
            now = connection.execute(columns.where(own)).one_or_none()
            after = None if now is None else basis.after(*now)
            if now is None or after is None:
                raise StudyChanged(say("Somebody else has changed this meanwhile."))
            connection.execute(_update(study_id, chapter_id).values(**values, **after))
            _check_size(connection, study_id)
        return int(now.version) + 1

    def remove(self, study_id: str) -> None:
        """Delete a study."""
        with self._store.writing() as connection:
            for table in (STUDY_KEYS, CHAPTERS):
                connection.execute(delete(table).where(table.c.study == study_id))
            connection.execute(delete(STUDIES).where(STUDIES.c.id == study_id))

    # --- Links -----------------------------------------------------------------------------------------

    def renew_link(self, study_id: str, key_hash: str) -> None:
        """Let a key be that of the link for editing; the former one becomes useless."""
        with self._store.writing() as connection:
            _locked(connection, study_id)
            connection.execute(delete(STUDY_KEYS).where(STUDY_KEYS.c.study == study_id, STUDY_KEYS.c.link))
            connection.execute(insert(STUDY_KEYS), {"study": study_id, "hash": key_hash, "link": True})

    def enter(self, study_id: str, key_hash: str, visitor: str) -> bool:
        """Let a visitor who has the key change a study from now on. Is it the right one?"""
        if not ID.fullmatch(study_id) or not self._has_key(study_id, key_hash, link=True):
            return False
        if self._has_key(study_id, visitor, link=False):
            return True
        editors = (STUDY_KEYS.c.study == study_id) & ~STUDY_KEYS.c.link
        with self._store.writing() as connection:
            _locked(connection, study_id)
            number = connection.scalar(select(func.count()).select_from(STUDY_KEYS).where(editors)) or 0
            if number >= MOST_EDITORS:
                connection.execute(delete(STUDY_KEYS).where(editors))
            connection.execute(insert(STUDY_KEYS), {"study": study_id, "hash": visitor, "link": False})
        return True


def _of(study_id: str) -> Any:
    return select(CHAPTERS).where(CHAPTERS.c.study == study_id)


def _update(study_id: str, chapter_id: str) -> Any:
    return update(CHAPTERS).where(CHAPTERS.c.study == study_id, CHAPTERS.c.id == chapter_id)


def _chapter(row: RowMapping) -> StoredChapter:
    return StoredChapter(**{one.name: row[one.name] for one in fields(StoredChapter)})


def _read(connection: Connection, study_id: str) -> StoredStudy:
    row = None
    if ID.fullmatch(study_id):
        row = connection.execute(select(STUDIES).where(STUDIES.c.id == study_id)).one_or_none()
    if row is None:
        raise UnknownStudy(say("There is no such study."))
    heads = select(CHAPTERS.c.id, CHAPTERS.c.title).where(CHAPTERS.c.study == study_id)
    chapters = tuple((one.id, one.title) for one in connection.execute(heads.order_by(CHAPTERS.c.number)))
    return StoredStudy(
        row.id, row.owner, row.title, row.language, row.version, row.writer, row.since, chapters
    )


def _locked(connection: Connection, study_id: str) -> StoredStudy:
    """A study that nobody else changes until the end of this change."""
    _touch(connection, study_id)  # SQLite locks nothing before something is written
    return _read(connection, study_id)


def _touch(connection: Connection, study_id: str, **values: Any) -> None:
    changed = update(STUDIES).where(STUDIES.c.id == study_id)
    connection.execute(changed.values(changed=datetime.now(UTC), **values))


def _insert(connection: Connection, study_id: str, number: int, chapter: Chapter) -> str:
    chapter_id = token_urlsafe(ID_BYTES)
    row = {"study": study_id, "id": chapter_id, "number": number, **NEW, **asdict(chapter)}
    connection.execute(insert(CHAPTERS), row)
    return chapter_id


def _check_size(connection: Connection, study_id: str) -> None:
    """Raises StudyFull, so that nothing of the change remains."""
    wanted = select(func.count(), func.sum(CHAPTERS.c.turns), func.sum(CHAPTERS.c.size))
    chapters, turns, letters = connection.execute(wanted.where(CHAPTERS.c.study == study_id)).one()
    if chapters > MOST_CHAPTERS or (turns or 0) > MOST_TURNS or (letters or 0) > MOST_LETTERS:
        raise StudyFull(
            say(
                "This is too much for one study: it has at most {chapters} chapters, {turns} turns and "
                "{letters} letters.",
                chapters=MOST_CHAPTERS,
                turns=MOST_TURNS,
                letters=MOST_LETTERS,
            )
        )
