"""YINSH: its versions."""

from typing import ClassVar

from gipfel.board import Permutation
from gipfel.games.core.folder import FolderGame
from gipfel.games.core.options import Value
from gipfel.games.core.side import Outcome
from gipfel.games.yinsh import notation, rules
from gipfel.games.yinsh.words import conclusion
from gipfel.kernel.state import State


class Yinsh(FolderGame):
    """YINSH: standard and blitz."""

    name: ClassVar[str] = "yinsh"
    title: ClassVar[str] = "YINSH"
    versions: ClassVar[tuple[str, ...]] = notation.VERSIONS
    symmetries: ClassVar[tuple[Permutation, ...]] = rules.SPACES.symmetries

    @property
    def target(self) -> int:
        """How many removed rings win."""
        return notation.TARGETS[self.versions.index(self.version)]

    def start_state(self, seed: int | None) -> State:
        return rules.start(self.target)

    @classmethod
    def version_in(cls, text: str) -> tuple[str, dict[str, Value]] | None:
        version = notation.version_of(text)
        return None if version is None else (version, {})

    def verdict(self, outcome: Outcome) -> str:
        return conclusion(outcome, self.target)


GAME = Yinsh
