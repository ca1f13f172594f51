"""What players do beside the board: offers, leaving early, messages, plans."""

from itertools import product
from random import Random
from timeit import repeat

import pytest
from hypothesis import given, settings
from hypothesis import strategies as some

import gipfel
from gipfel import BLACK, WHITE, GipfelError
from gipfel.games.core.registry import game_names
from gipfel.games.core.side import Outcome, Side
from gipfel.table.continuations import setup_from_record
from gipfel.table.events import (
    Aborted,
    Accepted,
    Decided,
    Declined,
    Event,
    Offered,
    Planned,
    Redone,
    Rematched,
    Resigned,
    Seated,
    Spoken,
    Undone,
    read_event,
    write_event,
)
from gipfel.table.offers import MOST_MESSAGES, OFFERS, Message, Offer
from gipfel.table.plans import MOST_PLANNED, Plan, Step, plan_after
from gipfel.table.seats import Seat
from gipfel.table.table import Table
from tests.table.test_table import ENGINE, at_the_dice, decide, new_table, play_at_random

DRAWS = {"punct", "zertz", "dvonn", "yinsh", "tamsk"}


def refuse(table: Table, *events: Event, because: str = "") -> None:
    """None of this can happen, and nothing changes."""
    before = standing(table)
    for event in events:
        with pytest.raises(GipfelError, match=because or None):
            table.apply(event)
    assert standing(table) == before


def standing(table: Table) -> object:
    """Everything about a table that events change."""
    return (
        *(table.event_count, table.at, str(table.position), table.outcome, table.offer, table.refused),
        *(table.rematch_agreed, table.rematch, table.messages, table.plans, table.undone_at, table.clock),
    )


def firsts(table: Table, number: int) -> Table:
    """Let the first legal decision be made, so many times."""
    for _ in range(number):
        table.apply(table.decided(table.position.decisions()[0].text))
    return table


def conclusion(table: Table) -> str:
    assert table.outcome is not None
    return table.game.conclusion(table.outcome)


# --- Draws --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", game_names())
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
    refuse(table, Offered(WHITE, "dragon"), because="draw, undo, rematch, not 'dragon'")


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
        assert table.undone_at == table.event_count
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


def after_the_dice() -> Table:
    """Somebody has thrown a die, and the game goes on."""
    while True:
        table = at_the_dice()
        table.apply(table.thrown())
        if table.outcome is None:
            return table


def test_taking_back_ends_offers_and_plans_and_is_remembered() -> None:
    table = firsts(new_table("yinsh"), 4)
    assert table.undone_at == 0
    for step in (Undone(3), Redone(4)):
        table.apply(Offered(WHITE, "draw"))
        side = table.position.side.other
        line = [table.position.decisions()[0].text]
        line.append(table.position.play(line[0]).decisions()[0].text)
        table.apply(table.check_plan(side, line))
        table.apply(step)
        assert (table.offer, table.plans) == (None, {})
        assert table.undone_at == table.event_count
    firsts(table, 1)
    assert table.undone_at == table.event_count - 1


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
    some.builds(Spoken, SIDES, some.text(max_size=5)),
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
    """What the table says beforehand; None if nobody asks."""
    if isinstance(doing, Offered):
        return table.can_offer(doing.side, doing.what)
    if isinstance(doing, Accepted):
        return table.offer == Offer(doing.what, doing.side.other)
    if isinstance(doing, Declined):
        return table.offer is not None and table.offer.what == doing.what
    return table.can_abort if isinstance(doing, Aborted) else None


# --- Leaving early ------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", game_names())
def test_a_game_is_aborted_before_the_second_turn_is_complete(name: str) -> None:
    table = new_table(name)
    while table.position.turn < 2:
        twin = table.copy()
        assert twin.can_abort
        twin.apply(Aborted(BLACK))
        assert (twin.aborted, twin.score, twin.can_abort) == (True, "*", False)
        assert str(twin.outcome) == "* aborted"
        assert conclusion(twin) == "The game was aborted."
        refuse(twin, Aborted(WHITE), Resigned(WHITE), because="over")
        firsts(table, 1)
    assert not table.can_abort
    refuse(table, Aborted(WHITE), because="too late to abort")


def test_a_record_of_an_aborted_game_has_no_result() -> None:
    table = firsts(new_table(), 1)
    table.apply(Aborted(WHITE))
    record = gipfel.read_record(gipfel.write_record(table.record()))
    assert (record.result, record.reason) == ("*", "aborted")
    setup, happened = setup_from_record(record, gipfel.replay(record), table.seats)
    again = Table(setup)
    for event in happened:
        again.apply(event)
    assert again.outcome is None


def test_an_aborted_game_can_be_played_again() -> None:
    table = new_table()
    table.apply(Aborted(WHITE))
    table.apply(Offered(WHITE, "rematch"))
    table.apply(Accepted(BLACK, "rematch"))
    assert table.rematch_agreed


def test_a_finished_game_has_its_score() -> None:
    table = firsts(new_table(), 2)
    assert table.score == ""
    table.apply(Resigned(WHITE))
    assert (table.score, table.aborted) == ("0-1", False)


# --- Messages -----------------------------------------------------------------------------------------


def test_messages_are_kept_in_order_with_their_instants() -> None:
    table = new_table()
    table.apply(Spoken(WHITE, "  hello\n\tyou\x00 "), 5)
    table.apply(Spoken(BLACK, "می\u200cنا 👩\u200d🚀"), 7)
    assert table.messages == [Message(WHITE, "hello you", 5), Message(BLACK, "می\u200cنا 👩\u200d🚀", 7)]


@pytest.mark.parametrize("text", ["", " \n", "\u202e", "x" * 201, "\ud800"])
def test_messages_that_say_nothing_or_too_much(text: str) -> None:
    refuse(new_table(), Spoken(WHITE, text), because="1 to 200 letters")


def test_engines_say_nothing() -> None:
    refuse(new_table(black=ENGINE), Spoken(BLACK, "beep"), because="says nothing")


def test_only_the_last_messages_are_kept() -> None:
    table = new_table()
    for number in range(MOST_MESSAGES + 5):
        table.apply(Spoken(WHITE, str(number)))
    assert [message.text for message in table.messages] == [str(n) for n in range(5, MOST_MESSAGES + 5)]
    table.apply(Spoken(BLACK, "x" * 200))
    assert len(table.messages) == MOST_MESSAGES


def test_there_is_something_to_say_when_the_game_is_over() -> None:
    table = new_table()
    table.apply(Resigned(WHITE))
    table.apply(Spoken(WHITE, "well played"))
    assert len(table.messages) == 1


# --- Plans --------------------------------------------------------------------------------------------


def planned(table: Table, side: Side, *line: str, always: bool = False) -> Table:
    table.apply(table.check_plan(side, line, always))
    return table


def follow(table: Table) -> list[str]:
    """Everything that was planned for now, as a server lets it happen."""
    made = []
    while (planned_now := table.follow_up()) is not None:
        table.apply(planned_now)
        made.append(planned_now.text)
    return made


def test_a_plan_is_followed_if_it_comes_as_foreseen() -> None:
    table = planned(decide(new_table(), "e1-e3"), WHITE, "e9-e7", "a1-c3")
    assert table.follow_up() is None
    decide(table, "e9-e7")
    assert table.follow_up() == Decided("a1-c3", WHITE)
    assert follow(table) == ["a1-c3"]
    assert table.plans == {}


def test_a_plan_is_dropped_if_it_comes_otherwise() -> None:
    table = planned(decide(new_table(), "e1-e3"), WHITE, "e9-e7", "a1-c3")
    decide(table, "i1-g3")
    assert (table.plans, table.follow_up()) == ({}, None)


def test_a_long_plan_is_followed_step_by_step() -> None:
    table = planned(decide(new_table(), "e1-e3"), WHITE, "e9-e7", "a1-c3", "i5-g5", "a5-c5")
    assert follow(decide(table, "e9-e7")) == ["a1-c3"]
    assert table.plans[WHITE].line == ("i5-g5", "a5-c5")
    assert follow(decide(table, "i5-g5")) == ["a5-c5"]
    assert table.plans == {}


def test_who_decides_otherwise_has_no_plan_any_more() -> None:
    table = planned(decide(new_table(), "e1-e3"), WHITE, "e9-e7", "a1-c3")
    decide(table, "e9-e7", "i1-g3")
    assert table.plans == {}


def test_a_plan_for_whatever_comes() -> None:
    for answer in ("e9-e7", "i1-g3"):
        table = planned(decide(new_table(), "e1-e3"), WHITE, "e9-e7", "a1-c3", always=True)
        assert follow(decide(table, answer)) == ["a1-c3"]
        assert table.plans == {}


def test_a_plan_for_whatever_comes_is_dropped_if_it_is_not_legal_then() -> None:
    table = planned(firsts(new_table("yinsh"), 1), WHITE, "b1", "c1", always=True)
    decide(table, "c1")
    assert (table.plans, table.follow_up()) == ({}, None)


def test_plans_of_turns_with_several_decisions() -> None:
    """In TZAAR Black decides twice, then White does."""
    table = firsts(new_table("tzaar", "fixed"), 1)
    line, position = [], table.position
    for _ in range(6):
        line.append(position.decisions()[0].text)
        position = position.play(line[-1])
    planned(table, WHITE, *line)
    assert follow(decide(table, line[0])) == []
    assert table.plans[WHITE].line == tuple(line[1:])
    assert follow(decide(table, line[1])) == line[2:4]
    assert table.plans == {}, "what the other side might decide afterwards is nothing to wait for"


def test_plans_for_whatever_several_decisions_come() -> None:
    table = firsts(new_table("tzaar", "fixed"), 1)
    line, position = [], table.position
    for _ in range(4):
        line.append(position.decisions()[-1].text)
        position = position.play(line[-1])
    planned(table, WHITE, *line, always=True)
    first = table.position.decisions()[0].text
    assert follow(decide(table, first)) == []
    assert WHITE in table.plans
    second = next(
        decision.text
        for decision in table.position.decisions()
        if line[2] in [after.text for after in table.position.play(decision).decisions()]
    )
    decide(table, second)
    made = follow(table)
    assert made[0] == line[2]
    assert table.plans == {} or table.position.side == BLACK


def test_a_plan_for_whatever_comes_waits_if_more_comes_than_was_foreseen() -> None:
    table = firsts(new_table("tzaar", "fixed"), 1)
    plan = Plan(WHITE, (Step("a4xb4", WHITE),), always=True)
    made = table.position.decisions()[0]
    after = table.position.play(made)
    assert after.side == BLACK
    assert plan_after(plan, made, after) == plan


def test_both_sides_plan() -> None:
    table = decide(new_table(), "e1-e3")
    planned(table, WHITE, "e9-e7", "a1-c3", "i5-g5", "a5-c5")
    decide(table, "e9-e7")
    planned(table, BLACK, "a1-c3", "i5-g5")
    assert follow(table) == ["a1-c3", "i5-g5", "a5-c5"]
    assert table.plans == {}


def test_a_new_plan_takes_the_place_of_the_old_one_and_an_empty_one_removes_it() -> None:
    table = planned(decide(new_table(), "e1-e3"), WHITE, "e9-e7", "a1-c3")
    planned(table, WHITE, "e9-e7", "i1-g3")
    assert table.plans[WHITE].line == ("e9-e7", "i1-g3")
    planned(table, WHITE)
    assert table.plans == {}
    planned(table, WHITE)


def test_plans_are_kept_in_the_games_notation() -> None:
    table = decide(new_table("yinsh"), "b1")
    assert table.check_plan(WHITE, [" c1 ", "d1"]) == Planned(WHITE, ("c1", "d1"), False)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (["e9-e7"], "needs a decision of White"),
        (["e9-e7", "dragon"], "dragon"),
        (["e1-e3", "e9-e5"], ""),
        (["e9-e7", 7], "list of decisions"),
        ("e9-e7", "list of decisions"),
        ({"e9-e7": 1}, "list of decisions"),
        (["e9-e7"] * (MOST_PLANNED + 1), "at most 50"),
    ],
    ids=lambda given: str(given)[:30],
)
def test_plans_that_cannot_come_about(line: list[str], said: str) -> None:
    table = decide(new_table(), "e1-e3")
    before = standing(table)
    with pytest.raises(GipfelError, match=said or None):
        table.check_plan(WHITE, line)
    assert standing(table) == before
    if isinstance(line, list) and 7 not in line:
        refuse(table, Planned(WHITE, tuple(line)))


def test_who_is_to_act_decides_and_does_not_plan() -> None:
    table = decide(new_table(), "e1-e3")
    refuse(table, Planned(BLACK, ("e9-e7", "a1-c3")), because="now Black is to act")


def test_plans_are_for_people_in_games_that_go_on_without_time() -> None:
    table = decide(new_table(white=ENGINE), "e1-e3")
    refuse(table, Planned(WHITE, ("e9-e7", "a1-c3")), because="engine")
    table = decide(new_table(), "e1-e3")
    planned(table, WHITE, "e9-e7", "a1-c3")
    table.apply(Resigned(BLACK))
    assert table.plans == {}
    refuse(table, Planned(WHITE, ("e9-e7", "a1-c3")), because="over")
    timed = new_table("tamsk", "level2")
    refuse(timed, Planned(BLACK, (timed.position.decisions()[0].text,)), because="with time")


def test_what_chance_decides_cannot_be_planned() -> None:
    table = at_the_dice()
    refuse(table, Planned(table.position.side.other, ("die:6-1",)), because="chance")
    assert table.follow_up() is None


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize(
    "game", [("tzaar", "fixed"), ("zertz", "basic"), ("gipf", "basic"), ("yinsh", "standard")], ids=str
)
def test_random_games_with_random_plans(game: tuple[str, str], seed: int) -> None:
    """Whatever was planned is legal when it is made and the side's own; replayed it is the same."""
    table, chance, log = new_table(*game), Random(seed), list[str]()
    for at in range(60):
        if table.outcome is not None:
            break
        event = table.follow_up()
        if event is not None:
            assert event.side == table.position.side
            assert event.text in [decision.text for decision in table.position.decisions()]
        elif chance.random() < 0.3:
            event = table.check_plan(table.position.side.other, *_random_plan(table, chance))
        else:
            event = table.decided(_likely(table, chance))
        table.apply(event, at)
        log.append(write_event(event))
        for side, plan in table.plans.items():
            assert any(step.side == side for step in plan.steps)
            assert table.position.side != side or table.follow_up() is not None
    again = Table(table.setup)
    for at, text in enumerate(log):
        again.apply(read_event(text), at)
    assert standing(again) == standing(table)


def _random_plan(table: Table, chance: Random) -> tuple[list[str], bool]:
    """A line in which the side that is not to act decides something; none if the game ends before."""
    line, position, side = [], table.position, table.position.side.other
    while position.outcome is None and len(line) < 8:
        decision = chance.choice(position.decisions())
        line.append(decision.text)
        position = position.play(decision)
        if decision.side == side and chance.random() < 0.5:
            return line, chance.random() < 0.5
    return [], False


def _likely(table: Table, chance: Random) -> str:
    """Mostly what somebody has foreseen."""
    legal = [decision.text for decision in table.position.decisions()]
    expected = [plan.line[0] for plan in table.plans.values() if plan.line[0] in legal]
    return expected[0] if expected and chance.random() < 0.7 else chance.choice(legal)


# --- Copies -------------------------------------------------------------------------------------------


def test_what_happens_at_a_copy_does_not_happen_here() -> None:
    table = firsts(new_table("yinsh"), 2)
    table.apply(Spoken(WHITE, "hello"))
    before = standing(table)
    twin = planned(table.copy(), BLACK, "a4", "a5")
    twin.apply(Offered(WHITE, "draw"))
    twin.apply(Spoken(BLACK, "well"))
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
        table.apply(Spoken(WHITE, str(number)))
    with_messages = min(repeat(table.copy, number=200, repeat=5)) / 200
    assert with_messages < without + 20e-6
    assert table.copy().messages is table.messages
