"""A player that searches. It plays the rest of a turn as planned, without a new search."""

from dataclasses import replace

from gipfel.engine.players.greedy import reaction
from gipfel.engine.players.multi_game_searcher import MultiGameSearcher
from gipfel.engine.players.player import Player
from gipfel.engine.search.analysis import DEFAULT_SECONDS, Line, SearchLimits
from gipfel.games.core.game import Game
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.side import Side


class SearchPlayer(Player):
    """Plays what a searcher finds."""

    def __init__(self, name: str, searcher: MultiGameSearcher) -> None:
        self.name = name
        self._searcher = searcher
        self._plan: list[Decision] = []

    def react(self, position: Position, side: Side, limits: SearchLimits) -> Decision | None:
        return reaction(position, side)

    def begin(self, game: Game) -> None:
        self._searcher.forget()
        self._searcher.prepare(game)
        self._plan = []

    def prepare_contest(self, game: Game) -> None:
        self._searcher.prepare_contest(game)

    def choose(self, position: Position, limits: SearchLimits) -> Decision:
        self.score = None
        planned = [decision for decision in self._plan if decision.position == position]
        if planned:
            return Decision(position, planned[0].code)
        decisions = position.decisions()
        if len(decisions) == 1:
            return decisions[0]
        analysis = self._searcher.think(position, self._bounded(position, limits))
        self.score = analysis.lines[0].score
        self._plan = rest_of_turn(analysis.lines[0])
        return Decision(position, analysis.decision.code)

    def _bounded(self, position: Position, limits: SearchLimits) -> SearchLimits:
        """The limits, with a default time where nothing else would end the search."""
        both = self._searcher.limits(position, limits)
        unlimited = both.seconds is None and both.nodes is None and both.depth is None
        return replace(limits, seconds=DEFAULT_SECONDS) if unlimited else limits


def rest_of_turn(line: Line) -> list[Decision]:
    """The decisions of a line that complete the turn its first decision begins."""
    first, *others = line.decisions
    begin, rest = first.position, []
    position = begin.play(first)
    for decision in others:
        same_turn = position.outcome is None and (position.side, position.turn) == (begin.side, begin.turn)
        if not same_turn or position.played is not position or decision.code not in position.codes:
            break
        rest.append(Decision(position, decision.code))
        position = position.play(rest[-1])
    return rest
