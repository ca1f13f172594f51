"""One game as environments play it: by actions, with everything left to chance drawn from a seed.

A contest inside a turn belongs to another game, with another encoding. An episode does not play it: it draws
the result with the odds that the engine assumes, and settles the contest. In games with time every decision
takes the reaction time that random play and search assume, and only the side to act decides.
"""

from random import Random
from typing import TYPE_CHECKING, Any

from gipfel.games.core.contest import AGREED, Verdict
from gipfel.games.core.game import LARGEST_SEED, Game
from gipfel.games.core.playthrough import MOST_TURNS, Playthrough
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.registry import game as named_game
from gipfel.games.core.side import Outcome, Side
from gipfel.kernel.state import SIDE
from gipfel.notation.errors import OptionError

if TYPE_CHECKING:
    from gipfel.games.core.encoding import Int8Array

DECISIONS_A_TURN = 50
"""A game with more decisions for each allowed turn ends, too."""
LONGEST_GAME = 100_000
VERDICTS = (Verdict.WON, Verdict.LOST, Verdict.TIED)
"""In the order in which a game's `odds` kernel writes their likelihoods."""


def chosen_game(game: Game | str, version: str | None, options: dict[str, Any]) -> Game:
    """The game of an environment: a `Game`, or its name with version and options. Raises GipfelError."""
    if isinstance(game, Game):
        if version is not None or options:
            raise OptionError("a Game has its version and options already; give its name to choose others")
    elif isinstance(game, str):
        game = named_game(game, version, **options)
    else:
        raise OptionError(
            f"{repr(game)[:80]} is not a game; write 'gipf' or gipfel.game('gipf'), for example"
        )
    _ = game.encoding  # raises NoEncoding
    return game


def check_most_turns(most_turns: object) -> int:
    """After how many turns a game ends without a result. Raises OptionError."""
    if type(most_turns) is not int or not 0 < most_turns <= LONGEST_GAME:
        raise OptionError(
            f"most_turns is a whole number from 1 to {LONGEST_GAME}, not {repr(most_turns)[:40]}"
        )
    return most_turns


def contest_odds(position: Position) -> list[tuple[Verdict, float]]:
    """How likely the contest of a position is won, lost and tied, as the engine assumes."""
    game = position.game
    likely = [0] * len(VERDICTS)
    assert game.evaluation.odds(position.state, game.contest_odds(), likely)
    total = sum(likely)
    return [(verdict, part / total) for verdict, part in zip(VERDICTS, likely, strict=True)]


def settlement(position: Position, verdict: Verdict) -> Decision:
    """The decision that ends the contest of a position with a verdict."""
    contest = position.contest
    assert contest is not None
    if verdict is Verdict.TIED:
        return position.decision(AGREED)
    decision = position.concede(contest.user.other if verdict is Verdict.WON else contest.user)
    assert decision is not None
    return decision


def observation_of(position: Position, side: Side) -> "Int8Array":
    """What a side sees, also if it is not to act: the same board with "ours" and "theirs" as it sees them."""
    import numpy

    encoding, game, state = position.game.encoding, position.game, position.state
    state[SIDE] = int(side)
    array: Any = numpy.zeros(encoding.size, numpy.int8)
    if game.kernels.fast:
        encoding.compiled.observe(game.kernels.array(state), array)
        return array  # type: ignore[no-any-return]
    out = [0] * encoding.size
    encoding.interpreted.observe(state, out)
    array[:] = out
    return array  # type: ignore[no-any-return]


def mask_of(position: Position, side: Side) -> "Int8Array":
    """The legal actions of a side: none if it is not to act, or if the game is over."""
    mask = position.legal_mask()
    if side != position.side:
        mask[:] = 0
    return mask


class Episode:
    """A game that is being played by actions; `chance` decides on set-ups and contests."""

    def __init__(self, game: Game, chance: Random, most_turns: int = MOST_TURNS) -> None:
        self.chance = chance
        self.most_turns = most_turns
        seed = chance.randrange(LARGEST_SEED)
        self.playthrough = Playthrough(game.start(seed), seed)

    @property
    def position(self) -> Position:
        return self.playthrough.position

    @property
    def side(self) -> Side:
        """The side to act."""
        return self.position.side

    @property
    def outcome(self) -> Outcome | None:
        """None while the game goes on."""
        return self.position.outcome

    @property
    def is_truncated(self) -> bool:
        """Has the game become too long?"""
        if self.outcome is not None:
            return False
        long = len(self.playthrough.decisions) >= self.most_turns * DECISIONS_A_TURN
        return long or self.position.turn >= self.most_turns

    @property
    def is_over(self) -> bool:
        """Is there nothing left to decide?"""
        return self.outcome is not None or self.is_truncated

    def decision_of(self, action: int) -> Decision:
        """The legal decision of an action. Raises IllegalAction."""
        return self.position.decision_of_action(action)

    def play(self, decision: Decision) -> list[Decision]:
        """Play a decision, and what chance decides after it; all decisions that were made."""
        made = [self.playthrough.play(decision)]
        while self.position.contest is not None and not self.is_over:
            made.append(self.playthrough.play(settlement(self.position, self._drawn_verdict())))
        return made

    def _drawn_verdict(self) -> Verdict:
        odds = contest_odds(self.position)
        return self.chance.choices([verdict for verdict, _ in odds], [likely for _, likely in odds])[0]

    def reward(self, side: Side) -> float:
        """1 for a win, -1 for a loss, 0 for a draw and while the game goes on."""
        outcome = self.outcome
        if outcome is None or outcome.winner is None:
            return 0.0
        return 1.0 if outcome.winner == side else -1.0
