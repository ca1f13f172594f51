"""MATRX GIPF: its options."""

from typing import ClassVar

from gipfel.board import Permutation
from gipfel.games.core.folder import FolderGame
from gipfel.games.core.options import Option, Value
from gipfel.games.matrx import notation, rules, scene
from gipfel.kernel.state import State
from gipfel.locale import note

ROWS_FIRST, EXTRA_FIRST = "rows-first", "extra-first"
LOSES, COUNTS = "loses", "counts"


class Matrx(FolderGame):
    """MATRX GIPF, in one version."""

    name: ClassVar[str] = "matrx"
    title: ClassVar[str] = "MATRX GIPF"
    versions: ClassVar[tuple[str, ...]] = ("standard",)
    all_options: ClassVar[tuple[Option, ...]] = (
        Option(
            "opening_order",
            (ROWS_FIRST, EXTRA_FIRST),
            note("what comes first in a turn: rows, or the extra move of a TAMSK-pair"),
        ),
        Option(
            "lone_extra",
            (LOSES, COUNTS),
            note("does a player who can make an extra move but no other one lose?"),
        ),
    )
    draws: ClassVar[bool] = False
    symmetries: ClassVar[tuple[Permutation, ...]] = rules.SPOTS.symmetries
    nothing_conserved: ClassVar[str] = "lost units are those that are missing"

    def start_state(self, seed: int | None) -> State:
        return rules.start(
            extra_first=int(self.options["opening_order"] == EXTRA_FIRST),
            extra_counts=int(self.options["lone_extra"] == COUNTS),
        )

    @classmethod
    def version_in(cls, text: str) -> tuple[str, dict[str, Value]] | None:
        """Only a text with an extra move that counts says which options it is for."""
        extra_in = notation.slot_after_extra(text)
        if extra_in is None:
            return None
        order: dict[str, Value] = {"opening_order": EXTRA_FIRST} if extra_in == "s" else {}
        return cls.versions[0], {"lone_extra": COUNTS, **order}

    def read_state(self, text: str) -> State:
        return notation.read_state(text, self.start_state(None))

    def contents(self, state: State, point: str) -> tuple[str, ...]:
        """The units on a spot, from the top down."""
        units = rules.units_on(state, rules.SPOTS.index[point]) if point in rules.SPOTS.index else []
        return tuple(notation.write_stack([unit]) for unit in reversed(units))

    def pile(self, state: State, point: str) -> tuple[str, ...]:
        return scene.pile(state, point)


GAME = Matrx
