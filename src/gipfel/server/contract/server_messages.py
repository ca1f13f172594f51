"""Messages of the server to a page over a WebSocket.

An answer to a message of the page repeats its `id`, which the connection adds to every `Answer`.
"""

from typing import Annotated, Any, Literal, NotRequired

from typing_extensions import TypedDict

from gipfel.draw.picture_types import (
    Change,
    Ghost,
    JavaScript,
    Looks,
    Mark,
    Picture,
    Piece,
    PossibleTarget,
    Side,
    Target,
    Tray,
)
from gipfel.server.contract.shared import ClockFace, Match, Outcome, Seats, Value

MessageId = int | str | None
"""The `id` of the page's message; null if the server sends something of its own accord."""

# --- Parts of a table ---------------------------------------------------------------------------------


class TableGame(TypedDict):
    """The game that is played at a table."""

    name: str
    version: str
    title: str
    options: dict[str, Value]
    real_time: bool
    """Time is part of the game."""
    composed: bool
    """Its options are chosen by composing an evening."""


class Present(TypedDict):
    """How many pages of each kind are at a table."""

    white: int
    black: int
    watching: int


OfferKind = Literal["draw", "undo", "rematch", "tie"]
"""A `tie` ends only the contest that is being played."""


class Offer(TypedDict):
    """An open offer, made by a side."""

    what: OfferKind
    side: Side
    first_to: NotRequired[int]
    """With a rematch: the number of wins that shall decide the match."""


class Plan(TypedDict):
    """Decisions to be made at once when the other side decides as expected."""

    line: list[str]
    always: bool
    """Whatever the other side decides, if the own decision is legal then."""


class Turn(TypedDict):
    """A turn in notation; `at` is the number of decisions after it."""

    text: str
    side: Side
    at: int
    words: NotRequired[str]
    """The turn as players say it, if the game has words for it."""
    time: NotRequired[str]
    """When it was played, in a game with time: `1:32`."""


Can = TypedDict(
    "Can",
    {
        "undo": bool,
        "redo": bool,
        "resign": bool,
        "hint": bool,
        "play on": bool,
        "ask undo": bool,
        "draw": bool,
        "tie": bool,
        "claim": bool,
        "rematch": bool,
        "abort": bool,
        "say": bool,
        "plan": bool,
        "retry": bool,
        "seat": bool,
        "free": bool,
    },
)
"""What this page may do besides deciding."""


ContestKind = Literal["game", "die", "coin", "card", "report"]


class Contest(TypedDict):
    """What is played for the use of a potential."""

    name: str
    kind: ContestKind
    stake: str
    user: Side
    attempt: int
    roles: list[str] | None
    """What White and Black are called in the game that is played; null without one."""
    around: Picture | None
    """The board outside, while another one is played on. Only its looks can be left out."""


class Chance(TypedDict):
    """What is to be thrown."""

    what: str
    """`die`, `coin`, `card` or `lot`."""
    roll: bool
    """This page may send `roll`."""


class Proof(TypedDict):
    """What proves that one side did not influence a throw."""

    side: Side
    commitment: str
    secret: str


class Thrown(TypedDict):
    """What the last throw has brought."""

    what: str
    shows: str
    text: str
    proof: list[Proof]


EngineState = Literal["thinks", "prepares", "waits", "failed", "not allowed"]


class Thinking(TypedDict):
    """An engine is at work, waits for other games of the same address, has failed, or may not run here.

    If it has failed, nothing is lost: it tries again by itself, or when a page sends `retry`.
    """

    side: Side
    what: EngineState
    text: str


class GameTime(TypedDict):
    """The clock of a game in which time is part of the game."""

    now: int
    running: bool


# --- The table ----------------------------------------------------------------------------------------


class LastingPart(TypedDict):
    """The part of a table that changes only with the seats."""

    game: TableGame
    seats: Seats
    sides: list[str]
    """The names of White and Black in this game."""


class TableView(LastingPart):
    """The part of a table that is the same for everybody who sees it in one language."""

    type: Literal["table"]
    v: int
    """The version of the protocol."""
    number: int
    """How many decisions have been made; a decision names the number it follows."""
    happened: int
    """How many events there have been; a decision may name it, too."""
    side: Side | None
    """The side to act; null when the game is over."""
    offer: Offer | None
    rematch: str | None
    """The id of the table of the next game."""
    match: Match | None
    """The score, if this is not the first game of these players in a row."""
    sentence: str
    picture: Picture
    changes: list[Change]
    """What the last decision did; empty if it was made on another board."""
    turns: list[Turn]
    last: str | None
    """The last decision; in words if it was thrown or chosen with a button."""
    decided: str | None
    """How a contest ended with the last decision."""
    outcome: Outcome | None
    contest: Contest | None
    thrown: Thrown | None
    thinking: Thinking | None
    time: GameTime | None


class PointingView(TypedDict):
    """What a page may do on the board now."""

    yours: list[Side]
    """The sides for which this page may decide now."""
    targets: list[PossibleTarget]
    """What can be pointed at first."""


class OwnView(PointingView):
    """The part of a table that depends on the permissions of the visitor."""

    mine: list[Side]
    """The visitor's seats; empty for spectators."""
    open: bool
    """A table without keys: everybody who can reach the server may play."""
    chance: Chance | None
    plan: Plan | None
    """The visitor's own plan."""
    can: Can


PatchOperation = Annotated[
    list[Any],
    JavaScript("[path: string, value: any] | [path: string, index: number, removed: number, ...any[]]"),
]
"""Sets a member of the table, such as `side` or `picture/trays/0/active`; or changes a list at an index."""


class Patience(TypedDict):
    """The other side of a contest may claim it if this side decides nothing for so long."""

    side: Side
    left: int
    """Milliseconds; 0 if it can be claimed."""


class Moment(TypedDict):
    """The part of a table that is different whenever it is sent."""

    clock: ClockFace | None
    """That of a contest while one is played that has a clock."""
    patience: Patience | None
    """In a contest without a clock."""
    present: Present


class TableMessage(TableView, OwnView, Moment):
    """The whole table: sent when a page connects, and whenever the table has changed."""


class UpdateMessage(Moment):
    """What has changed since the last table or update; sent instead of the table to pages that ask
    for updates."""

    type: Literal["update"]
    number: int
    patch: list[PatchOperation]
    """In the order in which they are applied."""
    looks: Looks
    """Looks that the page has not got yet."""


class TimeView(TypedDict):
    """The part of `TimeMessage` that is the same for everybody."""

    type: Literal["time"]
    now: int
    running: bool
    number: int
    pieces: list[Piece]
    looks: Looks
    trays: list[Tray]
    sentence: str
    side: Side | None


class TimeMessage(TypedDict):
    """What the running clock has changed; sent several times a second where time is part of the game.

    A page that takes updates is not sent again what is as it was in the last message with the time.
    """

    type: Literal["time"]
    now: int
    running: bool
    number: int
    looks: Looks
    side: Side | None
    pieces: NotRequired[list[Piece]]
    patch: NotRequired[list[PatchOperation]]
    """How the pieces of the last message with the time become these."""
    trays: NotRequired[list[Tray]]
    sentence: NotRequired[str]
    yours: NotRequired[list[Side]]
    targets: NotRequired[list[PossibleTarget]]


# --- Everything else ----------------------------------------------------------------------------------


class PresentMessage(Present):
    """Sent when somebody comes or goes."""

    type: Literal["present"]


class ChatMessage(TypedDict):
    """What a player has said; `at` is an instant in milliseconds."""

    side: Side
    text: str
    at: int


class ChatMessages(TypedDict):
    """Sent to pages with a seat when they connect and after every new message."""

    type: Literal["messages"]
    messages: list[ChatMessage]


class StorageMessage(TypedDict):
    """Sent when the database does not answer, again and again until it does, and when it answers again.

    Until then nothing changes at the table. A decision that is sent meanwhile is answered afterwards.
    """

    type: Literal["storage"]
    answers: bool


class PreparesMessage(TypedDict):
    """Sent while a hint, an analysis or an opinion waits because the game has to be compiled first."""

    type: Literal["prepares"]
    text: str


class Ping(TypedDict):
    """Sent now and then while a clock runs; the page answers `pong` at once."""

    type: Literal["ping"]
    n: int


class Done(TypedDict):
    """Something was done."""

    type: Literal["done"]
    number: int
    """How many decisions have been made now."""


class Refused(TypedDict):
    """Something was not done."""

    type: Literal["refused"]
    id: MessageId
    reason: str
    number: int | None


def refusal(reason: str, message_id: MessageId = None, number: int | None = None) -> Refused:
    """The refusal of a message; without an id, it answers no message of the page."""
    return {"type": "refused", "id": message_id, "reason": reason, "number": number}


class Effect(TypedDict):
    """What a decision would do, as the difference between two pictures."""

    changes: list[Change]
    pieces: list[Piece]
    """The pieces that would come, move or change, as they would lie."""
    gone: list[Piece]
    """The pieces that would no longer lie as they do now."""
    rows: list[Mark]
    """Rows that would result."""
    looks: Looks
    """Looks that the page has not got yet."""
    text: str
    """The same in a few words; empty if nothing changes on the board."""


class Pointed(TypedDict):
    """What can be pointed at after a prefix."""

    targets: list[PossibleTarget]
    decision: str | None
    """The decision that the prefix means if nothing more is pointed at."""
    count: int
    """How many decisions begin like this."""
    ghosts: list[Ghost]
    effect: Effect | None
    """What the decision would do, if the message asks for it."""


class Pointing(Pointed):
    """The answer to `point`."""

    type: Literal["pointing"]
    side: Side
    number: int


class WhyAnswer(TypedDict):
    """Why nothing can be done at a target."""

    type: Literal["why"]
    text: str


class Contents(TypedDict):
    """What lies at a target, from the top down."""

    type: Literal["contents"]
    lines: list[str]


class PastView(TypedDict):
    """The table after some of its decisions."""

    type: Literal["view"]
    at: int
    picture: Picture
    changes: list[Change]
    sentence: str
    """Whose turn it is, or how the game ended."""
    side: Side | None
    last: str | None


class Previewed(Pointed):
    """The position after decisions that might come, and what can be pointed at there."""

    type: Literal["previewed"]
    line: list[str]
    picture: Picture
    changes: list[Change]
    sentence: str
    side: Side | None
    mine: bool
    """The visitor plays the side to act."""


class VariedTurn(TypedDict):
    """A turn of a variation."""

    text: str
    side: Side
    count: int
    """How many decisions of the line it has."""
    finished: bool


class Varied(Previewed):
    """A position of a variation."""

    at: int
    turns: list[VariedTurn]
    """The turns of the line; the first one may begin in the game."""
    position: str
    """As text."""


class Line(TypedDict):
    """A line of play that the engine expects."""

    text: str
    per_cent: float
    """Winning chances of the side to act."""
    score: int
    decisions: list[str]
    changes: NotRequired[list[Change]]
    """What the first decision changes on the board, for an arrow."""


class Hint(TypedDict):
    """The engine's suggestion."""

    type: Literal["hint"]
    id: MessageId
    decision: str
    path: list[Target]
    text: str
    lines: list[Line]


class Analysis(TypedDict):
    """What the engine thinks of a position so far."""

    type: Literal["analysis"]
    id: MessageId
    at: int
    depth: int
    lines: list[Line]
    over: bool


class Opinion(TypedDict):
    """White's winning chances after `at` decisions."""

    type: Literal["opinion"]
    id: MessageId
    at: int
    per_cent: float | None
    """Null where chance decides or nothing is known."""
    known: bool
    """Nobody has to be asked: the position is judged, or chance decides in it."""
    board: str
    """Which board this is about: empty for the game itself, else the contest that is played."""
    mark: str
    """How good the turn was that ends here: `!`, `?!`, `?` or `??`; empty if there is nothing to say."""
    loss: float | None
    """The points of the expected result that the turn gave up; null if that is not known."""
    begin: int
    """After how many decisions that turn began."""
    better: list[str]
    """What the engine would have decided then; empty if the turn has no mark."""
    over: bool
    """This is the last one."""


Answer = Done | Pointing | WhyAnswer | Contents | PastView | Previewed | Varied
"""What a handler returns; the connection adds the `id` of the page's message."""
ServerMessage = (
    TableMessage
    | UpdateMessage
    | TimeMessage
    | PresentMessage
    | ChatMessages
    | StorageMessage
    | PreparesMessage
    | Ping
    | Refused
    | Hint
    | Analysis
    | Opinion
    | Answer
)
"""Any message of the server."""
