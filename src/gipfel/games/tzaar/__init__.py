"""TZAAR: three types of pieces, of which none may be lost."""

from collections.abc import Sequence
from secrets import randbits
from typing import ClassVar

from gipfel.board import Permutation
from gipfel.games.core.folder import FolderGame
from gipfel.games.core.options import Value
from gipfel.games.core.position import Decision, Position
from gipfel.games.tzaar import notation, pointing, rules, scene, words
from gipfel.games.tzaar.evaluation import EVALUATION
from gipfel.games.tzaar.rules import RULES, SPACES
from gipfel.kernel.evaluation import Evaluation
from gipfel.kernel.rules import Rules
from gipfel.kernel.state import State


class Tzaar(FolderGame):
    """TZAAR with a fixed set-up, a random one, or one the players make (tournament)."""

    name: ClassVar[str] = "tzaar"
    title: ClassVar[str] = "TZAAR"
    versions: ClassVar[tuple[str, ...]] = ("fixed", "random", "tournament")
    rules: ClassVar[Rules] = RULES
    evaluation: ClassVar[Evaluation] = EVALUATION
    notation = notation
    pointing = pointing
    pictures = scene
    words = words
    draws: ClassVar[bool] = False
    symmetries: ClassVar[tuple[Permutation, ...]] = SPACES.symmetries

    @property
    def random_start(self) -> bool:
        return self.version == "random"

    def start_state(self, seed: int | None) -> State:
        if self.version == "random":
            return rules.random_start(randbits(64) if seed is None else seed)
        return rules.fixed_start() if self.version == "fixed" else rules.empty_start()

    @classmethod
    def version_in(cls, text: str) -> tuple[str, dict[str, Value]] | None:
        return ("tournament", {}) if notation.is_being_placed(text) else None

    def read_state(self, text: str) -> State:
        return notation.read_state(text)

    def read_turn(self, position: Position, text: str) -> list[Decision]:
        return notation.read_turn(position, text)

    def write_turn(self, decisions: Sequence[Decision]) -> str:
        return notation.write_turn(decisions)

    def transformed(self, state: State, symmetry: Permutation) -> State:
        return rules.transformed(state, symmetry)


GAME = Tzaar
