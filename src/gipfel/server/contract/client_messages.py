"""What a page can say to a table, and how a message that makes no sense is refused."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from gipfel.draw.picture import read_target
from gipfel.draw.picture_types import JavaScript, Side
from gipfel.draw.target import Path, Target
from gipfel.locale import note, say
from gipfel.notation.errors import GipfelError
from gipfel.server.contract import server_messages as sent
from gipfel.server.http.json_body import read_json

VERSION = 1
"""Of what page and server say to each other; the page names it when it connects."""
LARGEST = 64_000
"""Bytes of a message."""
LONGEST_PATH = 100
LONGEST_NAME = 100
"""Letters of a wrong name that are told back."""
MOST_SECONDS = 3600.0
MOST_LINES = 10
LONGEST_LINE = 20
"""Decisions of a line that might come."""


class BadMessage(GipfelError):
    """A message that is not understood; the reason says what is wrong with it."""

    def __init__(self, reason: str, message_id: int | str | None = None) -> None:
        super().__init__(reason)
        self.id = message_id


PlainTarget = Annotated[
    list[Annotated[str, Field(max_length=60)]], Field(min_length=2, max_length=3), JavaScript("Target")
]
PlainPath = Annotated[list[PlainTarget], Field(max_length=LONGEST_PATH)]
Number = Annotated[int, Field(ge=0, le=10**9)]
Seconds = Annotated[float, Field(gt=0, le=MOST_SECONDS, strict=False)]
Text = Annotated[str, Field(max_length=2000)]
Line = Annotated[list[Text], Field(max_length=LONGEST_LINE)]
Matter = Literal["draw", "undo", "rematch"]


class ClientMessage(BaseModel):
    """Any message of a page; the answer repeats its `id`."""

    model_config = ConfigDict(extra="forbid", strict=True)

    id: Annotated[int, Field(ge=-(2**53), le=2**53)] | Annotated[str, Field(max_length=100)] | None = None


class Point(ClientMessage):
    """What can be pointed at next?"""

    type: Literal["point"]
    number: Number
    prefix: PlainPath
    side: Side | None = None


class Why(ClientMessage):
    """Why can nothing be done there?"""

    type: Literal["why"]
    number: Number | None = None
    prefix: PlainPath = []
    target: PlainTarget


class Look(ClientMessage):
    """What lies there?"""

    type: Literal["look"]
    target: PlainTarget
    at: Number | None = None


class Decide(ClientMessage):
    """This is my decision, and it follows that many."""

    type: Literal["decide"]
    number: Number
    decision: Text
    side: Side | None = None
    happened: Number | None = None


class Undo(ClientMessage):
    type: Literal["undo"]


class Redo(ClientMessage):
    type: Literal["redo"]


class Resign(ClientMessage):
    type: Literal["resign"]
    side: Side | None = None


class Roll(ClientMessage):
    """Throw what is due."""

    type: Literal["roll"]


class PlayOn(ClientMessage):
    """Go on although the game does not come to an end."""

    type: Literal["play on"]


class Rename(ClientMessage):
    type: Literal["rename"]
    side: Side
    name: Text


class Sit(ClientMessage):
    """Another player sits down."""

    type: Literal["seat"]
    side: Side
    seat: dict[str, Any]


class Hint(ClientMessage):
    type: Literal["hint"]
    seconds: Seconds | None = None


class Analyse(ClientMessage):
    type: Literal["analyse"]
    at: Number | None = None
    seconds: Seconds | None = None
    lines: Annotated[int, Field(ge=1, le=MOST_LINES)] = 3


class AskOpinion(ClientMessage):
    """What does the engine think of every position so far?"""

    type: Literal["opinion"]
    seconds: Seconds | None = None


class Stop(ClientMessage):
    type: Literal["stop"]


class View(ClientMessage):
    """What did the table look like after so many decisions?"""

    type: Literal["view"]
    at: Number


class Offer(ClientMessage):
    """Shall we call it a draw, take something back, play again?"""

    type: Literal["offer"]
    what: Matter
    side: Side | None = None


class Accept(ClientMessage):
    type: Literal["accept"]
    what: Matter
    side: Side | None = None


class Decline(ClientMessage):
    """No; or, from who made the offer: not any more."""

    type: Literal["decline"]
    what: Matter
    side: Side | None = None


class Abort(ClientMessage):
    """Let us not play this game."""

    type: Literal["abort"]
    side: Side | None = None


class Say(ClientMessage):
    """A few words for the other player."""

    type: Literal["say"]
    text: Text
    side: Side | None = None


class Foresee(ClientMessage):
    """What would the table look like after these decisions, and what could be done there?"""

    type: Literal["foresee"]
    number: Number
    line: Line
    prefix: PlainPath = []


class MakePlan(ClientMessage):
    """If that is what comes, this is my decision."""

    type: Literal["plan"]
    number: Number
    line: Line
    always: bool = False
    side: Side | None = None
    happened: Number | None = None


class Pong(ClientMessage):
    """A ping has arrived."""

    type: Literal["pong"]
    n: Annotated[int, Field(ge=0, le=2**53)]


Message = (
    Point
    | Why
    | Look
    | Decide
    | Undo
    | Redo
    | Resign
    | Roll
    | PlayOn
    | Rename
    | Sit
    | Hint
    | Analyse
    | AskOpinion
    | Stop
    | View
    | Offer
    | Accept
    | Decline
    | Abort
    | Say
    | Foresee
    | MakePlan
    | Pong
)
ANSWERS: dict[type[ClientMessage], type | None] = {
    Point: sent.Pointing,
    Why: sent.WhyAnswer,
    Look: sent.Contents,
    View: sent.PastView,
    Decide: sent.Done,
    Undo: sent.Done,
    Redo: sent.Done,
    Resign: sent.Done,
    Roll: sent.Done,
    PlayOn: sent.Done,
    Rename: sent.Done,
    Sit: sent.Done,
    Offer: sent.Done,
    Accept: sent.Done,
    Decline: sent.Done,
    Abort: sent.Done,
    Say: sent.Done,
    Foresee: sent.Foreseen,
    MakePlan: sent.Done,
    Hint: sent.Hint,
    Analyse: sent.Analysis,
    AskOpinion: sent.Opinion,
    Stop: sent.Done,
    Pong: None,
}
"""What each message is answered with, unless it is refused."""
_READER: TypeAdapter[Message] = TypeAdapter(Annotated[Message, Field(discriminator="type")])


def read_message(data: str | bytes) -> Message:
    """What a page says. Raises BadMessage."""
    if isinstance(data, bytes):
        raise BadMessage(say("A message is text, not bytes."))
    if len(data) > LARGEST or len(data.encode(errors="replace")) > LARGEST:
        raise BadMessage(say("A message has at most {most} bytes; this is more.", most=LARGEST))
    try:
        plain = read_json(data)
    except ValueError as error:
        raise BadMessage(say("The message is not written in JSON.")) from error
    if not isinstance(plain, dict):
        raise BadMessage(say("The message must be an object in JSON."))
    message_id = plain.get("id")
    usable = (
        isinstance(message_id, int | str) and not isinstance(message_id, bool) and len(str(message_id)) <= 100
    )
    known = message_id if usable else None
    try:
        return _READER.validate_python(plain)
    except ValidationError as error:
        raise BadMessage(describe_error(error), known) from error


def target_of(plain: list[str]) -> Target:
    return read_target(plain)


def path_of(plain: list[list[str]]) -> Path:
    return tuple(read_target(target) for target in plain)


# --- What is wrong, in one sentence ----------------------------------------------------------------------

COMPLAINTS = {
    "missing": note("{where} is missing."),
    "extra_forbidden": note("{where} is not known here."),
    "union_tag_invalid": note("There is no message of this type; there are {expected_tags}."),
    "union_tag_not_found": note("The message does not say its type."),
}


def describe_error(error: ValidationError) -> str:
    """The first thing that is wrong with data."""
    first = error.errors(include_url=False, include_input=False)[0]
    names = [str(part) for part in first["loc"] if not str(part).startswith("function-")]
    context = {key: str(value)[:300] for key, value in first.get("ctx", {}).items()}
    where = ".".join(names)[:LONGEST_NAME] or say("The message")
    if first["type"] in COMPLAINTS:
        return say(COMPLAINTS[first["type"]], where=where, **context)
    return say("{where}: {problem}.", where=where, problem=first["msg"])
