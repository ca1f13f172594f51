"""Perft through the engine protocol: counts turns with an engine's decisions instead of ours."""

from collections.abc import Callable

from gipfel.engine.players.player import EngineFailure
from gipfel.engine.protocol.conversation import CheckFailed, Conversation
from gipfel.engine.protocol.grammar import VERSION
from gipfel.games.core.position import Position
from gipfel.notation.errors import GipfelError

Progress = Callable[[int, int], None]


class EnginePerft:
    """Counts what an engine finds. It needs the commands `decisions` and `undo`."""

    def __init__(self, command: str, position: Position) -> None:
        """Start the engine at a position. Raises EngineFailure or OptionError."""
        self._position = position
        self._engine = Conversation(command)
        self._engine.start()

    def close(self) -> None:
        """End the engine."""
        self._engine.close()

    def divided(self, depth: int, progress: Progress | None = None) -> dict[str, int]:
        """For each first decision, the sequences of complete turns that begin with it. Raises EngineFailure.

        Our rules only say when a turn is complete. A decision that they do not know counts as one sequence.
        """
        try:
            self._engine.ask(f"hello {VERSION}", "hello", plain=True)
            self._engine.set_options()
            self._engine.set_up(self._position.game, self._position)
            counts = {}
            listed = self._listed()
            for number, text in enumerate(listed, 1):
                counts[text] = self._after(self._position, text, self._position.turn + depth)
                if progress:
                    progress(number, len(listed))
            return counts
        except CheckFailed as problem:
            raise EngineFailure(f"the engine cannot count: {problem}") from problem

    def _listed(self) -> list[str]:
        *found, _ = self._engine.ask("decisions", "decisions", plain=True)
        return [line.removeprefix("decision ") for line in found]

    def _after(self, position: Position, text: str, last: int) -> int:
        """The sequences up to a turn that begin with a decision."""
        try:
            after = position.play(text)
        except GipfelError:
            return 1
        if after.turn == last:
            return 1
        self._engine.ask(f"play {text}", "ok")
        total = sum(self._after(after, reply, last) for reply in self._listed())
        self._engine.ask("undo", "ok")
        return total
