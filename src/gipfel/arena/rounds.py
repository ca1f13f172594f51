"""Schedules whose pairings follow from the results so far: Swiss system and knockout.

Everything is computed from the games that are played, so an interrupted match goes on with the same pairings.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from gipfel.arena.games import GameKey, GameResult
from gipfel.pairing.knockout import first_slots, knockout, knockout_rounds
from gipfel.pairing.rounds import Entrant, round_robin_rounds, swiss

Results = Mapping[GameKey, GameResult]

MOST_EXTRA_PAIRS = 4
"""A knockout that is tied goes on for at most this number of pairs; then the better seeded player goes on."""
POINTS_OF_A_PAIR = 4
"""In halves; who has no opponent gets them for each pair of the round."""


@dataclass(frozen=True, slots=True)
class Meeting:
    """Two players who meet in a round, or one who has no opponent."""

    round: int
    """From 1 on."""
    first: int
    second: int | None
    """None for a bye."""
    first_pair: int
    """The number of its first pair of games,"""
    pairs: int
    """and how many pairs it has."""

    @property
    def keys(self) -> list[GameKey]:
        """The games of the meeting."""
        if self.second is None:
            return []
        numbers = range(self.first_pair, self.first_pair + self.pairs)
        return [
            GameKey(self.first, self.second, pair, swapped) for pair in numbers for swapped in (False, True)
        ]

    def is_over(self, results: Results) -> bool:
        """Are all of its games played?"""
        return all(key in results for key in self.keys)

    def points(self, results: Results) -> tuple[int, int]:
        """The half points of both players; a bye counts as if all games were won."""
        if self.second is None:
            return POINTS_OF_A_PAIR * self.pairs, 0
        first = sum(results[key].half_points for key in self.keys)
        return first, POINTS_OF_A_PAIR * self.pairs - first


# --- Swiss system ----------------------------------------------------------------------------------------


def most_swiss_rounds(players: int) -> int:
    """The number of rounds after which everybody could have met everybody."""
    return round_robin_rounds(players)


def usual_swiss_rounds(players: int) -> int:
    """Enough rounds to find a winner."""
    return min(knockout_rounds(players) + 1, most_swiss_rounds(players))


def swiss_meetings(players: int, rounds: int, pairs: int, results: Results) -> list[Meeting]:
    """All meetings of the rounds that can be paired: those that are over, and the next one."""
    meetings: list[Meeting] = []
    for number in range(1, rounds + 1):
        entrants = [swiss_entrant(player, meetings, results) for player in range(players)]
        first_pair = (number - 1) * pairs
        new = [
            Meeting(number, one, other, first_pair, pairs)
            if other is None
            else Meeting(number, min(one, other), max(one, other), first_pair, pairs)
            for one, other in swiss(entrants)
        ]
        meetings += new
        if not all(meeting.is_over(results) for meeting in new):
            break
    return meetings


def swiss_entrant(player: int, meetings: list[Meeting], results: Results) -> Entrant:
    """What the pairing of the next round needs to know. Colours do not count: everybody plays both."""
    own = [meeting for meeting in meetings if player in (meeting.first, meeting.second)]
    points = sum(meeting.points(results)[player != meeting.first] for meeting in own)
    opponents = {meeting.first if player == meeting.second else meeting.second for meeting in own}
    known = frozenset(opponent for opponent in opponents if opponent is not None)
    return Entrant(player, points, known, byes=sum(meeting.second is None for meeting in own))


# --- Knockout --------------------------------------------------------------------------------------------


def knockout_meetings(players: int, pairs: int, results: Results) -> list[Meeting]:
    """All meetings of the rounds that can be paired: those that are over, and the next one."""
    meetings: list[Meeting] = []
    slots = first_slots(players)
    for number in range(1, knockout_rounds(players) + 1):
        first_pair = (number - 1) * (pairs + MOST_EXTRA_PAIRS)
        new = [_prolonged(Meeting(number, *both, first_pair, pairs), results) for both in knockout(slots)]
        meetings += new
        if not all(meeting.is_over(results) for meeting in new):
            break
        slots = [winner(meeting, results) for meeting in new]
    return meetings


def _prolonged(meeting: Meeting, results: Results) -> Meeting:
    """A meeting with another pair as long as it is tied."""
    most = meeting.pairs + MOST_EXTRA_PAIRS
    while meeting.pairs < most and meeting.second is not None and meeting.is_over(results):
        first, second = meeting.points(results)
        if first != second:
            break
        meeting = Meeting(meeting.round, meeting.first, meeting.second, meeting.first_pair, meeting.pairs + 1)
    return meeting


def winner(meeting: Meeting, results: Results) -> int:
    """Who goes on after a meeting of a knockout; the better seeded player if it is still tied."""
    first, second = meeting.points(results)
    return meeting.first if meeting.second is None or first >= second else meeting.second
