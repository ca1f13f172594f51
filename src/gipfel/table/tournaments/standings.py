"""The standings of a tournament, with tie-breaks.

Points come first. In a round robin, ties are broken by the direct encounter, Sonneborn-Berger and the number
of wins; in a Swiss tournament by Buchholz, Sonneborn-Berger, the direct encounter and the number of wins.
Players with everything equal share a place.

* Buchholz: the points of all opponents.
* Sonneborn-Berger: the points of all opponents who were beaten, and half of the points of those with a draw.
* Direct encounter: the points from the games among the players who are equal so far, if all of them have met.

A bye, or a game that was forfeited, counts for Buchholz and Sonneborn-Berger as a game against an opponent
with as many points as the player has.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby

from gipfel.table.tournaments.tournament import (
    FORFEITS,
    POINTS,
    ROUND_ROBIN,
    SWISS,
    Pairing,
    Tournament,
)

WIN, DRAW = 2, 1
"""Points in halves."""

DIRECT, SONNEBORN_BERGER, BUCHHOLZ, WINS = "direct", "sonneborn-berger", "buchholz", "wins"
TIE_BREAKS = {
    ROUND_ROBIN: (DIRECT, SONNEBORN_BERGER, WINS),
    SWISS: (BUCHHOLZ, SONNEBORN_BERGER, DIRECT, WINS),
}


@dataclass(frozen=True, slots=True)
class Standing:
    """The place of a player, and what it rests on."""

    place: int
    player: int
    played: int
    """Games with a result, forfeited ones included."""
    won: int
    drawn: int
    lost: int
    points: float
    tie_breaks: tuple[float, ...]
    """In the order of `TIE_BREAKS`."""


def standings(tournament: Tournament) -> list[Standing]:
    """All players, the best one first."""
    table = _Table(tournament)
    kinds = TIE_BREAKS[tournament.kind]
    groups = _groups([player.number for player in tournament.players], table.points)
    values: dict[int, list[int]] = {player.number: [] for player in tournament.players}
    for kind in kinds:
        divided = []
        for group in groups:
            found = table.values(kind, group)
            for player in group:
                values[player].append(found[player])
            divided += _groups(group, found)
        groups = divided
    ranking: list[Standing] = []
    for group in groups:
        place = len(ranking) + 1
        ranking += [table.standing(place, player, kinds, values[player]) for player in group]
    return ranking


def _groups(players: Sequence[int], values: Mapping[int, int]) -> list[list[int]]:
    """Players with the same value together, the highest one first; in a group they stay in their order."""
    ranked = sorted(players, key=lambda player: -values[player])
    return [[*group] for _, group in groupby(ranked, values.__getitem__)]


UNITS = {DIRECT: 2, BUCHHOLZ: 2, SONNEBORN_BERGER: 4, WINS: 1}
"""What the numbers are multiplied with to be whole."""


@dataclass(frozen=True, slots=True)
class _Game:
    """A game with a result, or a bye, from the point of view of one player."""

    opponent: int | None
    """None for a bye."""
    points: int
    """In halves."""
    met: bool
    """Was it played?"""


class _Table:
    """The results of all players; numbers are whole: points in halves, Sonneborn-Berger in quarters."""

    def __init__(self, tournament: Tournament) -> None:
        self._own: dict[int, list[_Game]] = {player.number: [] for player in tournament.players}
        for pairing in tournament.pairings:
            for player, game in _games(pairing, tournament.bye_points):
                self._own[player].append(game)
        self.points = {player: sum(game.points for game in own) for player, own in self._own.items()}

    def values(self, kind: str, group: Sequence[int]) -> dict[int, int]:
        """The value of a tie-break for each player of a group."""
        if kind == DIRECT:
            return self._among(group)
        values: dict[str, Callable[[int], int]] = {
            BUCHHOLZ: self._buchholz,
            SONNEBORN_BERGER: self._sonneborn_berger,
            WINS: self._wins,
        }
        return {player: values[kind](player) for player in group}

    def _strength(self, game: _Game, player: int) -> int:
        """The points of the opponent, or of the player if nobody was met."""
        return self.points[game.opponent if game.met and game.opponent is not None else player]

    def _buchholz(self, player: int) -> int:
        return sum(self._strength(game, player) for game in self._own[player])

    def _sonneborn_berger(self, player: int) -> int:
        return sum(game.points * self._strength(game, player) for game in self._own[player])

    def _wins(self, player: int) -> int:
        return sum(game.opponent is not None and game.points == WIN for game in self._own[player])

    def _among(self, group: Sequence[int]) -> dict[int, int]:
        """The points from the games among some players; nobody has any if not all of them have met."""
        points, met = dict.fromkeys(group, 0), set[frozenset[int]]()
        for player in group:
            for game in self._own[player]:
                if game.opponent in points:
                    points[player] += game.points
                    met.add(frozenset((player, game.opponent)))
        everybody = all(frozenset(pair) in met for pair in combinations(group, 2))
        return points if everybody else dict.fromkeys(group, 0)

    def standing(self, place: int, player: int, kinds: Sequence[str], values: Sequence[int]) -> Standing:
        games = [game.points for game in self._own[player] if game.opponent is not None]
        breaks = tuple(value / UNITS[kind] for kind, value in zip(kinds, values, strict=True))
        won, drawn = games.count(WIN), games.count(DRAW)
        lost = len(games) - won - drawn
        return Standing(place, player, len(games), won, drawn, lost, self.points[player] / 2, breaks)


def _games(pairing: Pairing, bye_points: int) -> list[tuple[int, _Game]]:
    """A pairing for each of its players; nothing without a result, nor for who rests in a round robin."""
    white, black, result = pairing.white, pairing.black, pairing.result
    if black is None:
        return [(white, _Game(None, bye_points, False))] if bye_points else []
    if not result:
        return []
    points, met = POINTS[result], result not in FORFEITS
    return [(white, _Game(black, points[0], met)), (black, _Game(white, points[1], met))]
