"""The Game protocol: what a game's folder supplies, and what every game can do because of it."""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, ClassVar

from gipfel.board import Permutation
from gipfel.draw.scene import Scene
from gipfel.draw.target import Path, Target
from gipfel.games.core.board_access import Pieces, drawn_pieces, drawn_points, drawn_reserves
from gipfel.games.core.clockwork import AutomaticEvent, Clockwork
from gipfel.games.core.known_turns import KnownTurns
from gipfel.games.core.options import Option, Value, check_options
from gipfel.games.core.side import RULES_OF_THE_GAME, SIDE_NAMES, Outcome, Side, concluded
from gipfel.games.core.time_limit import NO_CLOCK, TimeLimit
from gipfel.games.core.turn_words import TurnWords
from gipfel.kernel.endings import NO_ENDINGS, Endings
from gipfel.kernel.evaluation import NO_EVALUATION, Evaluation
from gipfel.kernel.link import can_compile
from gipfel.kernel.rules import LinkedRules, Rules
from gipfel.kernel.state import BLACK_WINS, ONGOING, RESULT, SIDE, WHITE_WINS, State
from gipfel.locale import current_language, say
from gipfel.notation.errors import NotationError, PositionError, UnknownGame, check_text
from gipfel.notation.record import Record, RecordTurn

if TYPE_CHECKING:
    from gipfel.games.core.encoding import Encoding
    from gipfel.games.core.position import Decision, Position

LARGEST_SEED = 2**63 - 1
"""Seeds are whole numbers up to this one, or down to its negative: all that a database can store."""


@dataclass(frozen=True, slots=True)
class Change:
    """One thing a decision does to the picture: a piece moves, comes, goes or turns over."""

    kind: str
    """`move` (from, to), `enter` (to), `lift` (from), `flip` (at `to`)."""
    origin: Target | None
    goal: Target | None


class Game(ABC):
    """The rules of one game in one version with its options.

    A subclass names the game and supplies its texts and pictures; states are plain lists here,
    however the kernels run.
    """

    name: ClassVar[str]
    title: ClassVar[str]
    versions: ClassVar[tuple[str, ...]]
    """The first one is the default."""
    all_options: ClassVar[tuple[Option, ...]] = ()
    rules: ClassVar[Rules]
    evaluation: ClassVar[Evaluation] = NO_EVALUATION
    endings: ClassVar[Endings] = NO_ENDINGS
    repetitions: ClassVar[int] = 0
    """A position that occurs this many times is a draw; 0 if the game has no such rule."""
    clockwork: ClassVar[Clockwork | None] = None
    """How time runs; None in a turn-based game."""
    has_contests: ClassVar[bool] = False
    """Can a contest be played inside a turn?"""
    draws: ClassVar[bool] = True
    """Can the players agree on a draw?"""
    side_names: ClassVar[tuple[str, str]] = SIDE_NAMES
    """What players call the sides."""
    no_symmetries: ClassVar[str] = ""
    """The reason, if the game declares no symmetries."""
    no_swap: ClassVar[str] = ""
    """The reason, if the sides of a position cannot be exchanged."""
    nothing_conserved: ClassVar[str] = ""
    """The reason, if the game declares nothing that is conserved."""

    def __init__(self, version: str | None = None, **options: Any) -> None:
        self.version = self._check_version(version)
        self.options: Mapping[str, Value] = MappingProxyType(
            check_options(options, self.options_of(self.version), f"{self.name} {self.version}")
        )
        self.agreed_options: Mapping[str, Value] = self.options
        """The options as players agree on them; what depends on where the game is played may be left open."""
        self.kernels: LinkedRules = self._interpreted()
        self.compiles_contests = False
        """Are games inside of its turns compiled, too?"""
        self.known_turns = KnownTurns(self)
        """For callers that read many games."""

    @classmethod
    def _check_version(cls, version: str | None) -> str:
        if version is None:
            return cls.versions[0]
        if version not in cls.versions:
            raise UnknownGame(f"{cls.name} has no version {version!r}; it has {', '.join(cls.versions)}")
        return version

    @classmethod
    def options_of(cls, version: str) -> tuple[Option, ...]:
        """The options that exist in a version."""
        return tuple(o for o in cls.all_options if not o.versions or version in o.versions)

    _linked: ClassVar[LinkedRules | None] = None

    @classmethod
    def _interpreted(cls) -> LinkedRules:
        if "_linked" not in cls.__dict__ or cls._linked is None:
            cls._linked = cls.rules.linked(fast=False)
        return cls._linked

    def __repr__(self) -> str:
        chosen = "".join(f", {name}={value!r}" for name, value in self.changed_options.items())
        return f"gipfel.game({self.name!r}, {self.version!r}{chosen})"

    def __reduce__(self) -> tuple[Any, ...]:
        """A game is pickled as its name, version and options, without its kernels."""
        return _unpickled, (type(self), self.version, dict(self.options), self.kernels.fast)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return (self.name, self.version, self.options) == (other.name, other.version, other.options)

    def __hash__(self) -> int:
        return hash((self.name, self.version, *self.options.items()))

    @property
    def symmetries(self) -> tuple[Permutation, ...]:
        """Permutations of the board's points that commute with all rules."""
        return ()

    @property
    def has_evaluation(self) -> bool:
        """Can a search judge unfinished positions of this game?"""
        return self.evaluation is not NO_EVALUATION

    @property
    def random_start(self) -> bool:
        """Does each game of this version begin differently, unless a seed is given?"""
        return False

    @property
    def changed_options(self) -> dict[str, Value]:
        """The options that differ from their defaults."""
        defaults = {option.name: option.default for option in self.options_of(self.version)}
        return {name: value for name, value in self.options.items() if value != defaults[name]}

    @property
    def written_options(self) -> dict[str, Value]:
        """The options that are written down: the changed ones, and those that older formats may omit."""
        return self.changed_options

    @classmethod
    def upgraded_options(cls, number: int, version: str, options: Mapping[str, Any]) -> dict[str, Any]:
        """Options that were written down in format `number`, with all that has another meaning today."""
        return dict(options)

    @property
    def live(self) -> "Game":
        """This game where time can run, at a table or at a terminal; its options may leave that open."""
        return self

    def at_table(self, clock: TimeLimit) -> "Game":
        """This game as it is played at a table: in real time, if the players have no days to decide."""
        return self if clock.days else self.live

    def compile(self, contests: bool = False) -> bool:
        """Switch this game to compiled kernels; False if Numba is not available. Results are the same.

        With `contests`, the games that are played inside its turns are compiled when they begin.
        """
        if not self.kernels.fast and can_compile():
            self.kernels = self.rules.linked(fast=True)
        self.compiles_contests = contests and self.kernels.fast
        return self.kernels.fast

    def start(self, seed: int | None = None) -> "Position":
        """The position in which a game begins; `seed` makes a random set-up reproducible."""
        return self.position_of(self.start_state(seed))

    def position_of(self, state: State) -> "Position":
        """The position of a state."""
        from gipfel.games.core.position import Position

        return Position(self, state)

    def position(self, text: str) -> "Position":
        """The position a text describes; its options replace those of this game. Raises PositionError."""
        check_text(text, "a position", PositionError)
        game = self._matching(text)
        return game.position_of(game.read_state(text))

    def _matching(self, text: str) -> "Game":
        """This game, or the same one with the options that a position text contains. Raises PositionError."""
        found = self.version_in(text)
        if found is None:
            return self
        version, options = found
        if version != self.version:
            raise PositionError(f"the position is one of {self.name} {version}, not of {self.version}")
        if all(self.options[name] == value for name, value in options.items()):
            return self
        twin = type(self)(version, **{**self.options, **options})
        twin.kernels = self.kernels
        return twin

    # What a game supplies: positions as text.

    @abstractmethod
    def start_state(self, seed: int | None) -> State:
        """The state in which a game begins."""

    @classmethod
    def version_in(cls, text: str) -> tuple[str, dict[str, Value]] | None:
        """The version and options a position text is written for; None if it does not say."""
        return None

    @abstractmethod
    def read_state(self, text: str) -> State:
        """The state a position text of this version and options describes. Raises PositionError."""

    @abstractmethod
    def write_state(self, state: State) -> str:
        """The canonical position text."""

    # What a game supplies: decisions and turns as text.

    @abstractmethod
    def write_decision(self, state: State, code: int) -> str:
        """The canonical text of a legal decision."""

    @abstractmethod
    def read_decision(self, state: State, text: str) -> int:
        """The legal decision a text means. Raises NotationError or IllegalDecision."""

    def read_turn(self, position: "Position", text: str) -> list["Decision"]:
        """The decisions of a whole turn in notation. Raises NotationError or IllegalDecision."""
        return [position.decision(text)]

    def write_turn(self, decisions: "Sequence[Decision]") -> str:
        """The canonical text of a whole turn."""
        return ";".join(decision.text for decision in decisions)

    def has_one_meaning(self, text: str) -> bool:
        """Does the canonical text of a turn mean the same decisions in all positions in which they are legal?

        Such turns are read once and then found by their texts (see `KnownTurns`). False is never wrong.
        """
        return False

    def turn_words(self, text: str) -> TurnWords | None:
        """A turn or a decision as players say it, for lists; None if its notation is short and plain."""
        return None

    def write_decisions(self, decisions: "Sequence[Decision]") -> list[str]:
        """The texts of the decisions of an unfinished turn."""
        return [decision.text for decision in decisions]

    def contests_in(self, decisions: "Sequence[Decision]", after: "Position") -> "tuple[Record, ...]":
        """The records of the contests inside a turn; `after` is the position that it has led to."""
        return ()

    def contest_limit(self, table: TimeLimit) -> TimeLimit:
        """The clock of a contest that can have one (see `Contest.clocked`), at a table with a clock."""
        return NO_CLOCK

    @property
    def patience(self) -> int:
        """After how many days without a decision a contest without a clock can be claimed; 0 for never."""
        return 0

    def contest_odds(self) -> list[int]:
        """The odds of contests, in the form that the `odds` kernel takes; [0] without contests."""
        return [0]

    def unproven(self, decisions: "Sequence[Decision]") -> int:
        """How many results of chance in a game have no proof."""
        return 0

    def read_recorded_turn(
        self, position: "Position", turn: "RecordTurn"
    ) -> "tuple[list[Decision], Position]":
        """The decisions of a turn of a record, contests included, and the position that they lead to.

        Only in games that have contests.
        """
        raise NotationError(f"{turn.text}: no contest is played inside a turn of {self.name}")

    def after_recorded_turn(self, position: "Position", turn: "RecordTurn") -> "Position":
        """The position that a turn of a record leads to, contests included; its decisions are not kept."""
        return self.read_recorded_turn(position, turn)[1]

    # What a game supplies: pointing and pictures.

    def paths(self, state: State, code: int) -> tuple[Path, ...]:
        """All paths of targets that mean a decision, the usual one first."""
        from gipfel.games.core import fallbacks

        return fallbacks.paths(self, state, code)

    @abstractmethod
    def scene(self, state: State) -> Scene:
        """What to draw; rows to take are marked."""

    def changes(self, state: State, code: int) -> tuple[Change, ...]:
        """What a decision does to the picture."""
        from gipfel.games.core import fallbacks

        return fallbacks.changes(self, state, code)

    # What a game supplies: words.

    def reason(self, state: State) -> str:
        """Why a finished game ended, in a word or two."""
        return RULES_OF_THE_GAME

    def task(self, state: State) -> str:
        """What the player to act has to do now, in one sentence."""
        return say("{side}: choose a move.", side=say(self.side_names[self.side_of(state)]))

    def why_not(self, state: State, prefix: Path, target: Target) -> str:
        """Why pointing at this target leads to no decision, in one sentence."""
        return say("Nothing can be done there.")

    def warnings(self, state: State) -> Mapping[Target, str]:
        """Targets that lead only to decisions which give something up for good: what, in one sentence.

        Players are warned when they point at such a target, and asked once whether they mean it.
        """
        return {}

    def conclusion(self, outcome: Outcome) -> str:
        """How a game ended, in one sentence."""
        return say("The game was aborted.") if outcome.aborted else self.verdict(outcome)

    def verdict(self, outcome: Outcome) -> str:
        """Who won and why, or that nobody did, in one sentence."""
        return concluded(outcome, self.side_names)

    # What a game may supply.

    def own_encoding(self) -> "Encoding | None":
        """Observations and actions for learning programs; None in games that have none (see `encoding`)."""
        return None

    def transformed(self, state: State, symmetry: Permutation) -> State:
        """The state under one of the game's symmetries."""
        if self.symmetries:
            raise TypeError(f"{self.name} declares symmetries, but transformed() is missing in its rules.py")
        raise TypeError(f"{self.name} declares no symmetries")

    def swapped(self, state: State) -> State | None:
        """The same position with the sides exchanged; None where the rules tell them apart, or by default."""
        return None

    def pieces(self, state: State) -> Pieces:
        """What stands on the board, by point (see `Position.pieces`)."""
        return drawn_pieces(self.scene(state))

    def points(self, state: State) -> tuple[str, ...]:
        """The names of the points that the board has now."""
        return drawn_points(self.scene(state))

    def reserves(self, state: State, side: Side | None) -> dict[str, int]:
        """What a side has beside the board, or what belongs to nobody (see `Position.reserves`)."""
        return drawn_reserves(self.scene(state), side)

    def contents(self, state: State, point: str) -> tuple[str, ...]:
        """What lies at a point, from the top down, in words or in the game's notation."""
        pieces = [p for p in self.scene(state).pieces if p.target is not None and p.target.name == point]
        return tuple(f"{piece} {piece.label}".strip() for piece in reversed(pieces))

    def pile(self, state: State, point: str) -> tuple[str, ...]:
        """What lies at a point, from the top down, in words for players."""
        return self.contents(state, point)

    def repetition_key(self, state: State) -> tuple[int, ...]:
        """What has to be the same for a position to count as repeated."""
        return self.rules.essence(state)

    def irreversible(self, state: State, code: int) -> bool:
        """Does a decision change something for good, so that no earlier position can occur again?

        The state is that before it. Where positions count as repeated, this saves looking for repetitions.
        """
        return False

    def counted(self, state: State) -> State:
        """The state from which perft counts; games may leave out what comes from outside."""
        return state

    def conserved(self, state: State) -> object:
        """What no decision may change: numbers of pieces and the like."""
        return None

    # What a game with time supplies besides its clockwork.

    def read_decision_of(self, state: State, text: str, side: Side) -> int:
        """The legal decision of a side that a text means; only in a game with time it may be out of turn."""
        return self.read_decision(state, text)

    def upcoming_events(self, state: State, until: int) -> tuple[AutomaticEvent, ...]:
        """What will happen by itself up to a time if nobody acts, in order."""
        return ()

    def remark(self, decision: "Decision", until: int) -> str:
        """The automatic consequences of a decision up to a time; a comment in records."""
        return ""

    # What every game can do.

    @property
    def encoding(self) -> "Encoding":
        """Observations and actions of fixed size, for learning programs. Raises NoEncoding."""
        from gipfel.games.core.encoding import encoding_of

        return encoding_of(self)

    @property
    def action_space(self) -> range:
        """All actions of the encoding: an index for every decision that can ever be legal."""
        return range(self.encoding.number_of_actions)

    @property
    def full_title(self) -> str:
        """The game, and its version if there are several, in the current language."""
        return _full_title(type(self), self.version, current_language())

    def side_of(self, state: State) -> Side:
        """The side to act."""
        return Side(state[SIDE])

    def outcome_of(self, state: State) -> Outcome | None:
        """How the game ended; None while it goes on. Draws by repetition are not in the state."""
        result = state[RESULT]
        if result == ONGOING:
            return None
        winner = {WHITE_WINS: Side.WHITE, BLACK_WINS: Side.BLACK}.get(int(result))
        return Outcome(winner, self.reason(state))


def _unpickled(kind: type[Game], version: str, options: dict[str, Value], fast: bool) -> Game:
    """A game that was pickled, compiled if it was compiled before."""
    game = kind(version, **options)
    if fast:
        game.compile()
    return game


@cache
def _full_title(kind: type[Game], version: str, language: str) -> str:
    """The title of a version, cached by its language: every picture has it."""
    from gipfel.games.core.names import version_name

    title = say(kind.title)
    return f"{title} · {version_name(kind.name, version)}" if len(kind.versions) > 1 else title
