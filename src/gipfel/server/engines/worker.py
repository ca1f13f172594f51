"""What a worker process of the server does: its players choose, and positions are analysed.

The functions are called through an executor, one at a time. An analysis runs in a thread beside them,
so that it can be asked for news and stopped.
"""

import gc
import os
import signal
from collections import OrderedDict
from dataclasses import dataclass
from hashlib import sha256
from multiprocessing import parent_process
from pathlib import Path
from threading import Condition, Event, Thread
from typing import TYPE_CHECKING

from gipfel.engine.players.player import EngineFailure, Player
from gipfel.engine.players.specs import ENGINE, LEVEL, PlayerSpec
from gipfel.engine.search.analysis import Analysis, Limits, Line
from gipfel.engine.verdicts import verdict
from gipfel.games.core.game import Game
from gipfel.games.core.position import Position
from gipfel.games.core.side import Side
from gipfel.kernel.evaluation import per_cent
from gipfel.locale import speaking

if TYPE_CHECKING:
    from gipfel.engine.players.multi_game_searcher import MultiGameSearcher

MOST_PLAYERS = 8
"""So many players are kept with what they know."""
MOST_MEMORY = 300 * 2**20
"""Bytes; a worker that has more forgets players."""
EXTERNAL_SECONDS = 2.0
"""How long an external engine may think if nobody says so; players of ours have limits of their own."""
LONGEST_LINE = 16
"""Decisions of a line that are told."""


@dataclass(frozen=True, slots=True)
class OpinionLine:
    """A line of play that the engine expects."""

    text: str
    per_cent: float
    """For the side to act, like the score."""
    score: int
    decisions: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Opinion:
    """What the engine thinks of a position."""

    text: str
    per_cent: float
    """For White, like the score."""
    score: int
    depth: int
    lines: tuple[OpinionLine, ...]
    """The best one first; none if nobody decides."""


# --- Players ------------------------------------------------------------------------------------------


class _Seats:
    """The players of a worker, those who were asked last; each knows the game it is in."""

    def __init__(self) -> None:
        self._seated: OrderedDict[tuple[str, Side, str], tuple[Player, Game]] = OrderedDict()

    def player(self, spec: PlayerSpec, table: str, side: Side, game: Game) -> Player:
        """The player of a table's side, new or with what it remembers. Raises EngineFailure."""
        key = (table, side, spec.text)
        player, known = self._seated.get(key, (None, None))
        if player is None:
            player = spec.make_player(_seed(spec, table, side))
        self._seated[key] = player, game
        self._seated.move_to_end(key)
        if game != known:
            player.begin(game)
        self.fit()
        return player

    def leave(self, spec: PlayerSpec, table: str, side: Side) -> None:
        """A player that failed is not asked again."""
        player, _ = self._seated.pop((table, side, spec.text), (None, None))
        if player is not None:
            player.close()

    def close(self) -> None:
        """Nobody will be asked any more, whatever somebody is doing just now."""
        for player, _ in [*self._seated.values()]:
            player.close()

    def fit(self) -> bool:
        """Let players go who have not been asked for long, until the others fit; False if none does."""
        while len(self._seated) > MOST_PLAYERS:
            self._let_go()
        if _memory() > MOST_MEMORY:
            _collect_all()
            while len(self._seated) > 1 and _memory() > MOST_MEMORY:
                self._let_go()
        return _memory() <= MOST_MEMORY

    def _let_go(self) -> None:
        _, (player, _) = self._seated.popitem(last=False)
        player.close()
        del player
        gc.collect()  # a search and what it searches with know each other


def _seed(spec: PlayerSpec, table: str, side: Side) -> int | None:
    """A low level misjudges positions in the same way all over a game, whichever worker it sits in."""
    if spec.kind != LEVEL:
        return None
    return int.from_bytes(sha256(f"{table} {side} {spec.text}".encode()).digest()[:4])


def _memory() -> int:
    """Bytes this process has now, where that can be known."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return 0


def _collect_all() -> None:
    """Let go of what nobody needs. What is left is passed over from now on: compilers have many objects."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


_seats = _Seats()


def prepare(player: str, position: Position, side: Side, table: str) -> bool:
    """Do what takes long before a player first chooses: compile, start a program. Raises EngineFailure.

    False if this process has become too large: compiling takes memory that only its end gives back.
    """
    spec = PlayerSpec.read(player)
    try:
        _seats.player(spec, table, side, position.game)
    except EngineFailure:
        _seats.leave(spec, table, side)
        raise
    played = position.played
    if spec.kind != ENGINE and played is not None and played is not position:
        spec.make_player().begin(played.game)
    return _seats.fit()


def choose(player: str, position: Position, side: Side, seconds: float | None, table: str) -> str | None:
    """What a player decides, on turn or not; None to wait. Raises EngineFailure."""
    if (fate := position.draw()) is not None:
        return fate.text_with_proof
    if not position.decisions(side):
        return None
    spec = PlayerSpec.read(player)
    if seconds is None and spec.kind == ENGINE:
        seconds = EXTERNAL_SECONDS
    limits = Limits(seconds=seconds)
    try:
        seated = _seats.player(spec, table, side, position.game)
        if side == position.side:
            return seated.choose(position, limits).text
        decision = seated.react(position, side, limits)
    except EngineFailure:
        _seats.leave(spec, table, side)
        raise
    return None if decision is None else decision.text


# --- Analysis -----------------------------------------------------------------------------------------


class _Analysis(Thread):
    """The engine at its best looks at a position, deeper and deeper."""

    def __init__(self, thinker: "MultiGameSearcher", position: Position, limits: Limits) -> None:
        super().__init__(daemon=True)
        self._thinker = thinker
        self._position = position
        self._limits = limits
        self._stop_it = Event()
        self._changed = Condition()
        self._newest: Analysis | None = None
        self._over = False
        self._failure: Exception | None = None
        self.start()

    def run(self) -> None:
        try:
            self._tell(self._thinker.think(self._position, self._limits, self._stop_it, self._tell))
        except Exception as failure:
            self._failure = failure
        with self._changed:
            self._over = True
            self._changed.notify()

    def _tell(self, thought: Analysis) -> None:
        with self._changed:
            self._newest = thought
            self._changed.notify()

    def news(self, patience: float, due: bool) -> tuple[Analysis | None, bool]:
        """What it thinks if that is due and new, and whether it is over; something may come soon."""
        with self._changed:
            self._changed.wait_for(lambda: self._over or (due and self._newest is not None), patience)
            if self._failure is not None:
                raise self._failure
            newest = None
            if due or self._over:
                newest, self._newest = self._newest, None
            return newest, self._over

    def end(self) -> None:
        """Think no more."""
        self._stop_it.set()
        self.join()


class _Analyst:
    """Whoever analyses in this worker, one position at a time."""

    def __init__(self) -> None:
        self._thinker: MultiGameSearcher | None = None
        self._game: Game | None = None
        self._analysis: _Analysis | None = None

    def prepare(self, position: Position) -> None:
        from gipfel.engine.players.factory import unlimited_searcher

        if self._thinker is None:
            self._thinker = unlimited_searcher()
        if self._game != position.game:
            self._thinker.prepare(position.game)
            self._game = position.game
        played = position.played
        if played is not None and played is not position:
            unlimited_searcher().prepare(played.game)

    def begin(self, position: Position, limits: Limits) -> None:
        self.end()
        if self._game != position.game:
            self.prepare(position)
            gc.collect()
        assert self._thinker is not None
        self._analysis = _Analysis(self._thinker, position, limits)

    def news(self, patience: float, due: bool) -> tuple[Analysis | None, bool]:
        assert self._analysis is not None
        return self._analysis.news(patience, due)

    def end(self) -> None:
        if self._analysis is not None:
            self._analysis.end()
            self._analysis = None


_analyst = _Analyst()


def prepare_analysis(position: Position) -> bool:
    """Do what takes long before positions of a game are first analysed; False as with `prepare`."""
    _analyst.prepare(position)
    return _seats.fit()


def start_analysis(position: Position, seconds: float | None, lines: int) -> None:
    """Begin to look at a position where somebody decides."""
    _analyst.begin(position, Limits(seconds=seconds, lines=lines))


def news(patience: float, due: bool, language: str) -> tuple[Opinion | None, bool]:
    """The newest opinion if one is due, and whether it is the last one; waits a moment for it."""
    thought, over = _analyst.news(patience, due)
    if thought is None:
        return None, over
    with speaking(language):
        return opinion_of(thought), over


def stop_analysis() -> None:
    """Look at it no longer."""
    _analyst.end()


def opinion_of(thought: Analysis) -> Opinion:
    """A thought for people."""
    position, best = thought.position, thought.lines[0]
    score = best.score if position.side == Side.WHITE else -best.score
    lines = tuple(_opinion_line(position, line) for line in thought.lines)
    return Opinion(lines[0].text, per_cent(score), score, thought.depth, lines)


def _opinion_line(position: Position, line: Line) -> OpinionLine:
    texts = tuple(decision.text for decision in line.decisions[:LONGEST_LINE])
    return OpinionLine(verdict(position, line), line.per_cent, line.score, texts)


# --- A worker's life ----------------------------------------------------------------------------------


def initialise_worker() -> None:
    """Ctrl-C is for the server; without the server there is nothing to do."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: _leave())
    Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = parent_process()
    if parent is not None:
        parent.join()
        _leave()


def _leave() -> None:
    """End at once, and with us the programs that play here."""
    try:
        _seats.close()
    finally:
        os._exit(1)
