"""Messages of a page to the server over a WebSocket, and how malformed ones are refused."""

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from gipfel.draw.picture import read_target
from gipfel.draw.picture_types import JavaScript, Side
from gipfel.draw.target import Path, Target
from gipfel.locale import note, say
from gipfel.notation.errors import GipfelError
from gipfel.server.contract import server_messages as sent
from gipfel.server.contract.json_text import TooManyParts, read_json
from gipfel.server.contract.server_messages import OfferKind
from gipfel.table.seats import MOST_SECONDS

VERSION = 1
"""The version of the protocol, which the page names when it connects."""
LARGEST = 64_000
"""Bytes of a message."""
LONGEST_PATH = 100
LONGEST_NAME = 100
"""Letters of a wrong name that an error quotes."""
MOST_LINES = 10
LONGEST_LINE = 20
"""Decisions of a line."""
MOST_VARIED = 400
"""Decisions of a variation."""


class BadMessage(GipfelError):
    """A malformed message; the reason says what is wrong with it."""

    def __init__(self, reason: str, message_id: int | str | None = None) -> None:
        super().__init__(reason)
        self.id = message_id


JsonTarget = Annotated[
    list[Annotated[str, Field(max_length=60)]], Field(min_length=2, max_length=3), JavaScript("Target")
]
JsonPath = Annotated[list[JsonTarget], Field(max_length=LONGEST_PATH)]
Number = Annotated[int, Field(ge=0, le=10**9)]
Seconds = Annotated[float, Field(gt=0, le=MOST_SECONDS, strict=False)]
Text = Annotated[str, Field(max_length=2000)]
Line = Annotated[list[Text], Field(max_length=LONGEST_LINE)]

LongLine = Annotated[list[Text], Field(max_length=MOST_VARIED)]


class ClientMessage(BaseModel):
    """Any message of a page."""

    model_config = ConfigDict(extra="forbid", strict=True)

    id: Annotated[int, Field(ge=-(2**53), le=2**53)] | Annotated[str, Field(max_length=100)] | None = None


class Point(ClientMessage):
    """What can be pointed at after a prefix."""

    type: Literal["point"]
    number: Number
    prefix: JsonPath
    side: Side | None = None
    effect: bool = False
    """Also what the decision would do, if the prefix means one."""


class Why(ClientMessage):
    """Why nothing can be done at a target."""

    type: Literal["why"]
    number: Number | None = None
    prefix: JsonPath = []
    target: JsonTarget


class Look(ClientMessage):
    """What lies at a target, now or after `at` decisions."""

    type: Literal["look"]
    target: JsonTarget
    at: Number | None = None


class Decide(ClientMessage):
    """Make a decision that follows `number` others. Repeating it is harmless.

    `happened` is the number of events the page has seen; with it, that holds after an undo, too.
    """

    type: Literal["decide"]
    number: Number
    decision: Text
    side: Side | None = None
    happened: Number | None = None


class Undo(ClientMessage):
    """Undo until the person is to act again; if two people play, offer it."""

    type: Literal["undo"]


class Redo(ClientMessage):
    """Redo what was undone."""

    type: Literal["redo"]


class Resign(ClientMessage):
    """Resign the game, or the contest while one is played."""

    type: Literal["resign"]
    side: Side | None = None
    contest: bool | None = None
    """If it is named, only a contest (true) or only the game (false) is resigned."""


class Roll(ClientMessage):
    """Throw the die, the coin, the cards or the lot."""

    type: Literal["roll"]


class PlayOn(ClientMessage):
    """Continue a game that was ended as endless (300 turns each)."""

    type: Literal["play on"]


class Rename(ClientMessage):
    """Change the name of a player."""

    type: Literal["rename"]
    side: Side
    name: Text


class Sit(ClientMessage):
    """Put another player on a seat."""

    type: Literal["seat"]
    side: Side
    seat: dict[str, Any]


class Retry(ClientMessage):
    """Let an engine that has failed try again at once."""

    type: Literal["retry"]


class Hint(ClientMessage):
    """Ask the engine for a decision."""

    type: Literal["hint"]
    seconds: Seconds | None = None


class Analyse(ClientMessage):
    """Analyse a position; answered again and again until `stop`."""

    type: Literal["analyse"]
    at: Number | None = None
    line: LongLine = []
    """Decisions after the first `at` ones."""
    seconds: Seconds | None = None
    lines: Annotated[int, Field(ge=1, le=MOST_LINES)] = 3


class AskOpinion(ClientMessage):
    """Winning chances after every decision so far, one answer for each.

    What is known from before is answered at once; with `known`, nothing else is.
    """

    type: Literal["opinion"]
    seconds: Seconds | None = None
    known: bool = False


class Stop(ClientMessage):
    """End `hint`, `analyse` or `opinion`."""

    type: Literal["stop"]


class View(ClientMessage):
    """The table after `at` decisions.

    With `inside`, a contest that ended with the last of them is shown as it ended.
    """

    type: Literal["view"]
    at: Number
    inside: bool = False


class OfferRequest(ClientMessage):
    """Offer a draw, an undo, a rematch, or a tie of a contest.

    It stands until it is answered, withdrawn or played over. An engine answers the offer of a tie at once.
    """

    type: Literal["offer"]
    what: OfferKind
    side: Side | None = None
    first_to: Number | None = None
    """With a rematch: the number of wins that shall decide the match."""


class Accept(ClientMessage):
    """Accept an offer."""

    type: Literal["accept"]
    what: OfferKind
    side: Side | None = None


class Decline(ClientMessage):
    """Decline an offer, or withdraw one's own."""

    type: Literal["decline"]
    what: OfferKind
    side: Side | None = None


class Claim(ClientMessage):
    """Claim the contest, after the other player has decided nothing for as many days as were agreed on."""

    type: Literal["claim"]
    side: Side | None = None


class Abort(ClientMessage):
    """End the game without a result, before the second turn."""

    type: Literal["abort"]
    side: Side | None = None


class Say(ClientMessage):
    """A chat message of up to 200 letters to the other player."""

    type: Literal["say"]
    text: Text
    side: Side | None = None


class Preview(ClientMessage):
    """The position after decisions that might come, and what can be pointed at there."""

    type: Literal["preview"]
    number: Number
    line: Line
    prefix: JsonPath = []
    effect: bool = False
    """Also what the decision would do, if the prefix means one."""


class Vary(ClientMessage):
    """The position after `at` decisions and a line of others, and what can be pointed at there."""

    type: Literal["vary"]
    at: Number
    line: LongLine = []
    prefix: JsonPath = []
    effect: bool = False
    """Also what the decision would do, if the prefix means one."""


class MakePlan(ClientMessage):
    """Plan decisions: when the other side decides as the line says, the next one is made at once.

    With `always`, whatever it decides, if it is legal then. An empty line removes the plan.
    """

    type: Literal["plan"]
    number: Number
    line: Line
    always: bool = False
    side: Side | None = None
    happened: Number | None = None


class Pong(ClientMessage):
    """The answer to a ping."""

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
    | Retry
    | Hint
    | Analyse
    | AskOpinion
    | Stop
    | View
    | OfferRequest
    | Accept
    | Decline
    | Claim
    | Abort
    | Say
    | Preview
    | Vary
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
    Retry: sent.Done,
    OfferRequest: sent.Done,
    Accept: sent.Done,
    Decline: sent.Done,
    Claim: sent.Done,
    Abort: sent.Done,
    Say: sent.Done,
    Preview: sent.Previewed,
    Vary: sent.Varied,
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
    """The message in a frame. Raises BadMessage."""
    if isinstance(data, bytes):
        raise BadMessage(say("A message is text, not bytes."))
    if len(data) > LARGEST or (not data.isascii() and len(data.encode(errors="replace")) > LARGEST):
        raise BadMessage(say("A message has at most {most} bytes; this is more.", most=LARGEST))
    try:
        content = read_json(data)
    except TooManyParts as error:
        raise BadMessage(say("This is too long.")) from error
    except ValueError as error:
        raise BadMessage(say("The message is not written in JSON.")) from error
    if not isinstance(content, dict):
        raise BadMessage(say("The message must be an object in JSON."))
    message_id = content.get("id")
    usable = (
        isinstance(message_id, int | str) and not isinstance(message_id, bool) and len(str(message_id)) <= 100
    )
    known = message_id if usable else None
    try:
        return _READER.validate_python(content)
    except ValidationError as error:
        raise BadMessage(describe_error(error), known) from error


def target_of(parts: list[str]) -> Target:
    return read_target(parts)


def path_of(targets: list[list[str]]) -> Path:
    return tuple(read_target(target) for target in targets)


# --- What is wrong, in one sentence ----------------------------------------------------------------------

ERROR_TEXTS = {
    "missing": note("{where} is missing."),
    "extra_forbidden": note("{where} is not known here."),
    "union_tag_invalid": note("There is no message of this type; there are {expected_tags}."),
    "union_tag_not_found": note("The message does not say its type."),
}


def describe_error(error: ValidationError) -> str:
    """The first error in data, in one sentence."""
    first = error.errors(include_url=False, include_input=False)[0]
    names = [str(part) for part in first["loc"] if not str(part).startswith("function-")]
    context = {key: str(value)[:300] for key, value in first.get("ctx", {}).items()}
    where = ".".join(names)[:LONGEST_NAME] or say("The message")
    if first["type"] in ERROR_TEXTS:
        return say(ERROR_TEXTS[first["type"]], where=where, **context)
    return say("{where}: {problem}.", where=where, problem=first["msg"])
