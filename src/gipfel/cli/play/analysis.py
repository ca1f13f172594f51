"""What the engine thinks, for a person who asks: a hint, or an analysis that goes on until a key is hit."""

from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from time import monotonic

from gipfel.cli.play.prompt import is_typed, typed_line
from gipfel.engine.players.factory import unlimited_searcher
from gipfel.engine.players.multi_game_searcher import MultiGameSearcher
from gipfel.engine.search.analysis import Analysis, Limits, Line
from gipfel.engine.verdicts import expected_result, verdict
from gipfel.games.core.game import Game
from gipfel.games.core.position import Position
from gipfel.notation.errors import NotationError

HINT = Limits(seconds=1.0)
LINES = 3
"""So many lines an analysis shows."""
ANALYSIS = 10.0
"""Seconds an analysis goes on unless somebody stops it or asks for more."""
LONGEST_ANALYSIS = 24 * 3600.0
SHOWN = 8
"""Decisions of a line that are shown."""
PAUSE = 0.5
"""Seconds between two thoughts that are shown; nobody reads faster."""
GLANCE = 0.05
"""Seconds between two looks at the keyboard."""

Say = Callable[[str], None]


class Analyst:
    """The engine at its best, beside the board. It gets ready when it is first asked."""

    def __init__(self, say: Say) -> None:
        self._say = say
        self._thinker: MultiGameSearcher | None = None
        self._prepared: Game | None = None

    def hint(self, position: Position) -> str:
        """A decision to recommend, and what it leads to."""
        thought = self.ready(position.game).think(position, HINT)
        return f"{thought.decision.text} ({judged(position, thought.lines[0])})"

    def analyse(self, position: Position, seconds: float) -> None:
        """Show the best lines while the engine looks deeper, until time is over or a person types."""
        thinker = self.ready(position.game)
        stop, shown = Event(), _Shown(position, self._say)
        limits = Limits(seconds=seconds, lines=LINES)
        thoughts: list[Analysis] = []

        def think() -> None:
            thoughts.append(thinker.think(position, limits, stop, shown.maybe))

        thread = Thread(target=think, daemon=True)
        thread.start()
        try:
            _wait_for_person(thread)
        except KeyboardInterrupt:
            self._say("")
        stop.set()
        thread.join()
        for thought in thoughts:
            shown.last(thought)

    def ready(self, game: Game) -> MultiGameSearcher:
        """The engine, ready for a game; the first time this can take some seconds."""
        if self._thinker is None:
            self._thinker = unlimited_searcher()
        if self._prepared != game:
            self._say("The engine gets ready; on its first start this takes some seconds ...")
            self._thinker.prepare(game)
            self._prepared = game
        return self._thinker


def seconds_asked(text: str) -> float:
    """How long an analysis is to go on. Raises NotationError."""
    try:
        seconds = float(text) if text else ANALYSIS
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= LONGEST_ANALYSIS:
        raise NotationError(f"{text[:40]!r} is no time to think; write analyse 20 for twenty seconds")
    return seconds


def judged(position: Position, line: Line) -> str:
    """A line's score in words and in per cent."""
    return f"{verdict(position, line)}, {expected_result(position, line)}"


class _Shown:
    """Thoughts on the screen: not too many of them, and none twice."""

    def __init__(self, position: Position, say: Say) -> None:
        self._position = position
        self._say = say
        self._nodes = -1
        self._when = -PAUSE

    def maybe(self, thought: Analysis) -> None:
        """Show a thought unless another one has just been shown."""
        if monotonic() - self._when >= PAUSE:
            self.last(thought)

    def last(self, thought: Analysis) -> None:
        """Show a thought unless it is there already."""
        if thought.nodes == self._nodes:
            return
        self._nodes, self._when = thought.nodes, monotonic()
        self._say(f"depth {thought.depth}, {thought.nodes} nodes, {thought.seconds:.1f} s")
        for number, line in enumerate(thought.lines, 1):
            decisions = " ".join(decision.text for decision in line.decisions[:SHOWN])
            more = " ..." if len(line.decisions) > SHOWN else ""
            self._say(f"  {number}. {decisions}{more}  {judged(self._position, line)}")


def _wait_for_person(thread: Thread) -> None:
    """Until a thread is done or somebody hits Enter; lines from a file or a pipe are left for later."""
    while thread.is_alive():
        if is_typed(GLANCE):
            with suppress(EOFError):
                typed_line()
            return
        thread.join(GLANCE)
