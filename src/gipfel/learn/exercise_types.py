"""The types of an exercise as data: what `gipfel.learn.exercise` returns, and what a page plays."""

from typing import Annotated, Any, Literal

from typing_extensions import TypedDict

from gipfel.draw.picture_types import (
    BoardPart,
    Box,
    Change,
    JavaScript,
    Looks,
    Mark,
    Piece,
    PossibleTarget,
    Side,
    Tray,
)

Paths = Annotated[list[Any], JavaScript("(number | any[])[]")]
"""How decisions are pointed at: `[target, rest, target, rest, …]`.

A target is a number in the node's `targets`. Its rest is a list of the same form, or, where the path ends,
the number of an edge; -1 is a decision that is legal, but neither right nor a wrong answer with a text of its
own. If a path ends where others go on, the list contains -1 as a target, followed by the number of the edge.
"""
Verdict = Literal["right", "wrong"]


class ExercisePicture(TypedDict):
    """A picture whose board and looks are elsewhere in the exercise."""

    game: str
    title: str
    box: Box
    board: int
    """The number of its board."""
    pieces: list[Piece]
    marks: list[Mark]
    trays: list[Tray]


class ExerciseGhost(TypedDict):
    """A piece as it would lie after pointing at some targets, a place and an orientation: at that place."""

    first: list[int]
    """The targets before the place."""
    turn: int
    """The target for the orientation."""
    look: str
    name: str
    gone: list[Piece]


class ExerciseNode(TypedDict):
    """A position."""

    picture: ExercisePicture
    sentence: str
    """What to do now, or how the game ended."""
    side: Side | None
    """The side to act; null when the game is over."""
    targets: list[PossibleTarget]
    """Everything that can be pointed at sooner or later; empty if the learner does not act here."""
    paths: Paths
    ghosts: list[ExerciseGhost]


class ExerciseDecision(TypedDict):
    """A decision that is played."""

    decision: str
    node: int
    """The position after it."""
    changes: list[Change]


class ExerciseEdge(TypedDict):
    """An answer, or a part of one."""

    verdict: Verdict
    done: bool
    """The exercise ends; otherwise the learner goes on in the last node that is played."""
    answer: str
    """What is said; empty if it goes on."""
    played: list[ExerciseDecision]
    """The learner's decision and the replies to it; empty if too many answers are right to show each."""


class Exercise(TypedDict):
    """A task on a board as closed data. The learner begins in the first node."""

    learner: Side
    sides: list[str]
    """The names of White and Black in this game."""
    boards: list[BoardPart]
    looks: Looks
    nodes: list[ExerciseNode]
    edges: list[ExerciseEdge]


class ShownDecision(TypedDict):
    """A decision with the picture after it."""

    decision: str
    picture: ExercisePicture
    changes: list[Change]


class ShownLine(TypedDict):
    """Decisions that are shown one after the other."""

    boards: list[BoardPart]
    looks: Looks
    played: list[ShownDecision]
