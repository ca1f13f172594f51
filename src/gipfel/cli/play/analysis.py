"""Hints, and analyses that run until a person presses Enter."""

from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from time import monotonic

from gipfel.cli.play.prompt import is_typed, typed_line
from gipfel.engine.players.factory import unlimited_searcher
from gipfel.engine.players.multi_game_searcher import MultiGameSearcher
from gipfel.engine.search.analysis import Analysis, Line, SearchLimits
from gipfel.engine.verdicts import expected_result, verdict
from gipfel.games.core.game import Game
from gipfel.games.core.position import Position
from gipfel.locale import decimal, in_this_language, listed, note, say, say_many
from gipfel.notation.errors import NotationError

HINT = SearchLimits(seconds=1.0)
LINES = 3
"""The number of lines that an analysis shows."""
ANALYSIS = 10.0
"""The default duration of an analysis in seconds."""
LONGEST_ANALYSIS = 24 * 3600.0
SHOWN = 8
"""The number of decisions of a line that are shown."""
PAUSE = 0.5
"""The least seconds between two outputs."""
POLL = 0.05
"""Seconds between two looks at the keyboard."""

Show = Callable[[str], None]


class Analyst:
    """The engine without limits of strength, for hints and analyses. It gets ready at its first use."""

    def __init__(self, show: Show) -> None:
        self._show = show
        self._searcher: MultiGameSearcher | None = None
        self._prepared: Game | None = None

    def hint(self, position: Position) -> str:
        """A decision to recommend, and what it leads to."""
        analysis = self.ready(position.game).think(position, HINT)
        return f"{analysis.decision.text} ({judged(position, analysis.lines[0])})"

    def score(self, position: Position) -> int:
        """The score of the best decision, for the side to act."""
        return self.ready(position.game).think(position, HINT).lines[0].score

    def analyse(self, position: Position, seconds: float) -> None:
        """Show the best lines while the engine searches, until time is over or a person presses Enter."""
        searcher = self.ready(position.game)
        stop, shown = Event(), _Printer(position, self._show)
        limits = SearchLimits(seconds=seconds, lines=LINES)
        analyses: list[Analysis] = []

        def think() -> None:
            analyses.append(searcher.think(position, limits, stop, shown.maybe))

        thread = Thread(target=in_this_language(think), daemon=True)
        thread.start()
        try:
            _wait_for_enter(thread)
        except KeyboardInterrupt:
            self._show("")
        stop.set()
        thread.join()
        for analysis in analyses:
            shown.last(analysis)

    def ready(self, game: Game) -> MultiGameSearcher:
        """The engine, ready for a game; the first time this can take some seconds."""
        if self._searcher is None:
            self._searcher = unlimited_searcher()
        if self._prepared != game:
            self._show(say("The engine gets ready; on its first start this takes some seconds ..."))
            self._searcher.prepare(game)
            self._prepared = game
        return self._searcher


def seconds_asked(text: str) -> float:
    """The duration of an analysis. Raises NotationError."""
    try:
        seconds = float(text) if text else ANALYSIS
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= LONGEST_ANALYSIS:
        raise NotationError(
            note("{text} is no time to think; write analyse 20 for twenty seconds", text=repr(text[:40]))
        )
    return seconds


def judged(position: Position, line: Line) -> str:
    """A line's score in words and in per cent; once if the words are the per cent."""
    return listed(dict.fromkeys((verdict(position, line), expected_result(position, line))))


class _Printer:
    """Prints analyses: not too often, and none twice."""

    def __init__(self, position: Position, show: Show) -> None:
        self._position = position
        self._show = show
        self._nodes = -1
        self._when = -PAUSE

    def maybe(self, analysis: Analysis) -> None:
        """Print an analysis unless another one has just been printed."""
        if monotonic() - self._when >= PAUSE:
            self.last(analysis)

    def last(self, analysis: Analysis) -> None:
        """Print an analysis unless it has been printed already."""
        if analysis.nodes == self._nodes:
            return
        self._nodes, self._when = analysis.nodes, monotonic()
        self._show(
            say_many(
                "depth {depth}, {n} node, {seconds} s",
                "depth {depth}, {n} nodes, {seconds} s",
                analysis.nodes,
                depth=analysis.depth,
                seconds=decimal(analysis.seconds, 1),
            )
        )
        for number, line in enumerate(analysis.lines, 1):
            decisions = " ".join(decision.text for decision in line.decisions[:SHOWN])
            more = " ..." if len(line.decisions) > SHOWN else ""
            self._show(f"  {number}. {decisions}{more}  {judged(self._position, line)}")


def _wait_for_enter(thread: Thread) -> None:
    """Wait until a thread is done or a person presses Enter; lines from a file or a pipe are not read."""
    while thread.is_alive():
        if is_typed(POLL):
            with suppress(EOFError):
                typed_line()
            return
        thread.join(POLL)
