"""Studies over HTTP: chapters with text and a board each."""

from typing_extensions import TypedDict

from gipfel.server.contract.analysis import AnalysisTree
from gipfel.server.contract.server_messages import LastingPart, Turn, Varied


class StudyHead(TypedDict):
    """A study or a chapter in a list."""

    id: str
    title: str


class StudyList(TypedDict):
    """The studies that the visitor may change, the latest first."""

    studies: list[StudyHead]


class ChapterBoard(LastingPart):
    """The game of a chapter with what was added to it."""

    number: int
    """How many decisions the game has."""
    turns: list[Turn]
    decisions: list[str]
    tree: AnalysisTree
    shown: Varied
    """Its first position."""


class ChapterView(TypedDict):
    """A chapter."""

    id: str
    version: int
    title: str
    before: str
    after: str
    board: ChapterBoard | None


class StudyView(TypedDict):
    """A study with one of its chapters."""

    id: str
    title: str
    version: int
    edit: bool
    """The visitor may change it."""
    own: bool
    """It belongs to the visitor, who may also delete it."""
    chapters: list[StudyHead]
    chapter: ChapterView | None
    """Null if it has no chapters."""


class StudyVersion(TypedDict):
    """The version after a change, which the next change has to name."""

    version: int


class CreatedStudy(TypedDict):
    """A study, and the chapter that was added to it."""

    id: str
    chapter: str | None


class StudyLink(TypedDict):
    """The key in the link for editing; it is in this answer only."""

    key: str
