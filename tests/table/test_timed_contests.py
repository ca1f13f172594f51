"""Tables at which a contest runs in real time (potentials.md 9.3 point 4)."""

import pytest

from gipfel import BLACK, WHITE
from gipfel.games.core.replay import replay
from gipfel.games.core.time_limit import NO_CLOCK, TimeLimit
from gipfel.notation.record import read_record, write_record
from gipfel.table.continuations import setup_from_record, setup_from_table
from gipfel.table.events import Offered, TimePassed, Undone
from gipfel.table.seats import Seat, read_seats
from gipfel.table.setup import new_setup
from gipfel.table.table import Table
from tests.helpers.tables import decide, in_a_contest, refuse
from tests.helpers.timed_tables import DAYS, SUDDEN

SHORT = "tamsk level2 glass=5000"


def begun(kind: str = SHORT) -> Table:
    """A table with a contest of TAMSK in which Red has moved at 1000 ms."""
    table = in_a_contest(kind, **{"link.first": "user"})
    table.apply(table.decided("a1-a2", WHITE, 1000))
    return table


def run_out(table: Table) -> Table:
    """Play until all glasses have run and nobody can move; time ends the contest."""
    for ms, text, side in (
        *((1000, "a4-a3+", BLACK), (1000, "d7-d6+", WHITE), (1000, "g4-g3+", BLACK)),
        *((1000, "g1-g2+", WHITE), (1000, "d1-d2+", BLACK)),
    ):
        table.apply(table.decided(text, side, ms))
    return table


@pytest.mark.parametrize(
    ("clock", "link"), [(NO_CLOCK, "tamsk level2"), (SUDDEN, "tamsk level2"), (DAYS, "tamsk level1")]
)
def test_a_new_table_settles_what_tamsk_means(clock: TimeLimit, link: str) -> None:
    setup = new_setup("project", "evening", {}, read_seats(None), clock=clock)
    assert setup.options["link.T"] == link
    table = Table(setup)
    assert table.game.options["link.T"] == link
    assert not table.real_time, "no time runs outside of contests"


def test_both_decide_when_they_want_and_nothing_is_undone() -> None:
    table = begun("tamsk level3")
    assert table.real_time
    assert table.sides_to_act([WHITE, BLACK]) == [BLACK, WHITE]
    table.apply(table.decided("+", WHITE, 2000))
    assert table.last is not None
    assert (table.last.side, table.position.time) == (WHITE, 2000)
    assert table.undo_to() is None
    refuse(table, Undone(table.number - 1), because="In a game with time nothing can be undone")
    refuse(table, Offered(WHITE, "undo"), because="In a game with time nothing can be undone")


def test_time_ends_the_contest_and_its_turn() -> None:
    table = run_out(begun())
    number, turns = table.number, len(table.complete)
    table.apply(TimePassed(5999))
    assert table.real_time
    table.apply(TimePassed(60_000))
    assert not table.real_time
    assert table.position.time == 6000
    assert table.number == number
    assert table.outdated_at == table.event_count, "pages must know that the contest is over"
    assert len(table.complete) == turns + (table.position.turn > table.play.decisions[-1].position.turn)
    assert table.undo_to() is None
    refuse(table, Undone(number - 1), because="In a game with time nothing can be undone")
    refuse(table, TimePassed(70_000), because="no time passes")


def test_a_late_decision_is_none_of_the_game_around_it() -> None:
    """The text of a move in TAMSK could be a push in GIPF."""
    table = run_out(begun())
    with pytest.raises(Exception, match="The contest is over"):
        table.decided("a2-a1", WHITE, 60_000)


def test_after_the_contest_decisions_can_be_undone_up_to_it() -> None:
    table = run_out(begun())
    table.apply(TimePassed(60_000))
    number = table.number
    decide(table, table.position.decisions()[0].text)
    assert table.undo_to() == number
    table.apply(Undone(number))
    assert (table.number, table.real_time, table.position.time) == (number, False, 6000)
    assert table.undo_to() is None


@pytest.mark.parametrize("more", [0, 1, 3])
def test_a_record_goes_on_at_another_table(more: int) -> None:
    table = run_out(begun())
    for step in range(more):
        if not step:
            table.apply(TimePassed(60_000))
        else:
            decide(table, table.position.decisions()[0].text)
    record = read_record(write_record(table.record()))
    setup, events = setup_from_record(record, replay(record), {WHITE: Seat(), BLACK: Seat()})
    other = Table(setup)
    for event in events:
        other.apply(event)
    assert other.position == table.position
    assert other.position.time == table.position.time
    assert [turn.text for turn in other.turns()] == [turn.text for turn in table.turns()]
    branch, events = setup_from_table(table, table.number, None)
    again = Table(branch)
    for event in events:
        again.apply(event)
    assert (again.position, again.position.time) == (other.position, other.position.time)
    assert again.turns() == other.turns()


def test_nothing_can_be_planned_into_a_contest_in_real_time() -> None:
    table = in_a_contest(SHORT, **{"link.first": "user"})
    with pytest.raises(Exception, match="In a game with time nothing can be planned"):
        table.check_plan(BLACK, ("a1-a2", "a4-a3"))
