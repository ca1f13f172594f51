"""Offers: draws, taking back, playing again."""

from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import gipfel
from gipfel import BLACK, WHITE, GipfelError
from gipfel.games.core.side import Outcome, Side
from gipfel.table.events import (
    Aborted,
    Accepted,
    Decided,
    Declined,
    Event,
    MessageSent,
    Offered,
    Redone,
    Rematched,
    Resigned,
    Seated,
    Undone,
    read_event,
    write_event,
)
from gipfel.table.offers import OFFERS, Offer
from gipfel.table.seats import Seat
from gipfel.table.table import Table
from tests.helpers.own_games import WITH_RULEBOOK
from tests.helpers.tables import ENGINE, after_the_dice, conclusion, firsts, new_table, refuse, standing

DRAWS = {"punct", "zertz", "dvonn", "yinsh", "tamsk", "lyngk"}


# --- Draws --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", WITH_RULEBOOK)
def test_a_draw_is_offered_only_where_there_are_draws(name: str) -> None:
    table = firsts(new_table(name), 4)
    assert table.game.draws == (name in DRAWS)
    assert table.can_offer(WHITE, "draw") == table.can_offer(BLACK, "draw") == (name in DRAWS)
    if name not in DRAWS:
        refuse(table, Offered(WHITE, "draw"), because="There are no draws")
        return
    table.apply(Offered(WHITE, "draw"))
    table.apply(Accepted(BLACK, "draw"))
    assert (table.outcome, table.score) == (Outcome(None, "agreement"), "1/2-1/2")
    assert "agreement" in conclusion(table)
    record = gipfel.read_record(gipfel.write_record(table.record()))
    assert (record.result, record.reason) == ("1/2-1/2", "agreement")


def test_a_draw_stands_while_who_offered_it_decides_and_lapses_when_the_other_does() -> None:
    table = firsts(new_table("yinsh"), 2)
    table.apply(Offered(WHITE, "draw"))
    firsts(table, 1)
    assert table.offer == Offer("draw", WHITE)
    firsts(table, 1)
    assert table.offer is None
    refuse(table, Accepted(BLACK, "draw"), because="White does not offer this now")


def test_both_want_a_draw() -> None:
    table = firsts(new_table("yinsh"), 2)
    table.apply(Offered(BLACK, "draw"))
    table.apply(Offered(WHITE, "draw"))
    assert str(table.outcome) == "1/2-1/2 agreement"
    assert table.offer is None


def test_nobody_accepts_for_somebody_else() -> None:
    table = firsts(new_table("yinsh"), 2)
    refuse(table, Accepted(BLACK, "draw"), Declined(BLACK, "draw"))
    table.apply(Offered(WHITE, "draw"))
    refuse(table, Accepted(WHITE, "draw"), Accepted(BLACK, "undo"), Declined(BLACK, "undo"))
    refuse(table, Offered(WHITE, "draw"), because="has offered this already")
    refuse(table, Offered(BLACK, "undo"), because="answer it first")
    refuse(table, Offered(WHITE, "dragon"), because="draw, undo, rematch, tie, not 'dragon'")


def test_who_was_refused_asks_again_only_later() -> None:
    table = firsts(new_table("yinsh"), 2)
    table.apply(Offered(WHITE, "draw"))
    table.apply(Declined(BLACK, "draw"))
    assert table.offer is None
    assert not table.can_offer(WHITE, "draw")
    assert table.can_offer(BLACK, "draw")
    assert table.can_offer(WHITE, "undo")
    refuse(table, Offered(WHITE, "draw"), because="has just refused")
    firsts(table, 1)
    assert table.can_offer(WHITE, "draw")


def test_an_offer_is_withdrawn_or_replaced() -> None:
    table = firsts(new_table("yinsh"), 2)
    table.apply(Offered(WHITE, "draw"))
    table.apply(Offered(WHITE, "undo"))
    assert table.offer == Offer("undo", WHITE)
    table.apply(Declined(WHITE, "undo"))
    assert table.offer is None
    assert table.can_offer(WHITE, "undo")


def test_an_engine_and_an_empty_seat_answer_nothing() -> None:
    for black in (ENGINE, Seat(waits=True)):
        table = firsts(new_table("yinsh", black=black), 2)
        assert not any(table.can_offer(side, what) for side, what in product(Side, OFFERS))
        refuse(table, Offered(WHITE, "draw"), because="nobody who could answer")


def test_who_sits_down_has_offered_and_planned_nothing() -> None:
    table = firsts(new_table("yinsh"), 2)
    table.apply(Offered(WHITE, "draw"))
    table.apply(table.check_plan(BLACK, ["a4", "a5"]))
    table.apply(Seated(BLACK, Seat(name="Ada")))
    assert (table.offer, table.plans) == (None, {})


# --- Taking back --------------------------------------------------------------------------------------


def test_undo_takes_back_the_last_decision_of_who_asked() -> None:
    for asking, left in ((WHITE, 2), (BLACK, 3)):
        table = firsts(new_table(), 4)
        table.apply(Offered(asking, "undo"))
        table.apply(Accepted(asking.other, "undo"))
        assert table.number == left
        assert table.position.side == asking
        assert table.outdated_at == table.event_count
        assert table.offer is None


def test_undo_lapses_when_the_other_side_decides() -> None:
    table = firsts(new_table(), 3)
    table.apply(Offered(WHITE, "undo"))
    firsts(table, 1)
    assert table.offer is None


def test_undo_needs_something_to_take_back() -> None:
    table = firsts(new_table(), 1)
    assert not table.can_offer(BLACK, "undo")
    refuse(table, Offered(BLACK, "undo"), because="Black has decided nothing yet")
    assert not firsts(new_table("tamsk", "level2"), 1).can_offer(WHITE, "undo")
    table.apply(Resigned(BLACK))
    refuse(table, Offered(WHITE, "undo"), because="The game is over")


def test_undo_inside_a_turn_takes_back_one_decision() -> None:
    table = firsts(new_table("tzaar", "fixed"), 2)
    assert table.position.side == BLACK
    table.apply(Offered(BLACK, "undo"))
    table.apply(Accepted(WHITE, "undo"))
    assert table.number == 1


def test_undo_does_not_take_back_what_only_chance_has_decided() -> None:
    table = after_the_dice()
    thrown, decisions = table.number - 1, table.play.decisions
    asking = decisions[thrown].side
    own = [number for number, made in enumerate(decisions[:thrown]) if made.side == asking]
    table.apply(Offered(asking, "undo"))
    table.apply(Accepted(asking.other, "undo"))
    assert table.number == own[-1]


def test_taking_back_ends_offers_and_plans_and_is_remembered() -> None:
    table = firsts(new_table("yinsh"), 4)
    assert table.outdated_at == 0
    for step in (Undone(3), Redone(4)):
        table.apply(Offered(WHITE, "draw"))
        side = table.position.side.other
        line = [table.position.decisions()[0].text]
        line.append(table.position.play(line[0]).decisions()[0].text)
        table.apply(table.check_plan(side, line))
        table.apply(step)
        assert (table.offer, table.plans) == (None, {})
        assert table.outdated_at == table.event_count
    firsts(table, 1)
    assert table.outdated_at == table.event_count - 1


# --- Playing again ------------------------------------------------------------------------------------


def test_a_rematch_is_for_afterwards() -> None:
    table = firsts(new_table(), 3)
    assert not table.can_offer(WHITE, "rematch")
    refuse(table, Offered(WHITE, "rematch"), because="not over")
    refuse(table, Rematched("there"))
    table.apply(Offered(WHITE, "undo"))
    table.apply(Resigned(WHITE))
    assert table.offer is None, "it was for a game that goes on"
    table.apply(Offered(BLACK, "rematch"))
    table.apply(Accepted(WHITE, "rematch"))
    assert (table.rematch_agreed, table.rematch) == (True, "")
    assert not table.can_offer(WHITE, "rematch")
    refuse(table, Offered(WHITE, "rematch"), because="next game has begun already")
    refuse(table, Rematched(""), Rematched("x" * 500))
    table.apply(Rematched("there"))
    assert table.rematch == "there"
    refuse(table, Rematched("elsewhere"))


def test_both_want_to_play_again() -> None:
    table = firsts(new_table(), 1)
    table.apply(Resigned(WHITE))
    table.apply(Offered(BLACK, "rematch"))
    table.apply(Offered(WHITE, "rematch"))
    assert table.rematch_agreed


def test_an_offer_to_play_again_lapses_if_the_game_goes_on() -> None:
    table = firsts(new_table(), 1)
    table.apply(Resigned(WHITE))
    table.apply(Offered(BLACK, "rematch"))
    table.apply(Undone(1))
    assert table.offer is None
    assert table.outcome is None


# --- Offers in all orders -----------------------------------------------------------------------------

WHATS = some.sampled_from([*OFFERS, "dragon"])
SIDES = some.sampled_from([*Side])
DOINGS = some.one_of(
    some.builds(Offered, SIDES, WHATS),
    some.builds(Accepted, SIDES, WHATS),
    some.builds(Declined, SIDES, WHATS),
    some.builds(Aborted, SIDES),
    some.builds(Resigned, SIDES),
    some.builds(Rematched, some.just("there")),
    some.builds(Undone, some.integers(0, 5)),
    some.builds(MessageSent, SIDES, some.text(max_size=5)),
    some.just("decide"),
)


@settings(max_examples=100, deadline=None)
@given(some.sampled_from(["gipf", "yinsh", "tzaar"]), some.lists(DOINGS, max_size=40))
def test_whatever_is_tried_in_whatever_order(name: str, doings: list[Event | str]) -> None:
    """An open offer fits the game, what is refused changes nothing, and replayed it is the same."""
    table = new_table(name)
    log: list[tuple[str, int]] = []
    for at, doing in enumerate(doings, 1):
        could = _allowed(table, doing)
        before = standing(table)
        try:
            event = _decision(table) if isinstance(doing, str) else doing
            table.apply(event, at)
        except GipfelError:
            assert not could
            assert standing(table) == before
            continue
        assert could is not False
        log.append((write_event(event), at))
        if table.offer is not None:
            assert (table.outcome is not None) == (table.offer.what == "rematch")
            assert not table.can_offer(table.offer.side, table.offer.what)
    again = Table(table.setup)
    for text, at in log:
        again.apply(read_event(text), at)
    assert standing(again) == standing(table)


def _decision(table: Table) -> Decided:
    if table.outcome is not None:
        raise GipfelError("over")
    return table.decided(table.position.decisions()[0].text)


def _allowed(table: Table, doing: Event | str) -> bool | None:
    """What the table says beforehand; None if it has no answer."""
    if isinstance(doing, Offered):
        return table.can_offer(doing.side, doing.what)
    if isinstance(doing, Accepted):
        return table.offer == Offer(doing.what, doing.side.other)
    if isinstance(doing, Declined):
        return table.offer is not None and table.offer.what == doing.what
    return table.can_abort if isinstance(doing, Aborted) else None
