"""PÜNCT, the game of pieces that climb on one another to connect two sides of the board."""

from typing import ClassVar

from gipfel.board import Permutation
from gipfel.games.core.folder import FolderGame
from gipfel.games.core.options import Value
from gipfel.games.punct import notation, pointing, rules, scene, words
from gipfel.games.punct.evaluation import EVALUATION
from gipfel.games.punct.rules import RULES
from gipfel.games.punct.tables import BOARD
from gipfel.kernel.evaluation import Evaluation
from gipfel.kernel.rules import Rules
from gipfel.kernel.state import State
from gipfel.notation.errors import NotationError


class Punct(FolderGame):
    """PÜNCT: basic and standard."""

    name: ClassVar[str] = "punct"
    title: ClassVar[str] = "PÜNCT"
    versions: ClassVar[tuple[str, ...]] = notation.VERSIONS
    rules: ClassVar[Rules] = RULES
    evaluation: ClassVar[Evaluation] = EVALUATION
    notation = notation
    pointing = pointing
    pictures = scene
    words = words
    symmetries: ClassVar[tuple[Permutation, ...]] = BOARD.symmetries
    repetitions: ClassVar[int] = 3

    def start_state(self, seed: int | None) -> State:
        return rules.start(self.versions.index(self.version))

    @classmethod
    def version_in(cls, text: str) -> tuple[str, dict[str, Value]] | None:
        letter = notation.version_letter(text)
        if not letter or letter not in notation.VERSION_LETTERS:
            return None
        return cls.versions[notation.VERSION_LETTERS.index(letter)], {}

    def read_state(self, text: str) -> State:
        return notation.read_state(text)

    def contents(self, state: State, point: str) -> tuple[str, ...]:
        if point not in BOARD.index:
            raise NotationError(f"there is no space {point}")
        return tuple(map(notation.write_piece, rules.pieces_at(state, BOARD.index[point])))

    def pile(self, state: State, point: str) -> tuple[str, ...]:
        return scene.pile(state, point)

    def transformed(self, state: State, symmetry: Permutation) -> State:
        return rules.transformed(state, symmetry)

    def conserved(self, state: State) -> object:
        return rules.stocks(state)


GAME = Punct
