"""TZAAR: three types of pieces, of which none may be lost."""

from collections.abc import Sequence
from secrets import randbits
from typing import ClassVar

from gipfel.board import Permutation
from gipfel.draw.scene import Scene
from gipfel.draw.target import Path, Target
from gipfel.games.game import Change, Game
from gipfel.games.options import Value
from gipfel.games.position import Decision, Position
from gipfel.games.side import Outcome
from gipfel.games.tzaar import notation, pointing, rules, scene, words
from gipfel.games.tzaar.rules import RULES, SPACES
from gipfel.kernel.rules import Rules
from gipfel.kernel.state import State


class Tzaar(Game):
    """TZAAR with a fixed set-up, a random one, or one the players make (tournament)."""

    name: ClassVar[str] = "tzaar"
    title: ClassVar[str] = "TZAAR"
    versions: ClassVar[tuple[str, ...]] = ("fixed", "random", "tournament")
    rules: ClassVar[Rules] = RULES
    symmetries: ClassVar[tuple[Permutation, ...]] = SPACES.symmetries

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

    def read_state(self, text: str) -> State:
        return notation.read_state(text)

    def write_state(self, state: State) -> str:
        return notation.write_state(state)

    def write_decision(self, state: State, code: int) -> str:
        return notation.write_decision(state, code)

    def read_decision(self, state: State, text: str) -> int:
        return notation.read_decision(state, text)

    def read_turn(self, position: Position, text: str) -> list[Decision]:
        return notation.read_turn(position, text)

    def write_turn(self, decisions: Sequence[Decision]) -> str:
        return notation.write_turn(decisions)

    def paths(self, state: State, code: int) -> tuple[Path, ...]:
        return (pointing.path(code),)

    def changes(self, state: State, code: int) -> tuple[Change, ...]:
        return pointing.changes(state, code)

    def scene(self, state: State) -> Scene:
        outcome = self.outcome_of(state)
        sentence = words.task(state) if outcome is None else words.conclusion(outcome)
        return scene.scene(state, f"{self.title} · {self.version}", sentence)

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


GAME = Tzaar
