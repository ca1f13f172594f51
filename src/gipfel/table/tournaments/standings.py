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

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby

from gipfel.table.tournaments.tournament import ROUND_ROBIN, SWISS, Pairing, Tournament

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
    groups = _groups([player.number for player in tournament.players], table.points.__getitem__)
    values: dict[int, list[int]] = {player.number: [] for player in tournament.players}
    for kind in kinds:
        divided = []
        for group in groups:
            key = table.key(kind, group)
            for player in group:
                values[player].append(key(player))
            divided += _groups(group, key)
        groups = divided
    found: list[Standing] = []
    for group in groups:
        place = len(found) + 1
        found += [table.standing(place, player, kinds, values[player]) for player in group]
    return found


def _groups(players: Sequence[int], key: Callable[[int], int]) -> list[list[int]]:
    """Players with the same value together, the highest one first; in a group they stay in their order."""
    ranked = sorted(players, key=lambda player: -key(player))
    return [[*group] for _, group in groupby(ranked, key)]


UNITS = {DIRECT: 2, BUCHHOLZ: 2, SONNEBORN_BERGER: 4, WINS: 1}
"""What the numbers are multiplied with to be whole."""


class _Table:
    """The results of all players; numbers are whole: points in halves, Sonneborn-Berger in quarters."""

    def __init__(self, tournament: Tournament) -> None:
        self._bye = tournament.bye_points
        self._own: dict[int, list[Pairing]] = {
            player.number: [
                pairing
                for pairing in tournament.pairings
                if player.number in (pairing.white, pairing.black) and pairing.decided
            ]
            for player in tournament.players
        }
        self.points = {
            player: sum(self._points(game, player) for game in own) for player, own in self._own.items()
        }

    def _points(self, pairing: Pairing, player: int) -> int:
        return self._bye if pairing.black is None else pairing.points(player)

    def key(self, kind: str, group: Sequence[int]) -> Callable[[int], int]:
        """The value of a tie-break for each player of a group."""
        if kind == DIRECT:
            among = self._among(group)
            return among.__getitem__
        values: dict[str, Callable[[int], int]] = {
            BUCHHOLZ: self._buchholz,
            SONNEBORN_BERGER: self._sonneborn_berger,
            WINS: self._wins,
        }
        return values[kind]

    def _counted(self, player: int) -> list[Pairing]:
        """What counts for Buchholz and Sonneborn-Berger: games and byes, but not resting in a round robin."""
        return [pairing for pairing in self._own[player] if pairing.black is not None or self._bye]

    def _strength(self, pairing: Pairing, player: int) -> int:
        """The points of the opponent, or of the player if nobody was met."""
        opponent = pairing.opponent(player) if pairing.played else None
        return self.points[player if opponent is None else opponent]

    def _buchholz(self, player: int) -> int:
        return sum(self._strength(pairing, player) for pairing in self._counted(player))

    def _sonneborn_berger(self, player: int) -> int:
        return sum(
            self._points(pairing, player) * self._strength(pairing, player)
            for pairing in self._counted(player)
        )

    def _wins(self, player: int) -> int:
        return sum(pairing.points(player) == 2 for pairing in self._own[player])

    def _among(self, group: Sequence[int]) -> dict[int, int]:
        """The points from the games among some players; nobody has any if not all of them have met."""
        points, met = dict.fromkeys(group, 0), set[frozenset[int]]()
        for player in group:
            for pairing in self._own[player]:
                opponent = pairing.opponent(player)
                if opponent in points:
                    points[player] += pairing.points(player)
                    met.add(frozenset((player, opponent)))
        everybody = all(frozenset(pair) in met for pair in combinations(group, 2))
        return points if everybody else dict.fromkeys(group, 0)

    def standing(self, place: int, player: int, kinds: Sequence[str], values: Sequence[int]) -> Standing:
        games = [pairing.points(player) for pairing in self._own[player] if pairing.black is not None]
        breaks = tuple(value / UNITS[kind] for kind, value in zip(kinds, values, strict=True))
        won, drawn = games.count(2), games.count(1)
        lost = len(games) - won - drawn
        return Standing(place, player, len(games), won, drawn, lost, self.points[player] / 2, breaks)
