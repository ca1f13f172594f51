"""How engines deal with contests: what a search expects of them, and who thinks inside them."""

from collections.abc import Callable, Sequence
from random import Random
from threading import Event

from gipfel.engine.inside import played_in
from gipfel.engine.thought import Limits, Line, Report, Thinker, Thought
from gipfel.games.game import Game
from gipfel.games.position import Decision, Position
from gipfel.project.agreement import KIND_LETTERS
from gipfel.project.chance import CARDS, FACES, SUITS
from gipfel.project.contests import Outside
from gipfel.project.position import ProjectPosition

TIES = {"die": 1 / FACES, "coin": 0.0, "highcard": (SUITS - 1) / (CARDS - 1)}
"""How likely a tie is where chance decides; both sides are equally likely to win."""
TIES_IN_GAMES = 0.04
"""The same in a linked game or outside, where nobody knows."""
CONFIRM = 0
"""Which of the two answers to a report agrees with it; the other one disputes it."""


def agreed_odds(game: Game) -> list[int]:
    """Per kind of potential: how likely a contest for it is won, lost and tied by the user, per mille.

    In games without contests there is nothing to say: a single 0.
    """
    if not game.has_contests:
        return [0]
    replayed = game.options["link.tie"] == "replay"
    return [odds for letter in KIND_LETTERS for odds in _odds(str(game.options[f"link.{letter}"]), replayed)]


def _odds(link: str, replayed: bool) -> tuple[int, int, int]:
    """How likely what a kind is linked to is won, lost and tied; a tie that is replayed is none."""
    tie = 0.0 if replayed else TIES.get(link, TIES_IN_GAMES)
    won = round(500 * (1 - tie))
    return won, won, 1000 - 2 * won


class ProjectThinker:
    """Thinks about project games, and inside their contests as a player of the game that is played there."""

    def __init__(self, game: Game, make: Callable[[Game], Thinker], seed: int | None = None) -> None:
        """`make` gives the thinker for a game; it is asked once for each game that is met."""
        self._make = make
        self._thinkers = {game: make(game)}
        self._guess = Random(seed)

    def think(
        self,
        position: Position,
        limits: Limits,
        stop: Event | None = None,
        report: Report | None = None,
    ) -> Thought:
        """The best it finds; inside a contest the score is that of the contest's game."""
        inner, _ = played_in(position)
        if inner is None:
            return self._guessed(position)
        thinker = self._thinker(inner.game)
        if inner is position:
            return thinker.think(position, limits, stop, report)

        def told(thought: Thought) -> None:
            if report is not None:
                report(_carried_out(thought, position))

        return _carried_out(thinker.think(inner, limits, stop, told), position)

    def forget(self) -> None:
        """A new game begins."""
        for thinker in self._thinkers.values():
            thinker.forget()

    def _thinker(self, game: Game) -> Thinker:
        if game not in self._thinkers:
            self._thinkers[game] = self._make(game)
        return self._thinkers[game]

    def _guessed(self, position: Position) -> Thought:
        """Where there is nothing to think about: a call, a report; a lot or a card that is due is drawn."""
        assert isinstance(position, ProjectPosition)
        contest = position.contest
        decision = position.draw()
        if decision is None and isinstance(contest, Outside) and contest.reported:
            decision = Decision(position, contest.codes[CONFIRM])
        if decision is None:
            # After a dispute the same report would be disputed again.
            decision = Decision(position, self._guess.choice(position.codes))
        return Thought(position, (Line(0, (decision,)),), depth=0, nodes=0, seconds=0.0)


def _carried_out(thought: Thought, position: Position) -> Thought:
    """What was thought about the game of a contest, as a thought about the project game around it."""
    lines = tuple(Line(line.score, _outer_decisions(position, line.decisions)) for line in thought.lines)
    return Thought(position, lines, thought.depth, thought.nodes, thought.seconds)


def _outer_decisions(position: Position, decisions: Sequence[Decision]) -> tuple[Decision, ...]:
    """Decisions of the contest's game as those of the project game."""
    outer: list[Decision] = []
    for decision in decisions:
        _, outward = played_in(position)
        outer.append(outward(decision.code))
        position = position.play(outer[-1])
    return tuple(outer)
