"""Players that do not search: one plays at random, one plays the turn with the best evaluation."""

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from gipfel.engine.players.guess import guess
from gipfel.engine.players.player import Player
from gipfel.engine.search.analysis import SearchLimits
from gipfel.games.core.game import Game
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.side import Side
from gipfel.kernel.evaluation import CERTAIN, SCRATCH, Evaluation, sum_of
from gipfel.kernel.link import can_compile, link
from gipfel.kernel.rules import LinkedRules
from gipfel.kernel.state import BLACK, BLACK_WINS, DRAW, ONGOING, RESULT, SIDE, TURN, WHITE_WINS, State
from gipfel.notation.errors import OptionError

MOST_TURNS = 20_000
"""How many ways to play a turn are evaluated; few positions have more."""


LARGEST_WEIGHT = 200
"""Of the goals of a player, as whole numbers: no sum of features comes near the highest evaluation."""


def aiming_for(evaluation: Evaluation, goals: Mapping[str, float]) -> Evaluation:
    """The sum of some features of an evaluation with other weights; the other features do not count."""
    scale = LARGEST_WEIGHT / (max(map(abs, goals.values())) or 1)
    features = {name: round(scale * goals.get(name, 0)) for name in evaluation.features}
    return replace(evaluation, features=features, evaluate=sum_of(evaluation.measure, [*features.values()]))


class RandomPlayer(Player):
    """Makes any legal decision."""

    def __init__(self, random: Random) -> None:
        self.name = "random"
        self.random = random

    def begin(self, game: Game) -> None:
        """Nothing to prepare."""

    def choose(self, position: Position, limits: SearchLimits) -> Decision:
        return self.random.choice(position.decisions())

    def react(self, position: Position, side: Side, limits: SearchLimits) -> Decision | None:
        return self.random.choice(position.decisions(side) or (None,))


class GreedyPlayer(Player):
    """Wins if it can, and otherwise plays the turn after which the evaluation is best; ties at random.

    With goals it plays the turn after which these features are best. In contests, where other games are
    played, it uses their evaluations.
    """

    def __init__(self, random: Random, goals: Mapping[str, float] | None = None) -> None:
        self.name = "greedy"
        self.random = random
        self.goals = goals
        self._evaluators: dict[Game, _TurnEvaluator] = {}

    def begin(self, game: Game) -> None:
        unknown = [name for name in self.goals or () if name not in game.evaluation.features]
        if unknown:
            features = ", ".join(map(repr, game.evaluation.features))
            raise OptionError(f"{game.name} has no feature {unknown[0]!r}; it has {features}")
        self._evaluator(game)

    def choose(self, position: Position, limits: SearchLimits) -> Decision:
        played = position.played
        if played is None:
            return guess(position, self.random)
        return position.outer_decision(self._evaluator(played.game).best(played, self.random))

    def react(self, position: Position, side: Side, limits: SearchLimits) -> Decision | None:
        return reaction(position, side)

    def _evaluator(self, game: Game) -> "_TurnEvaluator":
        if game not in self._evaluators:
            evaluation = game.evaluation
            if self.goals is not None and self.goals.keys() <= evaluation.features.keys():
                evaluation = aiming_for(evaluation, self.goals)
            self._evaluators[game] = _TurnEvaluator(game, evaluation)
        return self._evaluators[game]


class _TurnEvaluator:
    """Evaluates the ways to play a turn of one game."""

    def __init__(self, game: Game, evaluation: Evaluation) -> None:
        fast = can_compile()
        self.kernels: LinkedRules = game.rules.linked(fast)
        self.evaluate = link(evaluation.evaluate, fast=fast)
        self.odds = link(evaluation.odds, fast=fast)
        self.contest_odds = self.kernels.array(game.contest_odds())
        self.scratch = self.kernels.zeros(SCRATCH)
        self.likely = self.kernels.array([0] * game.rules.most)

    def best(self, position: Position, random: Random) -> int:
        """The first decision of the best turn."""
        codes = position.codes
        start = self.kernels.array(position.state)
        side, turn = int(start[SIDE]), int(start[TURN])
        best: list[int] = []
        highest = -2 * CERTAIN
        open_turns = [(self._after(start, code), code) for code in random.sample(codes, len(codes))]
        evaluated = 0
        while open_turns:
            after, first = open_turns.pop()
            evaluated += 1
            same_turn = after[RESULT] == ONGOING and (after[SIDE], after[TURN]) == (side, turn)
            if same_turn and not self._by_chance(after) and evaluated < MOST_TURNS:
                open_turns += [(self._after(after, code), first) for code in self.kernels.codes(after)]
                continue
            score = self.score(after, side)
            if score > highest:
                highest, best = score, []
            if score == highest:
                best.append(first)
        return random.choice(best)

    def score(self, state: State, side: int) -> int:
        """The score of a state for a side; where chance decides, the mean score."""
        if state[RESULT] == ONGOING and self._by_chance(state):
            codes = self.kernels.codes(state)
            likely = [int(chance) for chance in self.likely[: len(codes)]]
            return (
                sum(p * self.score(self._after(state, c), side) for p, c in zip(likely, codes, strict=True))
                // 1000
            )
        final_scores = {WHITE_WINS: CERTAIN, BLACK_WINS: -CERTAIN, DRAW: 0}
        result = int(state[RESULT])
        for_white = final_scores[result] if result != ONGOING else int(self.evaluate(state, self.scratch))
        return -for_white if side == BLACK else for_white

    def _by_chance(self, state: State) -> bool:
        """Does a contest decide next? Then `likely` has the likelihood of each result."""
        return self.odds(state, self.contest_odds, self.likely) != 0

    def _after(self, state: State, code: int) -> State:
        after = state.copy()
        self.kernels.play(after, code)
        return after


def reaction(position: Position, side: Side) -> Decision | None:
    """The decision with the best evaluation out of turn, while time runs; None to wait."""
    played = position.played
    if played is None:
        return None
    if played is not position and position.contest is not None:
        inner = reaction(played, position.contest.inner_side(side))
        return None if inner is None else position.outer_decision(inner.code)
    evaluate = link(position.game.evaluation.evaluate, fast=False)
    sign = -1 if side == Side.BLACK else 1

    def score(after: Position) -> int:
        if after.outcome is not None:
            return {Side.WHITE: CERTAIN, Side.BLACK: -CERTAIN, None: 0}[after.outcome.winner] * sign
        return sign * evaluate(after.state, [0] * SCRATCH)

    best, highest = None, score(position)
    for decision in position.decisions(side):
        value = score(position.play(decision))
        if value > highest or (best is None and value == highest):
            best, highest = decision, value
    return best
