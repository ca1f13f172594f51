"""Bodies of requests over HTTP."""

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from gipfel.draw.picture_types import JavaScript
from gipfel.locale import note, say
from gipfel.notation.errors import GipfelError, OptionError
from gipfel.server.contract.analysis import AnalysisTree
from gipfel.server.contract.client_messages import MOST_VARIED, JsonPath, describe_error
from gipfel.studies.study import LONGEST_TEXT, LONGEST_TITLE, MOST_CHAPTERS
from gipfel.table.offers import LEAST_WINS, MOST_WINS
from gipfel.table.tournaments.tournament import MOST_PLAYERS

LONGEST_RECORD = 1_500_000
LONGEST_KEY = 100
"""The most letters of a key."""
LONGEST_LINK = 600
Text = Annotated[str, Field(max_length=20_000)]
Word = Annotated[str, Field(max_length=60)]
Endpoint = Annotated[str, Field(max_length=1000, repr=False)]
"""An address of a push service."""
Name = Annotated[str, Field(max_length=200)]
"""`checked_name` is stricter and says why."""


class BadRequest(GipfelError):
    """A request that cannot be answered; the message says why."""

    def __init__(self, message: str, status: int = 422) -> None:
        super().__init__(message)
        self.status = status


class RequestBody(BaseModel):
    """The body of a request."""

    model_config = ConfigDict(extra="forbid", strict=True)

    @classmethod
    def read(cls, data: dict[str, Any]) -> Self:
        """The checked body. Raises OptionError."""
        try:
            return cls.model_validate(data)
        except ValidationError as error:
            raise OptionError(cls._describe(error)) from error

    @staticmethod
    def _describe(error: ValidationError) -> str:
        return describe_error(error)


# --- Tables -------------------------------------------------------------------------------------------


class InviteRequest(RequestBody):
    """The side of the player who creates the table; a guest will play the other one."""

    side: Literal["white", "black", "lot"]
    name: Name | None = None
    first_to: Annotated[int, Field(ge=LEAST_WINS, le=MOST_WINS)] | None = None
    """The number of wins that decides a match, of which this is the first game."""


class NewTableRequest(RequestBody):
    """A new table, from a game, a menu or a record; with `seats` or with an invitation."""

    game: Word | None = None
    version: Word | None = None
    options: dict[Word, int | Word] | None = None
    position: Text | None = None
    seed: int | None = None
    menu: Text | None = None
    record: Annotated[str, Field(max_length=LONGEST_RECORD)] | None = None
    seats: dict[Word, Any] | None = None
    clock: dict[Word, Any] | None = None
    invite: InviteRequest | None = None

    @classmethod
    def read(cls, data: dict[str, Any]) -> Self:
        new = super().read(data)
        sources = [name for name in ("game", "menu", "record") if getattr(new, name) is not None]
        if len(sources) != 1:
            raise GipfelError("a new table needs a game, or a menu, or a record, and only one of them")
        for name in ("version", "options", "position", "seed"):
            if getattr(new, name) is not None and sources != ["game"]:
                raise GipfelError(f"{name} cannot be chosen with a {sources[0]}, which decides that itself")
        if new.clock is not None and new.menu is not None:
            raise GipfelError("a menu has its own clock; write it there")
        if new.invite is not None and new.seats is not None:
            raise GipfelError("who invites somebody plays a side, and names no seats: leave one of both out")
        return new


class BranchRequest(RequestBody):
    """A table that continues from a position of another one."""

    at: Annotated[int, Field(ge=0)]
    seats: dict[Word, Any] | None = None


class AnalysisRequest(RequestBody):
    """Keeps the visitor's analysis of a table's game."""

    tree: AnalysisTree


# --- Studies ------------------------------------------------------------------------------------------

StudyTitle = Annotated[str, Field(max_length=LONGEST_TITLE)]
StudyText = Annotated[str, Field(max_length=LONGEST_TEXT)]
StudyId = Annotated[str, Field(max_length=40)]
StudyWriter = Annotated[str, Field(max_length=32, pattern=r"^[A-Za-z0-9-]*$")]
Version = Annotated[int, Field(ge=0, le=10**9)]


class NewChapterRequest(RequestBody):
    """A new chapter with the game of a table and an analysis of it; without a table, one with text only."""

    title: StudyTitle = ""
    table: StudyId | None = None
    tree: AnalysisTree | None = None


class StudyRequest(RequestBody):
    """Changes the title of a study and the order of its chapters; those that are left out are deleted."""

    version: Version
    writer: StudyWriter = ""
    """Names the page, which may write on after its own changes even if it has not got the answer."""
    title: StudyTitle
    chapters: Annotated[list[StudyId], Field(max_length=MOST_CHAPTERS)]


class ChapterRequest(RequestBody):
    """Changes a chapter."""

    version: Version
    writer: StudyWriter = ""
    title: StudyTitle
    before: StudyText
    after: StudyText
    tree: AnalysisTree


class StudyKeyRequest(RequestBody):
    """Opens a study with the key in its link for editing."""

    key: Annotated[str, Field(max_length=LONGEST_KEY, repr=False)]


class ChapterPositionRequest(RequestBody):
    """Asks for the position after `at` decisions and a line of others, and what can be pointed at there."""

    at: Annotated[int, Field(ge=0, le=10**9)]
    line: Annotated[list[str], Field(max_length=MOST_VARIED)] = []
    prefix: Annotated[JsonPath, JavaScript("Target[]")] = []
    effect: bool = False
    """Also what the decision would do, if the prefix means one."""


class SitRequest(RequestBody):
    """Takes a seat with its key."""

    key: Annotated[str, Field(max_length=LONGEST_KEY, repr=False)]
    name: Name | None = None


class LinkRequest(RequestBody):
    """Creates a link to a seat."""

    side: Literal["white", "black"] | None = None
    renew: bool = False
    """Invalidate all other links and devices of the seat."""
    free: bool = False
    """Take the seat from somebody who was invited and has not decided anything yet: it waits again."""


class PushRequest(RequestBody):
    """A browser in which the player of a seat wants to be told, as its push service has named it."""

    endpoint: Endpoint
    p256dh: Annotated[str, Field(max_length=200, repr=False)]
    auth: Annotated[str, Field(max_length=100, repr=False)]


class MovePushRequest(PushRequest):
    """The push service of a browser has given it another address."""

    old: Endpoint


class StopPushRequest(RequestBody):
    """A browser in which the player of a seat is told no longer."""

    endpoint: Endpoint


class MailRequest(RequestBody):
    """A mail address at which the player of a seat wants to be told."""

    address: Annotated[str, Field(max_length=1000, repr=False)]


class QrCodeRequest(RequestBody):
    """Draws a link as a QR code."""

    link: Annotated[str, Field(max_length=LONGEST_LINK, pattern=r"^https?://", repr=False)]


class WhyNotRequest(RequestBody):
    """Asks why a decision does not solve a puzzle."""

    played: Annotated[int, Field(ge=0, le=100)]
    """The number of decisions of the line before it."""
    path: Annotated[JsonPath, JavaScript("Target[]")]
    """What was pointed at."""


# --- Tournaments --------------------------------------------------------------------------------------

Watchers = Literal["nobody", "link", "everybody"]
Board = Annotated[int, Field(ge=1, le=MOST_PLAYERS)]
"""The number of a round, a board or a player; there are never more of them than players."""


class NewTournamentRequest(RequestBody):
    """A new tournament: what is played as for a new table, and who plays."""

    name: Name
    kind: Literal["round robin", "swiss"]
    rounds: Annotated[int, Field(ge=1, le=MOST_PLAYERS)] | None = None
    """Of a Swiss tournament; in a round robin everybody meets everybody."""
    watch: Watchers = "link"
    """Who may watch besides players: nobody, who has the link, or everybody."""
    players: Annotated[list[Name], Field(max_length=MOST_PLAYERS)] = []
    game: Word | None = None
    version: Word | None = None
    options: dict[Word, int | Word] | None = None
    menu: Text | None = None
    clock: dict[Word, Any] | None = None

    def table(self) -> NewTableRequest:
        """The same for each of its tables. Raises GipfelError."""
        names = ("game", "version", "options", "menu", "clock")
        given = {name: getattr(self, name) for name in names}
        return NewTableRequest.read({name: value for name, value in given.items() if value is not None})


class EnterRequest(RequestBody):
    """Opens a tournament with the key in a link."""

    key: Annotated[str, Field(max_length=LONGEST_KEY, repr=False)]


class TournamentSettingsRequest(RequestBody):
    """Changes the name of a tournament, or who may watch it."""

    name: Name | None = None
    watch: Watchers | None = None


class NewPlayerRequest(RequestBody):
    """Adds a player to a tournament."""

    name: Name


class PlayerRequest(RequestBody):
    """Names a player of a tournament; the organiser is 0."""

    player: Annotated[int, Field(ge=0, le=10**6)]


class NextRoundRequest(RequestBody):
    """Closes a round and begins the next one; 0 begins the first one."""

    round: Annotated[int, Field(ge=0, le=MOST_PLAYERS)]


class GameRequest(RequestBody):
    """Names a game of a tournament."""

    round: Board
    board: Board


class ResultRequest(GameRequest):
    """Enters the result of a game; null lets that of the table count again."""

    result: Literal["1-0", "0-1", "1/2-1/2", "+/-", "-/+", "-/-"] | None


# --- Positions and menus ------------------------------------------------------------------------------

FIELD_ERRORS = {
    "options": note("The options of a game are names with values."),
    "choices": note("The choices of a menu are names with values."),
}
"""What is wrong with a field that is missing or has another type; all other fields are texts."""


class LenientBody(RequestBody):
    """A body that may have further fields, which are ignored."""

    model_config = ConfigDict(extra="ignore")

    @staticmethod
    def _describe(error: ValidationError) -> str:
        key = str(error.errors(include_url=False, include_input=False)[0]["loc"][0])
        return say(FIELD_ERRORS[key]) if key in FIELD_ERRORS else say("{key} must be a text.", key=key)


class PositionRequest(LenientBody):
    """A position to be checked and drawn; the start of the game if there is none."""

    game: str
    position: str | None = None
    version: str | None = None
    """Empty for the version that the text of the position names, or for the first one."""
    options: dict[str, Any] | None = None


class EditRequest(LenientBody):
    """A position to be edited."""

    game: str
    version: str
    position: str


class MovePieceRequest(EditRequest):
    """Exchange what stands at two places."""

    origin: Annotated[str, Field(alias="from")]
    to: str


class PlacePieceRequest(EditRequest):
    """Put a piece at a place; an empty text empties the place."""

    at: str
    piece: str
    """As the palette writes it."""


class MenuChoicesRequest(LenientBody):
    """Choices of a menu to be checked; those that are left out are the preset's."""

    preset: str | None = None
    choices: dict[str, Any] = {}


class MenuTextRequest(LenientBody):
    """A menu to be read."""

    toml: str
