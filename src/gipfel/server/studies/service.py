"""What readers and authors of studies can do.

Whoever has the link of a study may read it. Its owner may change it, and whoever has opened the link for
editing, from then on by the cookie of the browser. All rights are checked here.
"""

from collections.abc import Callable
from contextvars import copy_context
from typing import Any, TypeVar

from gipfel.games.core.playthrough import Playthrough
from gipfel.locale import current_language, say
from gipfel.server.analyses.trees import empty_tree
from gipfel.server.contract import server_messages as messages
from gipfel.server.contract import studies as sent
from gipfel.server.contract.client_messages import path_of
from gipfel.server.contract.requests import (
    ChapterPositionRequest,
    ChapterRequest,
    NewChapterRequest,
    StudyKeyRequest,
    StudyRequest,
)
from gipfel.server.security.owner import require_owner
from gipfel.server.security.permissions import PermissionDenied
from gipfel.server.socket.variations import Variation, varied
from gipfel.server.studies import chapters as made
from gipfel.server.tables.directory import TableDirectory
from gipfel.studies.page import study_page
from gipfel.studies.study import Study, read_study, study_of, title_of, write_study
from gipfel.table.keys import hashed, new_key
from gipfel.table.storage.studies import Basis, Chapter, StoredChapter, StoredStudy, StudyStore, UnknownStudy

T = TypeVar("T")


class Studies:
    """The studies of a server."""

    def __init__(self, stored: StudyStore, tables: TableDirectory, local: bool) -> None:
        self._stored = stored
        self._tables = tables
        self._local = local
        self._games = made.ChapterGames()

    # --- Reading ---------------------------------------------------------------------------------------

    async def listed(self, visitor: str | None) -> sent.StudyList:
        """The studies that a visitor may change."""
        found = [] if visitor is None else await self._read(self._stored.listed, visitor)
        return {"studies": [{"id": one, "title": title} for one, title in found]}

    async def view(self, study_id: str, visitor: str | None, chapter_id: str) -> sent.StudyView:
        """A study with one of its chapters, the first one unless another one is named."""
        study = await self._read(self._stored.load, study_id)
        wanted = chapter_id or (study.chapters[0][0] if study.chapters else "")
        chapter = None
        if wanted:
            found = await self._read(self._stored.chapter, study_id, wanted)
            chapter = await self._do(lambda: made.chapter_view(found, self._games))
        return {
            "id": study.id,
            "title": study.title,
            "version": study.version,
            "edit": await self._read(self._stored.may_edit, study, visitor),
            "own": visitor is not None and study.owner == visitor,
            "chapters": [{"id": one, "title": title} for one, title in study.chapters],
            "chapter": chapter,
        }

    async def position(
        self, study_id: str, chapter_id: str, wanted: ChapterPositionRequest
    ) -> messages.Varied:
        """A position of a chapter's board, and what can be pointed at in it."""
        record = await self._record(study_id, chapter_id)
        prefix = path_of(wanted.prefix)

        def work() -> messages.Varied:
            table = self._games.of(record)
            return varied(Variation(), table, wanted.at, wanted.line, prefix, wanted.effect)

        return await self._do(work)

    async def game(self, study_id: str, chapter_id: str) -> Callable[[], Playthrough]:
        """The game of a chapter, for a thread."""
        record = await self._record(study_id, chapter_id)
        return lambda: self._games.of(record).play

    async def _record(self, study_id: str, chapter_id: str) -> str:
        chapter: StoredChapter = await self._read(self._stored.chapter, study_id, chapter_id)
        if not chapter.record:
            raise UnknownStudy(say("There is no such chapter."))
        return chapter.record

    async def file(self, study_id: str) -> str:
        """A study as a file."""
        study, chapters = await self._whole(study_id)
        return await self._do(lambda: write_study(made.study_of_chapters(study, chapters, self._games)))

    async def page(self, study_id: str) -> str:
        """A study as a page that needs no server."""
        study, chapters = await self._whole(study_id)
        return await self._do(lambda: study_page(made.study_of_chapters(study, chapters, self._games)))

    async def board_page(self, study_id: str, chapter_id: str) -> str:
        """The board of a chapter as a page, in the reader's language."""
        study = await self._read(self._stored.load, study_id)
        chapter = await self._read(self._stored.chapter, study_id, chapter_id)
        await self._record(study_id, chapter_id)
        return await self._do(lambda: study_page(self._one_board(study, chapter)))

    def _one_board(self, study: StoredStudy, chapter: StoredChapter) -> Study:
        record = made.record_of(chapter, self._games)
        assert record is not None
        return study_of(chapter.title, (record,), current_language())

    async def _whole(self, study_id: str) -> tuple[StoredStudy, list[StoredChapter]]:
        study = await self._read(self._stored.load, study_id)
        return study, await self._read(self._stored.chapters, study_id)

    # --- Making ----------------------------------------------------------------------------------------

    async def create(self, wanted: NewChapterRequest, owner: str) -> sent.CreatedStudy:
        """A study with one chapter. Raises GipfelError."""
        require_owner(self._local)
        chapter = await self._chapter(wanted)
        return await self._create(owner, chapter.title, current_language(), [chapter])

    async def load_file(self, text: str, owner: str) -> sent.CreatedStudy:
        """A study from a file. Raises GipfelError."""
        require_owner(self._local)

        def work() -> tuple[Study, list[Chapter]]:
            study = read_study(text)
            return study, made.chapters_of(study)

        study, chapters = await self._do(work)
        return await self._create(owner, study.title, study.language, chapters)

    async def _create(
        self, owner: str, title: str, language: str, chapters: list[Chapter]
    ) -> sent.CreatedStudy:
        context = copy_context()  # a refusal is in the language of the client
        create = self._tables.store.create_like_table
        study = await create(lambda: context.run(self._stored.create, owner, title, language, chapters))
        return {"id": study, "chapter": None}

    async def add(self, study_id: str, visitor: str | None, wanted: NewChapterRequest) -> sent.CreatedStudy:
        """Add a chapter. Raises GipfelError."""
        await self._editable(study_id, visitor)
        chapter = await self._chapter(wanted)
        return {"id": study_id, "chapter": await self._write(self._stored.add, study_id, chapter)}

    async def _chapter(self, wanted: NewChapterRequest) -> Chapter:
        tree = wanted.tree or empty_tree()
        if wanted.table is None:
            return made.chapter_of(made.new_title(wanted.title), None, empty_tree())
        live = await self._tables.get(wanted.table)

        def work() -> Chapter:
            record = live.table.record()
            title = made.new_title(wanted.title, title_of(record, current_language()))
            return made.chapter_of(title, record, tree, table=live.id)

        return await self._do(work)

    # --- Changing --------------------------------------------------------------------------------------

    async def arrange(self, study_id: str, visitor: str | None, wanted: StudyRequest) -> sent.StudyVersion:
        """Change the title and the list of chapters. Raises GipfelError."""
        study = await self._editable(study_id, visitor)
        title = made.new_title(wanted.title, study.title)
        change = self._stored.arrange, study_id, Basis(wanted.version, wanted.writer), title, wanted.chapters
        return {"version": await self._write(*change)}

    async def change(
        self, study_id: str, chapter_id: str, visitor: str | None, wanted: ChapterRequest
    ) -> sent.StudyVersion:
        """Change a chapter. Raises GipfelError."""
        await self._editable(study_id, visitor)
        before: StoredChapter = await self._read(self._stored.chapter, study_id, chapter_id)
        parts = wanted.title, wanted.before, wanted.after, wanted.tree
        chapter = await self._do(lambda: made.changed_chapter(before, *parts))
        change = self._stored.change, study_id, chapter_id, Basis(wanted.version, wanted.writer), chapter
        return {"version": await self._write(*change)}

    async def link(self, study_id: str, visitor: str | None) -> sent.StudyLink:
        """A new link for editing; the former one becomes useless."""
        await self._editable(study_id, visitor)
        key = new_key()
        await self._write(self._stored.renew_link, study_id, hashed(f"study {key}"))
        return {"key": key}

    async def enter(self, study_id: str, visitor: str, wanted: StudyKeyRequest) -> None:
        """Open the link for editing. Raises PermissionDenied."""
        if not await self._write(self._stored.enter, study_id, hashed(f"study {wanted.key}"), visitor):
            raise PermissionDenied(say("This link for editing is no longer valid."))

    async def remove(self, study_id: str, visitor: str | None) -> None:
        """Delete a study; only for its owner."""
        study: StoredStudy = await self._read(self._stored.load, study_id)
        if visitor is None or study.owner != visitor:
            raise PermissionDenied(say("Only whoever made this study can delete it."))
        await self._write(self._stored.remove, study_id)

    async def _editable(self, study_id: str, visitor: str | None) -> StoredStudy:
        study: StoredStudy = await self._read(self._stored.load, study_id)
        if not await self._read(self._stored.may_edit, study, visitor):
            raise PermissionDenied(say("To change this study you need its link for editing."))
        return study

    # --- Threads ---------------------------------------------------------------------------------------

    async def _do(self, work: Callable[[], T]) -> T:
        return await self._tables.do(work)

    async def _read(self, call: Callable[..., T], *arguments: Any) -> T:
        return await self._tables.store.read(copy_context().run, call, *arguments)

    async def _write(self, call: Callable[..., T], *arguments: Any) -> T:
        return await self._tables.store.write(copy_context().run, call, *arguments)
