"""Python bots as players: an object with a method `choose`, or a function.

    class MyBot:
        def choose(self, position):
            return position.decisions()[0]      # a Decision, its text or its code

What a bot may have besides: `name`; `begin(game)` before each game; `watch(decision)` after each decision of
either side; `react(position, side)` in games with time, None to wait; `close()` at the end. If `choose` takes
a second argument, it gets the limits (`SearchLimits`). A bot that raises, answers nonsense or takes too long
loses its game.
"""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from inspect import signature
from math import inf
from operator import index
from traceback import extract_tb
from typing import Any, cast

from gipfel.engine.players.player import EngineFailure, Player
from gipfel.engine.players.specs import PYTHON
from gipfel.engine.players.timed_call import TimedCaller, TookTooLong
from gipfel.engine.search.analysis import SearchLimits
from gipfel.games.core.game import Game
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.side import Side
from gipfel.notation.errors import GipfelError, OptionError
from gipfel.notation.printable import printable_part

BEGIN_TIME = 300.0
"""Seconds a bot may take to begin a game; some load a network or compile."""
DEFAULT_TIME = 60.0
"""Seconds it may take for a decision if it was given no time limit."""
TOLERANCE, GRACE = 3.0, 2.0
"""Otherwise it may take TOLERANCE times its limit plus GRACE seconds."""
LONGEST_NAME = 60
LONGEST_ANSWER = 4000
"""Letters; no decision of any game is longer."""
SHOWN = 80
ANSWERS = "choose returns a Decision of the position, its text or its code"


def bot_name(bot: object) -> str:
    """The name of a bot: what its attribute `name` says, otherwise that of its class or function."""
    named = getattr(bot, "name", None)
    if not isinstance(named, str) or not named.strip():
        named = getattr(bot, "__name__", type(bot).__name__)
    return printable_part(str(named)[:LONGEST_NAME])


def check_bot(bot: object) -> None:
    """Raises OptionError for an object that cannot play."""
    if not callable(getattr(bot, "choose", bot)):
        raise OptionError(
            f"{repr(bot)[:SHOWN]} cannot play: a bot is an object or a class with a method choose(position), "
            f"or a function of a position; {ANSWERS}"
        )


@dataclass(frozen=True)
class BotSpec:
    """An object as a player of a match, where otherwise a `PlayerSpec` stands.

    It can be pickled if the object can, and is then played in other processes.
    """

    bot: object

    def __post_init__(self) -> None:
        check_bot(self.bot)

    @property
    def kind(self) -> str:
        return PYTHON

    @property
    def name(self) -> str:
        """The name to show."""
        return bot_name(self.bot)

    @property
    def text(self) -> str:
        """What identifies it in a list of players; it cannot be read again."""
        return f"{PYTHON}:{self.name}"

    def make_player(self, seed: int | None = None, fast: bool | None = None) -> Player:
        """The player; a class makes a new bot for it."""
        return python_player(self.bot)


def python_player(bot: object, name: str = "") -> Player:
    """The player that a bot is; of a class, a new bot is made. Raises EngineFailure or OptionError."""
    if isinstance(bot, type):
        try:
            made = bot()
        except Exception as error:
            raise EngineFailure(f"{bot_name(bot)} cannot be made: {_raised(error)}") from error
        return python_player(made, name or bot_name(made))
    return bot if isinstance(bot, Player) else PythonPlayer(bot, name)


class PythonPlayer(Player):
    """A bot as a player. It is called in a thread of its own, so that it cannot block a match."""

    def __init__(self, bot: object, name: str = "") -> None:
        check_bot(bot)
        self.bot = bot
        self.name = name or bot_name(bot)
        self._choose: Callable[..., object] = getattr(bot, "choose", None) or cast(Any, bot)
        self._takes_limits = _takes(self._choose, 2)
        self._caller = TimedCaller()

    def begin(self, game: Game) -> None:
        self._call_if_there("begin", game, seconds=BEGIN_TIME)

    def choose(self, position: Position, limits: SearchLimits) -> Decision:
        arguments = (position, limits) if self._takes_limits else (position,)
        return self._read(position, self._call(self._choose, *arguments, seconds=_allowed(limits)))

    def react(self, position: Position, side: Side, limits: SearchLimits) -> Decision | None:
        answer = self._call_if_there("react", position, side, seconds=_allowed(limits))
        return None if answer is None else self._read(position, answer, side)

    def watch(self, decision: Decision) -> None:
        self._call_if_there("watch", decision, seconds=DEFAULT_TIME)

    def close(self) -> None:
        with suppress(EngineFailure):
            self._call_if_there("close", seconds=GRACE)
        self._caller.close()

    def _call_if_there(self, method: str, *arguments: object, seconds: float) -> Any:
        function = getattr(self.bot, method, None)
        return self._call(function, *arguments, seconds=seconds) if callable(function) else None

    def _call(self, function: Callable[..., object], *arguments: object, seconds: float) -> Any:
        """Call the bot. Raises EngineFailure."""
        try:
            return self._caller.call(function, *arguments, seconds=seconds)
        except TookTooLong as error:
            raise EngineFailure(f"{self.name} did not answer in time: it took {error}") from error
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise EngineFailure(f"{self.name} failed: {_raised(error)}") from error

    def _read(self, position: Position, answer: object, side: Side | None = None) -> Decision:
        """The legal decision that an answer means. Raises EngineFailure."""
        if isinstance(answer, Decision):
            if answer.position is position and answer.code in position.codes_of(answer.side):
                return answer
            answer = _text_of(answer)
        if isinstance(answer, str):
            return self._decision(position, answer, side)
        if answer is None:
            raise EngineFailure(f"{self.name} returned None; {ANSWERS}")
        try:
            code = None if isinstance(answer, bool) else index(answer)  # type: ignore[arg-type]
        except TypeError:
            code = None
        if code is None:
            raise EngineFailure(f"{self.name} returned {repr(answer)[:SHOWN]}; {ANSWERS}")
        if code not in position.codes_of(position.side if side is None else side):
            raise EngineFailure(
                f"{self.name} chose the code {code}, which is not legal: {position.legal_summary()}"
            )
        return Decision(position, code)

    def _decision(self, position: Position, text: str, side: Side | None) -> Decision:
        shown = repr(printable_part(text[:SHOWN]))
        if len(text) > LONGEST_ANSWER:
            raise EngineFailure(f"{self.name} chose {shown}..., a text of {len(text)} letters; {ANSWERS}")
        try:
            decision = position.decision(text, side)
        except GipfelError as error:
            raise EngineFailure(f"{self.name} chose {shown}, which is not possible: {error}") from error
        if decision.code not in position.codes_of(decision.side):
            raise EngineFailure(f"{self.name} chose {shown}, which is not legal: {position.legal_summary()}")
        return decision


def _text_of(decision: Decision) -> str:
    """The text of a decision that was made for some position."""
    try:
        return decision.text
    except Exception:  # a code that means nothing there
        return f"code {decision.code}"


def _takes(function: Callable[..., object], arguments: int) -> bool:
    """Can a function be called with this number of arguments?"""
    try:
        signature(function).bind(*[None] * arguments)
    except (TypeError, ValueError):  # too few parameters, or a function that does not tell
        return False
    return True


def _allowed(limits: SearchLimits) -> float:
    """The seconds after which a bot has lost."""
    seconds = inf if limits.seconds is None else limits.seconds
    if limits.clock is not None:
        seconds = min(seconds, limits.clock.left)
    return DEFAULT_TIME if seconds == inf else TOLERANCE * seconds + GRACE


def _raised(error: BaseException) -> str:
    """What was raised, and where: `ZeroDivisionError: division by zero (my_bot.py, line 9)`."""
    what = printable_part(f"{type(error).__name__}: {error}".rstrip(": ")[:400])
    frames = extract_tb(error.__traceback__)
    if not frames:
        return what
    return (
        f"{what} ({frames[-1].filename.replace(chr(92), '/').rpartition('/')[2]}, line {frames[-1].lineno})"
    )
