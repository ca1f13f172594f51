"""Matches: games of the same two players one after the other, with sides changed, and with a common score.

Each table knows its place in the match; the score is computed from the results of its tables.
"""

from collections.abc import Collection, Iterable
from dataclasses import dataclass

from gipfel.games.core.side import Side
from gipfel.games.core.story import story
from gipfel.locale import say
from gipfel.table.endings import SCORES
from gipfel.table.setup import NO_MATCH, MatchPlace
from gipfel.table.table import Table

GAMES = ("game", "report")
"""The kinds of contests that are games; dice, coins and cards do not count."""

Numbers = tuple[int, int]
"""A number for White and one for Black."""


@dataclass(frozen=True, slots=True)
class GameResult:
    """One game of a match, as far as the score needs it."""

    number: int
    """1 for the first game of the match."""
    score: str
    """As tables write it; empty while the game is played."""
    contests: Numbers = (0, 0)
    """The games that White and Black have won inside this one, for the use of potentials."""


@dataclass(frozen=True, slots=True)
class MatchScore:
    """The score of a match for White and Black of one of its games."""

    number: int
    """The number of that game."""
    first_to: int
    """The number of wins that decides the match; 0 if the players agreed on none."""
    won: Numbers
    drawn: int
    games: Numbers
    """All games that were won, also those inside others."""

    @property
    def winner(self) -> Side | None:
        """Who has won the match; None while it goes on."""
        if not self.first_to:
            return None
        return next((side for side in Side if self.won[side] >= self.first_to), None)


def match_score(number: int, first_to: int, results: Iterable[GameResult]) -> MatchScore:
    """The score after some games, from the point of view of game `number`; sides change with every game."""
    won, games, drawn = [0, 0], [0, 0], 0
    for result in results:
        changed = (result.number - number) % 2 == 1
        winner = SCORES.get(result.score)
        drawn += result.score in SCORES and winner is None
        for side in Side:
            here = side.other if changed else side
            won[here] += winner == side
            games[here] += (winner == side) + result.contests[side]
    return MatchScore(number, first_to, (won[0], won[1]), drawn, (games[0], games[1]))


def shown_score(place: MatchPlace, results: Collection[GameResult]) -> MatchScore | None:
    """The score of the match of a table; None as long as it is a single game."""
    single = len(results) < 2 and place == NO_MATCH
    return None if single else match_score(place.number, place.first_to, results)


def next_place(place: MatchPlace, table_id: str, score: MatchScore, agreed: int) -> MatchPlace:
    """The place of a rematch: the next one of the match, or the first one of another if it is decided.

    `agreed`: the number of wins on which the players have agreed with the rematch, if they have.
    """
    if score.winner is not None:
        return MatchPlace(first_to=agreed)
    return MatchPlace(place.first or table_id, place.number + 1, place.first_to or agreed)


def why_not_first_to(score: MatchScore, first_to: int) -> str:
    """Why the players cannot agree on a number of wins with the next game; empty if they can."""
    if not first_to or score.winner is not None or first_to == score.first_to:
        return ""
    if score.first_to:
        return say("This match is decided by {number} wins; that stays so.", number=score.first_to)
    if first_to <= max(score.won):
        return say("Somebody has won {number} games of this match already.", number=max(score.won))
    return ""


def result_of(table: Table) -> GameResult:
    """The result of a table; the games inside it count when it is over."""
    number = table.setup.match.number
    return GameResult(number, table.score, contests_won(table) if table.outcome is not None else (0, 0))


def contests_won(table: Table) -> Numbers:
    """The games that White and Black have won inside the game, for the use of potentials."""
    won = [0, 0]
    for played in story(table.play):
        if played.contest.kind in GAMES and played.winner is not None:
            won[played.winner] += 1
    return won[0], won[1]
