"""The smallest game class there can be."""

from typing import ClassVar

from gipfel.games.core.folder import FolderGame


class Noughts(FolderGame):
    """Three in a row."""

    name: ClassVar[str] = "noughts"
    title: ClassVar[str] = "NOUGHTS"
    versions: ClassVar[tuple[str, ...]] = ("standard",)
    no_symmetries: ClassVar[str] = "it exists to show a game that declares as little as possible"
    no_swap: ClassVar[str] = "the same"
    nothing_conserved: ClassVar[str] = "the same"


GAME = Noughts
