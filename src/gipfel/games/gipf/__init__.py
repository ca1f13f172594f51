"""GIPF, the first game of the series and the one that joins the others."""

from collections.abc import Sequence
from typing import ClassVar

from gipfel.board import Permutation
from gipfel.games.core.folder import FolderGame
from gipfel.games.core.options import Option, Value
from gipfel.games.core.position import Decision, Position
from gipfel.games.gipf import notation, pointing, rules, scene, words
from gipfel.games.gipf.evaluation import EVALUATION
from gipfel.games.gipf.rules import RULES, SPOTS
from gipfel.kernel.evaluation import Evaluation
from gipfel.kernel.rules import Rules
from gipfel.kernel.state import BLACK, WHITE, State
from gipfel.locale import note


class Gipf(FolderGame):
    """GIPF: basic, standard and tournament."""

    name: ClassVar[str] = "gipf"
    title: ClassVar[str] = "GIPF"
    versions: ClassVar[tuple[str, ...]] = notation.VERSIONS
    all_options: ClassVar[tuple[Option, ...]] = (
        Option("extra_white", (0, 1, 2, 3), note("extra discs in White's reserve, a handicap"), ("basic",)),
        Option("extra_black", (0, 1, 2, 3), note("extra discs in Black's reserve, a handicap"), ("basic",)),
    )
    rules: ClassVar[Rules] = RULES
    evaluation: ClassVar[Evaluation] = EVALUATION
    notation = notation
    pointing = pointing
    pictures = scene
    words = words
    draws: ClassVar[bool] = False
    symmetries: ClassVar[tuple[Permutation, ...]] = SPOTS.symmetries

    def start_state(self, seed: int | None) -> State:
        extra = {name: int(value) for name, value in self.options.items()}
        return rules.start(self.versions.index(self.version), **extra)

    @classmethod
    def version_in(cls, text: str) -> tuple[str, dict[str, Value]] | None:
        letter = notation.version_letter(text)
        if not letter or letter not in notation.VERSION_LETTERS:
            return None
        version = cls.versions[notation.VERSION_LETTERS.index(letter)]
        return version, _handicap(notation.read_state(text)) if version == "basic" else {}

    def read_state(self, text: str) -> State:
        return notation.read_state(text)

    def read_turn(self, position: Position, text: str) -> list[Decision]:
        return notation.read_turn(position, text)

    def write_turn(self, decisions: Sequence[Decision]) -> str:
        return notation.write_turn(decisions)

    def transformed(self, state: State, symmetry: Permutation) -> State:
        return rules.transformed(state, symmetry)

    def conserved(self, state: State) -> object:
        return notation.discs_of(state, WHITE), notation.discs_of(state, BLACK)


def _handicap(state: State) -> dict[str, Value]:
    """The handicap a basic position was begun with."""
    return {
        "extra_white": notation.discs_of(state, WHITE) - rules.BASIC_DISCS,
        "extra_black": notation.discs_of(state, BLACK) - rules.BASIC_DISCS,
    }


GAME = Gipf
