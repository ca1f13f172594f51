"""Answers: what a learner may do in a position, and whether it is right.

Right and wrong lines that begin in the same position are a small tree. A node is a position in which the
learner acts or in which the exercise ends; an edge is a decision of the learner with the replies to it. A
legal decision without an edge is neither right nor a wrong answer that the author has thought of.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from gipfel.games.core.position import Decision, Position
from gipfel.learn.lines import Line, LineError


class Verdict(StrEnum):
    """What an answer is."""

    RIGHT = "right"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Answer:
    """A line with what is said about it."""

    line: Line
    verdict: Verdict
    text: str
    """In English."""


@dataclass(frozen=True, slots=True)
class Edge:
    """A decision of the learner, with what follows."""

    decision: Decision
    replies: tuple[Decision, ...]
    verdict: Verdict
    """RIGHT as long as a right line goes on here."""
    answer: str
    """What is said; empty if the line goes on."""
    to: "Node"

    @property
    def done(self) -> bool:
        """Does the line end here?"""
        return not self.to.edges


@dataclass(frozen=True, slots=True)
class Node:
    """A position, and the decisions in it that lines begin with, by their numbers."""

    position: Position
    edges: Mapping[int, Edge]


def answer_tree(position: Position, answers: Sequence[Answer]) -> Node:
    """The tree of some answers. Raises LineError if they contradict each other."""
    return _node(position, [_Rest(answer, 0) for answer in answers])


@dataclass(frozen=True, slots=True)
class _Rest:
    """An answer, of which some decisions have been followed."""

    answer: Answer
    followed: int

    @property
    def code(self) -> int:
        return self.answer.line.decisions[self.followed].code

    @property
    def replies(self) -> tuple[Decision, ...]:
        """What follows the next decision of the learner."""
        line = self.answer.line
        end = first = self.followed + 1
        while end < len(line.decisions) and line.replies[end]:
            end += 1
        return line.decisions[first:end]

    @property
    def following(self) -> "_Rest | None":
        """The same after the next decision and its replies; None at the end of the line."""
        followed = self.followed + 1 + len(self.replies)
        return _Rest(self.answer, followed) if followed < len(self.answer.line.decisions) else None


def _node(position: Position, rests: list[_Rest]) -> Node:
    groups: dict[int, list[_Rest]] = {}
    for rest in rests:
        groups.setdefault(rest.code, []).append(rest)
    return Node(position, {code: _edge(group) for code, group in groups.items()})


def _edge(group: list[_Rest]) -> Edge:
    """The edge for all lines that go on with the same decision."""
    first = group[0]
    _check_replies(group)
    following = [rest.following for rest in group]
    going_on = [rest for rest in following if rest is not None]
    if len(going_on) < len(group):
        _check_end(group)
    decision = first.answer.line.decisions[first.followed]
    position = decision.position.play(decision)
    for reply in first.replies:
        position = position.play(reply)
    is_right = any(rest.answer.verdict == Verdict.RIGHT for rest in group)
    return Edge(
        decision,
        first.replies,
        Verdict.RIGHT if is_right else Verdict.WRONG,
        "" if going_on else first.answer.text,
        _node(position, going_on),
    )


def _check_replies(group: list[_Rest]) -> None:
    """Raises LineError if the opponent replies differently to the same decision."""
    first = group[0]
    for other in group[1:]:
        if [reply.code for reply in other.replies] != [reply.code for reply in first.replies]:
            lines = f"{first.answer.line.text!r} and {other.answer.line.text!r}"
            raise LineError(f"{lines} have different replies to the same decision; make them the same")


def _check_end(group: list[_Rest]) -> None:
    """Raises LineError if a line ends where another one goes on or ends as well."""
    if len(group) == 1:
        return
    ending = next(rest.answer for rest in group if rest.following is None)
    other = next(rest.answer for rest in group if rest.answer is not ending)
    if ending.verdict != other.verdict:
        right, wrong = (ending, other) if ending.verdict == Verdict.RIGHT else (other, ending)
        raise LineError(
            f"the wrong line {wrong.line.text!r} is also right: {right.line.text!r} is a right line"
        )
    raise LineError(
        f"{ending.line.text!r} is contained in {other.line.text!r}, which is {other.verdict}, too; "
        "one of them is enough"
    )
