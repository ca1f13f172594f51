"""Players that do not look ahead: one plays at random, one plays the turn that looks best at once."""

from random import Random

from gipfel.engine.players.guess import guess
from gipfel.engine.players.player import Player
from gipfel.engine.search.analysis import Limits
from gipfel.games.core.game import Game
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.side import Side
from gipfel.kernel.evaluation import CERTAIN, SCRATCH
from gipfel.kernel.link import can_compile, link
from gipfel.kernel.rules import LinkedRules
from gipfel.kernel.state import BLACK, BLACK_WINS, DRAW, ONGOING, RESULT, SIDE, TURN, WHITE_WINS, State

MOST_TURNS = 20_000
"""So many ways to play a turn are looked at; few positions have more."""


class RandomPlayer(Player):
    """Makes any legal decision."""

    def __init__(self, chance: Random) -> None:
        self.name = "random"
        self.chance = chance

    def begin(self, game: Game) -> None:
        """There is nothing to prepare."""

    def choose(self, position: Position, limits: Limits) -> Decision:
        return self.chance.choice(position.decisions())

    def react(self, position: Position, side: Side, limits: Limits) -> Decision | None:
        return self.chance.choice(position.decisions(side) or (None,))


class GreedyPlayer(Player):
    """Wins if it can, and otherwise plays the turn after which the evaluation is best; ties at random."""

    def __init__(self, chance: Random) -> None:
        self.name = "greedy"
        self.chance = chance
        self._views: dict[Game, _View] = {}

    def begin(self, game: Game) -> None:
        self._view(game)

    def choose(self, position: Position, limits: Limits) -> Decision:
        played = position.played
        if played is None:
            return guess(position, self.chance)
        return position.outer_decision(self._view(played.game).best(played, self.chance))

    def react(self, position: Position, side: Side, limits: Limits) -> Decision | None:
        return reaction(position, side)

    def _view(self, game: Game) -> "_View":
        if game not in self._views:
            self._views[game] = _View(game)
        return self._views[game]


class _View:
    """What a game's evaluation says about the ways to play a turn."""

    def __init__(self, game: Game) -> None:
        fast = can_compile()
        self.kernels: LinkedRules = game.rules.linked(fast)
        self.evaluate = link(game.evaluation.evaluate, fast=fast)
        self.odds = link(game.evaluation.odds, fast=fast)
        self.agreed = self.kernels.array(game.contest_odds())
        self.room = self.kernels.zeros(SCRATCH)
        self.likely = self.kernels.array([0] * game.rules.most)

    def best(self, position: Position, chance: Random) -> int:
        """The first decision of the best turn."""
        codes = position.codes
        start = self.kernels.array(position.state)
        side, turn = int(start[SIDE]), int(start[TURN])
        best: list[int] = []
        highest = -2 * CERTAIN
        open_turns = [(self._after(start, code), code) for code in chance.sample(codes, len(codes))]
        looked_at = 0
        while open_turns:
            after, first = open_turns.pop()
            looked_at += 1
            going_on = after[RESULT] == ONGOING and (after[SIDE], after[TURN]) == (side, turn)
            if going_on and not self._by_chance(after) and looked_at < MOST_TURNS:
                open_turns += [(self._after(after, code), first) for code in self.kernels.codes(after)]
                continue
            worth = self.worth(after, side)
            if worth > highest:
                highest, best = worth, []
            if worth == highest:
                best.append(first)
        return chance.choice(best)

    def worth(self, state: State, side: int) -> int:
        """How good a state is for a side; where chance decides, on an average."""
        if state[RESULT] == ONGOING and self._by_chance(state):
            codes = self.kernels.codes(state)
            likely = [int(chance) for chance in self.likely[: len(codes)]]
            return (
                sum(p * self.worth(self._after(state, c), side) for p, c in zip(likely, codes, strict=True))
                // 1000
            )
        worths = {WHITE_WINS: CERTAIN, BLACK_WINS: -CERTAIN, DRAW: 0}
        result = int(state[RESULT])
        for_white = worths[result] if result != ONGOING else int(self.evaluate(state, self.room))
        return -for_white if side == BLACK else for_white

    def _by_chance(self, state: State) -> bool:
        """Does a contest decide next? How likely each result is stands in `likely` then."""
        return self.odds(state, self.agreed, self.likely) != 0

    def _after(self, state: State, code: int) -> State:
        after = state.copy()
        self.kernels.play(after, code)
        return after


def reaction(position: Position, side: Side) -> Decision | None:
    """What to do out of turn, in a game with time: whatever is best at once; None to wait."""
    evaluate = link(position.game.evaluation.evaluate, fast=False)
    sign = -1 if side == Side.BLACK else 1

    def worth(after: Position) -> int:
        if after.outcome is not None:
            return {Side.WHITE: CERTAIN, Side.BLACK: -CERTAIN, None: 0}[after.outcome.winner] * sign
        return sign * evaluate(after.state, [0] * SCRATCH)

    best, highest = None, worth(position)
    for decision in position.decisions(side):
        value = worth(position.play(decision))
        if value > highest or (best is None and value == highest):
            best, highest = decision, value
    return best
