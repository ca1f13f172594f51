"""GIPF, the first game of the series and the one that joins the others."""

from collections.abc import Sequence
from typing import ClassVar

from gipfel.board import Permutation
from gipfel.draw.scene import Scene
from gipfel.draw.target import Path, Target
from gipfel.games.game import Change, Game
from gipfel.games.gipf import notation, pointing, rules, scene, words
from gipfel.games.gipf.rules import RULES, SPOTS
from gipfel.games.options import Option, Value
from gipfel.games.position import Decision, Position
from gipfel.games.side import Outcome
from gipfel.kernel.rules import Rules
from gipfel.kernel.state import BLACK, WHITE, State


class Gipf(Game):
    """GIPF: basic, standard and tournament."""

    name: ClassVar[str] = "gipf"
    title: ClassVar[str] = "GIPF"
    versions: ClassVar[tuple[str, ...]] = notation.VERSIONS
    all_options: ClassVar[tuple[Option, ...]] = (
        Option("extra_white", (0, 1, 2, 3), "extra discs in White's reserve, a handicap", ("basic",)),
        Option("extra_black", (0, 1, 2, 3), "extra discs in Black's reserve, a handicap", ("basic",)),
    )
    rules: ClassVar[Rules] = RULES
    symmetries: ClassVar[tuple[Permutation, ...]] = SPOTS.symmetries

    def start_state(self, seed: int | None) -> State:
        extra = {name: int(value) for name, value in self.options.items()}
        return rules.start(self.versions.index(self.version), **extra)

    @classmethod
    def version_in(cls, text: str) -> tuple[str, dict[str, Value]] | None:
        letter = notation.version_letter(text)
        if not letter or letter not in notation.VERSION_LETTERS:
            return None
        version = cls.versions[notation.VERSION_LETTERS.index(letter)]
        return version, _handicap(notation.read_state(text)) if version == "basic" else {}

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
        return pointing.paths(state, code)

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

    def conserved(self, state: State) -> object:
        return notation.discs_of(state, WHITE), notation.discs_of(state, BLACK)


def _handicap(state: State) -> dict[str, Value]:
    """The handicap a basic position was begun with."""
    return {
        "extra_white": notation.discs_of(state, WHITE) - rules.BASIC_DISCS,
        "extra_black": notation.discs_of(state, BLACK) - rules.BASIC_DISCS,
    }


GAME = Gipf
