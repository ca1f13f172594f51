"""The grammar of the engine protocol: how both ends write and read commands and answers.

docs/protocol.md describes what they mean.
"""

import re
from dataclasses import dataclass, field, replace
from typing import NoReturn

from gipfel.engine.search.analysis import MOST_SECONDS, Analysis, Line, SearchLimits
from gipfel.engine.search.time_control import ClockTime
from gipfel.games.core.game import Game
from gipfel.games.core.side import Side
from gipfel.kernel.evaluation import CERTAIN, FARTHEST_WIN
from gipfel.notation.errors import GipfelError

VERSION = 1
LONGEST_LINE = 65_536
"""No line of the protocol has more bytes than this."""
NOTHING = "-"
"""Stands for no decision: the side waits."""

ONLY = "searchmoves"
"""Comes before the decisions that `go` may choose from."""
SIDES = {"white": Side.WHITE, "black": Side.BLACK}
LARGEST = 10**15
MAY_BE_ZERO = ("left", "increment")
"""The arguments of `go` that say what a clock shows; all others are limits."""

COMMANDS = {
    "hello": "hello 1",
    "set": "set NAME VALUE",
    "new": "new GAME VERSION NAME=VALUE ...",
    "position": "position TEXT",
    "at": "at MILLISECONDS",
    "play": "play [by SIDE] DECISION",
    "turn": "turn TEXT",
    "undo": "undo",
    "where": "where",
    "decisions": "decisions [by SIDE]",
    "ready": "ready",
    "go": "go [by SIDE] [ms N] [nodes N] [depth N] [lines N] [left N] [increment N] [turns N]"
    " [searchmoves DECISION ...]",
    "ponder": "ponder [DECISION]",
    "stop": "stop",
    "ping": "ping",
    "quit": "quit",
}
"""All commands with their syntax."""


class ProtocolError(GipfelError):
    """A line that does not follow the protocol."""


def misread(command: str, text: str) -> NoReturn:
    """Raise a ProtocolError that tells the syntax of a command."""
    raise ProtocolError(f"cannot read {f'{command} {text}'.strip()[:200]!r}; write: {COMMANDS[command]}")


def without_line_breaks(text: str) -> str:
    """The text without line breaks, for a line of the protocol."""
    return " ".join(text.split())


# --- Games --------------------------------------------------------------------------------------------

_GAME_OPTION = re.compile(r'([^\s="]+)=("[^"]*"|[^\s"]+)(?:\s+|$)')


def write_new(game: Game) -> str:
    """The command that begins a game."""
    options = [f"{name}={_quoted(str(value))}" for name, value in game.written_options.items()]
    return " ".join(["new", game.name, game.version, *options])


def _quoted(value: str) -> str:
    return f'"{value}"' if not value or " " in value else value


def read_new(text: str) -> tuple[str, str, dict[str, str]]:
    """Game, version and options of `new`. Raises ProtocolError."""
    match = re.fullmatch(r"(\S+)\s+([^\s=]+)(?:\s+(.*))?", text)
    if match is None:
        misread("new", text)
    rest = match[3] or ""
    options: dict[str, str] = {}
    while rest:
        found = _GAME_OPTION.match(rest)
        if found is None or found[1] in options:
            misread("new", text)
        options[found[1]] = found[2].strip('"')
        rest = rest[found.end() :]
    return match[1], match[2], options


# --- Options of engines ------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Setting:
    """An option of an engine: a whole number within bounds."""

    name: str
    default: int
    least: int
    most: int

    def check(self, value: str) -> int:
        """The value as a number. Raises ProtocolError."""
        if not re.fullmatch("-?[0-9]{1,15}", value, re.ASCII):
            raise ProtocolError(f"{self.name} cannot be {value[:40]!r}; it is a whole number, {self._bounds}")
        if not self.least <= int(value) <= self.most:
            raise ProtocolError(f"{self.name} cannot be {value}; it goes {self._bounds}")
        return int(value)

    @property
    def _bounds(self) -> str:
        return f"from {self.least} to {self.most}"

    @property
    def described(self) -> str:
        """The option in a list of options."""
        return f"{self.name} ({self._bounds})"

    def __str__(self) -> str:
        return f"option {self.name} number default {self.default} {self._bounds}"


@dataclass(frozen=True, slots=True)
class TextSetting:
    """An option of an engine that is a text."""

    name: str
    default: str

    def check(self, value: str) -> str:
        """The value. Raises ProtocolError."""
        if value != without_line_breaks(value):
            raise ProtocolError(
                f"{self.name} cannot have line breaks, nor spaces at its ends or side by side"
            )
        return value

    @property
    def described(self) -> str:
        """The option in a list of options."""
        return f"{self.name} (a text)"

    def __str__(self) -> str:
        return f"option {self.name} text default {self.default}".rstrip()


_NUMBER_SETTING = re.compile(
    r"option (\S+) number default (-?[0-9]{1,15})(?: from (-?[0-9]{1,15}) to (-?[0-9]{1,15}))?"
)
_TEXT_SETTING = re.compile(r"option (\S+) text default ?(.*)")


def read_setting(line: str) -> Setting | TextSetting | None:
    """The option that a line declares; None if it does not follow the protocol."""
    if match := _NUMBER_SETTING.fullmatch(line):
        name, default, least, most = match.groups()
        return Setting(name, int(default), int(least or -LARGEST), int(most or LARGEST))
    if match := _TEXT_SETTING.fullmatch(line):
        return TextSetting(match[1], match[2].strip())
    return None


# --- Requests -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Go:
    """The arguments of `go`."""

    limits: SearchLimits = field(default_factory=SearchLimits)
    side: Side | None = None
    """The side that decides; None is the side to act."""
    left: int | None = None
    """Milliseconds on the clock of that side."""
    increment: int = 0
    """Milliseconds it gets for each turn."""
    turns: int | None = None
    """The turns for which the time on the clock has to last; None for the rest of the game."""
    only: tuple[str, ...] = ()
    """The decisions to choose from; empty for all."""

    @property
    def clock(self) -> ClockTime | None:
        """The clock of that side; None if the host has not told it."""
        if self.left is None:
            return None
        return ClockTime(self.left / 1000, self.increment / 1000, self.turns)

    @classmethod
    def of(cls, limits: SearchLimits, side: Side | None = None) -> "Go":
        """The request for limits that may have a clock."""
        clock = limits.clock
        if clock is None:
            return cls(limits, side)
        left, increment = round(1000 * clock.left), round(1000 * clock.increment)
        return cls(replace(limits, clock=None), side, left, increment, clock.turns)

    def __str__(self) -> str:
        by = f" by {self.side.name.lower()}" if self.side is not None else ""
        ms = None if self.limits.seconds is None else max(1, round(1000 * self.limits.seconds))
        given = {
            "ms": ms,
            "nodes": self.limits.nodes,
            "depth": self.limits.depth,
            "lines": self.limits.lines if self.limits.lines != 1 else None,
            "left": self.left,
            "increment": self.increment or None,
            "turns": self.turns,
        }
        fields = "".join(f" {name} {value}" for name, value in given.items() if value is not None)
        only = f" {ONLY} {' '.join(self.only)}" if self.only else ""
        return f"go{by}{fields}{only}"


def read_go(text: str) -> Go:
    """Read the arguments of `go`. Raises ProtocolError."""
    side, rest = read_by("go", text)
    words = rest.split()
    only: list[str] = []
    if ONLY in words:
        place = words.index(ONLY)
        words, only = words[:place], words[place + 1 :]
        if not only:
            misread("go", text)
    names, values = words[::2], words[1::2]
    known = {"ms", "nodes", "depth", "lines", "left", "increment", "turns"}
    if len(names) != len(values) or not set(names) <= known or len(set(names)) != len(names):
        misread("go", text)
    numbers = dict(zip(names, (_whole(value) for value in values), strict=True))
    if None in numbers.values():
        misread("go", text)
    given = {name: number for name, number in numbers.items() if number is not None}
    for name, number in given.items():
        if not number and name not in MAY_BE_ZERO:
            raise ProtocolError(f"go {name} 0 is not possible; {name} is a whole number from 1 on")
    limits = SearchLimits(
        seconds=min(given["ms"] / 1000, MOST_SECONDS) if "ms" in given else None,
        nodes=given.get("nodes"),
        depth=given.get("depth"),
        lines=given.get("lines", 1),
    )
    return Go(limits, side, given.get("left"), given.get("increment", 0), given.get("turns"), (*only,))


def read_by(command: str, text: str) -> tuple[Side | None, str]:
    """The side of `by white` or `by black`, if there is one, and the rest of the text."""
    word, _, rest = text.partition(" ")
    if word != "by":
        return None, text
    name, _, rest = rest.strip().partition(" ")
    if name not in SIDES:
        misread(command, text)
    return SIDES[name], rest.strip()


def _whole(word: str) -> int | None:
    if re.fullmatch("[0-9]{1,15}", word):
        return int(word)
    return None


# --- Analyses -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Info:
    """One line of an analysis, as written in an `info` line."""

    number: int
    """1 is the best line."""
    depth: int
    score: int
    """For the side that decides, in thousandths of a logit; CERTAIN - n is a win in n decisions."""
    nodes: int
    ms: int
    decisions: tuple[str, ...]

    def __str__(self) -> str:
        line = Line(self.score, ())
        return (
            f"info line {self.number} depth {self.depth} {_score(self.score)} percent {line.per_cent:.1f}"
            f" nodes {self.nodes} ms {self.ms} play {' '.join(self.decisions)}"
        )


def _score(score: int) -> str:
    if abs(score) < CERTAIN - FARTHEST_WIN:
        return f"score {score}"
    return f"{'win' if score > 0 else 'loss'} {CERTAIN - abs(score)}"


_INFO = re.compile(
    r"info line ([0-9]{1,6}) depth ([0-9]{1,6}) (score|win|loss) (-?[0-9]{1,9})"
    r" percent ([0-9]{1,3}(?:\.[0-9]+)?) nodes ([0-9]{1,18}) ms ([0-9]{1,12}) play (\S+(?: \S+)*)"
)


def read_info(line: str) -> Info | None:
    """Read an `info` line; None for `info text`. Raises ProtocolError."""
    if re.fullmatch("info text .+", line):
        return None
    match = _INFO.fullmatch(line)
    if match is None:
        raise ProtocolError(
            f"cannot read {line[:200]!r}; write: info text TEXT, or: info line N depth N score N percent P"
            " nodes N ms N play DECISION ..."
        )
    number, depth, kind, score, _, nodes, ms, decisions = match.groups()
    worth = {"score": int(score), "win": CERTAIN - int(score), "loss": int(score) - CERTAIN}[kind]
    return Info(int(number), int(depth), worth, int(nodes), int(ms), tuple(decisions.split(" ")))


def infos(analysis: Analysis) -> list[Info]:
    """An analysis as info lines, best line first."""
    ms = round(1000 * analysis.seconds)
    return [
        Info(number, analysis.depth, line.score, analysis.nodes, ms, texts(line))
        for number, line in enumerate(analysis.lines, 1)
    ]


def texts(line: Line) -> tuple[str, ...]:
    """The decisions of a line in notation."""
    return tuple(decision.text for decision in line.decisions)
