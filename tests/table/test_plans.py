"""Plans: decisions that a player has made in advance."""

from random import Random

import pytest

from gipfel import BLACK, WHITE, GipfelError
from gipfel.table.events import Decided, Planned, Resigned, read_event, write_event
from gipfel.table.plans import MOST_PLANNED, Plan, Step, plan_after
from gipfel.table.table import Table
from tests.helpers.tables import ENGINE, at_the_dice, decide, firsts, new_table, planned, refuse, standing


def follow(table: Table) -> list[str]:
    """Make all decisions that are planned now, as a server does."""
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
    """Mostly a decision that was planned."""
    legal = [decision.text for decision in table.position.decisions()]
    expected = [plan.line[0] for plan in table.plans.values() if plan.line[0] in legal]
    return expected[0] if expected and chance.random() < 0.7 else chance.choice(legal)
