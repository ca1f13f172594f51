"""DVONN, the game of stacks that must stay in contact with the red pieces."""

from typing import ClassVar

from gipfel.board import Permutation
from gipfel.games.core.folder import FolderGame
from gipfel.games.core.options import Value
from gipfel.games.dvonn import notation, pointing, rules, scene, words
from gipfel.games.dvonn.evaluation import EVALUATION
from gipfel.games.dvonn.rules import RULES, SPACES
from gipfel.kernel.evaluation import Evaluation
from gipfel.kernel.rules import Rules
from gipfel.kernel.state import State


class Dvonn(FolderGame):
    """DVONN has one version."""

    name: ClassVar[str] = "dvonn"
    title: ClassVar[str] = "DVONN"
    versions: ClassVar[tuple[str, ...]] = ("standard",)
    rules: ClassVar[Rules] = RULES
    evaluation: ClassVar[Evaluation] = EVALUATION
    notation = notation
    pointing = pointing
    pictures = scene
    words = words
    symmetries: ClassVar[tuple[Permutation, ...]] = SPACES.symmetries

    def start_state(self, seed: int | None) -> State:
        return rules.start()

    @classmethod
    def version_in(cls, text: str) -> tuple[str, dict[str, Value]] | None:
        return None

    def read_state(self, text: str) -> State:
        return notation.read_state(text)

    def transformed(self, state: State, symmetry: Permutation) -> State:
        return rules.transformed(state, symmetry)

    def conserved(self, state: State) -> object:
        """Pieces leave the game, but never a red one."""
        return rules.reds_of(state)


GAME = Dvonn
