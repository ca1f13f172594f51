"""YINSH, the fifth game of the series: rings leave markers behind, and five in a row cost a ring."""

from collections.abc import Sequence
from typing import ClassVar

from gipfel.board import Permutation
from gipfel.draw.scene import Scene
from gipfel.draw.target import Path, Target
from gipfel.games.game import Change, Game
from gipfel.games.options import Value
from gipfel.games.position import Decision, Position
from gipfel.games.side import Outcome
from gipfel.games.yinsh import notation, pointing, rules, scene, words
from gipfel.games.yinsh.rules import RULES, SPACES
from gipfel.kernel.rules import Rules
from gipfel.kernel.state import State


class Yinsh(Game):
    """YINSH: standard and blitz."""

    name: ClassVar[str] = "yinsh"
    title: ClassVar[str] = "YINSH"
    versions: ClassVar[tuple[str, ...]] = notation.VERSIONS
    rules: ClassVar[Rules] = RULES
    symmetries: ClassVar[tuple[Permutation, ...]] = SPACES.symmetries

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

    def read_state(self, text: str) -> State:
        return notation.read_state(text)

    def write_state(self, state: State) -> str:
        return notation.write_state(state)

    def write_decision(self, state: State, code: int) -> str:
        return notation.write_decision(code)

    def read_decision(self, state: State, text: str) -> int:
        return notation.read_decision(state, text)

    def read_turn(self, position: Position, text: str) -> list[Decision]:
        return notation.read_turn(position, text)

    def write_turn(self, decisions: Sequence[Decision]) -> str:
        return notation.write_turn(decisions)

    def paths(self, state: State, code: int) -> tuple[Path, ...]:
        return pointing.paths(state, code)

    def changes(self, state: State, code: int) -> tuple[Change, ...]:
        return pointing.changes(state, code)

    def scene(self, state: State) -> Scene:
        outcome = self.outcome_of(state)
        sentence = words.task(state) if outcome is None else self.conclusion(outcome)
        return scene.scene(state, f"{self.title} · {self.version}", sentence)

    def reason(self, state: State) -> str:
        return words.reason(state)

    def task(self, state: State) -> str:
        return words.task(state)

    def why_not(self, state: State, prefix: Path, target: Target) -> str:
        return words.why_not(state, prefix, target)

    def conclusion(self, outcome: Outcome) -> str:
        return words.conclusion(outcome, self.target)

    def transformed(self, state: State, symmetry: Permutation) -> State:
        return rules.transformed(state, symmetry)

    def conserved(self, state: State) -> object:
        return rules.conserved(state)


GAME = Yinsh
