"""TZAAR: its versions."""

from secrets import randbits
from typing import ClassVar

from gipfel.board import Permutation
from gipfel.games.core.folder import FolderGame
from gipfel.games.core.options import Value
from gipfel.games.tzaar import notation, rules
from gipfel.kernel.state import State


class Tzaar(FolderGame):
    """TZAAR with a fixed set-up, a random one, or one the players make (tournament)."""

    name: ClassVar[str] = "tzaar"
    title: ClassVar[str] = "TZAAR"
    versions: ClassVar[tuple[str, ...]] = ("fixed", "random", "tournament")
    draws: ClassVar[bool] = False
    symmetries: ClassVar[tuple[Permutation, ...]] = rules.SPACES.symmetries
    nothing_conserved: ClassVar[str] = "captured pieces leave the game, and nothing is counted of them"

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


GAME = Tzaar
