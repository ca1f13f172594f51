"""Chapters of studies: from tables and from files, as pages see them, and as files have them."""

from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import replace
from threading import Lock
from typing import Any, cast

from gipfel.games.core.replay import replay
from gipfel.locale import say
from gipfel.notation.printable import printable_part
from gipfel.notation.record import Record, read_record, write_record
from gipfel.server.analyses.trees import empty_tree, tree_of, with_tree
from gipfel.server.contract import studies as sent
from gipfel.server.contract.analysis import AnalysisTree
from gipfel.server.socket.variations import Variation, varied
from gipfel.server.tables.creation import recorded_seats
from gipfel.server.views.table import KnownParts
from gipfel.studies.study import LONGEST_TITLE, Block, Study, tidy_text
from gipfel.studies.study import Chapter as FileChapter
from gipfel.table.continuations import setup_from_record
from gipfel.table.storage.studies import Chapter, StoredChapter, StoredStudy
from gipfel.table.table import Table

MOST_GAMES = 40
"""Games that are kept in memory, so that a step on a board does not replay them."""


class ChapterGames:
    """The games of chapters as tables at which nobody plays. It may be used by several threads."""

    def __init__(self) -> None:
        self._known: OrderedDict[str, Table] = OrderedDict()
        self._lock = Lock()

    def of(self, record: str) -> Table:
        """The game of a chapter, by its record."""
        with self._lock:
            table = self._known.get(record)
        if table is None:
            table = table_of(read_record(record))
        with self._lock:
            self._known[record] = table
            self._known.move_to_end(record)
            while len(self._known) > MOST_GAMES:
                self._known.popitem(last=False)
        return table


def table_of(record: Record) -> Table:
    """A recorded game as a table. Raises GipfelError."""
    setup, events = setup_from_record(record, replay(record), recorded_seats(record.headers))
    table = Table(setup)
    for event in events:
        table.apply(event)
    return table


# --- Making ---------------------------------------------------------------------------------------------


def new_title(title: str, otherwise: str = "") -> str:
    """A title as a study holds it."""
    wanted = printable_part(title).strip()[:LONGEST_TITLE].strip()
    return wanted or printable_part(otherwise).strip()[:LONGEST_TITLE].strip() or say("Chapter")


def chapter_of(
    title: str,
    record: Record | None,
    tree: AnalysisTree,
    before: str = "",
    after: str = "",
    table: str | None = None,
) -> Chapter:
    """A chapter; the record is that of the game alone. Raises GipfelError if the tree does not fit it.

    `table`: where the game was played, if that is known.
    """
    bare, turns, size = "", 0, 0
    if record is not None:
        bare = write_record(record)
        whole = with_tree(record, table_of(record).play, tree)
        turns, size = len(record.turns) + len(tree["nodes"]), len(write_record(whole))
    before, after = tidy_text(before), tidy_text(after)
    size += len(title) + len(before) + len(after)
    return Chapter(title, before, after, bare, cast(dict[str, Any], tree), turns, size, table)


def changed_chapter(chapter: Chapter, title: str, before: str, after: str, tree: AnalysisTree) -> Chapter:
    """A chapter with another text and another tree. Raises GipfelError if the tree does not fit its game."""
    record = read_record(chapter.record) if chapter.record else None
    return chapter_of(new_title(title, chapter.title), record, tree, before, after, chapter.table)


def game_alone(record: Record) -> Record:
    """A record without all that `tree_of` finds in it."""
    turns = (replace(turn, comment="", mark="", evaluation=None, variations=()) for turn in record.turns)
    return replace(record, turns=tuple(turns), continuations=())


def chapters_of(study: Study) -> list[Chapter]:
    """The chapters of a study file; one with several boards becomes several chapters. Raises GipfelError."""
    return [chapter for one in study.chapters for chapter in _split(one)]


def _split(chapter: FileChapter) -> Iterator[Chapter]:
    """Each board with the text after it; the first one with the text before it, too."""
    before = chapter.blocks[0] if chapter.blocks and isinstance(chapter.blocks[0], str) else ""
    if not chapter.boards:
        yield chapter_of(chapter.title, None, empty_tree(), before)
    blocks = [*chapter.blocks, ""]
    places = [place for place, block in enumerate(blocks) if isinstance(block, Record)]
    for number, place in enumerate(places, 1):
        record, after = cast(Record, blocks[place]), blocks[place + 1]
        title = chapter.title if number == 1 else f"{chapter.title[: LONGEST_TITLE - 6]} ({number})"
        tree = tree_of(record, replay(record))
        text = after if isinstance(after, str) else ""
        yield chapter_of(title, game_alone(record), tree, before if number == 1 else "", text)


# --- As files have them ---------------------------------------------------------------------------------


def study_of_chapters(study: StoredStudy, chapters: list[StoredChapter], games: ChapterGames) -> Study:
    """A study as a file has it. Raises GipfelError."""
    parts = tuple(FileChapter(one.title, (*_blocks(one, games),)) for one in chapters)
    return Study(study.title, parts, study.language)


def _blocks(chapter: StoredChapter, games: ChapterGames) -> Iterator[Block]:
    record = record_of(chapter, games)
    texts = (chapter.before, chapter.after) if record else ("\n\n".join((chapter.before, chapter.after)), "")
    before, after = map(tidy_text, texts)
    yield from (block for block in (before, record, after) if block)


def record_of(chapter: StoredChapter, games: ChapterGames) -> Record | None:
    """The game of a chapter with its variations and comments."""
    if not chapter.record:
        return None
    table = games.of(chapter.record)
    return with_tree(read_record(chapter.record), table.play, cast(AnalysisTree, chapter.tree))


# --- As pages see them ----------------------------------------------------------------------------------


def chapter_view(chapter: StoredChapter, games: ChapterGames) -> sent.ChapterView:
    board = None
    if chapter.record:
        board = _board(games.of(chapter.record), cast(AnalysisTree, chapter.tree))
    return {
        "id": chapter.id,
        "version": chapter.version,
        "title": chapter.title,
        "before": chapter.before,
        "after": chapter.after,
        "board": board,
    }


def _board(table: Table, tree: AnalysisTree) -> sent.ChapterBoard:
    parts = KnownParts()
    return {
        **parts.lasting(table, commands=False),
        "number": table.number,
        "turns": parts.turns(table.game, table.turns()),
        "decisions": [decision.text for decision in table.play.decisions],
        "tree": tree,
        "shown": varied(Variation(), table, 0, [], (), False),
    }
