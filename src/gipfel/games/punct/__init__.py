"""PÜNCT, the game of pieces that climb on one another to connect two sides of the board."""

from typing import ClassVar

from gipfel.board import Permutation
from gipfel.draw.scene import Scene
from gipfel.draw.target import Path, Target
from gipfel.games.game import Change, Game
from gipfel.games.options import Value
from gipfel.games.punct import notation, pointing, rules, scene, words
from gipfel.games.punct.rules import RULES
from gipfel.games.punct.tables import BOARD
from gipfel.games.side import Outcome
from gipfel.kernel.rules import Rules
from gipfel.kernel.state import State
from gipfel.notation.errors import NotationError


class Punct(Game):
    """PÜNCT: basic and standard."""

    name: ClassVar[str] = "punct"
    title: ClassVar[str] = "PÜNCT"
    versions: ClassVar[tuple[str, ...]] = notation.VERSIONS
    rules: ClassVar[Rules] = RULES
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

    def read_state(self, text: str) -> State:
        return notation.read_state(text)

    def write_state(self, state: State) -> str:
        return notation.write_state(state)

    def write_decision(self, state: State, code: int) -> str:
        return notation.write_decision(code)

    def read_decision(self, state: State, text: str) -> int:
        return notation.read_decision(state, text)

    def paths(self, state: State, code: int) -> tuple[Path, ...]:
        return pointing.paths(code)

    def changes(self, state: State, code: int) -> tuple[Change, ...]:
        return pointing.changes(code)

    def scene(self, state: State) -> Scene:
        outcome = self.outcome_of(state)
        sentence = words.task(state) if outcome is None else words.conclusion(outcome)
        return scene.scene(state, f"{self.title} · {self.version}", sentence)

    def contents(self, state: State, point: str) -> tuple[str, ...]:
        if point not in BOARD.index:
            raise NotationError(f"there is no space {point}")
        return tuple(map(notation.write_piece, rules.pieces_at(state, BOARD.index[point])))

    def reason(self, state: State) -> str:
        return words.reason(state)

    def task(self, state: State) -> str:
        return words.task(state)

    def why_not(self, state: State, prefix: Path, target: Target) -> str:
        return words.why_not(state, prefix, target)

    def conclusion(self, outcome: Outcome) -> str:
        return words.conclusion(outcome)

    def transformed(self, state: State, symmetry: Permutation) -> State:
        return rules.transformed(state, symmetry)

    def conserved(self, state: State) -> object:
        return rules.stocks(state)


GAME = Punct
