"""A course: steps, each a position with one thing to do, and what is right by the rules of the game."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from gipfel.errors import GipfelError
from gipfel.games.core.game import Game
from gipfel.games.core.options import Value
from gipfel.games.core.position import Decision, Position
from gipfel.learn.answers import Answer, Node, Verdict, answer_tree
from gipfel.learn.lines import Line, LineError, decisions_before, playable


class CourseError(GipfelError):
    """A mistake in a course file. The message says where it is, what is wrong and what would be right."""


class UnknownCourse(GipfelError):
    """No such course or step."""


ANY, WIN, OTHERS = "any", "win", "others"
ALL_RIGHT = {
    ANY: "any legal decision",
    WIN: "any decision that wins the game at once",
    OTHERS: "all decisions but those listed as wrong",
}
"""What `right` can be instead of lines."""


@dataclass(frozen=True, slots=True)
class WrongLines:
    """Wrong answers that the author has thought of."""

    lines: tuple[str, ...]
    answer: str


@dataclass(frozen=True)
class Step:
    """A position with one thing to do. Texts are English; `say` translates them."""

    place: str
    """Where it is written, for messages."""
    game: Game
    """That of the course, or another version of it. Time stands still until the learner decides."""
    name: str
    title: str
    text: str
    task: str
    answer: str
    hint: str
    again: str
    """What is said after a wrong answer that has no own text; empty for the general sentence."""
    right: tuple[str, ...] | str
    """Lines, or one of ALL_RIGHT."""
    wrong: tuple[WrongLines, ...]
    free: bool
    """The task shows a rule; an engine need not find it."""
    position_text: str | None
    """None for the start of the game."""
    seed: int | None
    before: tuple[str, ...]

    @cached_property
    def first_position(self) -> Position:
        """The position before the decisions of `before`. Raises CourseError."""
        if self.position_text is None:
            return self.game.start(seed=self.seed)
        try:
            return self.game.position(self.position_text)
        except GipfelError as error:
            raise CourseError(f"{self.place}, position: {error}") from error

    @cached_property
    def decisions(self) -> tuple[Decision, ...]:
        """What is played first. Raises CourseError."""
        try:
            return decisions_before(self.first_position, self.before)
        except LineError as error:
            raise CourseError(f"{self.place}, before: {error}") from error

    @cached_property
    def position(self) -> Position:
        """Where the learner acts first. Raises CourseError."""
        last = self.decisions[-1] if self.decisions else None
        position = self.first_position if last is None else last.position.play(last)
        if position.outcome is not None:
            raise CourseError(f"{self.place}: the game is over in this position; the learner must be to act")
        if position.by_chance:
            raise CourseError(
                f"{self.place}: chance decides in this position; add its result to `before`: "
                f"{position.legal_summary()}"
            )
        return position

    @cached_property
    def tree(self) -> Node:
        """All right answers and the wrong ones that the author has thought of. Raises CourseError."""
        answers, mistakes = self._answers()
        if mistakes:
            raise mistakes[0]
        try:
            return answer_tree(self.position, answers)
        except LineError as error:
            raise CourseError(f"{self.place}: {error}") from error

    def mistakes(self) -> list[CourseError]:
        """What is wrong with the position and the lines."""
        try:
            _, mistakes = self._answers()
            if not mistakes:
                _ = self.tree
        except CourseError as error:
            return [error]
        return mistakes

    def _answers(self) -> tuple[list[Answer], list[CourseError]]:
        mistakes: list[CourseError] = []
        wrong = []
        for group in self.wrong:
            for line in self._lines(group.lines, "wrong", mistakes):
                wrong.append(Answer(line, Verdict.WRONG, group.answer))
        lines = self._all_right({answer.line.decisions[0].code for answer in wrong}, mistakes)
        right = [Answer(line, Verdict.RIGHT, self.answer) for line in lines]
        if not right and not mistakes:
            mistakes.append(CourseError(f"{self.place}: no answer is right; {self._why_none()}"))
        return right + wrong, mistakes

    def _lines(self, texts: tuple[str, ...], key: str, mistakes: list[CourseError]) -> list[Line]:
        lines = []
        for text in texts:
            try:
                lines.append(playable(self.position, text))
            except LineError as error:
                mistakes.append(CourseError(f"{self.place}, {key}: {error}"))
        return lines

    def _all_right(self, wrong: set[int], mistakes: list[CourseError]) -> list[Line]:
        """The right lines; `wrong` are the decisions that wrong lines begin with."""
        if not isinstance(self.right, str):
            return self._lines(self.right, "right", mistakes)
        found = list(self.position.decisions())
        if self.right == OTHERS:
            found = [decision for decision in found if decision.code not in wrong]
        elif self.right == WIN:
            found = [decision for decision in found if _wins(decision.position.play(decision), self.position)]
        return [Line(decision.text, (decision,), (False,)) for decision in found]

    def _why_none(self) -> str:
        if self.right == WIN:
            return f"no decision wins at once: {self.position.legal_summary()}"
        return "every legal decision is listed as wrong" if self.right == OTHERS else "`right` needs a line"


def _wins(after: Position, before: Position) -> bool:
    return after.outcome is not None and after.outcome.winner == before.side


@dataclass(frozen=True)
class Course:
    """The lessons of one version of a game."""

    path: Path
    game: Game
    title: str
    summary: str
    order: int
    """Among the courses of the game."""
    goals: Mapping[str, float]
    """What the course teaches to aim for: features of the game's evaluation, with their weights."""
    steps: tuple[Step, ...]

    @property
    def name(self) -> str:
        """The name in links: that of the file."""
        return self.path.stem

    @property
    def options(self) -> dict[str, Value]:
        """The options that the course changes."""
        return self.game.changed_options

    def step(self, name: str) -> Step:
        """A step by its name. Raises UnknownCourse."""
        for step in self.steps:
            if step.name == name:
                return step
        names = ", ".join(step.name for step in self.steps)
        raise UnknownCourse(f"the course {self.game.name}/{self.name} has no step {name!r}; it has {names}")
