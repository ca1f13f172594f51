"""A conversation with an engine that is checked: asks, and expects the answers that the protocol demands."""

from time import monotonic

from gipfel.engine.players.external import ANSWER_TIMEOUT, HELLO_TIMEOUT, usual_grace
from gipfel.engine.protocol.command_line import EngineCommand
from gipfel.engine.protocol.grammar import VERSION, Info, read_info, write_new
from gipfel.engine.protocol.process import SHOWN, EngineProcess
from gipfel.games.core.game import Game
from gipfel.games.core.position import Position
from gipfel.games.core.side import Side
from gipfel.notation.errors import GipfelError


class CheckFailed(Exception):
    """The engine does not follow the protocol, or not the rules."""


class Conversation:
    """Talks to one engine. If the engine has ended, the next start begins it again, with its options."""

    def __init__(self, command: str) -> None:
        """`command` may have options behind it. Raises OptionError."""
        self.command = EngineCommand.read(command)
        self.grace = usual_grace()
        self.greeted = False
        """Has the engine answered `hello` correctly once? Then a new process is greeted at once."""
        self._has_options = False
        """Has it accepted the options of the command once?"""
        self._process: EngineProcess | None = None

    def start(self) -> None:
        """Start the engine unless it runs. Raises EngineFailure."""
        if self._process is None or not self._process.alive:
            self._process = EngineProcess(self.command.program)
            if self.greeted:
                self.ask(f"hello {VERSION}", "hello", max(HELLO_TIMEOUT, self.grace), plain=True)
            if self._has_options:
                self.set_options()

    def set_options(self) -> None:
        """Set the options that the command names."""
        for name, value in self.command.options:
            self.ask(f"set {name} {value}".rstrip(), "ok")
        self._has_options = True

    @property
    def process(self) -> EngineProcess:
        """The running engine."""
        assert self._process is not None
        return self._process

    def close(self) -> None:
        """End the engine, if it runs."""
        if self._process is not None:
            self._process.close()

    # --- Questions ------------------------------------------------------------------------------------

    def set_up(self, played: Game, position: Position) -> None:
        """Begin a game at a position."""
        self.ask(write_new(played), "ok")
        self.ask(f"position {position}", "ok")

    def best(self, position: Position, go: str, seconds: float | None = None) -> None:
        """Ask for a decision; check it and the `info` lines before it."""
        *infos, best = self.ask(go, "best", seconds)
        self.legal(position, best)
        for line in infos:
            info = read_info(line)
            if info is not None:
                _check_info(position, info)

    def legal(self, position: Position, best: str, side: Side | None = None) -> None:
        """Check that an answer names a legal decision."""
        text = best.removeprefix("best ")
        try:
            decision = position.decision(text, side)
        except GipfelError as error:
            raise CheckFailed(f"{best!r} is wrong in {position}: {error}") from error
        if decision.code not in {known.code for known in position.decisions(side)}:
            raise CheckFailed(f"{best!r} is wrong in {position}: {position.legal_summary()}")

    # --- Lines ----------------------------------------------------------------------------------------

    def ask(
        self,
        line: str,
        wanted: str,
        seconds: float | None = None,
        or_error: bool = False,
        thinking: bool = False,
        plain: bool = False,
    ) -> list[str]:
        """Send a line; return all answers up to the one that begins with the wanted word.

        `info` may come before it, `best` if the engine is thinking, and any word but `error` if `plain`.
        """
        self.send(line, thinking)
        return self.receive_until(wanted, self.patience(seconds), line, or_error, thinking, plain)

    def patience(self, seconds: float | None = None) -> float:
        """How long to wait for an answer; a search must keep to its own time."""
        return max(ANSWER_TIMEOUT, self.grace) if seconds is None else seconds

    def receive_until(
        self,
        wanted: str,
        seconds: float,
        asked: str,
        or_error: bool = False,
        thinking: bool = False,
        plain: bool = False,
    ) -> list[str]:
        answers: list[str] = []
        deadline = monotonic() + seconds
        while True:
            line = self.process.receive(deadline)
            if line is None:
                raise CheckFailed(f"{asked[:SHOWN]!r} was not answered by {wanted!r} within {seconds:g} s")
            answers.append(line)
            word = line.partition(" ")[0]
            if word == wanted or (or_error and word == "error"):
                return answers
            fitting = word == "info" or (thinking and word == "best") or (plain and word != "error")
            if not fitting:
                raise CheckFailed(f"{asked[:SHOWN]!r} was answered by {line[:SHOWN]!r} instead of {wanted!r}")

    def send(self, line: str, thinking: bool = False) -> None:
        for received in [] if thinking else self.process.pending_lines():
            if not received.startswith("info "):
                raise CheckFailed(f"it sent {received[:SHOWN]!r} unexpectedly")
        self.process.send(line)


def _check_info(position: Position, info: Info) -> None:
    """The line of an `info` must begin with a legal decision."""
    texts = {decision.text for decision in position.decisions()}
    if info.decisions[0] not in texts:
        raise CheckFailed(f"it thinks of {info.decisions[0]!r} in {position}, which is not legal")
