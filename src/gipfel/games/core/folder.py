"""Games whose answers come from the modules of their folder: notation, pointing, scene, words."""

from typing import Protocol

from gipfel.draw.scene import Scene
from gipfel.draw.target import Path, Target
from gipfel.games.core.game import Change, Game
from gipfel.games.core.side import Outcome
from gipfel.kernel.state import State


class NotationModule(Protocol):
    """Positions and decisions as text."""

    def write_state(self, state: State, /) -> str: ...
    def write_decision(self, state: State, code: int, /) -> str: ...
    def read_decision(self, state: State, text: str, /) -> int: ...


class PointingModule(Protocol):
    """Paths of targets, and what a decision moves."""

    def paths(self, state: State, code: int, /) -> tuple[Path, ...]: ...
    def changes(self, state: State, code: int, /) -> tuple[Change, ...]: ...


class SceneModule(Protocol):
    """What to draw."""

    def scene(self, state: State, title: str, sentence: str, /) -> Scene: ...


class WordsModule(Protocol):
    """What to do now, why not, how it ended."""

    def reason(self, state: State, /) -> str: ...
    def task(self, state: State, /) -> str: ...
    def why_not(self, state: State, prefix: Path, target: Target, /) -> str: ...
    def conclusion(self, outcome: Outcome, /) -> str: ...


class FolderGame(Game):
    """A game that names its modules and adds only what is special to it."""

    notation: NotationModule
    pointing: PointingModule
    pictures: SceneModule
    words: WordsModule

    def write_state(self, state: State) -> str:
        return self.notation.write_state(state)

    def write_decision(self, state: State, code: int) -> str:
        return self.notation.write_decision(state, code)

    def read_decision(self, state: State, text: str) -> int:
        return self.notation.read_decision(state, text)

    def paths(self, state: State, code: int) -> tuple[Path, ...]:
        return self.pointing.paths(state, code)

    def changes(self, state: State, code: int) -> tuple[Change, ...]:
        return self.pointing.changes(state, code)

    def scene(self, state: State) -> Scene:
        outcome = self.outcome_of(state)
        sentence = self.task(state) if outcome is None else self.conclusion(outcome)
        return self.pictures.scene(state, self.full_title, sentence)

    def reason(self, state: State) -> str:
        return self.words.reason(state)

    def task(self, state: State) -> str:
        return self.words.task(state)

    def why_not(self, state: State, prefix: Path, target: Target) -> str:
        return self.words.why_not(state, prefix, target)

    def verdict(self, outcome: Outcome) -> str:
        return self.words.conclusion(outcome)
