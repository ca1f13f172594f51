"""The functions that run in a worker process of the server: choosing decisions and analysing positions.

They are called through an executor, one at a time. An analysis runs in a thread of its own, so that calls
can read its latest opinion and stop it.
"""

import gc
import os
import signal
from collections import OrderedDict
from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from enum import Enum
from hashlib import sha256
from pathlib import Path
from threading import Condition, Event, Thread
from typing import TYPE_CHECKING

from gipfel.arena.names import announced_name
from gipfel.engine.judgement import white_score
from gipfel.engine.parent_process import end_with_parent
from gipfel.engine.players.player import EngineFailure, Player
from gipfel.engine.players.specs import LEVEL, PlayerSpec
from gipfel.engine.search.analysis import DEFAULT_SECONDS, Analysis, Line, SearchLimits
from gipfel.engine.search.time_control import ClockTime
from gipfel.engine.verdicts import verdict
from gipfel.games.core.game import Game
from gipfel.games.core.position import Position
from gipfel.games.core.side import Side
from gipfel.kernel.compile_cache import NotStored, has_stored_all, only_stored_kernels
from gipfel.kernel.evaluation import per_cent
from gipfel.locale import using_language
from gipfel.server.priority import lower_priority

if TYPE_CHECKING:
    from gipfel.engine.players.multi_game_searcher import MultiGameSearcher

MOST_PLAYERS = 8
"""How many players are kept with their search tables."""
MOST_MEMORY = 300 * 2**20
"""Bytes; a worker that uses more drops players."""
EXTERNAL_SECONDS = 2.0
"""The time to think of an external engine whose seat names none; built-in players have their own limits."""
LONGEST_LINE = 16
"""How many decisions of a line are reported."""


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
    """The engine's evaluation of a position."""

    text: str
    per_cent: float
    """For White, like the score."""
    score: int
    depth: int
    lines: tuple[OpinionLine, ...]
    """The best one first; none if nobody decides."""


# --- Players ------------------------------------------------------------------------------------------


class _PlayerCache:
    """The most recently used players of this worker, each with the game it plays."""

    def __init__(self) -> None:
        self._players: OrderedDict[tuple[str, Side, str], tuple[Player, Game]] = OrderedDict()
        self._interpreted: set[Player] = set()
        """Players without compiled kernels."""

    def get(self, spec: PlayerSpec, table: str, side: Side, game: Game, interpreted: bool = False) -> Player:
        """The player of a table's side; a new one if none is cached. Raises EngineFailure.

        An `interpreted` one is replaced as soon as one with compiled kernels is wanted; it judges the same.
        """
        key = (table, side, spec.text)
        player, known = self._players.get(key, (None, None))
        if player is None or (player in self._interpreted and not interpreted):
            self.remove(spec, table, side)
            player, known = spec.make_player(_seed(spec, table, side), False if interpreted else None), None
            self._interpreted |= {player} if interpreted else set()
        self._players[key] = player, game
        self._players.move_to_end(key)
        if game != known:
            player.begin(game)
        self.shrink()
        return player

    def find(self, spec: PlayerSpec, table: str, side: Side) -> Player | None:
        """The player of a table's side, if it is cached."""
        player, _ = self._players.get((table, side, spec.text), (None, None))
        return player

    def remove(self, spec: PlayerSpec, table: str, side: Side) -> None:
        """Remove a player that has failed, or that is replaced."""
        player, _ = self._players.pop((table, side, spec.text), (None, None))
        if player is not None:
            self._interpreted.discard(player)
            player.close()

    def close(self) -> None:
        """Close all players, even while one of them is choosing."""
        for player, _ in [*self._players.values()]:
            player.close()

    def shrink(self) -> bool:
        """Drop the least recently used players until the limits are met; False if they cannot be met."""
        while len(self._players) > MOST_PLAYERS:
            self._drop_oldest()
        if _memory() > MOST_MEMORY:
            _collect_all()
            while len(self._players) > 1 and _memory() > MOST_MEMORY:
                self._drop_oldest()
        return _memory() <= MOST_MEMORY

    def _drop_oldest(self) -> None:
        _, (player, _) = self._players.popitem(last=False)
        self._interpreted.discard(player)
        player.close()
        del player
        gc.collect()  # a player and its search refer to each other


def _seed(spec: PlayerSpec, table: str, side: Side) -> int | None:
    """The seed of a level's misjudgements, so that they are the same all game long, in whichever worker."""
    if spec.kind != LEVEL:
        return None
    return int.from_bytes(sha256(f"{table} {side} {spec.text}".encode()).digest()[:4])


def _memory() -> int:
    """The bytes this process uses; 0 where the system does not tell."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, AttributeError):
        return 0


def _collect_all() -> None:
    """Collect garbage, and exclude what is left from later collections: compilers hold many objects."""
    gc.unfreeze()
    gc.collect()
    gc.freeze()


_players = _PlayerCache()


class Prepared(Enum):
    """How a preparation ended."""

    YES = "yes"
    NOT_COMPILED = "not compiled"
    """Something has to be compiled first, which was not wanted."""
    TOO_LARGE = "too large"
    """This process uses too much memory: what compiling takes is freed only when the process ends."""


def prepare(player: str, position: Position, side: Side, table: str, compiling: bool) -> Prepared:
    """Load the game, or start the external engine, before a player first chooses. Raises EngineFailure.

    `compiling`: compile what is not in the cache.
    """
    spec = PlayerSpec.read(player)

    def load() -> None:
        try:
            _players.get(spec, table, side, position.game)
        except (EngineFailure, NotStored):
            _players.remove(spec, table, side)
            raise
        if not spec.external:
            _load_for_hints(spec, position.game)
            _load_inner_game(spec, position)

    return _prepared(load, compiling)


def _load_inner_game(spec: PlayerSpec, position: Position) -> None:
    """Load what a player needs for the game inside a contest."""
    played = position.played
    if played is not None and played is not position:
        spec.make_player().begin(played.game)
        _load_for_hints(spec, played.game)


def _load_for_hints(spec: PlayerSpec, game: Game) -> None:
    """Load full strength beside a quick player, which may need nothing compiled: hints will be asked for."""
    if spec.is_quick:
        from gipfel.engine.players.levels import make_searcher

        make_searcher(game)


def _prepared(load: Callable[[], None], compiling: bool) -> Prepared:
    try:
        with nullcontext() if compiling else only_stored_kernels():
            load()
    except NotStored:
        return Prepared.NOT_COMPILED
    return Prepared.YES if _players.shrink() else Prepared.TOO_LARGE


def choose(
    player: str,
    position: Position,
    side: Side,
    seconds: float | None,
    table: str,
    interpreted: bool = False,
    clock: ClockTime | None = None,
) -> str | None:
    """The decision of a player, whether it is its turn or not; None to wait. Raises EngineFailure."""
    if (thrown := position.throw()) is not None:
        return thrown.text_with_proof
    if not position.decisions(side):
        return None
    spec = PlayerSpec.read(player)
    limits = limits_of(spec, seconds, clock)
    try:
        found = _players.get(spec, table, side, position.game, interpreted)
        if side == position.side:
            return found.choose(position, limits).text
        decision = found.react(position, side, limits)
    except EngineFailure:
        _players.remove(spec, table, side)
        raise
    return None if decision is None else decision.text


def told_name(player: str, side: Side, table: str) -> str:
    """The name that a program has told when it was started; empty if it does not run here."""
    spec = PlayerSpec.read(player)
    running = _players.find(spec, table, side)
    return "" if running is None else announced_name(spec, running.name)


def limits_of(spec: PlayerSpec, seconds: float | None, clock: ClockTime | None) -> SearchLimits:
    """The limits of a decision. At a table a clock makes a player faster, never slower than it usually is."""
    if seconds is None and spec.external:
        seconds = EXTERNAL_SECONDS
    elif seconds is None and clock is not None and spec.has_no_limits:
        seconds = DEFAULT_SECONDS
    return SearchLimits(seconds=seconds, clock=clock)


# --- Compiling ----------------------------------------------------------------------------------------


def compile_for_player(player: str, position: Position) -> bool:
    """Compile what a player needs in a game, for the cache; was it stored there?"""
    spec = PlayerSpec.read(player)

    def load() -> None:
        spec.make_player().begin(position.game)
        _load_for_hints(spec, position.game)
        _load_inner_game(spec, position)

    return _compile(load)


def compile_for_analysis(position: Position) -> bool:
    """Compile what an analysis needs in a game, for the cache; was it stored there?"""
    return _compile(lambda: _Analyst().prepare(position))


def _compile(load: Callable[[], None]) -> bool:
    lower_priority()  # once more: engines that think for players come first
    load()
    return has_stored_all()


# --- Analysis -----------------------------------------------------------------------------------------


class _AnalysisThread(Thread):
    """Searches a position deeper and deeper, at full strength."""

    def __init__(self, searcher: "MultiGameSearcher", position: Position, limits: SearchLimits) -> None:
        super().__init__(daemon=True)
        self._searcher = searcher
        self._position = position
        self._limits = limits
        self._stop_requested = Event()
        self._changed = Condition()
        self._latest: Analysis | None = None
        self._over = False
        self._failure: Exception | None = None
        self.start()

    def run(self) -> None:
        try:
            self._set(self._searcher.think(self._position, self._limits, self._stop_requested, self._set))
        except Exception as failure:
            self._failure = failure
        with self._changed:
            self._over = True
            self._changed.notify()

    def _set(self, analysis: Analysis) -> None:
        with self._changed:
            self._latest = analysis
            self._changed.notify()

    def latest(self, timeout: float, due: bool) -> tuple[Analysis | None, bool]:
        """The latest analysis if it is `due` and not yet read, and whether the search is over.

        Waits for either, but not longer than the timeout.
        """
        with self._changed:
            self._changed.wait_for(lambda: self._over or (due and self._latest is not None), timeout)
            if self._failure is not None:
                raise self._failure
            latest = None
            if due or self._over:
                latest, self._latest = self._latest, None
            return latest, self._over

    def end(self) -> None:
        """Stop the search."""
        self._stop_requested.set()
        self.join()


class _Analyst:
    """Analyses positions in this worker, one at a time."""

    def __init__(self) -> None:
        self._searcher: MultiGameSearcher | None = None
        self._game: Game | None = None
        self._analysis: _AnalysisThread | None = None

    def prepare(self, position: Position) -> None:
        from gipfel.engine.players.factory import unlimited_searcher

        if self._searcher is None:
            self._searcher = unlimited_searcher()
        if self._game != position.game:
            self._searcher.prepare(position.game)
            self._game = position.game
        played = position.played
        if played is not None and played is not position:
            unlimited_searcher().prepare(played.game)

    def begin(self, position: Position, limits: SearchLimits) -> None:
        self.end()
        if self._game != position.game:
            self.prepare(position)
            gc.collect()
        assert self._searcher is not None
        self._analysis = _AnalysisThread(self._searcher, position, limits)

    def latest(self, timeout: float, due: bool) -> tuple[Analysis | None, bool]:
        assert self._analysis is not None
        return self._analysis.latest(timeout, due)

    def end(self) -> None:
        if self._analysis is not None:
            self._analysis.end()
            self._analysis = None


_analyst = _Analyst()


def prepare_analysis(position: Position, compiling: bool) -> Prepared:
    """Load a game before its positions are first analysed, as `prepare` does for a player."""
    return _prepared(lambda: _analyst.prepare(position), compiling)


def start_analysis(position: Position, seconds: float | None, lines: int) -> None:
    """Start the analysis of a position in which somebody decides."""
    _analyst.begin(position, SearchLimits(seconds=seconds, lines=lines))


def latest_opinion(timeout: float, due: bool, language: str) -> tuple[Opinion | None, bool]:
    """The latest opinion if one is due, and whether the analysis is over; waits for up to the timeout."""
    analysis, over = _analyst.latest(timeout, due)
    if analysis is None:
        return None, over
    with using_language(language):
        return opinion_of(analysis), over


def stop_analysis() -> None:
    """End the analysis."""
    _analyst.end()


def opinion_of(analysis: Analysis) -> Opinion:
    """An analysis in the words and numbers that players see."""
    position = analysis.position
    score = white_score(analysis)
    lines = tuple(_opinion_line(position, line) for line in analysis.lines)
    return Opinion(lines[0].text, per_cent(score), score, analysis.depth, lines)


def _opinion_line(position: Position, line: Line) -> OpinionLine:
    texts = tuple(decision.text for decision in line.decisions[:LONGEST_LINE])
    return OpinionLine(verdict(position, line), line.per_cent, line.score, texts)


# --- Start and end of the process ---------------------------------------------------------------------


def initialise_worker() -> None:
    """Ignore Ctrl-C, which the server handles, end when the server ends, and leave it the processor."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    signal.signal(signal.SIGTERM, lambda *_: _exit())
    end_with_parent(_exit)
    lower_priority()


def _exit() -> None:
    """End the external engines and this process at once."""
    try:
        _players.close()
    finally:
        os._exit(1)
