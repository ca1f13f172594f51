"""PÜNCT: its versions, and what lies under a piece."""

from typing import ClassVar

from gipfel.board import Permutation
from gipfel.games.core.folder import FolderGame
from gipfel.games.core.options import Value
from gipfel.games.punct import notation, rules, scene
from gipfel.games.punct.tables import BOARD
from gipfel.kernel.state import State
from gipfel.notation.errors import NotationError


class Punct(FolderGame):
    """PÜNCT: basic and standard."""

    name: ClassVar[str] = "punct"
    title: ClassVar[str] = "PÜNCT"
    versions: ClassVar[tuple[str, ...]] = notation.VERSIONS
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

    def contents(self, state: State, point: str) -> tuple[str, ...]:
        if point not in BOARD.index:
            raise NotationError(f"there is no space {point}")
        return tuple(map(notation.write_piece, rules.pieces_at(state, BOARD.index[point])))

    def pile(self, state: State, point: str) -> tuple[str, ...]:
        return scene.pile(state, point)

    def swapped(self, state: State) -> State | None:
        if state[rules.VERSION] == rules.BASIC and not rules.pieces_on(state):
            return None  # only White's very first piece is kept out of the centre
        pieces, side, version = notation.write_state(state).split()
        other = {"w": "b", "b": "w"}
        turned = ",".join(other[piece[0]] + piece[1:] for piece in pieces.split(",") if piece != "-")
        return notation.read_state(f"{turned or '-'} {other[side]} {version}")

    def irreversible(self, state: State, code: int) -> bool:
        """A piece that was added never leaves the board."""
        return code < rules.MOVE

    def conserved(self, state: State) -> object:
        return rules.stocks(state)


GAME = Punct
