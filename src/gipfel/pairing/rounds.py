"""Who meets whom: everybody everybody (round robin), or players with about the same points (Swiss).

Players are numbers. A pairing is (white, black); black is None for a player who has no opponent in a round.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import count

Pair = tuple[int, int | None]

MOST_TRIES = 20_000
"""How many pairs are tried before more repeated ones are allowed; of twelve players, these are all."""
FARTHEST = 2
"""By how many games the numbers of games as White and as Black may differ, where it can be avoided."""


# --- Round robin -----------------------------------------------------------------------------------------


def round_robin_rounds(players: int) -> int:
    """The number of rounds in which everybody meets everybody."""
    return players - 1 if players % 2 == 0 else players


def round_robin(players: Sequence[int], number: int) -> list[Pair]:
    """The pairings of a round, from 1; each two players meet once in all rounds.

    All players but the last one sit in a circle, whose first place moves on by one with each round. Players
    at the same distance from it meet; the first one meets the last player, or rests if the number is odd.
    """
    turning = len(players) - 1 if len(players) % 2 == 0 else len(players)
    first = (number - 1) % turning
    alone: Pair = (players[first], None)
    if len(players) % 2 == 0:
        alone = (players[first], players[-1]) if number % 2 else (players[-1], players[first])
    pairs = [alone]
    for distance in range(1, (turning + 1) // 2):
        one, other = players[(first + distance) % turning], players[(first - distance) % turning]
        pairs.append((one, other) if distance % 2 == 0 else (other, one))
    return pairs if alone[1] is not None else [*pairs[1:], alone]


# --- Swiss -----------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Entrant:
    """What the pairing of a Swiss round needs to know about a player."""

    number: int
    points: int
    """In halves."""
    opponents: frozenset[int] = frozenset()
    colours: tuple[bool, ...] = ()
    """For each game that was paired: White?"""
    byes: int = 0

    @property
    def balance(self) -> int:
        """Games as White, less those as Black."""
        return 2 * sum(self.colours) - len(self.colours)


def swiss(entrants: Sequence[Entrant]) -> list[Pair]:
    """The pairings of the next round, the best players first, and the bye at the end.

    Of those with the fewest byes the last one gets the bye. Players meet somebody they have not met, with the
    same points where possible; the upper half of those with the same points meets the lower half.
    """
    ranked = sorted(entrants, key=lambda entrant: (-entrant.points, entrant.number))
    if len(ranked) % 2 == 0:
        return _coloured(_matched(ranked))
    fewest = min(entrant.byes for entrant in ranked)
    candidates = [entrant for entrant in reversed(ranked) if entrant.byes == fewest]
    for resting in candidates:
        others = [entrant for entrant in ranked if entrant is not resting]
        found = _Matching(0, strict=False).of(others)
        if found is not None:
            return [*_coloured(_matched(others)), (resting.number, None)]
    others = [entrant for entrant in ranked if entrant is not candidates[0]]
    return [*_coloured(_matched(others)), (candidates[0].number, None)]


Match = tuple[Entrant, Entrant]


def _matched(ranked: list[Entrant]) -> list[Match]:
    """The best pairings: as few repeated ones as possible, and then with balanced sides if possible."""
    for repeats in count():
        for strict in (True, False):
            found = _Matching(repeats, strict).of(ranked)
            if found is not None:
                return found
    raise AssertionError("with enough repeated pairings there is always one")


@dataclass
class _Matching:
    """A search for pairings of all players; the first one that is found counts."""

    repeats: int
    """How many pairings may repeat earlier ones."""
    strict: bool
    """Must the sides of all players stay balanced?"""
    _tries: int = 0
    _impossible: set[tuple[frozenset[int], int]] = field(default_factory=set)
    """Players of whom it is known that they cannot be paired with this number of repeated pairings."""

    def of(self, ranked: list[Entrant]) -> list[Match] | None:
        return self._paired(ranked, self.repeats)

    def _paired(self, ranked: list[Entrant], repeats: int) -> list[Match] | None:
        if not ranked:
            return []
        key = frozenset(entrant.number for entrant in ranked), repeats
        if key in self._impossible:
            return None
        first, *others = ranked
        for other in _preferred(first, others):
            again = other.number in first.opponents
            if again > repeats or (self.strict and _unbalanced(first, other)):
                continue
            self._tries += 1
            if self._tries > MOST_TRIES:
                return None
            left = [entrant for entrant in others if entrant is not other]
            found = self._paired(left, repeats - again)
            if found is not None:
                return [(first, other), *found]
        self._impossible.add(key)
        return None


def _preferred(first: Entrant, others: list[Entrant]) -> list[Entrant]:
    """Opponents for a player, the best ones first: near in points, for the other side, of the other half."""
    equal = sum(other.points == first.points for other in others) + 1
    half = equal // 2

    def key(place: int) -> tuple[int, bool, int]:
        other = others[place]
        distance = abs(place + 1 - half) if other.points == first.points else place
        return abs(first.points - other.points), first.balance * other.balance > 0, distance

    return [others[place] for place in sorted(range(len(others)), key=key)]


def _unbalanced(one: Entrant, other: Entrant) -> bool:
    """Would one of two players have played one colour too often, whoever plays White?"""
    return all(
        abs(white.balance + 1) > FARTHEST or abs(black.balance - 1) > FARTHEST
        for white, black in ((one, other), (other, one))
    )


def _coloured(matches: list[Match]) -> list[Pair]:
    return [_sides(one, other, board) for board, (one, other) in enumerate(matches)]


def _sides(one: Entrant, other: Entrant, board: int) -> Pair:
    """Who had White less often has it now, else who had Black when the other one had White; else by board."""
    if one.balance != other.balance:
        white = one if one.balance < other.balance else other
    else:
        latest = zip(reversed(one.colours), reversed(other.colours), strict=False)
        differing = next((mine for mine, theirs in latest if mine != theirs), None)
        if differing is None:
            differing = board % 2 == 1
        white = other if differing else one
    return (white.number, other.number if white is one else one.number)
