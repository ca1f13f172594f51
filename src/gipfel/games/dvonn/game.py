"""DVONN in its one version."""

from typing import ClassVar

from gipfel.board import Permutation
from gipfel.games.core.folder import FolderGame
from gipfel.games.dvonn import rules
from gipfel.kernel.state import State


class Dvonn(FolderGame):
    """DVONN has one version."""

    name: ClassVar[str] = "dvonn"
    title: ClassVar[str] = "DVONN"
    versions: ClassVar[tuple[str, ...]] = ("standard",)
    symmetries: ClassVar[tuple[Permutation, ...]] = rules.SPACES.symmetries

    def conserved(self, state: State) -> object:
        """Pieces leave the game, but never a red one."""
        return rules.reds_of(state)


GAME = Dvonn
