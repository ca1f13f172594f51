"""Knockout: favourites meet late, and every round halves the players."""

import pytest

from gipfel.pairing.knockout import first_slots, knockout, knockout_rounds


@pytest.mark.parametrize("players", range(2, 33))
def test_favourites_meet_late(players: int) -> None:
    """If the better seeded player always wins, the best of the list are left in each round."""
    slots = first_slots(players)
    rounds = 0
    while len(slots) > 1:
        pairs = knockout(slots)
        left = len([slot for slot in slots if slot is not None])
        expected = -(-left // 2) if rounds else 2 ** (knockout_rounds(players) - 1)
        assert sorted(first for first, _ in pairs) == [*range(expected)]
        if rounds:
            assert all(other is not None for _, other in pairs), "byes are in the first round only"
        slots = [first for first, _ in pairs]
        rounds += 1
    assert rounds == knockout_rounds(players)
    assert slots == [0]


def test_everybody_has_one_place() -> None:
    assert first_slots(8) == [0, 7, 3, 4, 1, 6, 2, 5]
    assert first_slots(5) == [0, None, 3, 4, 1, None, 2, None]
    assert knockout(first_slots(5)) == [(0, None), (3, 4), (1, None), (2, None)]
