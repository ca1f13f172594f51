"""Player specs: players as text, for `--white`, for the arena and for the page.

random                                any legal decision
greedy                                the turn with the best evaluation
greedy:discs=10;threes=2              the same with other goals: features of the evaluation and their weights
uct,seconds=0.2                       plain tree search with random playouts
level:7                               a level of the engine, 1 to 10
level:10,seconds=0.2,threads=2        the same with other limits
level:8,weights=FILE                  the same with other weights of its evaluation, or another network
level:8,weights=features              the same with the features of its evaluation alone, without a network
level:8,search=wide                   the same with another search: deep or wide
level:10,table=256                    the same with a transposition table of 256 MB
level:10,tuning=former                the same with the search before its last improvements
level:10,tuning=pruning:0/internal:4  the same with other techniques: changes of the game's own tuning
level:10,endings=0                    the same without proofs of wins; 20: with 20 % of its time for them
level:10,book=0                       the same without its opening book, which levels 8 to 10 have
level:2,noise=600                     the same with another noise in its evaluation, in thousandths of a logit
level:10,timing=even                  the same, but with the same part of its clock for every turn
level:8,contests=6                    the same, but games inside contests are played by level 6; also uct
engine:COMMAND                        any program that speaks the engine protocol
engine:COMMAND,option.Hash=64         the same with options of the engine (`command_line.py`)
engine:COMMAND,ponder=1               the same, and it may think in its opponent's time
python:my_bot.py:MyBot                a Python bot: a class, an object or a function in a file
python:package.module:MyBot           the same in a module that can be imported
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from math import inf, isfinite
from pathlib import Path
from typing import TYPE_CHECKING

from gipfel.engine.protocol.command_line import EngineCommand
from gipfel.engine.search.analysis import MOST_THREADS, SearchLimits
from gipfel.engine.search.time_control import TIMINGS
from gipfel.games.core.about import DEEP, WIDE
from gipfel.games.core.level_settings import HIGHEST, HIGHEST_QUICK, LOWEST, LOWEST_WITH_BOOK
from gipfel.games.core.search_tuning import SearchTuning, table_size
from gipfel.notation.errors import OptionError

if TYPE_CHECKING:
    from gipfel.engine.players.player import Player

RANDOM, GREEDY, UCT, LEVEL, ENGINE, PYTHON = "random", "greedy", "uct", "level", "engine", "python"
LEVELS = range(LOWEST, HIGHEST + 1)
KNOWN = "random, greedy, uct, level:1 to level:10, engine:COMMAND, or python:FILE.py:NAME"
PYTHON_FILE = ".py"
"""How the file of a Python bot ends."""
FEATURES_ALONE = "features"
"""Instead of a file of weights: the features of the evaluation, without a network."""
LIMITS = ("seconds", "nodes", "depth")
SEARCHES = (DEEP, WIDE)
MORE_OF_LEVELS = ("endings", "book", "noise", "timing")
"""Settings that switch parts of a level off or change them."""
LARGEST_SHARE = 90
"""Per cent of the time that proofs of wins may take."""


@dataclass(frozen=True, slots=True)
class PlayerSpec:
    """Describes a player; `make_player` creates it. Can be pickled."""

    kind: str
    level: int = 0
    """The engine's level; 0 for all other players."""
    limits: SearchLimits = field(default_factory=SearchLimits)
    """Its own limits, in addition to those of each request."""
    threads: int = 1
    weights: str = ""
    """A file with weights of its evaluation; empty for the default weights."""
    search: str = ""
    """The search it uses; empty for the game's default."""
    tuning: str = ""
    """Changes of the game's own `SearchTuning`; empty for none."""
    table: int = 0
    """The size of its transposition table in MB; 0 for that of the tuning."""
    endings: int | None = None
    """The per cent of its time for proofs of wins; None for what the game says."""
    book: bool = True
    """May it use opening books, if it is a level that has them?"""
    noise: int | None = None
    """How much it misjudges positions; None for the noise of its level."""
    timing: str = ""
    """How it uses its clock, a key of TIMINGS; empty for soft and hard limits."""
    goals: str = ""
    """What a greedy player aims for; empty for the evaluation of the game."""
    contests: int = 0
    """The level that plays games inside contests; 0 if the player plays them itself."""
    command: str = ""
    """The command that starts an external engine, with its options."""
    bot: str = ""
    """Where a Python bot is: `my_bot.py:MyBot` or `package.module:MyBot`."""

    @classmethod
    def read(cls, text: str) -> "PlayerSpec":
        """Read a spec. Raises OptionError."""
        kind, colon, rest = text.strip().partition(":")
        if kind == ENGINE and colon:
            return cls(ENGINE, command=_command(rest.strip()))
        if kind == PYTHON:
            return cls(PYTHON, bot=":".join(split_bot(rest.strip())))
        if kind == GREEDY and colon:
            return cls(GREEDY, goals=write_goals(read_goals(rest)))
        head, *settings = [part.strip() for part in text.strip().split(",")]
        kind, colon, number = head.partition(":")
        if kind == LEVEL:
            return _with(cls(LEVEL, _level(head, number)), settings)
        if colon or kind not in (RANDOM, GREEDY, UCT):
            raise OptionError(f"there is no player {head[:80]!r}; there are {KNOWN}")
        return _with(cls(kind), settings)

    @property
    def text(self) -> str:
        """The text that `read` understands."""
        if self.kind == ENGINE:
            return f"{ENGINE}:{self.command}"
        if self.kind == PYTHON:
            return f"{PYTHON}:{self.bot}"
        if self.goals:
            return f"{self.kind}:{self.goals}"
        head = f"{LEVEL}:{self.level}" if self.kind == LEVEL else self.kind
        return ",".join([head, *self._settings()])

    def _settings(self) -> list[str]:
        given = {name: getattr(self.limits, name) for name in LIMITS}
        settings = [f"{name}={_number(value)}" for name, value in given.items() if value is not None]
        if self.threads != 1:
            settings.append(f"threads={self.threads}")
        if self.weights:
            settings.append(f"weights={self.weights}")
        if self.search:
            settings.append(f"search={self.search}")
        if self.tuning:
            settings.append(f"tuning={self.tuning}")
        if self.table:
            settings.append(f"table={self.table}")
        if self.endings is not None:
            settings.append(f"endings={self.endings}")
        if not self.book:
            settings.append("book=0")
        if self.noise is not None:
            settings.append(f"noise={self.noise}")
        if self.timing:
            settings.append(f"timing={self.timing}")
        if self.contests:
            settings.append(f"contests={self.contests}")
        return settings

    @property
    def name(self) -> str:
        """The name to show; that of an external engine is its program's, and goals are left out."""
        if self.kind == PYTHON:
            return split_bot(self.bot)[1]
        if self.goals:
            return f"{self.kind}:goals"
        if self.kind != ENGINE:
            return self.text
        return f"{ENGINE}:{EngineCommand.read(self.command).name}"

    @property
    def public_text(self) -> str:
        """The text for everybody: without the command of an external engine and without names of files."""
        return self.name if self.external else replace(self, weights="").text

    def with_existing_files(self) -> "PlayerSpec":
        """This spec, if there are the files it names. Raises OptionError.

        Reading a spec does not look at the disk: a stranger could ask which files exist.
        """
        if self.weights not in ("", FEATURES_ALONE) and not Path(self.weights).is_file():
            raise OptionError(
                f"weights={self.weights[:80]} is not a file with weights of an evaluation; {FEATURES_ALONE} "
                f"stands for the features alone"
            )
        return self

    @property
    def external(self) -> bool:
        """Is it code of somebody else, a program or a Python bot? Only the user may name it."""
        return self.kind in (ENGINE, PYTHON)

    @property
    def has_book(self) -> bool:
        """Does it begin its games with an opening book?"""
        return self.kind == LEVEL and self.level >= LOWEST_WITH_BOOK and self.book

    @property
    def is_quick(self) -> bool:
        """Does it decide within a moment even if nothing has been compiled?"""
        if self.kind != LEVEL:
            return self.kind == RANDOM
        usual = self.limits.nodes is None and self.limits.depth is None
        usual = usual and not (self.search or self.tuning or self.table or self.endings)
        return usual and max(self.level, self.contests) <= HIGHEST_QUICK

    @property
    def has_no_limits(self) -> bool:
        """Does it search as long as it may, so that something else has to end its search?"""
        own = (self.limits.seconds, self.limits.nodes, self.limits.depth)
        return (self.kind == UCT or self.level == HIGHEST) and own == (None, None, None)

    def make_player(self, seed: int | None = None, fast: bool | None = None) -> "Player":
        """Create the player; `seed` makes its random choices reproducible.

        `fast`: does a level use compiled kernels? By default it does if possible.
        """
        from gipfel.engine.players import factory

        return factory.make_player(self, seed, fast)

    def __str__(self) -> str:
        return self.text


def _command(command: str) -> str:
    read = EngineCommand.read(command)
    if not read.program:
        raise OptionError("engine: needs a command, such as engine:gipfel engine")
    return command if read.words else ""


def split_bot(text: str) -> tuple[str, str]:
    """The file or module of a Python bot, and its name there. Raises OptionError."""
    source, _, name = (part.strip() for part in text.rpartition(":"))
    is_file = source.endswith(PYTHON_FILE)
    dotted = all(part.isidentifier() for part in source.split("."))
    if not (is_file or dotted) or not all(part.isidentifier() for part in name.split(".")):
        # Without the text: this is also said to those who open a table with a damaged seat.
        raise OptionError(
            f"a Python bot is named by its file and its name there, as in {PYTHON}:my_bot.py:MyBot, or by "
            f"its module, as in {PYTHON}:package.module:MyBot"
        )
    return source, name


def read_goals(text: str) -> dict[str, float]:
    """Features with their weights, as in `discs=10;threes=2`. Raises OptionError."""
    goals: dict[str, float] = {}
    for part in text.split(";"):
        name, equals, value = (piece.strip() for piece in part.rpartition("="))
        try:
            weight = float(value)
        except ValueError:
            weight = inf
        if not name or not equals or not isfinite(weight) or name in goals:
            raise OptionError(
                f"{part.strip()[:80]!r} is not a goal; write each feature once with its weight, as in "
                f"{GREEDY}:discs=10;threes=2"
            )
        goals[name] = weight
    return goals


def write_goals(goals: Mapping[str, float]) -> str:
    """The text that `read_goals` understands."""
    return ";".join(f"{name}={weight:g}" for name, weight in goals.items())


def _level(head: str, number: str) -> int:
    if number in map(str, LEVELS):
        return int(number)
    raise OptionError(f"there is no {head[:80]!r}; levels go from level:{LEVELS[0]} to level:{LEVELS[-1]}")


def _with(spec: PlayerSpec, settings: list[str]) -> PlayerSpec:
    """The spec with settings such as `seconds=0.2`."""
    seen = set()
    for setting in settings:
        name, equals, value = (part.strip() for part in setting.partition("="))
        allowed = _allowed(spec.kind)
        if name not in allowed or not equals:
            names = f"known: {', '.join(f'{one}=...' for one in allowed)}" if allowed else "it takes none"
            raise OptionError(f"{spec.kind} has no setting {setting[:80]!r}; {names}")
        if name in seen:
            raise OptionError(f"the setting {name} of {spec.kind} is given twice")
        seen.add(name)
        spec = _set(spec, name, value)
    return spec


def _allowed(kind: str) -> tuple[str, ...]:
    return {
        LEVEL: (*LIMITS, "threads", "weights", "search", "tuning", "table", *MORE_OF_LEVELS, "contests"),
        UCT: (*LIMITS[:2], "timing", "contests"),
    }.get(kind, ())


def _set(spec: PlayerSpec, name: str, value: str) -> PlayerSpec:
    if name == "seconds":
        return replace(spec, limits=replace(spec.limits, seconds=_seconds(value)))
    if name == "weights":
        return replace(spec, weights=value)
    if name == "search":
        if value not in SEARCHES:
            raise OptionError(f"search={value[:40]} is not known; there are {' and '.join(SEARCHES)}")
        return replace(spec, search=value)
    if name == "tuning":
        SearchTuning().changed(value)  # raises OptionError
        return replace(spec, tuning=value)
    if name == "table":
        return replace(spec, table=table_size(value))
    if name == "endings":
        return replace(spec, endings=_share(value))
    if name == "book":
        if value != "0":
            raise OptionError(
                f"book={value[:40]} is not possible; book=0 stands for playing without an opening book, "
                f"levels {LOWEST_WITH_BOOK} to {HIGHEST} play with it by default"
            )
        return replace(spec, book=False)
    if name == "noise":
        return replace(spec, noise=_whole(name, value, least=0))
    if name == "timing":
        if value not in TIMINGS:
            raise OptionError(f"timing={value[:40]} is not known; there are {' and '.join(TIMINGS)}")
        return replace(spec, timing=value)
    if name == "contests":
        return replace(spec, contests=_level(f"{name}={value}", value))
    number = _whole(name, value)
    if name == "threads":
        if number > MOST_THREADS:
            raise OptionError(f"threads={number} is too much; at most {MOST_THREADS}")
        return replace(spec, threads=number)
    limits = replace(spec.limits, nodes=number) if name == "nodes" else replace(spec.limits, depth=number)
    return replace(spec, limits=limits)


def _seconds(value: str) -> float:
    try:
        seconds = float(value)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 1_000_000:
        raise OptionError(f"seconds={value[:40]} is not a time limit; write seconds=0.5, for example")
    return seconds


def _whole(name: str, value: str, least: int = 1) -> int:
    if not (value.isascii() and value.isdigit() and len(value) <= 15 and int(value) >= least):
        raise OptionError(f"{name}={value[:40]} is not possible; {name} is a whole number from {least} on")
    return int(value)


def _share(value: str) -> int:
    if not (value.isascii() and value.isdigit() and len(value) <= 3 and int(value) <= LARGEST_SHARE):
        raise OptionError(
            f"endings={value[:40]} is not possible; write the per cent of the time for proofs, "
            f"from 0 (none) to {LARGEST_SHARE}"
        )
    return int(value)


def _number(value: float) -> str:
    return f"{value:g}" if isinstance(value, float) else str(value)
