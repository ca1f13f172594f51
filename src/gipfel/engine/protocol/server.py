"""The engine's end of the protocol: reads commands, answers them, and thinks beside that."""

from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import replace
from threading import Event, Lock, Thread
from typing import BinaryIO

from gipfel.engine.players.factory import level_thinker
from gipfel.engine.players.greedy import reaction
from gipfel.engine.players.specs import LEVELS, MOST_THREADS
from gipfel.engine.players.thinking import ThinkerOfAll
from gipfel.engine.protocol.grammar import (
    ALL,
    LARGEST,
    LONGEST_LINE,
    NOTHING,
    VERSION,
    Go,
    ProtocolError,
    Setting,
    infos,
    misread,
    one_line,
    read_by,
    read_go,
    read_new,
)
from gipfel.engine.search.thought import Limits, Thought
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
TURNS_LEFT = 30
"""A clock is shared out as if a game took so many more turns."""
LEAVING = 0.2
"""Seconds a search is given to end when the host leaves."""

Maker = Callable[[int, int], ThinkerOfAll]
"""From a level and a number of threads to what thinks."""


def _levels(level: int, threads: int) -> ThinkerOfAll:
    return level_thinker(level, Limits(), threads)


class Task:
    """Something that is being prepared or thought about; it is answered once."""

    def __init__(self, fallback: str) -> None:
        self.stop = Event()
        self.fallback = fallback
        """What to answer if there is no time to think at all."""
        self.thinking = False


class Server:
    """One engine and the host it serves."""

    def __init__(self, name: str, out: BinaryIO, settings: dict[str, int], make: Maker = _levels) -> None:
        self._name = name
        self._out = out
        self._settings = settings
        self._make = make
        self._along: list[Position] = []
        self._thinker: ThinkerOfAll | None = None
        self._prepared: Game | None = None
        self._preparing = Lock()
        self._speaking = Lock()
        self._task: Task | None = None
        self._commands: dict[str, Callable[[str], None]] = {
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
        }

    # --- Lines in, lines out --------------------------------------------------------------------------

    def serve(self, commands: BinaryIO) -> bool:
        """Answer until the host leaves; False if a thread is still busy then."""
        with suppress(BrokenPipeError):
            for line in lines_of(commands):
                if line.strip() == "quit":
                    break
                self._obey(line.strip())
        task = self._task
        if task is None:
            return True
        task.stop.set()
        self._worker.join(LEAVING)
        return not self._worker.is_alive()

    def _obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word == "stop" and not rest:
            self._stop()
        elif word == "ping" and not rest:
            self._say("pong")
        elif self._task is not None:
            self._say("error still thinking; only stop, ping and quit are understood now")
        else:
            try:
                self._command(word)(rest.strip())
            except GipfelError as error:
                self._say(f"error {error}")

    def _command(self, word: str) -> Callable[[str], None]:
        if word in self._commands:
            return self._commands[word]
        if word in ALL:
            return lambda rest: misread(word, rest)
        said = f"there is no command {word[:40]!r}" if word else "an empty line is no command"
        raise ProtocolError(f"{said}; there are {', '.join(ALL)}")

    def _say(self, *lines: str) -> None:
        """Write whole lines, at once."""
        with self._speaking:
            self._write(*lines)

    def _write(self, *lines: str) -> None:
        data = "".join(f"{one_line(line)}\n" for line in lines)
        self._out.write(data.encode("utf-8", "replace"))
        self._out.flush()

    # --- Who we are -----------------------------------------------------------------------------------

    def _hello(self, text: str) -> None:
        if text != str(VERSION):
            raise ProtocolError(
                f"this engine speaks version {VERSION} of the protocol; write: {ALL['hello']}"
            )
        plays = [f"game {name} {' '.join(game_type(name).versions)}" for name in game_names()]
        options = [str(setting) for setting in SETTINGS]
        self._say(f"name {self._name}", *plays, *options, f"hello {VERSION}")

    def _set(self, text: str) -> None:
        name, _, value = text.partition(" ")
        for setting in SETTINGS:
            if setting.name.lower() == name.lower():
                self._settings[setting.name] = setting.check(value.strip())
                self._thinker = self._prepared = None
                self._say("ok")
                return
        names = ", ".join(setting.name for setting in SETTINGS)
        raise ProtocolError(f"there is no option {name[:40]!r}; there are {names}")

    # --- The game -------------------------------------------------------------------------------------

    @property
    def _position(self) -> Position:
        if not self._along:
            raise ProtocolError(f"no game has begun; write: {ALL['new']}")
        return self._along[-1]

    def _new(self, text: str) -> None:
        name, version, options = read_new(text)
        self._along = [game(name, version, **options).start()]
        with self._preparing:
            if self._thinker is not None:
                self._thinker.forget()
        self._say("ok")

    def _set_up(self, text: str) -> None:
        self._along = [self._position.game.position(text)]
        self._say("ok")

    def _at(self, text: str) -> None:
        if not (text.isascii() and text.isdigit() and int(text[:16]) < LARGEST):
            misread("at", text)
        self._along.append(self._position.at(int(text)))
        self._say("ok")

    def _play(self, text: str) -> None:
        side, decision = read_by("play", text)
        if not decision:
            misread("play", text)
        self._along.append(self._position.play(decision, side))
        self._say("ok")

    def _turn(self, text: str) -> None:
        for decision in self._position.turn_decisions(text):
            self._along.append(self._position.play(decision))
        self._say("ok")

    def _undo(self, text: str) -> None:
        if text:
            misread("undo", text)
        if len(self._along) < 2:
            raise ProtocolError("there is nothing to take back")
        self._along.pop()
        self._say("ok")

    def _where(self, text: str) -> None:
        if text:
            misread("where", text)
        self._say(f"position {self._position}")

    def _decisions(self, text: str) -> None:
        side, rest = read_by("decisions", text)
        if rest:
            misread("decisions", text)
        found = self._position.decisions(side)
        self._say(*(f"decision {decision.text}" for decision in found), f"decisions {len(found)}")

    # --- Thinking -------------------------------------------------------------------------------------

    def _ready(self, text: str) -> None:
        if text:
            misread("ready", text)
        wanted = self._position.game
        task = Task("ready")

        def prepare() -> None:
            self._prepare(wanted)
            self._answer(task, "ready")

        self._begin(task, prepare)

    def _go(self, text: str) -> None:
        go = read_go(text)
        position = self._position
        if position.outcome is not None:
            raise ProtocolError(f"there is nothing to decide: the game is over ({position.outcome})")
        if position.draw() is not None:
            raise ProtocolError("chance decides now; play what it brings")
        if go.side not in (None, position.side):
            self._react(position, go.side)
            return
        task = Task(f"best {position.decisions()[0].text}")

        def think() -> None:
            thinker = self._prepare(position.game)
            task.thinking = True
            thought = thinker.think(
                position, self._limits(go), task.stop, lambda thought: self._tell(task, thought)
            )
            self._answer(task, f"best {thought.decision.text}")

        self._begin(task, think)

    def _react(self, position: Position, side: Side | None) -> None:
        """Out of turn there is nothing to think about for long."""
        decision = reaction(position, position.side if side is None else side)
        self._say(f"best {NOTHING if decision is None else decision.text}")

    def _limits(self, go: Go) -> Limits:
        lines = max(go.limits.lines, self._settings["Lines"])
        limits = replace(go.limits, lines=lines)
        if go.left is None:
            return limits
        share = (go.left / TURNS_LEFT + 0.8 * go.increment) / 1000
        return replace(limits, seconds=min(share, go.left / 2000, limits.seconds or share))

    def _prepare(self, wanted: Game) -> ThinkerOfAll:
        """What thinks about the game, ready to begin; the first time kernels are compiled."""
        with self._preparing:
            if self._thinker is None:
                self._thinker = self._make(self._settings["Level"], self._settings["Threads"])
            if self._prepared != wanted:
                self._say(f"info text preparing {wanted.title}; on its first start this takes some seconds")
                self._thinker.prepare(wanted)
                self._prepared = wanted
            return self._thinker

    def _begin(self, task: Task, work: Callable[[], None]) -> None:
        """Let a thread do what takes time; the next lines are read meanwhile."""

        def run() -> None:
            try:
                work()
            except BrokenPipeError:
                pass
            except Exception as error:
                with suppress(BrokenPipeError):
                    self._answer(task, f"error the engine failed: {type(error).__name__}: {error}")

        self._task = task
        self._worker = Thread(target=run, daemon=True)
        self._worker.start()

    def _answer(self, task: Task, line: str) -> None:
        """Answer a task, unless it was answered before; the next command may come at once."""
        with self._speaking:
            if self._task is task:
                self._task = None
                self._write(line)

    def _tell(self, task: Task, thought: Thought) -> None:
        with self._speaking:
            if self._task is task:
                self._write(*map(str, infos(thought)))

    def _stop(self) -> None:
        """Nothing to say: the thread answers; while it is only preparing, we do in its place."""
        task = self._task
        if task is None:
            return
        task.stop.set()
        if not task.thinking and task.fallback != "ready":
            self._answer(task, task.fallback)


def lines_of(stream: BinaryIO) -> Iterator[str]:
    """The lines of a stream; of an endless one only the beginning is kept, which no command can be."""
    while line := stream.readline(LONGEST_LINE):
        rest = line
        while len(rest) == LONGEST_LINE and not rest.endswith(b"\n"):
            rest = stream.readline(LONGEST_LINE)
        yield line.decode("utf-8", "replace")
