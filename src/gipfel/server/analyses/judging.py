"""Judges a whole game decision by decision; what was found out before is taken from the database."""

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from hashlib import sha256
from typing import Any

from gipfel.engine.judgement import mark_of, score_without_search
from gipfel.games.core.position import Position
from gipfel.games.core.position_keys import identity_of
from gipfel.games.core.shown import board_shown
from gipfel.games.core.side import Side
from gipfel.kernel.evaluation import per_cent
from gipfel.server.contract.server_messages import Opinion as OpinionMessage
from gipfel.server.engines.service import EngineService, Opinion
from gipfel.server.tables.async_store import AsyncStore
from gipfel.table.storage.analyses import AnalysisStore
from gipfel.table.table import Table

LINES = 2
"""A turn is good if the second best one would be much worse."""
AT_ONCE = 200
"""How many positions the database is asked about at a time."""
LONGEST_BETTER = 8
"""Decisions of a better line."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """What an engine thinks of a position."""

    chance: float
    """White's, in per cent."""
    best: tuple[str, ...] = ()
    """The decisions of the best line."""
    chances: tuple[float, ...] = ()
    """Those of the side to act, in the best line and in the second best one."""

    @classmethod
    def of(cls, opinion: Opinion) -> "Judgement":
        best = opinion.lines[0].decisions[:LONGEST_BETTER] if opinion.lines else ()
        return cls(
            round(opinion.per_cent, 1), best, tuple(round(line.per_cent, 1) for line in opinion.lines[:LINES])
        )

    @classmethod
    def stored(cls, found: dict[str, Any]) -> "Judgement":
        return cls(found["chance"], tuple(found["best"]), tuple(found["chances"]))

    def to_dict(self) -> dict[str, Any]:
        return {"chance": self.chance, "best": [*self.best], "chances": [*self.chances]}


class KnownJudgements:
    """Judgements in the database, by position."""

    def __init__(self, threads: AsyncStore, store: AnalysisStore) -> None:
        self._threads = threads
        self._store = store

    async def load(self, keys: list[str]) -> dict[str, Judgement]:
        found: dict[str, Judgement] = {}
        for begin in range(0, len(keys), AT_ONCE):
            stored = await self._threads.read(self._store.judgements, keys[begin : begin + AT_ONCE])
            found |= {key: Judgement.stored(value) for key, value in stored.items()}
        return found

    async def keep(self, key: str, judgement: Judgement) -> None:
        await self._threads.write(self._store.keep_judgement, key, judgement.to_dict())


def position_key(position: Position) -> str:
    """Names a position for all games and processes."""
    parts = (identity_of(position.game), str(position), board_shown(position), str(position.played))
    return sha256("\n".join(parts).encode()).hexdigest()


class GameJudge:
    """Judges the positions of a table's game, and its turns."""

    def __init__(
        self, table: Table, engines: EngineService, known: KnownJudgements | None, seconds: float
    ) -> None:
        self._table = table
        self._engines = engines
        self._known = known
        self._seconds = seconds
        self._judged: dict[int, Judgement] = {}

    async def opinions(
        self, message_id: int | str | None, on_preparing: Callable[[], None], only_known: bool = False
    ) -> AsyncIterator[OpinionMessage]:
        """One opinion for each position. Raises EngineUnavailable."""
        number = self._table.number
        positions = [self._table.position_at(at) for at in range(number + 1)]
        keys = [position_key(position) if _is_searched(position) else "" for position in positions]
        stored = {} if self._known is None else await self._known.load([key for key in keys if key])
        for at, (position, key) in enumerate(zip(positions, keys, strict=True)):
            found = stored.get(key)
            if found is None and key and not only_known:
                found = Judgement.of(
                    await self._engines.opinion(position, self._seconds, on_preparing, lines=LINES)
                )
                if self._known is not None:
                    await self._known.keep(key, found)
            if position.outcome is not None:
                found = Judgement(per_cent(score_without_search(position)))
            if found is not None:
                self._judged[at] = found
            yield self._opinion(message_id, at, positions, at == number)

    def _opinion(
        self, message_id: int | str | None, at: int, positions: list[Position], over: bool
    ) -> OpinionMessage:
        found = self._judged.get(at)
        begin = _turn_begin(positions, at)
        mark, loss, better = self._mark(begin, at, positions)
        return {
            "type": "opinion",
            "id": message_id,
            "at": at,
            "per_cent": None if found is None else found.chance,
            "known": found is not None or not _is_searched(positions[at]),
            "board": board_shown(positions[at]),
            "mark": mark,
            "loss": loss,
            "begin": begin,
            "better": better,
            "over": over,
        }

    def _mark(self, begin: int, at: int, positions: list[Position]) -> tuple[str, float | None, list[str]]:
        """The mark of the turn that ends at a position, what it gave up, and what would have been better."""
        before, after = self._judged.get(begin), self._judged.get(at)
        is_end = at == len(positions) - 1 or _turn_begin(positions, at + 1) == at
        if begin == at or before is None or after is None or not before.best or not is_end:
            return "", None, []
        made = tuple(decision.text for decision in self._table.play.decisions[begin:at])
        same = before.best[: len(made)] == made
        chance = after.chance if positions[begin].side == Side.WHITE else 100 - after.chance
        second = before.chances[1] if len(before.chances) > 1 else None
        mark = mark_of(before.chances[0], second, chance, same)
        loss = 0.0 if same else max(0.0, round(before.chances[0] - chance, 1))
        return mark, loss, [*before.best] if mark and not same else []


def _is_searched(position: Position) -> bool:
    """Can an engine judge it? It cannot where chance decides."""
    return position.outcome is None and not position.by_chance and position.played is not None


def _turn_begin(positions: list[Position], at: int) -> int:
    """After how many decisions the turn began that has reached a position; the same if no turn has.

    What chance has decided is nobody's turn, and neither is what began on another board.
    """
    if not at or positions[at - 1].by_chance or positions[at].by_chance:
        return at
    shown, turn = board_shown(positions[at - 1]), positions[at - 1].board.turn
    if board_shown(positions[at]) != shown:
        return at
    begin = at - 1
    while begin and (board_shown(positions[begin - 1]), positions[begin - 1].board.turn) == (shown, turn):
        begin -= 1
        if positions[begin].by_chance:
            return at
    return begin
