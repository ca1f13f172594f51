"""External engines as players: any program that speaks the protocol of docs/protocol.md."""

import os
from collections.abc import Callable
from dataclasses import replace
from math import inf
from time import monotonic

from gipfel.engine.players.player import EngineFailure, Player
from gipfel.engine.protocol.command_line import EngineCommand
from gipfel.engine.protocol.grammar import (
    NOTHING,
    VERSION,
    Go,
    Info,
    ProtocolError,
    Setting,
    TextSetting,
    read_info,
    read_setting,
    write_new,
)
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
"""This environment variable sets another grace, for engines that count CPU time on a busy machine.

An engine may take at least as long for every answer, `hello` among them.
"""
LONGEST_GRACE = 3600.0
DEFAULT_TIME = 60.0
"""Seconds it may search if it was given no time limit."""
MOST_INFO = 100_000
"""More `info` lines than this before an answer are a failure."""
LONGEST_NAME = 80
BEST_LINE = "info line 1 "
"""How the lines begin that say what an engine thinks is best."""


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
        """`command` may have options behind it, which `EngineCommand` reads. Raises OptionError."""
        self.command = EngineCommand.read(command)
        self.name = self.command.name
        self.grace = usual_grace() if grace is None else grace
        self.default_time = default_time
        self._process: EngineProcess | None = None
        self._games: dict[str, tuple[str, ...]] = {}
        self._options: dict[str, Setting | TextSetting] = {}
        """The options it has declared, by name in small letters."""
        self._pondering = _Pondering(self.command.ponder)
        self._last_info = ""
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
        self._pondering.expected = ()
        self._send("ready")
        self._await("ready", self._patience(READY_TIMEOUT))

    def choose(self, position: Position, limits: SearchLimits) -> Decision:
        self._set_position(position)
        text, info = self._best(Go.of(limits))
        self.score = None if info is None else info.score
        self._pondering.side = position.side
        self._pondering.expected = () if info is None else info.decisions
        decision = self._legal(position, text, lambda: position.decision(text))
        if decision.code not in position.codes:
            raise self._failure(f"answered best {text}, which is not legal: {position.legal_summary()}")
        return decision

    def react(self, position: Position, side: Side, limits: SearchLimits) -> Decision | None:
        self._set_position(position)
        text, _ = self._best(Go.of(limits, side))
        if text == NOTHING:
            return None
        return self._legal(position, text, lambda: position.decision(text, side))

    def watch(self, decision: Decision) -> None:
        if self._position is None or decision.position != self._position or self._position.timed:
            self._position = None
            return
        self._command(f"play {decision.text}")
        self._position = self._position.play(decision)
        if (line := self._pondering.line(decision.text, self._position)) is not None:
            self._send(line)
            # An engine that answers `error` does not ponder.
            self._pondering.wanted = self._await("ok", self._patience(ANSWER_TIMEOUT), or_error=True) == "ok"

    def close(self) -> None:
        if self._process is not None:
            self._process.close()

    # --- Commands -----------------------------------------------------------------------------------

    def _start(self) -> None:
        """Start the process, read which games and options it has, and set its options."""
        self._process = EngineProcess(self.command.program)
        self._games, self._options = {}, {}
        self._send(f"hello {VERSION}")
        seconds = self._patience(HELLO_TIMEOUT)
        deadline = monotonic() + seconds
        while (line := self._receive(deadline, f"hello {VERSION}", seconds)) != f"hello {VERSION}":
            self._learn(line)
        for name, value in self.command.options:
            self._set_option(name, value)

    def _learn(self, line: str) -> None:
        """Read one of the lines before `hello`."""
        assert self._process is not None
        word, _, rest = line.partition(" ")
        if word == "name" and rest:
            self.name = self._process.name = rest[:LONGEST_NAME]
        elif word == "game" and len(rest.split()) > 1:
            name, *versions = rest.split()
            self._games[name] = tuple(versions)
        elif word == "option":
            option = read_setting(line)
            if option is not None:
                self._options[option.name.lower()] = option
        elif word not in ("author", "info"):
            raise self._unexpected(line, f"hello {VERSION}")

    def _set_option(self, name: str, value: str) -> None:
        """Set an option that the engine has declared."""
        option = self._options.get(name.lower())
        if option is None:
            known = ", ".join(known.described for known in self._options.values())
            raise self._failure(
                f"has no option {name[:40]!r}; " + (f"it has {known}" if known else "it has none")
            )
        try:
            option.check(value)
        except ProtocolError as error:
            raise self._failure(f"cannot be started with option.{name}={value[:40]}: {error}") from error
        self._send(f"set {option.name} {value}".rstrip())
        answer = self._await("ok", self._patience(ANSWER_TIMEOUT), or_error=True)
        if answer != "ok":
            raise self._failure(f"does not take option.{name}={value[:40]}: {answer[:SHOWN]}")

    def _patience(self, seconds: float) -> float:
        """How long to wait for an answer that usually comes within some seconds."""
        return max(seconds, self.grace)

    def _set_position(self, position: Position) -> None:
        """Send the position unless the engine is already there."""
        if self._position is None or self._position != position:
            self._command(f"position {position}")
            self._position = position

    def _best(self, go: Go) -> tuple[str, Info | None]:
        """Send `go`; the text of the decision, and what the engine said about it last."""
        seconds = go.limits.seconds
        if go.left is not None:
            seconds = min(inf if seconds is None else seconds, go.left / 1000)
        elif (seconds, go.limits.nodes, go.limits.depth) == (None, None, None):
            seconds = self.default_time
            go = replace(go, limits=replace(go.limits, seconds=seconds))
        self._send(str(go))
        self._last_info = ""
        best = self._await("best", (self.default_time if seconds is None else seconds) + self.grace)
        text = best.removeprefix("best").strip()
        return text, _said_about(text, self._last_info)

    def _legal(self, position: Position, text: str, read: Callable[[], Decision]) -> Decision:
        try:
            return read()
        except GipfelError as error:
            raise self._failure(f"answered best {text[:SHOWN]}, which is not possible: {error}") from error

    # --- Lines ----------------------------------------------------------------------------------------

    def _command(self, line: str) -> None:
        """Send a command that is answered by `ok`."""
        self._send(line)
        self._await("ok", self._patience(ANSWER_TIMEOUT))

    def _send(self, line: str) -> None:
        """Send a line. Since the last answer only `info` lines may have arrived."""
        if self._process is None or not self._process.alive:
            raise EngineFailure(f"the engine {self.name} is not running any more")
        for received in self._process.pending_lines():
            if received and not received.startswith("info "):
                raise self._failure(f"sent {received[:SHOWN]!r} unexpectedly")
        self._process.send(line)

    def _await(self, word: str, seconds: float, or_error: bool = False) -> str:
        """Wait for the answer that begins with a word; remember the last of the `info` lines before it."""
        deadline = monotonic() + seconds
        for _ in range(MOST_INFO):
            line = self._receive(deadline, word, seconds)
            first = line.partition(" ")[0]
            if first == word or (or_error and first == "error"):
                return line
            if line.startswith(BEST_LINE):
                self._last_info = line
            elif not line.startswith("info "):
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


def _said_about(decision: str, line: str) -> Info | None:
    """What an engine reported about the decision it chose; None if it reported nothing that can be read."""
    try:
        info = read_info(line) if line else None
    except ProtocolError:
        return None
    return info if info is not None and info.decisions[0] == decision else None


class _Pondering:
    """When an engine may think in its opponent's time, and about which decision."""

    def __init__(self, wanted: bool) -> None:
        self.wanted = wanted
        self.side: Side | None = None
        """The side the engine has chosen for last."""
        self.expected: tuple[str, ...] = ()
        """The decisions it expected then, beginning with its own."""

    def line(self, decision: str, position: Position) -> str | None:
        """The command to send after a decision has led to a position; None for no command."""
        self.expected = self.expected[1:] if self.expected[:1] == (decision,) else ()
        waits = position.outcome is None and not position.by_chance and position.side != self.side
        if not (self.wanted and waits and self.side is not None):
            return None
        legal = self.expected and any(known.text == self.expected[0] for known in position.decisions())
        return f"ponder {self.expected[0]}" if legal else "ponder"
