"""The engine's end of the protocol: reads commands from a host, answers them, and searches in a thread."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from threading import Event, Lock, Thread
from typing import BinaryIO

from gipfel.engine.players.factory import level_searcher
from gipfel.engine.players.greedy import reaction
from gipfel.engine.players.multi_game_searcher import MultiGameSearcher
from gipfel.engine.players.specs import LEVELS
from gipfel.engine.protocol.grammar import (
    COMMANDS,
    LARGEST,
    LONGEST_LINE,
    NOTHING,
    VERSION,
    Go,
    ProtocolError,
    Setting,
    infos,
    misread,
    read_by,
    read_go,
    read_new,
    without_line_breaks,
)
from gipfel.engine.search.analysis import MOST_THREADS, Analysis, SearchLimits
from gipfel.games.core.game import Game
from gipfel.games.core.position import Position
from gipfel.games.core.registry import game, game_names, game_type
from gipfel.games.core.side import Side
from gipfel.notation.errors import GipfelError

SETTINGS = (
    Setting("Level", LEVELS[-1], LEVELS[0], LEVELS[-1]),
    Setting("Threads", 1, 1, MOST_THREADS),
    Setting("Lines", 1, 1, 100),
)
EXIT_TIMEOUT = 0.2
"""Seconds a running search may take to end after the host has gone."""

LevelFactory = Callable[[int, int], MultiGameSearcher]
"""Makes the engine of a level with a number of threads."""


def _make_level(level: int, threads: int) -> MultiGameSearcher:
    return level_searcher(level, SearchLimits(), threads)


class PendingRequest:
    """A `ready` or `go` that the search thread has not answered yet. It is answered once."""

    def __init__(self, fallback: str) -> None:
        self.stop = Event()
        self.fallback = fallback
        """The answer to `stop` if the search has not begun yet."""
        self.searching = False


class EngineLoop:
    """Runs one engine for one host."""

    def __init__(
        self, name: str, out: BinaryIO, settings: dict[str, int], make: LevelFactory = _make_level
    ) -> None:
        self._name = name
        self._out = out
        self._settings = settings
        self._make = make
        self._history: list[Position] = []
        self._searcher: MultiGameSearcher | None = None
        self._prepared: Game | None = None
        self._prepare_lock = Lock()
        self._output_lock = Lock()
        self._pending: PendingRequest | None = None
        self._handlers: dict[str, Callable[[str], None]] = {
            "hello": self._hello,
            "set": self._set,
            "new": self._new,
            "position": self._set_up,
            "at": self._at,
            "play": self._play,
            "turn": self._turn,
            "undo": self._undo,
            "where": self._where,
            "decisions": self._decisions,
            "ready": self._ready,
            "go": self._go,
            "ponder": self._ponder,
        }
        self._pondering: tuple[Event, Thread] | None = None

    # --- Reading and writing --------------------------------------------------------------------------

    def run(self, commands: BinaryIO) -> bool:
        """Answer commands until `quit` or the end of input; False if the search thread is still busy then."""
        with suppress(BrokenPipeError):
            for line in lines_of(commands):
                if line.strip() == "quit":
                    break
                self._handle(line.strip())
        ended = self._end_pondering(EXIT_TIMEOUT)
        request = self._pending
        if request is None:
            return ended
        request.stop.set()
        self._search_thread.join(EXIT_TIMEOUT)
        return not self._search_thread.is_alive()

    def _handle(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word == "ping" and not rest:
            self._send("pong")
            return
        self._end_pondering()
        if word == "stop" and not rest:
            self._stop()
        elif self._pending is not None:
            self._send("error still thinking; only stop, ping and quit are understood now")
        else:
            try:
                self._handler(word)(rest.strip())
            except GipfelError as error:
                self._send(f"error {error}")

    def _handler(self, word: str) -> Callable[[str], None]:
        if word in self._handlers:
            return self._handlers[word]
        if word in COMMANDS:
            return lambda rest: misread(word, rest)
        problem = f"there is no command {word[:40]!r}" if word else "an empty line is not a command"
        raise ProtocolError(f"{problem}; there are {', '.join(COMMANDS)}")

    def _send(self, *lines: str) -> None:
        """Write lines that no other thread can interrupt."""
        with self._output_lock:
            self._write(*lines)

    def _write(self, *lines: str) -> None:
        data = "".join(f"{without_line_breaks(line)}\n" for line in lines)
        self._out.write(data.encode("utf-8", "replace"))
        self._out.flush()

    # --- Name and options -------------------------------------------------------------------------------

    def _hello(self, text: str) -> None:
        if text != str(VERSION):
            raise ProtocolError(
                f"this engine speaks version {VERSION} of the protocol; write: {COMMANDS['hello']}"
            )
        games = [f"game {name} {' '.join(game_type(name).versions)}" for name in game_names()]
        options = [str(setting) for setting in SETTINGS]
        self._send(f"name {self._name}", *games, *options, f"hello {VERSION}")

    def _set(self, text: str) -> None:
        name, _, value = text.partition(" ")
        for setting in SETTINGS:
            if setting.name.lower() == name.lower():
                self._settings[setting.name] = setting.check(value.strip())
                self._searcher = self._prepared = None
                self._send("ok")
                return
        names = ", ".join(setting.name for setting in SETTINGS)
        raise ProtocolError(f"there is no option {name[:40]!r}; there are {names}")

    # --- The game -------------------------------------------------------------------------------------

    @property
    def _position(self) -> Position:
        if not self._history:
            raise ProtocolError(f"no game has begun; write: {COMMANDS['new']}")
        return self._history[-1]

    def _new(self, text: str) -> None:
        name, version, options = read_new(text)
        self._history = [game(name, version, **options).start()]
        with self._prepare_lock:
            if self._searcher is not None:
                self._searcher.forget()
        self._send("ok")

    def _set_up(self, text: str) -> None:
        self._history = [self._position.game.position(text)]
        self._send("ok")

    def _at(self, text: str) -> None:
        if not (text.isascii() and text.isdigit() and int(text[:16]) < LARGEST):
            misread("at", text)
        self._history.append(self._position.at(int(text)))
        self._send("ok")

    def _play(self, text: str) -> None:
        side, decision = read_by("play", text)
        if not decision:
            misread("play", text)
        self._history.append(self._position.play(decision, side))
        self._send("ok")

    def _turn(self, text: str) -> None:
        for decision in self._position.turn_decisions(text):
            self._history.append(self._position.play(decision))
        self._send("ok")

    def _undo(self, text: str) -> None:
        if text:
            misread("undo", text)
        if len(self._history) < 2:
            raise ProtocolError("there is nothing to take back")
        self._history.pop()
        self._send("ok")

    def _where(self, text: str) -> None:
        if text:
            misread("where", text)
        self._send(f"position {self._position}")

    def _decisions(self, text: str) -> None:
        side, rest = read_by("decisions", text)
        if rest:
            misread("decisions", text)
        found = self._position.decisions(side)
        self._send(*(f"decision {decision.text}" for decision in found), f"decisions {len(found)}")

    # --- Searching ------------------------------------------------------------------------------------

    def _ready(self, text: str) -> None:
        if text:
            misread("ready", text)
        wanted = self._position.game
        request = PendingRequest("ready")

        def prepare() -> None:
            self._prepare(wanted)
            self._answer(request, "ready")

        self._start(request, prepare)

    def _go(self, text: str) -> None:
        go = read_go(text)
        position = self._position
        if position.outcome is not None:
            raise ProtocolError(f"there is nothing to decide: the game is over ({position.outcome})")
        if position.by_chance:
            raise ProtocolError("chance decides now; play its result")
        if go.side not in (None, position.side):
            self._react(position, go.side)
            return
        limits = self._limits(go, position)
        first = min(limits.only, default=position.codes[0])
        request = PendingRequest(f"best {position.text_of(first)}")

        def search() -> None:
            searcher = self._prepare(position.game)
            request.searching = True
            analysis = searcher.think(
                position, limits, request.stop, lambda analysis: self._report(request, analysis)
            )
            self._answer(request, f"best {analysis.decision.text}")

        self._start(request, search)

    def _react(self, position: Position, side: Side | None) -> None:
        """Answer out of turn, which takes no search."""
        decision = reaction(position, position.side if side is None else side)
        self._send(f"best {NOTHING if decision is None else decision.text}")

    def _limits(self, go: Go, position: Position) -> SearchLimits:
        lines = max(go.limits.lines, self._settings["Lines"])
        only = frozenset(self._legal(position, text) for text in go.only)
        return replace(go.limits, lines=lines, clock=go.clock, only=only)

    def _legal(self, position: Position, text: str) -> int:
        """The code of a decision that is legal now. Raises GipfelError."""
        code = position.decision(text).code
        if code not in position.codes:
            raise ProtocolError(f"{text[:40]} is not legal: {position.legal_summary()}")
        return code

    # --- Thinking in the opponent's time ----------------------------------------------------------------

    def _ponder(self, text: str) -> None:
        """Search the position after an expected decision, or this one, until the next command.

        What is found stays in the transposition table, from which the next search begins.
        """
        position = self._position
        if text:
            position = position.play(self._legal(position, text))
        self._send("ok")
        if position.outcome is not None or position.by_chance:
            return
        stop = Event()

        def search() -> None:
            with suppress(Exception):  # nobody waits for it; the next `go` reports what is wrong
                searcher = self._prepare(position.game)
                if not stop.is_set():
                    searcher.think(position, SearchLimits(), stop)

        thread = Thread(target=search, daemon=True)
        self._pondering = stop, thread
        thread.start()

    def _end_pondering(self, seconds: float | None = None) -> bool:
        """Stop to ponder; False if that takes longer than some seconds."""
        if self._pondering is None:
            return True
        stop, thread = self._pondering
        stop.set()
        thread.join(seconds)
        self._pondering = None
        return not thread.is_alive()

    def _prepare(self, wanted: Game) -> MultiGameSearcher:
        """The searcher, ready for a game; the first time its kernels are compiled."""
        with self._prepare_lock:
            if self._searcher is None:
                self._searcher = self._make(self._settings["Level"], self._settings["Threads"])
            if self._prepared != wanted:
                self._send(f"info text preparing {wanted.title}; on its first start this takes some seconds")
                self._searcher.prepare(wanted)
                self._prepared = wanted
            return self._searcher

    def _start(self, request: PendingRequest, work: Callable[[], None]) -> None:
        """Start the search thread; the loop goes on reading commands."""

        def run() -> None:
            try:
                work()
            except BrokenPipeError:
                pass
            except Exception as error:
                with suppress(BrokenPipeError):
                    self._answer(request, f"error the engine failed: {type(error).__name__}: {error}")

        self._pending = request
        self._search_thread = Thread(target=run, daemon=True)
        self._search_thread.start()

    def _answer(self, request: PendingRequest, line: str) -> None:
        """Answer a request unless it has been answered already; the next command may come at once."""
        with self._output_lock:
            if self._pending is request:
                self._pending = None
                self._write(line)

    def _report(self, request: PendingRequest, analysis: Analysis) -> None:
        with self._output_lock:
            if self._pending is request:
                self._write(*map(str, infos(analysis)))

    def _stop(self) -> None:
        """Stop the search: the search thread answers, or this one while it is still compiling."""
        request = self._pending
        if request is None:
            return
        request.stop.set()
        if not request.searching and request.fallback != "ready":
            self._answer(request, request.fallback)


def lines_of(stream: BinaryIO) -> Iterator[str]:
    """The lines of a stream; a line that is too long is cut, and is then not a valid command."""
    while line := stream.readline(LONGEST_LINE):
        rest = line
        while len(rest) == LONGEST_LINE and not rest.endswith(b"\n"):
            rest = stream.readline(LONGEST_LINE)
        yield line.decode("utf-8", "replace")
