"""GIPF: its versions and options."""

from typing import ClassVar

from gipfel.board import Permutation
from gipfel.games.core.folder import FolderGame
from gipfel.games.core.options import Option, Value
from gipfel.games.gipf import notation, rules
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
    draws: ClassVar[bool] = False
    symmetries: ClassVar[tuple[Permutation, ...]] = rules.SPOTS.symmetries

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

    def conserved(self, state: State) -> object:
        return notation.discs_of(state, WHITE), notation.discs_of(state, BLACK)


def _handicap(state: State) -> dict[str, Value]:
    """The handicap a basic position was begun with."""
    return {
        "extra_white": notation.discs_of(state, WHITE) - rules.BASIC_DISCS,
        "extra_black": notation.discs_of(state, BLACK) - rules.BASIC_DISCS,
    }


GAME = Gipf
