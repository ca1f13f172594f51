"""Tables in lists: the part that is the same for everybody, and the part that depends on the visitor."""

from collections.abc import Collection
from threading import Lock
from typing import cast

from typing_extensions import TypedDict

from gipfel.games.core.position import Position
from gipfel.games.core.side import Outcome, Side
from gipfel.locale import current_language
from gipfel.notation.errors import GipfelError
from gipfel.server.contract import answers
from gipfel.server.contract.shared import ClockFace, Match
from gipfel.server.contract.shared import Outcome as SentOutcome
from gipfel.server.contract.shared import Side as SideWord
from gipfel.server.security.owner import owns
from gipfel.server.security.permissions import Keys
from gipfel.server.tables.async_store import AsyncStore
from gipfel.server.views.matches import match_view, player_names
from gipfel.server.views.seats import seats_view
from gipfel.server.views.thumbnails import small_svg
from gipfel.table.clock import Now
from gipfel.table.seats import PERSON, SIDES, seats_to_dict, side_word
from gipfel.table.storage.rows import to_datetime
from gipfel.table.storage.store import A_PAGE, Summary
from gipfel.table.table import Table

CACHED = 1000
"""How many tables are kept with their pictures."""


class _TableKey(TypedDict):
    """What is known about a table without reading its position."""

    id: str
    game: str
    version: str
    turn: int
    changed: str


class ListedTable(_TableKey):
    """The part of a table in a list that is the same for everybody."""

    title: str
    sentence: str
    outcome: SentOutcome | None
    side: SideWord | None
    picture: str
    problem: str | None


class TableLists:
    """Lists of tables, each with a picture that is drawn once."""

    def __init__(self, store: AsyncStore, now: Now, local: bool) -> None:
        """On a `local` server its owner sees the tables without keys, and the commands of engines."""
        self._store = store
        self._now = now
        self._local = local
        self._cache: dict[tuple[str, ...], ListedTable] = {}
        self._cache_lock = Lock()

    async def of(self, visitor: str | None, finished: bool, begin: int, most: int) -> list[answers.Summary]:
        """The visitor's tables at which something has happened, the latest first, in the current language."""
        found = await self._store.summaries(finished, begin, most, visitor, owns(self._local), False)
        return await self.shown(*found)

    async def awaited(self, visitor: str) -> list[answers.AwaitedTable]:
        """The tables where it is the visitor's turn and somebody else waits."""
        found = await self._store.summaries(False, 0, A_PAGE, visitor, False)
        shown = await self.shown(*(each for each in found if is_awaited(each)))
        return [{"id": each["id"], "title": each["title"], "sentence": each["sentence"]} for each in shown]

    async def shown(self, *summaries: Summary) -> list[answers.Summary]:
        now, commands = self._now(), owns(self._local)
        return await self._store.do(
            lambda: [for_visitor(self._listed(summary), summary, now, commands) for summary in summaries]
        )

    def _listed(self, summary: Summary) -> ListedTable:
        key = (
            *(summary.id, summary.changed.isoformat(), summary.position, summary.score),
            *(summary.reason, current_language()),
        )
        listed = self._cache.get(key) or _listed(summary)
        with self._cache_lock:
            self._cache[key] = listed
            while len(self._cache) > CACHED:
                self._cache.pop(next(iter(self._cache)))
        return listed


def _listed(summary: Summary) -> ListedTable:
    """A table in a list; one that cannot be shown does not hide the others."""
    try:
        return summary_view(summary)
    except GipfelError as error:
        return broken_view(summary, str(error))


# --- For everybody ---------------------------------------------------------------------------------------


def summary_view(summary: Summary) -> ListedTable:
    """A table in a list, for everybody. Raises GipfelError if its position cannot be shown."""
    setup = summary.setup
    position = setup.playthrough().start.game.position(summary.position)
    outcome = _outcome(position, summary)
    return {
        **_key(summary),
        "title": setup.title or position.game.full_title,
        "sentence": outcome["text"] if outcome else position.task,
        "outcome": outcome,
        "side": None if outcome else side_word(position.side),
        "picture": small_svg(position.scene()),
        "problem": None,
    }


def broken_view(summary: Summary, problem: str) -> ListedTable:
    """A table in a list that cannot be shown; it is not lost."""
    return {
        **_key(summary),
        "title": summary.setup.title or summary.setup.game,
        "sentence": problem,
        "outcome": None,
        "side": None,
        "picture": "",
        "problem": problem,
    }


def _key(summary: Summary) -> _TableKey:
    return {
        "id": summary.id,
        "game": summary.setup.game,
        "version": summary.setup.version,
        "turn": summary.turn,
        "changed": summary.changed.isoformat(timespec="seconds").replace("+00:00", "Z"),
    }


def _outcome(position: Position, summary: Summary) -> SentOutcome | None:
    if not summary.score:
        return None
    winner = {"1-0": Side.WHITE, "0-1": Side.BLACK}.get(summary.score)
    return {
        "winner": None if winner is None else side_word(winner),
        "score": summary.score,
        "reason": summary.reason,
        "text": position.game.conclusion(Outcome(winner, summary.reason)),
    }


def summary_of(table_id: str, table: Table, keys: Keys, visitor: str | None) -> Summary:
    """The summary of a table in memory."""
    outcome = table.outcome
    return Summary(
        id=table_id,
        setup=table.setup,
        seats=seats_to_dict(table.seats),
        turn=table.position.turn,
        position=str(table.position),
        score=table.score if outcome else "",
        reason=outcome.reason if outcome else "",
        changed=to_datetime(table.at),
        side=None if outcome else table.position.side,
        clock=table.clock,
        mine=keys.get(visitor, frozenset()) if visitor is not None else frozenset(),
        keyed=bool(keys),
    )


# --- For one visitor -------------------------------------------------------------------------------------


def for_visitor(listed: ListedTable, summary: Summary, now: int, commands: bool) -> answers.Summary:
    """A table in a list with what concerns the visitor; `commands`: do they see those of engines?"""
    mine = seats_of(summary)
    shown: answers.Summary = {
        "id": listed["id"],
        "game": listed["game"],
        "version": listed["version"],
        "turn": listed["turn"],
        "changed": listed["changed"],
        "title": listed["title"],
        "sentence": listed["sentence"],
        "outcome": listed["outcome"],
        "picture": listed["picture"],
        "seats": seats_view(summary.seats, commands),
        "mine": mine,
        "with_others": with_others(summary),
        "your_turn": listed["side"] in mine,
        "clock": None if summary.clock is None else cast(ClockFace | None, summary.clock.face(now)),
        "match": _match(summary),
    }
    if listed["problem"] is not None:
        shown["problem"] = listed["problem"]
    return shown


def _match(summary: Summary) -> Match | None:
    if summary.match is None:
        return None
    names = {side: summary.seats[side_word(side)].get("name", "") for side in Side}
    return match_view(summary.match, player_names(summary.setup.game, names))


def seats_of(summary: Summary) -> list[SideWord]:
    """The visitor's seats; at a table without keys, all seats of people."""
    return [word for word in _persons(summary) if not summary.keyed or SIDES[word] in summary.mine]


def with_others(summary: Summary) -> bool:
    """Does somebody else play, too?"""
    return len(seats_of(summary)) < len(_persons(summary))


def is_awaited(summary: Summary) -> bool:
    """Is it the visitor's turn while somebody else waits?"""
    mine = seats_of(summary)
    if summary.side is None or side_word(summary.side) not in mine:
        return False
    return any(not summary.seats[word].get("waits") for word in _others(summary, mine))


def _persons(summary: Summary) -> list[SideWord]:
    return [side_word(side) for side in Side if summary.seats[side_word(side)]["kind"] == PERSON]


def _others(summary: Summary, mine: Collection[SideWord]) -> list[SideWord]:
    return [word for word in _persons(summary) if word not in mine]
