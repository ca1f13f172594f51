"""Analyses over HTTP: the variations, comments and marks that somebody has added to the game of a table."""

from typing import Annotated, Literal, NotRequired

from pydantic import Field
from typing_extensions import TypedDict

from gipfel.draw.picture_types import Side
from gipfel.notation.annotations import DEEPEST, LARGEST_SCORE

MOST_NODES = 900
"""Turns in all variations of an analysis, and as many notes."""
LONGEST_COMMENT = 4_000
LONGEST_NAME = 80
MOST_DECISIONS = 60
"""Of one turn; a turn of GIPF with potentials may have some dozen."""

Count = Annotated[int, Field(ge=0, le=10**6)]
DecisionText = Annotated[str, Field(max_length=500)]
Marked = Literal["", "!!", "!", "!?", "?!", "?", "??"]


class Remarks(TypedDict):
    """What is said about a turn. An evaluation is White's, after the turn, as in a record."""

    comment: NotRequired[Annotated[str, Field(max_length=LONGEST_COMMENT)]]
    mark: NotRequired[Marked]
    chance: NotRequired[Annotated[float, Field(ge=0, le=100, strict=False)]]
    score: NotRequired[Annotated[int, Field(ge=-LARGEST_SCORE, le=LARGEST_SCORE)]]
    wins_in: NotRequired[Annotated[int, Field(ge=-DEEPEST, le=DEEPEST)]]
    depth: NotRequired[Annotated[int, Field(ge=0, le=DEEPEST)]]


class AnalysisNote(Remarks):
    """What is said about a turn of the game itself: the one that ends after `at` decisions."""

    at: Count


class AnalysisNode(Remarks):
    """A turn of a variation. It follows another node, or the first `at` decisions of the game.

    The first node that follows another one goes on with its line; further ones are variations.
    """

    parent: Count | None
    """The number of the node before it, which stands earlier in the list; null if it follows the game."""
    at: Count
    """After how many decisions of the game its line begins."""
    text: Annotated[str, Field(max_length=2_000)]
    """The turn in notation; what it has of the game before `at` is part of it."""
    side: Side
    decisions: Annotated[list[DecisionText], Field(min_length=1, max_length=MOST_DECISIONS)]
    finished: bool
    name: NotRequired[Annotated[str, Field(max_length=LONGEST_NAME)]]
    """The name of the variation that begins here."""


class AnalysisTree(TypedDict):
    """All that was added to a game."""

    notes: Annotated[list[AnalysisNote], Field(max_length=MOST_NODES)]
    nodes: Annotated[list[AnalysisNode], Field(max_length=MOST_NODES)]


class AnalysisAnswer(TypedDict):
    """An analysis of a game."""

    id: str | None
    """For a link; null while nothing is kept."""
    table: str
    own: bool
    """It belongs to this visitor, who may change it."""
    tree: AnalysisTree
    decisions: list[str]
    """Those of the game so far."""
    explorer: bool
    """The server has an explorer, which says what was played in a position."""


class KeptAnalysis(TypedDict):
    """An analysis was kept."""

    id: str
