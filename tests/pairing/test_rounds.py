"""Pairings: nobody plays twice in a round, everybody meets everybody, byes and sides are fair."""

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

from gipfel.pairing.rounds import Entrant, Pair, round_robin, round_robin_rounds, swiss


def numbers(pairs: list[Pair]) -> list[int]:
    return [player for pair in pairs for player in pair if player is not None]


# --- Round robin --------------------------------------------------------------------------------------


@pytest.mark.parametrize("count", range(2, 65))
def test_everybody_meets_everybody_once(count: int) -> None:
    players = [*range(1, count + 1)]
    met, white, resting = Counter[frozenset[int]](), Counter[int](), Counter[int]()
    for number in range(1, round_robin_rounds(count) + 1):
        pairs = round_robin(players, number)
        assert sorted(numbers(pairs)) == players
        for one, other in pairs:
            if other is None:
                resting[one] += 1
            else:
                met[frozenset((one, other))] += 1
                white.update({one: 1, other: -1})
    assert {*met.values()} == {1}
    assert len(met) == count * (count - 1) // 2
    assert max(map(abs, white.values())) <= 1, "White as often as Black, or once more or less"
    assert resting == (Counter() if count % 2 == 0 else Counter(players)), "everybody rests once"


def test_the_pairings_of_four() -> None:
    assert [round_robin([1, 2, 3, 4], number) for number in (1, 2, 3)] == [
        [(1, 4), (3, 2)],
        [(4, 2), (1, 3)],
        [(3, 4), (2, 1)],
    ]


# --- Swiss --------------------------------------------------------------------------------------------


def test_the_upper_half_meets_the_lower_half_at_first() -> None:
    pairs = swiss([Entrant(number, 0) for number in range(1, 9)])
    assert pairs == [(1, 5), (6, 2), (3, 7), (8, 4)]


def test_a_worked_example() -> None:
    """After a round 1-0, 0-1, draw of six: winners meet, those with a draw meet, losers meet."""
    first = swiss([Entrant(number, 0) for number in range(1, 7)])
    assert first == [(1, 4), (5, 2), (3, 6)]
    points = {1: 2, 4: 0, 5: 0, 2: 2, 3: 1, 6: 1}
    entrants = [met(Entrant(number, points[number]), first) for number in range(1, 7)]
    # 3 and 6 have met: the one with a draw who is placed lower meets a loser.
    assert swiss(entrants) == [(2, 1), (4, 3), (6, 5)]


def met(entrant: Entrant, pairs: list[Pair]) -> Entrant:
    """The same player after a round that was paired like this."""
    for one, other in pairs:
        if entrant.number == one and other is None:
            return replace(entrant, byes=entrant.byes + 1)
        if entrant.number in (one, other):
            opponent = other if entrant.number == one else one
            assert opponent is not None
            colours = (*entrant.colours, entrant.number == one)
            return replace(entrant, opponents=entrant.opponents | {opponent}, colours=colours)
    raise AssertionError(f"{entrant.number} was not paired")


def test_who_is_last_without_a_bye_gets_it() -> None:
    entrants = [Entrant(1, 2), Entrant(2, 1), Entrant(3, 0, byes=1)]
    assert swiss(entrants)[-1] == (2, None)


def test_a_player_with_more_games_as_white_gets_black() -> None:
    often, seldom = Entrant(1, 4, colours=(True, True)), Entrant(2, 4, colours=(True, False))
    assert swiss([often, seldom]) == [(2, 1)]
    alternating = Entrant(1, 4, colours=(False, True)), Entrant(2, 4, colours=(True, False))
    assert swiss([*alternating]) == [(2, 1)], "who had Black last"


def test_if_all_have_met_some_meet_again() -> None:
    everybody = frozenset({1, 2, 3, 4})
    pairs = swiss([Entrant(number, 0, everybody - {number}) for number in everybody])
    assert sorted(numbers(pairs)) == [1, 2, 3, 4]


def test_only_as_many_meet_again_as_necessary() -> None:
    """1, 2 and 3 have met, and 4, 5 and 6: everybody can meet one of the others."""
    opponents = {1: {2, 3}, 2: {1, 3}, 3: {1, 2}, 4: {5, 6}, 5: {4, 6}, 6: {4, 5}}
    pairs = swiss([Entrant(number, 0, frozenset(known)) for number, known in opponents.items()])
    assert not any(other in opponents[one] for one, other in pairs)


@settings(max_examples=60, deadline=None)
@given(players=some.integers(2, 40), rounds=some.integers(1, 9), seed=some.integers(0, 10**6))
def test_whole_tournaments(players: int, rounds: int, seed: int) -> None:
    """Nobody plays twice in a round, nobody meets anybody again before half of the others, byes are fair."""
    chance = Random(seed)
    entrants = {number: Entrant(number, 0) for number in range(1, players + 1)}
    for _ in range(min(rounds, max(1, players // 2))):
        pairs = swiss([*entrants.values()])
        assert sorted(numbers(pairs)) == sorted(entrants)
        assert sum(other is None for _, other in pairs) == players % 2
        before = entrants
        entrants = {number: met(entrant, pairs) for number, entrant in entrants.items()}
        for one, other in pairs:
            assert other not in before[one].opponents, "there was another way"
            won = chance.choice((0, 1, 2))
            entrants[one] = replace(
                entrants[one], points=entrants[one].points + (2 if other is None else won)
            )
            if other is not None:
                entrants[other] = replace(entrants[other], points=entrants[other].points + 2 - won)
        byes = [entrant.byes for entrant in entrants.values()]
        assert max(byes) - min(byes) <= 1, "nobody has a second bye before everybody has had one"
        assert max(abs(entrant.balance) for entrant in entrants.values()) <= 2


def test_the_largest_tournament_is_paired_at_once() -> None:
    """64 players of whom each one has met all but two."""
    far = [frozenset((number + step) % 64 for step in range(2, 63)) - {number} for number in range(64)]
    symmetric = [frozenset(o for o in range(64) if o in far[n] or n in far[o]) for n in range(64)]
    pairs = swiss([Entrant(number, 0, symmetric[number]) for number in range(64)])
    assert sorted(numbers(pairs)) == [*range(64)]
