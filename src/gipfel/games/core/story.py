"""The story of a game: the contests that were played inside its turns, each as a game of its own."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from gipfel.games.core.contest import SETTLEMENTS, Contest, Verdict, contest_after
from gipfel.games.core.playthrough import Playthrough
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.side import Side


@dataclass(frozen=True)
class PlayedContest:
    """A contest of a game, over or not. Its texts are in the current language."""

    number: int
    """1, 2, ... in the order in which contests were played."""
    begin: int
    """How many decisions of the game were made before it."""
    position: Position
    """The position in which it began."""
    decisions: tuple[Decision, ...]
    """The decisions that belong to it, as those of the game around it."""
    contest: Contest
    """The contest as it is now, or as it ended."""

    @property
    def end(self) -> int:
        """How many decisions of the game had been made when it was over, or have been made so far."""
        return self.begin + len(self.decisions)

    @property
    def turn(self) -> int:
        """The number of the turn in which it was played, from 1."""
        return self.position.turn + 1

    @property
    def title(self) -> str:
        """What was played."""
        return self.contest.title

    @property
    def user(self) -> Side:
        """The side that gets what is at stake if it wins."""
        return self.contest.user

    @property
    def stake(self) -> str:
        """What it is about, e.g. `to use the ZÈRTZ-potential from c3 to e5`."""
        return self.position.stake

    @property
    def begins(self) -> Side | None:
        """Who began the game that was played in it; None without one."""
        return self.contest.begins

    @property
    def over(self) -> bool:
        """Is it decided?"""
        return self.contest.verdict is not None

    @property
    def winner(self) -> Side | None:
        """Who won it; None while it goes on, and if it is tied."""
        winners = {Verdict.WON: self.user, Verdict.LOST: self.user.other}
        return None if self.contest.verdict is None else winners.get(self.contest.verdict)

    @property
    def result(self) -> str:
        """How it ended and what followed, in one sentence; empty while it goes on."""
        return self.position.contest_ended(self.contest)

    @property
    def throws(self) -> tuple[str, ...]:
        """What chance has brought in it, each throw in one sentence."""
        contests = ((decision.position.contest, decision) for decision in self.decisions)
        return tuple(
            contest.shown(decision.code)
            for contest, decision in contests
            if contest is not None and contest.by_chance and decision.text not in SETTLEMENTS
        )

    @property
    def game(self) -> Playthrough | None:
        """The game that was played in it, with its own positions and turns; None without one."""
        played = self.contest.played
        if played is None:
            return None
        moves = [*self._moves()]
        return Playthrough.of(moves, played) if moves else Playthrough(played)

    def _moves(self) -> Iterator[Decision]:
        """The decisions of that game."""
        for decision in self.decisions:
            contest = decision.position.contest
            if contest is not None and contest.played is not None and decision.text not in SETTLEMENTS:
                yield Decision(contest.played, contest.inner_code(decision.code))

    @property
    def first_move(self) -> int:
        """How many decisions of the game around it were made before that game."""
        return self.begin + sum(decision.position.by_chance for decision in self.decisions)


def story(game: Playthrough) -> Iterator[PlayedContest]:
    """The contests of a game in the order in which they were played; the last one may go on."""
    number = made = 0
    for purpose, group in groupby(game.decisions, _purpose):
        decisions = tuple(group)
        if purpose:
            number += 1
            # Time passes in a contest that goes on, not only by decisions.
            contest = contest_after(decisions[-1], game.position.contest)
            assert contest is not None
            yield PlayedContest(number, made, decisions[0].position, decisions, contest)
        made += len(decisions)
    now = game.position.contest
    if now is not None and not (made and _purpose(game.decisions[-1]) == now.purpose):
        yield PlayedContest(number + 1, made, game.position, (), now)


def _purpose(decision: Decision) -> str:
    """Identifies the contest that a decision belongs to; empty if it belongs to none."""
    contest = decision.position.contest
    return "" if contest is None else contest.purpose
