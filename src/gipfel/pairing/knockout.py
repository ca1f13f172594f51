"""Knockout: who loses is out. The first two of the list can meet only in the final.

Eight players, all favourites winning:

    1 ─┐
    8 ─┴ 1 ─┐
    4 ─┐    │
    5 ─┴ 4 ─┴ 1 ─┐
    2 ─┐         │
    7 ─┴ 2 ─┐    │
    3 ─┐    │    │
    6 ─┴ 3 ─┴ 2 ─┴ 1
"""

from collections.abc import Sequence

Slot = int | None
"""A player, or None for a place that nobody fills: the opponent has a bye."""


def knockout_rounds(players: int) -> int:
    """The number of rounds until one player is left."""
    return (players - 1).bit_length()


def first_slots(players: int) -> list[Slot]:
    """The places of the first round: two neighbours meet, and the winners of two pairs do in the next one."""
    slots = [0]
    while len(slots) < players:
        last = 2 * len(slots) - 1
        slots = [seed for slot in slots for seed in (slot, last - slot)]
    return [seed if seed < players else None for seed in slots]


def knockout(slots: Sequence[Slot]) -> list[tuple[int, Slot]]:
    """The pairings of a round, the better seeded player first; byes have None."""
    pairs = []
    for one, other in zip(slots[::2], slots[1::2], strict=True):
        known = sorted(slot for slot in (one, other) if slot is not None)
        if known:
            pairs.append((known[0], known[1] if len(known) == 2 else None))
    return pairs
