"""DVONN, the game of stacks that must stay in contact with the red pieces."""

from typing import ClassVar

from gipfel.board import Permutation
from gipfel.draw.scene import Scene
from gipfel.draw.target import Path, Target
from gipfel.games.dvonn import notation, pointing, rules, scene, words
from gipfel.games.dvonn.rules import RULES, SPACES
from gipfel.games.game import Change, Game
from gipfel.games.options import Value
from gipfel.games.side import Outcome
from gipfel.kernel.rules import Rules
from gipfel.kernel.state import State


class Dvonn(Game):
    """DVONN has one version."""

    name: ClassVar[str] = "dvonn"
    title: ClassVar[str] = "DVONN"
    versions: ClassVar[tuple[str, ...]] = ("standard",)
    rules: ClassVar[Rules] = RULES
    symmetries: ClassVar[tuple[Permutation, ...]] = SPACES.symmetries

    def start_state(self, seed: int | None) -> State:
        return rules.start()

    @classmethod
    def version_in(cls, text: str) -> tuple[str, dict[str, Value]] | None:
        return None

    def read_state(self, text: str) -> State:
        return notation.read_state(text)

    def write_state(self, state: State) -> str:
        return notation.write_state(state)

    def write_decision(self, state: State, code: int) -> str:
        return notation.write_decision(state, code)

    def read_decision(self, state: State, text: str) -> int:
        return notation.read_decision(state, text)

    def paths(self, state: State, code: int) -> tuple[Path, ...]:
        return pointing.paths(state, code)

    def changes(self, state: State, code: int) -> tuple[Change, ...]:
        return pointing.changes(state, code)

    def scene(self, state: State) -> Scene:
        outcome = self.outcome_of(state)
        sentence = words.task(state) if outcome is None else self.conclusion(outcome)
        return scene.scene(state, self.title, sentence)

    def reason(self, state: State) -> str:
        return words.reason(state)

    def task(self, state: State) -> str:
        return words.task(state)

    def why_not(self, state: State, prefix: Path, target: Target) -> str:
        return words.why_not(state, prefix, target)

    def conclusion(self, outcome: Outcome) -> str:
        return words.conclusion(outcome) or super().conclusion(outcome)

    def transformed(self, state: State, symmetry: Permutation) -> State:
        return rules.transformed(state, symmetry)

    def conserved(self, state: State) -> object:
        """Pieces leave the game, but never a red one."""
        return rules.reds_of(state)


GAME = Dvonn
