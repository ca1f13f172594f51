"""A player that leaves the games inside contests to another one, so a match compares the game around them."""

from gipfel.engine.players.player import Player
from gipfel.engine.search.analysis import SearchLimits
from gipfel.games.core.game import Game
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.side import Side


class ContestPlayer(Player):
    """Two players: one for the game, one for the games inside its contests, which has limits of its own."""

    def __init__(self, name: str, own: Player, contests: Player) -> None:
        self.name = name
        self._own = own
        self._contests = contests

    def begin(self, game: Game) -> None:
        self._own.begin(game)

    def prepare_contest(self, game: Game) -> None:
        self._contests.prepare_contest(game)

    def choose(self, position: Position, limits: SearchLimits) -> Decision:
        player, allowed = (
            (self._contests, SearchLimits()) if _is_in_contest(position) else (self._own, limits)
        )
        chosen = player.choose(position, allowed)
        self.score = player.score
        return chosen

    def react(self, position: Position, side: Side, limits: SearchLimits) -> Decision | None:
        if _is_in_contest(position):
            return self._contests.react(position, side, SearchLimits())
        return self._own.react(position, side, limits)

    def watch(self, decision: Decision) -> None:
        self._own.watch(decision)

    def close(self) -> None:
        self._own.close()
        self._contests.close()


def _is_in_contest(position: Position) -> bool:
    """Is a game played inside a contest?"""
    return position.played is not None and position.played is not position
