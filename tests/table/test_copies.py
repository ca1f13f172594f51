"""Copies of tables."""

from random import Random
from timeit import repeat

from gipfel import BLACK, WHITE
from gipfel.table.events import Declined, MessageSent, Offered, Undone
from gipfel.table.offers import MOST_MESSAGES
from tests.helpers.tables import firsts, new_table, planned, play_at_random, standing


def test_what_happens_at_a_copy_does_not_happen_here() -> None:
    table = firsts(new_table("yinsh"), 2)
    table.apply(MessageSent(WHITE, "hello"))
    before = standing(table)
    twin = planned(table.copy(), BLACK, "a4", "a5")
    twin.apply(Offered(WHITE, "draw"))
    twin.apply(MessageSent(BLACK, "well"))
    twin.apply(Declined(BLACK, "draw"))
    twin.apply(Undone(1))
    assert standing(table) == before
    assert standing(twin) != before


def test_a_copy_costs_next_to_nothing() -> None:
    """One is made for every decision, so nothing long may be copied but the decisions themselves."""
    table = new_table("dvonn")
    play_at_random(table, Random(1), 200)
    without = min(repeat(table.copy, number=200, repeat=5)) / 200
    for number in range(MOST_MESSAGES):
        table.apply(MessageSent(WHITE, str(number)))
    with_messages = min(repeat(table.copy, number=200, repeat=5)) / 200
    assert with_messages < without + 20e-6
    assert table.copy().messages is table.messages
