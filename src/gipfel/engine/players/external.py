"""Other people's engines as players: any program that speaks the protocol of docs/protocol.md."""

from collections.abc import Callable
from dataclasses import replace
from time import monotonic

from gipfel.engine.players.player import EngineFailure, Player
from gipfel.engine.protocol.grammar import NOTHING, VERSION, Go, write_new
from gipfel.engine.protocol.process import SHOWN, EngineProcess
from gipfel.engine.search.analysis import Limits
from gipfel.games.core.game import Game
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.side import Side
from gipfel.notation.errors import GipfelError

GREETING = 10.0
"""Seconds an engine may take to start and say who it is."""
PREPARING = 300.0
"""Seconds it may take to get ready for a game; some compile."""
ANSWERING = 5.0
"""Seconds it may take to answer what needs no thinking."""
GRACE = 0.5
"""Seconds it may take longer than the limit it was given."""
PATIENCE = 60.0
"""Seconds it may think if it was given no limit of time."""
MOST_INFO = 100_000
"""Lines; nobody thinks so many thoughts about one decision."""


class ExternalEngine(Player):
    """A player in a process of its own. It loses its game with a clear reason, and never hangs ours."""

    def __init__(self, command: str, grace: float = GRACE, patience: float = PATIENCE) -> None:
        self.command = command
        self.name = command
        self.grace = grace
        self.patience = patience
        self._process: EngineProcess | None = None
        self._games: dict[str, tuple[str, ...]] = {}
        self._position: Position | None = None
        """Where the engine believes the game to be."""

    # --- A player -------------------------------------------------------------------------------------

    def begin(self, game: Game) -> None:
        if self._process is None or not self._process.alive:
            self._greet()
        if game.version not in self._games.get(game.name, ()):
            self.close()
            raise EngineFailure(f"the engine {self.name} does not play {game.name} {game.version}")
        self._order(write_new(game))
        self._position = None
        self._say("ready")
        self._await("ready", PREPARING)

    def choose(self, position: Position, limits: Limits) -> Decision:
        self._bring_to(position)
        text = self._asked(Go(limits))
        decision = self._legal(position, text, lambda: position.decision(text))
        if decision.code not in position.codes:
            raise self._failure(f"answered best {text}, which is not legal: {position.legal_summary()}")
        return decision

    def react(self, position: Position, side: Side, limits: Limits) -> Decision | None:
        self._bring_to(position)
        text = self._asked(Go(limits, side))
        if text == NOTHING:
            return None
        return self._legal(position, text, lambda: position.decision(text, side))

    def watch(self, decision: Decision) -> None:
        if self._position is None or decision.position != self._position or self._position.game.clockwork:
            self._position = None
            return
        self._order(f"play {decision.text}")
        self._position = self._position.play(decision)

    def close(self) -> None:
        if self._process is not None:
            self._process.close()

    # --- What is said ---------------------------------------------------------------------------------

    def _greet(self) -> None:
        """Start the process and learn what it plays."""
        self._process = EngineProcess(self.command)
        self._games = {}
        self._say(f"hello {VERSION}")
        deadline = monotonic() + GREETING
        while (line := self._hear(deadline, f"hello {VERSION}", GREETING)) != f"hello {VERSION}":
            word, _, rest = line.partition(" ")
            if word == "name" and rest:
                self.name = self._process.name = rest[:80]
            elif word == "game" and len(rest.split()) > 1:
                name, *versions = rest.split()
                self._games[name] = tuple(versions)
            elif word not in ("author", "option", "info"):
                raise self._unexpected(line, f"hello {VERSION}")

    def _bring_to(self, position: Position) -> None:
        """Let the engine know the position, unless it does."""
        if self._position is None or self._position != position:
            self._order(f"position {position}")
            self._position = position

    def _asked(self, go: Go) -> str:
        """What the engine decides."""
        seconds = go.limits.seconds
        if (seconds, go.limits.nodes, go.limits.depth) == (None, None, None):
            seconds = self.patience
            go = replace(go, limits=replace(go.limits, seconds=seconds))
        self._say(str(go))
        best = self._await("best", (self.patience if seconds is None else seconds) + self.grace)
        return best.removeprefix("best").strip()

    def _legal(self, position: Position, text: str, read: Callable[[], Decision]) -> Decision:
        try:
            return read()
        except GipfelError as error:
            raise self._failure(f"answered best {text[:SHOWN]}, which is not possible: {error}") from error

    # --- Lines ----------------------------------------------------------------------------------------

    def _order(self, line: str) -> None:
        """Say something that is answered by ok."""
        self._say(line)
        self._await("ok", ANSWERING)

    def _say(self, line: str) -> None:
        """Send a line; nothing but thoughts may have come since the last answer."""
        if self._process is None or not self._process.alive:
            raise EngineFailure(f"the engine {self.name} is not running any more")
        for said in self._process.heard():
            if said and not said.startswith("info "):
                raise self._failure(f"said {said[:SHOWN]!r} when nothing was asked")
        self._process.say(line)

    def _await(self, word: str, seconds: float) -> str:
        """The answer that begins with a word; thoughts before it are passed over."""
        deadline = monotonic() + seconds
        for _ in range(MOST_INFO):
            line = self._hear(deadline, word, seconds)
            if line.partition(" ")[0] == word:
                return line
            if not line.startswith("info "):
                raise self._unexpected(line, word)
        raise self._failure(f"wrote {MOST_INFO} lines instead of an answer")

    def _hear(self, deadline: float, wanted: str, seconds: float) -> str:
        assert self._process is not None
        line = self._process.hear(deadline)
        if line is None:
            raise self._failure(f"did not answer {wanted!r} within {seconds:g} s")
        return line

    def _unexpected(self, line: str, wanted: str) -> EngineFailure:
        return self._failure(f"said {line[:SHOWN]!r} where {wanted!r} was expected")

    def _failure(self, what: str) -> EngineFailure:
        assert self._process is not None
        return self._process.failure(what)
