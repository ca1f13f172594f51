"""Answers over HTTP."""

from typing import Literal, NotRequired

from typing_extensions import TypedDict

from gipfel.draw.picture_types import Looks, Place, Side, WholePicture
from gipfel.server.contract.shared import Clock, ClockFace, ClockKind, Match, Outcome, Range, Seats, Value

# --- The first page -----------------------------------------------------------------------------------


class Language(TypedDict):
    """A language of the page."""

    language: str
    name: str
    direction: Literal["ltr", "rtl"]


class Catalogue(Language):
    """The texts of the page in a language."""

    plural: list[str]
    """The plural categories of the language."""
    texts: dict[str, str | dict[str, str]]
    """Translations by their English text; texts with a number have a form for each plural category."""
    languages: list[Language]
    """All languages there are."""


class VersionInfo(TypedDict):
    """A version of a game."""

    name: str
    title: str
    summary: str
    time: str
    """About how long it takes: `15 minutes`; empty if that is not known."""


class ChoiceValue(TypedDict):
    """A value that can be chosen."""

    value: Value
    title: str


class Condition(TypedDict):
    """A choice counts only while another choice has one of these values."""

    choice: str
    values: list[Value]


class ChoiceInfo(TypedDict):
    """Something that can be chosen: an option of a game, or a part of a menu."""

    name: str
    title: str
    explanation: str
    values: list[ChoiceValue]
    between: Range | None
    default: Value
    versions: list[str]
    """The versions that have this option; empty for all."""
    unit: str | None


class NamedValue(TypedDict):
    """A value that can be followed by a blank and a name of up to `longest` letters: `outside ludo`."""

    value: Value
    longest: int


class MenuChoice(ChoiceInfo):
    """A choice of a menu."""

    group: str
    only: NotRequired[Condition]
    row: NotRequired[str]
    """Choices with a row and a column are shown as a table."""
    column: NotRequired[str]
    named: NotRequired[NamedValue]


class GameInfo(TypedDict):
    """A game that can be played."""

    name: str
    title: str
    summary: str
    language: str
    """The language of its texts; English if the game is not translated."""
    versions: list[VersionInfo]
    options: list[ChoiceInfo]
    sides: list[str]
    """The names of White and Black in this game."""
    composed: bool
    """Its options are chosen by composing an evening."""
    picture: str
    """SVG."""
    difficulty: int
    """From 1 for easy to 3 for demanding; 0 if nobody has said."""
    first: bool
    """Is this the game to begin with?"""
    players: list[str]
    """Kinds of engines that can play."""
    real_time: list[str]
    """Versions in which time is part of the game."""


class ClockInfo(TypedDict):
    """A kind of clock that can be chosen, with the range of each number it needs."""

    kind: ClockKind
    title: str
    explanation: str
    numbers: dict[str, Range]


class Summary(TypedDict):
    """A table in a list."""

    id: str
    game: str
    version: str
    title: str
    seats: Seats
    turn: int
    sentence: str
    outcome: Outcome | None
    changed: str
    """An instant such as `2026-11-16T10:00:00Z`."""
    your_turn: bool
    picture: str
    """SVG; empty if the table cannot be shown."""
    mine: list[Side]
    """The visitor's seats."""
    with_others: bool
    """Somebody else plays, too."""
    clock: ClockFace | None
    match: Match | None
    """The score, if the same players have played several games in a row."""
    problem: NotRequired[str]
    """Why the table cannot be shown."""


class Home(TypedDict):
    """Everything the first page shows."""

    version: str
    """Of Gipfel."""
    games: list[GameInfo]
    levels: list[int]
    clocks: list[ClockInfo]
    local: bool
    """Only this machine can reach the server."""
    public_url: str
    """The address for others; empty if it is not known."""
    unfinished: list[Summary]
    """The latest 60."""


# --- Tables -------------------------------------------------------------------------------------------


class TableList(TypedDict):
    """A page of a list of tables."""

    tables: list[Summary]
    more: bool


class AwaitedTable(TypedDict):
    """A table where it is the visitor's turn and somebody else waits."""

    id: str
    title: str
    sentence: str


class AwaitedTables(TypedDict):
    """All of them."""

    tables: list[AwaitedTable]


class Created(TypedDict):
    """A new table; with an invitation, also the creator's side and the key for the other seat's link."""

    id: str
    side: NotRequired[Side]
    key: NotRequired[str]


class TakenSeat(TypedDict):
    """The seat that was taken."""

    side: Side


class QrCode(TypedDict):
    """A link as a picture."""

    svg: str


class SeatLink(TypedDict):
    """A new key of a seat; the link is `/#/seat/ID/KEY`."""

    side: Side
    key: str


class PositionText(TypedDict):
    """A position in notation."""

    position: str


class Nothing(TypedDict):
    """An empty object."""


# --- Tournaments --------------------------------------------------------------------------------------

TournamentKind = Literal["round robin", "swiss"]
TournamentState = Literal["open", "running", "ended"]
Watchers = Literal["nobody", "link", "everybody"]


class TournamentHead(TypedDict):
    """A tournament in a list."""

    id: str
    name: str
    kind: TournamentKind
    state: TournamentState
    round: int
    """The round that is played; 0 before the first one."""
    rounds: int
    """0 as long as it is not known."""
    game: str
    title: str
    """What is played."""
    organiser: bool
    """The visitor is the organiser."""
    plays: bool
    """The visitor is a player."""


class TournamentList(TypedDict):
    """The visitor's tournaments, and those that everybody may watch."""

    tournaments: list[TournamentHead]


class TournamentPlayer(TypedDict):
    """A player of a tournament."""

    number: int
    name: str
    gone: bool
    """Has left the tournament."""
    mine: bool
    """The visitor is this player."""


class TournamentGame(TypedDict):
    """A game of a tournament."""

    round: int
    board: int
    white: int
    """The number of a player."""
    black: int | None
    """Null if White has no opponent in this round."""
    result: str
    """`1-0`, `0-1`, `1/2-1/2`, or forfeits `+/-`, `-/+`, `-/-`; empty if there is none yet."""
    entered: bool
    """The organiser has entered the result."""
    table: str | None
    """Where it is played; null if nobody has opened it yet."""
    mine: bool
    """The visitor plays this game."""


class TournamentStanding(TypedDict):
    """The place of a player."""

    place: int
    player: int
    played: int
    won: int
    drawn: int
    lost: int
    points: float
    tie_breaks: list[float]


class TournamentView(TournamentHead):
    """A tournament as a visitor sees it."""

    watch: Watchers
    clock: Clock
    sides: list[str]
    """The names of White and Black in this game."""
    players: list[TournamentPlayer]
    games: list[TournamentGame]
    """Of all rounds so far."""
    undecided: int
    """How many games of this round have no result yet."""
    tie_breaks: list[str]
    """The names of the tie-breaks, in the order in which they count."""
    standings: list[TournamentStanding]


class PlayerLink(TypedDict):
    """A new key of a player, or of the organiser (0); the link is `/#/tournament/ID/KEY`."""

    player: int
    name: str
    key: str


class CreatedTournament(TypedDict):
    """A new tournament with the keys of all links; nobody can read them again later."""

    id: str
    key: str
    """The organiser's."""
    players: list[PlayerLink]


class EnteredTournament(TypedDict):
    """What a key has opened."""

    organiser: bool
    players: list[int]


# --- Rules --------------------------------------------------------------------------------------------


class RulePicture(TypedDict):
    """A picture in a rulebook, with the position that can be played from there."""

    caption: str
    svg: str
    version: str
    """The version of the position."""
    position: str
    """Before the decisions that the picture shows."""
    over: bool
    """Nothing can be played from there; it can only be set up."""


class RuleSection(TypedDict):
    """A section of a rulebook."""

    topic: str
    """What it is about: `aim`, `setup`, `turn`, `special`, `end`, `versions` or `pointing`."""
    title: str
    text: str
    pictures: list[RulePicture]


class RuleTip(TypedDict):
    """Advice in a rulebook, with a position to play from."""

    title: str
    text: str
    svg: str
    version: str
    """The version of the position."""
    position: str
    side: Side
    """The side to act."""


class GameAim(TypedDict):
    """What a game is about: the first thing in its rulebook."""

    title: str
    text: str
    language: str
    """The language of both; English if the game is not translated."""


class Rulebook(TypedDict):
    """The rules of a game in one version."""

    title: str
    summary: str
    versions: list[VersionInfo]
    sections: list[RuleSection]
    tips: list[RuleTip]
    language: str
    """The language of all this; English if the game is not translated."""


# --- Positions ----------------------------------------------------------------------------------------


class PalettePiece(TypedDict):
    """A piece that can be put on the board of the position editor."""

    piece: str
    look: str
    looks: Looks
    name: str


class ShownPosition(TypedDict):
    """A position of the position editor."""

    picture: WholePicture
    sentence: str
    """Whose turn it is, or how the game ended."""
    position: str
    version: str
    options: dict[str, Value]
    over: bool
    palette: list[PalettePiece]
    places: list[Place]
    """All places, also those that are gone in this position."""


# --- Menus --------------------------------------------------------------------------------------------


class MenuLength(TypedDict):
    """About how long an evening takes."""

    time: str
    """In words: `2½ hours`."""
    sentence: str
    basis: str
    """What the numbers rest on, in one sentence."""
    measured: bool
    """False if it is an estimate."""


class Preset(TypedDict):
    """A menu to start from."""

    name: str
    title: str
    explanation: str
    choices: dict[str, Value]
    length: MenuLength | None
    """None if nothing is known."""


class ChoiceGroup(TypedDict):
    """A part of a menu."""

    name: str
    title: str
    explanation: str


class LengthChoice(TypedDict):
    """A length of an evening, and the presets that take about this long."""

    name: str
    title: str
    explanation: str
    presets: list[str]
    """The first one is the one to begin with."""


class SideTexts(TypedDict):
    """A text for each side."""

    white: str
    black: str


class MenuKind(TypedDict):
    """A kind of potential, with the names of the choices that belong to it."""

    name: str
    title: str
    explanation: str
    looks: SideTexts
    """The looks of a piece of each side that carries it."""
    numbers: SideTexts
    link: str
    """The choice of what it is linked to, for both sides."""
    own_links: SideTexts
    """The choices for one side."""


class ShelfItem(TypedDict):
    """Something that a kind can be linked to."""

    value: str
    title: str
    task: str
    """What a player has to do before a use."""
    group: Literal["game", "chance", "outside"]
    game: str
    """Empty if it is not a game of the program."""
    longest_name: int
    """The most letters of a name that can follow the value, after a blank; 0 if none can."""


class MenuOffer(TypedDict):
    """What can be chosen for an evening."""

    lengths: list[LengthChoice]
    presets: list[Preset]
    kinds: list[MenuKind]
    shelf: list[ShelfItem]
    free: str
    """The value of a link that leaves a kind free."""
    shared: str
    """The value of a side's own link that is as for both sides."""
    groups: list[ChoiceGroup]
    choices: list[MenuChoice]
    looks: Looks


class ChoiceProblem(TypedDict):
    """What is wrong with a choice."""

    choice: str
    text: str


class TrayPieces(TypedDict):
    """Equal pieces in a tray of the menu card."""

    kind: str
    """The kind of potential they carry; `basic` for none."""
    look: str
    name: str
    count: int
    task: str
    """What has to be won before they are used; empty if they are free."""


class MenuTray(TypedDict):
    """The pieces of a side at the beginning."""

    side: Side
    title: str
    text: str
    pieces: list[TrayPieces]


class LinkShown(TypedDict):
    """What a kind is linked to."""

    value: str
    title: str
    """Empty if it is free."""
    task: str
    game: str


class SideLinks(TypedDict):
    """What a kind is linked to, for each side."""

    white: LinkShown
    black: LinkShown


class MenuCard(TypedDict):
    """A menu as the card shows it; a menu without potentials has no trays, links and numbers."""

    agreement: list[str]
    """What the players agree on, in sentences."""
    length: MenuLength | None
    text: str
    """The menu in as few letters as possible, for a link."""
    trays: list[MenuTray]
    links: dict[str, SideLinks]
    """By kind."""
    numbers: list[int]
    """The numbers of potentials of a kind that are allowed."""
    looks: Looks


class CheckedMenu(TypedDict):
    """A menu that was checked. One that was sent as TOML also has its game, and its choices if it has any."""

    toml: str
    """Empty while there are problems."""
    problems: list[ChoiceProblem]
    remarks: NotRequired[list[ChoiceProblem]]
    """What was chosen without effect."""
    card: NotRequired[MenuCard]
    """Only without problems."""
    game: NotRequired[str]
    version: NotRequired[str]
    title: NotRequired[str]
    preset: NotRequired[str]
    choices: NotRequired[dict[str, Value]]


# --- Everywhere ---------------------------------------------------------------------------------------


class Problem(TypedDict):
    """The answer to a bad request: one clear sentence."""

    problem: str


class Health(TypedDict):
    """Whether the server works."""

    status: str
    database: bool
    version: str
    uptime: float
    """Seconds."""


# --- Notices ------------------------------------------------------------------------------------------


class Mailbox(TypedDict):
    """A mail address at which a player is told."""

    address: str
    """Shortened: `a…@example.org`."""
    confirmed: bool


class Notices(TypedDict):
    """Where the player of a seat is told that it is their turn, and how that is possible here."""

    push_key: str | None
    """The key with which browsers subscribe to push messages; null if the server sends none."""
    mail: bool
    """Does the server send mails?"""
    devices: list[str]
    """The SHA-256 hashes of the addresses of browsers, in hexadecimal digits."""
    mailbox: Mailbox | None
    days: int
    """Days without a decision after which all of it is deleted."""
