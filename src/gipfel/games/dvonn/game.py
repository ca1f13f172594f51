"""DVONN: its versions."""

from secrets import randbits
from typing import ClassVar

from gipfel.board import Permutation
from gipfel.games.core.folder import FolderGame
from gipfel.games.dvonn import rules
from gipfel.kernel.state import State


class Dvonn(FolderGame):
    """DVONN on a board that the players fill, or on one that is filled at random."""

    name: ClassVar[str] = "dvonn"
    title: ClassVar[str] = "DVONN"
    versions: ClassVar[tuple[str, ...]] = ("standard", "random")
    symmetries: ClassVar[tuple[Permutation, ...]] = rules.SPACES.symmetries

    @property
    def random_start(self) -> bool:
        return self.version == "random"

    def start_state(self, seed: int | None) -> State:
        if self.version == "random":
            return rules.random_start(randbits(64) if seed is None else seed)
        return rules.start()

    def conserved(self, state: State) -> object:
        """Pieces leave the game, but never a red one."""
        return rules.reds_of(state)


GAME = Dvonn
