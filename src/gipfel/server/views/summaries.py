"""Tables in lists: what is the same for all, and what differs by who asks."""

from collections.abc import Collection
from threading import Lock

from gipfel.games.core.position import Position
from gipfel.games.core.side import Outcome, Side
from gipfel.locale import spoken_language
from gipfel.notation.errors import GipfelError
from gipfel.server.security.permissions import Keys
from gipfel.server.tables.async_store import Shelf
from gipfel.server.views.table import Plain
from gipfel.server.views.thumbnails import small_svg
from gipfel.table.clock import Now
from gipfel.table.seats import PERSON, SIDES, plain_seats, side_word
from gipfel.table.storage.rows import to_datetime
from gipfel.table.storage.store import A_PAGE, Summary
from gipfel.table.table import Table

REMEMBERED = 1000
"""Pictures of tables for lists."""


class Lists:
    """Lists of tables, each with a picture that is drawn once."""

    def __init__(self, shelf: Shelf, now: Now, open_ones: bool) -> None:
        self._shelf = shelf
        self._now = now
        self._open_ones = open_ones
        """Does everybody see the open tables?"""
        self._listed: dict[tuple[str, ...], Plain] = {}
        self._listing = Lock()

    async def of(self, visitor: str | None, finished: bool, begin: int, most: int) -> list[Plain]:
        """Tables of who asks, the latest first, in the language spoken now."""
        found = await self._shelf.summaries(finished, begin, most, visitor, self._open_ones)
        return await self.shown(*found)

    async def awaited(self, visitor: str) -> list[Plain]:
        """The tables where it is the turn of who asks, and somebody else waits for it."""
        found = await self._shelf.summaries(False, 0, A_PAGE, visitor, False)
        shown = await self.shown(*(each for each in found if is_awaited(each)))
        return [{name: each[name] for name in ("id", "title", "sentence")} for each in shown]

    async def shown(self, *summaries: Summary) -> list[Plain]:
        now = self._now()
        return await self._shelf.do(
            lambda: [for_visitor(self._drawn(summary), summary, now) for summary in summaries]
        )

    def _drawn(self, summary: Summary) -> Plain:
        key = (
            *(summary.id, summary.changed.isoformat(), summary.position, summary.score),
            *(summary.reason, spoken_language()),
        )
        shown = self._listed.get(key) or _listed(summary)
        with self._listing:
            self._listed[key] = shown
            while len(self._listed) > REMEMBERED:
                self._listed.pop(next(iter(self._listed)))
        return shown


def _listed(summary: Summary) -> Plain:
    """A table in a list; one that cannot be shown does not hide the others."""
    try:
        return summary_view(summary)
    except GipfelError as error:
        return broken_view(summary, str(error))


# --- For everybody ---------------------------------------------------------------------------------------


def summary_view(summary: Summary) -> Plain:
    """A table in a list, for everybody. Raises GipfelError if its position cannot be shown."""
    setup = summary.setup
    position = setup.playthrough().start.game.position(summary.position)
    outcome = _outcome(position, summary)
    return {
        **_common(summary),
        "title": setup.title or position.game.full_title,
        "sentence": outcome["text"] if outcome else position.task,
        "outcome": outcome,
        "side": None if outcome else side_word(position.side),
        "picture": small_svg(position.scene()),
    }


def broken_view(summary: Summary, problem: str) -> Plain:
    """A table in a list that cannot be shown; it is not lost."""
    return {
        **_common(summary),
        "title": summary.setup.title or summary.setup.game,
        "sentence": problem,
        "outcome": None,
        "side": None,
        "picture": "",
        "problem": problem,
    }


def _common(summary: Summary) -> Plain:
    return {
        "id": summary.id,
        "game": summary.setup.game,
        "version": summary.setup.version,
        "turn": summary.turn,
        "changed": summary.changed.isoformat(timespec="seconds").replace("+00:00", "Z"),
    }


def _outcome(position: Position, summary: Summary) -> Plain | None:
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
    """Where a table at hand stands."""
    outcome = table.outcome
    return Summary(
        id=table_id,
        setup=table.setup,
        seats=plain_seats(table.seats),
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


# --- For who asks ----------------------------------------------------------------------------------------


def for_visitor(shown: Plain, summary: Summary, now: int) -> Plain:
    """A table in a list with what concerns who asks."""
    mine = seats_of(summary)
    return {
        **{name: value for name, value in shown.items() if name != "side"},
        "seats": summary.seats,
        "mine": mine,
        "with_others": with_others(summary),
        "your_turn": shown["side"] in mine,
        "clock": None if summary.clock is None else summary.clock.face(now),
    }


def seats_of(summary: Summary) -> list[str]:
    """Where who asks sits: at an open table, on all seats of people."""
    return [word for word in _persons(summary) if not summary.keyed or SIDES[word] in summary.mine]


def with_others(summary: Summary) -> bool:
    """Does somebody else play, too?"""
    return len(seats_of(summary)) < len(_persons(summary))


def is_awaited(summary: Summary) -> bool:
    """Is it the turn of who asks, and somebody else waits for it?"""
    mine = seats_of(summary)
    if summary.side is None or side_word(summary.side) not in mine:
        return False
    return any(not summary.seats[word].get("waits") for word in _others(summary, mine))


def _persons(summary: Summary) -> list[str]:
    return [word for word in SIDES if summary.seats[word]["kind"] == PERSON]


def _others(summary: Summary, mine: Collection[str]) -> list[str]:
    return [word for word in _persons(summary) if word not in mine]
