"""Hex in one version, with or without the swap rule."""

from gipfel.games.core.folder import FolderGame
from gipfel.games.core.options import Option
from gipfel.kernel.state import State
from gipfel_hex import rules


class Hex(FolderGame):
    """Hex on 5 × 5."""

    name = "hex"
    title = "Hex"
    versions = ("5x5",)
    all_options = (Option("swap", ("on", "off"), "may Black take over White's first stone?"),)
    draws = False
    symmetries = rules.SYMMETRIES
    nothing_conserved = "every turn but a swap adds a stone"
    no_swap = "the sides join different edges"

    def start_state(self, seed: int | None) -> State:
        return rules.start(swap=self.options["swap"] == "on")


GAME = Hex
