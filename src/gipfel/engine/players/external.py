"""External engines as players: any program that speaks the protocol of docs/protocol.md."""

import os
from collections.abc import Callable
from dataclasses import replace
from math import inf
from time import monotonic

from gipfel.engine.players.player import EngineFailure, Player
from gipfel.engine.protocol.grammar import NOTHING, VERSION, Go, write_new
from gipfel.engine.protocol.process import SHOWN, EngineProcess
from gipfel.engine.search.analysis import SearchLimits
from gipfel.games.core.game import Game
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.side import Side
from gipfel.notation.errors import GipfelError, OptionError

HELLO_TIMEOUT = 10.0
"""Seconds an engine may take to start and answer `hello`."""
READY_TIMEOUT = 300.0
"""Seconds it may take to answer `ready`; some engines compile."""
ANSWER_TIMEOUT = 5.0
"""Seconds it may take to answer a command that needs no search."""
GRACE = 0.5
"""Seconds it may exceed its time limit."""
GRACE_VARIABLE = "GIPFEL_GRACE"
"""This environment variable sets another grace, for engines that count CPU time on a busy machine."""
LONGEST_GRACE = 3600.0
DEFAULT_TIME = 60.0
"""Seconds it may search if it was given no time limit."""
MOST_INFO = 100_000
"""More `info` lines than this before an answer are a failure."""


def usual_grace() -> float:
    """The grace of external engines in this environment. Raises OptionError."""
    text = os.environ.get(GRACE_VARIABLE, "")
    try:
        grace = float(text or GRACE)
    except ValueError:
        grace = -1.0
    if not 0 <= grace <= LONGEST_GRACE:
        raise OptionError(
            f"{GRACE_VARIABLE}={text[:40]} is not possible; write seconds, 0 to {LONGEST_GRACE:g}"
        )
    return grace


class ExternalEngine(Player):
    """A player in its own process. If it fails, it loses its game with a clear reason; it never blocks us."""

    def __init__(self, command: str, grace: float | None = None, default_time: float = DEFAULT_TIME) -> None:
        self.command = command
        self.name = command
        self.grace = usual_grace() if grace is None else grace
        self.default_time = default_time
        self._process: EngineProcess | None = None
        self._games: dict[str, tuple[str, ...]] = {}
        self._position: Position | None = None
        """The engine's current position; None if unknown."""

    # --- Player ---------------------------------------------------------------------------------------

    def begin(self, game: Game) -> None:
        if self._process is None or not self._process.alive:
            self._start()
        if game.version not in self._games.get(game.name, ()):
            self.close()
            raise EngineFailure(f"the engine {self.name} does not play {game.name} {game.version}")
        self._command(write_new(game))
        self._position = None
        self._send("ready")
        self._await("ready", READY_TIMEOUT)

    def choose(self, position: Position, limits: SearchLimits) -> Decision:
        self._set_position(position)
        text = self._best(Go.of(limits))
        decision = self._legal(position, text, lambda: position.decision(text))
        if decision.code not in position.codes:
            raise self._failure(f"answered best {text}, which is not legal: {position.legal_summary()}")
        return decision

    def react(self, position: Position, side: Side, limits: SearchLimits) -> Decision | None:
        self._set_position(position)
        text = self._best(Go.of(limits, side))
        if text == NOTHING:
            return None
        return self._legal(position, text, lambda: position.decision(text, side))

    def watch(self, decision: Decision) -> None:
        if self._position is None or decision.position != self._position or self._position.timed:
            self._position = None
            return
        self._command(f"play {decision.text}")
        self._position = self._position.play(decision)

    def close(self) -> None:
        if self._process is not None:
            self._process.close()

    # --- Commands -----------------------------------------------------------------------------------

    def _start(self) -> None:
        """Start the process and read which games it plays."""
        self._process = EngineProcess(self.command)
        self._games = {}
        self._send(f"hello {VERSION}")
        deadline = monotonic() + HELLO_TIMEOUT
        while (line := self._receive(deadline, f"hello {VERSION}", HELLO_TIMEOUT)) != f"hello {VERSION}":
            word, _, rest = line.partition(" ")
            if word == "name" and rest:
                self.name = self._process.name = rest[:80]
            elif word == "game" and len(rest.split()) > 1:
                name, *versions = rest.split()
                self._games[name] = tuple(versions)
            elif word not in ("author", "option", "info"):
                raise self._unexpected(line, f"hello {VERSION}")

    def _set_position(self, position: Position) -> None:
        """Send the position unless the engine is already there."""
        if self._position is None or self._position != position:
            self._command(f"position {position}")
            self._position = position

    def _best(self, go: Go) -> str:
        """Send `go` and return the text of the decision."""
        seconds = go.limits.seconds
        if go.left is not None:
            seconds = min(inf if seconds is None else seconds, go.left / 1000)
        elif (seconds, go.limits.nodes, go.limits.depth) == (None, None, None):
            seconds = self.default_time
            go = replace(go, limits=replace(go.limits, seconds=seconds))
        self._send(str(go))
        best = self._await("best", (self.default_time if seconds is None else seconds) + self.grace)
        return best.removeprefix("best").strip()

    def _legal(self, position: Position, text: str, read: Callable[[], Decision]) -> Decision:
        try:
            return read()
        except GipfelError as error:
            raise self._failure(f"answered best {text[:SHOWN]}, which is not possible: {error}") from error

    # --- Lines ----------------------------------------------------------------------------------------

    def _command(self, line: str) -> None:
        """Send a command that is answered by `ok`."""
        self._send(line)
        self._await("ok", ANSWER_TIMEOUT)

    def _send(self, line: str) -> None:
        """Send a line. Since the last answer only `info` lines may have arrived."""
        if self._process is None or not self._process.alive:
            raise EngineFailure(f"the engine {self.name} is not running any more")
        for received in self._process.pending_lines():
            if received and not received.startswith("info "):
                raise self._failure(f"sent {received[:SHOWN]!r} unexpectedly")
        self._process.send(line)

    def _await(self, word: str, seconds: float) -> str:
        """Wait for the answer that begins with a word; skip `info` lines before it."""
        deadline = monotonic() + seconds
        for _ in range(MOST_INFO):
            line = self._receive(deadline, word, seconds)
            if line.partition(" ")[0] == word:
                return line
            if not line.startswith("info "):
                raise self._unexpected(line, word)
        raise self._failure(f"wrote {MOST_INFO} lines instead of an answer")

    def _receive(self, deadline: float, wanted: str, seconds: float) -> str:
        assert self._process is not None
        line = self._process.receive(deadline)
        if line is None:
            raise self._failure(f"did not answer {wanted!r} within {seconds:g} s")
        return line

    def _unexpected(self, line: str, wanted: str) -> EngineFailure:
        return self._failure(f"sent {line[:SHOWN]!r} where {wanted!r} was expected")

    def _failure(self, what: str) -> EngineFailure:
        assert self._process is not None
        return self._process.failure(what)
