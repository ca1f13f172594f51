"""YINSH, the fifth game of the series: rings leave markers behind, and five in a row cost a ring."""

from collections.abc import Sequence
from typing import ClassVar

from gipfel.board import Permutation
from gipfel.games.core.folder import FolderGame
from gipfel.games.core.options import Value
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.side import Outcome
from gipfel.games.yinsh import notation, pointing, rules, scene, words
from gipfel.games.yinsh.evaluation import EVALUATION
from gipfel.games.yinsh.rules import RULES, SPACES
from gipfel.kernel.evaluation import Evaluation
from gipfel.kernel.rules import Rules
from gipfel.kernel.state import State


class Yinsh(FolderGame):
    """YINSH: standard and blitz."""

    name: ClassVar[str] = "yinsh"
    title: ClassVar[str] = "YINSH"
    versions: ClassVar[tuple[str, ...]] = notation.VERSIONS
    rules: ClassVar[Rules] = RULES
    evaluation: ClassVar[Evaluation] = EVALUATION
    notation = notation
    pointing = pointing
    pictures = scene
    words = words
    symmetries: ClassVar[tuple[Permutation, ...]] = SPACES.symmetries

    @property
    def target(self) -> int:
        """How many removed rings win."""
        return notation.TARGETS[self.versions.index(self.version)]

    def start_state(self, seed: int | None) -> State:
        return rules.start(self.target)

    @classmethod
    def version_in(cls, text: str) -> tuple[str, dict[str, Value]] | None:
        version = notation.version_of(text)
        return None if version is None else (version, {})

    def read_state(self, text: str) -> State:
        return notation.read_state(text)

    def read_turn(self, position: Position, text: str) -> list[Decision]:
        return notation.read_turn(position, text)

    def write_turn(self, decisions: Sequence[Decision]) -> str:
        return notation.write_turn(decisions)

    def verdict(self, outcome: Outcome) -> str:
        return words.conclusion(outcome, self.target)

    def transformed(self, state: State, symmetry: Permutation) -> State:
        return rules.transformed(state, symmetry)

    def conserved(self, state: State) -> object:
        return rules.conserved(state)


GAME = Yinsh
