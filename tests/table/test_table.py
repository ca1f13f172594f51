"""Tables: what can happen at them, and what follows from it."""

from random import Random

import pytest

import gipfel
from gipfel import BLACK, WHITE, GipfelError
from gipfel.games.core.pointing import point
from gipfel.table import endings, events
from gipfel.table.continuations import decided_events, setup_from_record, setup_from_table
from gipfel.table.events import (
    KINDS,
    Aborted,
    Accepted,
    Decided,
    Declined,
    Ended,
    Event,
    Failed,
    Lifted,
    Offered,
    Planned,
    Reached,
    Redone,
    Rematched,
    Renamed,
    Resigned,
    Seated,
    Spoken,
    TimedOut,
    Undone,
    read_event,
    write_event,
)
from gipfel.table.seats import Seat, read_seats
from gipfel.table.setup import TableSetup, new_setup
from gipfel.table.table import Table
from tests.helpers.random_games import VERSIONS, random_game

ENGINE = Seat("engine", player="random")


def new_table(name: str = "gipf", version: str | None = None, **seats: Seat) -> Table:
    chosen = {WHITE: seats.get("white", Seat()), BLACK: seats.get("black", Seat())}
    return Table(new_setup(name, version, {}, chosen))


def decide(table: Table, *texts: str) -> Table:
    for text in texts:
        table.apply(table.decided(text))
    return table


def play_at_random(table: Table, chance: Random, most: int, until_chance: bool = False) -> list[Event]:
    """Let random things happen; what has happened."""
    happened: list[Event] = []
    while table.outcome is None and len(happened) < most:
        if table.by_chance and until_chance:
            break
        if table.by_chance:
            event = table.thrown()
        else:
            event = table.decided(chance.choice(table.position.decisions()).text)
        table.apply(event)
        happened.append(event)
    return happened


# --- Events -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "event",
    [
        Decided("e1-e3", WHITE),
        Decided("a1-b1+", BLACK, 1234),
        Undone(3),
        Redone(4),
        Resigned(BLACK),
        Failed(WHITE, "it died"),
        Ended("1/2-1/2", "agreement"),
        Lifted(),
        Seated(WHITE, Seat("engine", player="level:3", seconds=1.0)),
        Seated(BLACK, Seat(name="Åsa")),
        Renamed(BLACK, "Ада"),
        Reached(99),
        Decided("e1-e3", WHITE, 0, 120),
        TimedOut(WHITE),
        Offered(BLACK, "undo"),
        Accepted(WHITE, "undo"),
        Declined(WHITE, "draw"),
        Aborted(BLACK),
        Spoken(WHITE, "درود 👋"),
        Planned(WHITE, ("e9-e7", "a1-c3"), True),
        Planned(BLACK, ()),
        Rematched("abc"),
        Seated(BLACK, Seat(waits=True)),
    ],
    ids=lambda event: event.kind,
)
def test_events_are_written_and_read(event: Event) -> None:
    assert read_event(write_event(event)) == event


def test_events_of_older_databases_are_read() -> None:
    old = '{"kind": "decided", "text": "e1-e3", "side": "white", "ms": 0}'
    assert read_event(old) == Decided("e1-e3", WHITE)
    seated = '{"kind": "seated", "side": "white", "seat": {"kind": "person", "name": "Ada"}}'
    assert read_event(seated) == Seated(WHITE, Seat(name="Ada"))


def test_all_kinds_have_names_of_their_own() -> None:
    assert {*KINDS.values()} == {kind for kind in vars(events).values() if _is_kind(kind)}


def _is_kind(kind: object) -> bool:
    return isinstance(kind, type) and issubclass(kind, Event) and kind is not Event


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        '{"kind": "dragon"}',
        '{"kind": "undone"}',
        '{"kind": "undone", "to": "3"}',
        '{"kind": "undone", "to": 3, "more": 1}',
        '{"kind": "resigned", "side": "red"}',
        '{"kind": "seated", "side": "white", "seat": {"kind": "ghost"}}',
        '{"kind": "planned", "side": "white", "line": "e1-e3"}',
        '{"kind": "planned", "side": "white", "line": [1]}',
        '{"kind": "planned", "side": "white", "line": [], "always": 1}',
        '{"kind": "offered", "side": "white"}',
    ],
)
def test_nothing_else_can_happen(text: str) -> None:
    with pytest.raises(GipfelError):
        read_event(text)


@pytest.mark.parametrize(
    "seats",
    [
        7,
        {"red": {}},
        {"white": 7},
        {"white": {}},
        {"white": {"kind": "person", "name": 7}},
        {"white": {"kind": "person", "name": "x" * 100}},
        {"white": {"kind": "person", "player": "random"}},
        {"white": {"kind": "person", "waits": 1}},
        {"white": {"kind": "engine", "player": "random", "waits": True}},
        {"white": {"kind": "engine"}},
        {"white": {"kind": "engine", "player": "level:99"}},
        {"white": {"kind": "engine", "player": "random", "seconds": -1}},
        {"white": {"kind": "engine", "player": "random", "seconds": True}},
        {"white": {"kind": "engine", "player": "random", "seconds": float("nan")}},
    ],
    ids=str,
)
def test_seats_that_do_not_exist(seats: object) -> None:
    with pytest.raises(GipfelError):
        read_seats(seats)


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Ada\tLovelace\n", "Ada Lovelace"),
        ("\u202eadA", "adA"),
        ("\ud800", ""),
        ("می\u200cنا", "می\u200cنا"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("\x00", ""),
    ],
)
def test_names_are_one_line_of_what_can_be_read(given: str, kept: str) -> None:
    assert read_seats({"white": {"kind": "person", "name": given}})[WHITE].name == kept


@pytest.mark.parametrize("name", ["self", "version", "name", "options", "", "x" * 500])
def test_options_that_do_not_exist(name: str) -> None:
    for position in ("", "B2W/5/6/W5B/6/5/B2W w 12/12 0/0 S s"):
        with pytest.raises(GipfelError, match="no option"):
            new_setup("gipf", None, {name: 1}, read_seats(None), position)


# --- Playing ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "version"), VERSIONS, ids=lambda text: text)
def test_the_same_events_give_the_same_table(name: str, version: str) -> None:
    table = new_table(name, version)
    happened = play_at_random(table, Random(1), 40)
    again = Table(table.setup)
    for event in happened:
        again.apply(read_event(write_event(event)))
    assert again.position == table.position
    assert again.turns() == table.turns()
    assert [turn.text for turn in table.turns()] == table.play.turn_texts()


def test_what_cannot_happen_changes_nothing() -> None:
    table = decide(new_table(), "e1-e3")
    before = (table.event_count, str(table.position))
    impossible = [
        Decided("e1-e3", WHITE),
        Decided("nonsense", BLACK),
        Undone(1),
        Undone(-1),
        Redone(2),
        Reached(5),
        Lifted(),
        Ended("2-0", "magic"),
    ]
    for event in impossible:
        with pytest.raises(GipfelError):
            table.apply(event)
    assert (table.event_count, str(table.position)) == before


def test_a_copy_goes_its_own_way() -> None:
    table = decide(new_table(), "e1-e3")
    twin = decide(table.copy(), "e9-e7")
    twin.apply(Renamed(WHITE, "Ada"))
    assert (table.number, twin.number) == (1, 2)
    assert table.seats[WHITE].name == ""


def test_undo_takes_back_one_decision_of_two_people() -> None:
    table = decide(new_table(), "e1-e3", "e9-e7", "a1-c3")
    assert table.undo_to() == 2
    table.apply(Undone(0))
    assert table.undo_to() is None
    assert table.redo_to() == 1
    table.apply(Redone(3))
    assert [turn.text for turn in table.turns()] == ["e1-e3", "e9-e7", "a1-c3"]


def test_a_new_decision_forgets_what_was_undone() -> None:
    table = decide(new_table(), "e1-e3")
    table.apply(Undone(0))
    decide(table, "a1-c3")
    assert table.redo_to() is None


def test_undo_goes_back_until_a_person_is_to_act() -> None:
    table = decide(new_table(black=ENGINE), "e1-e3", "e9-e7")
    assert table.undo_to() == 0
    table.apply(Undone(0))
    assert table.redo_to() == 2
    assert decide(new_table(white=ENGINE), "e1-e3").undo_to() is None
    assert decide(new_table(white=ENGINE, black=ENGINE), "e1-e3").undo_to() is None


def test_resigning_can_be_taken_back() -> None:
    table = decide(new_table(), "e1-e3")
    table.apply(table.resignation(BLACK))
    assert str(table.outcome) == "1-0 resignation"
    with pytest.raises(GipfelError):
        table.apply(table.decided("e9-e7"))
    assert table.undo_to() == 1
    table.apply(Undone(1))
    assert table.outcome is None
    assert table.number == 1


def test_a_failing_engine_loses() -> None:
    table = new_table(black=ENGINE)
    table.apply(Failed(BLACK, "it died"))
    assert str(table.outcome) == "1-0 engine failure"


def test_an_endless_game_is_a_draw_until_a_person_lifts_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endings, "MOST_TURNS", 2)
    table = decide(new_table(), "e1-e3", "e9-e7")
    assert str(table.outcome) == "1/2-1/2 no end after 2 turns"
    record = table.record()
    with pytest.raises(GipfelError):
        table.apply(Decided("a1-c3", WHITE))
    table.apply(Lifted())
    decide(table, "a1-c3")
    for written in (record, table.record()):
        setup, happened = setup_from_record(written, gipfel.replay(written), table.seats)
        again = Table(setup)
        for event in happened:
            again.apply(event)
        assert again.record() == written
        assert (again.adjudicated is None) == again.lifted
    assert new_table("zertz").adjudicated is None


def test_a_game_that_has_ended_on_the_board_cannot_be_played_on(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(endings, "MOST_TURNS", 1)
    table = new_from_record(random_game("gipf", "basic", 1).record())
    assert table.position.outcome is not None
    assert table.adjudicated is None
    with pytest.raises(GipfelError):
        table.apply(Lifted())


# --- Contests and chance ------------------------------------------------------------------------------


def at_the_dice(version: str = "dice", **options: str) -> Table:
    """A table at which chance is due; not every random game comes to that."""
    for seed in range(100):
        table = Table(new_setup("project", version, options, read_seats(None)))
        play_at_random(table, Random(seed), 200, until_chance=True)
        if table.by_chance:
            return table
    raise AssertionError("no dice")


def test_chance_is_not_anybodys_to_decide() -> None:
    table = at_the_dice()
    with pytest.raises(GipfelError):
        table.decided("die:6-1")
    assert table.sides_to_act(table.persons) == []


def test_dice_are_not_thrown_again_after_undo() -> None:
    table = at_the_dice()
    announced = table.number
    thrown = table.thrown()
    table.apply(thrown)
    table.apply(Undone(announced - 1))
    table.apply(Redone(announced))
    assert table.position.by_chance
    assert table.thrown() == thrown
    again = Table(table.setup)  # the same after everything was read from a database
    for event in [*play_log(table), thrown, Undone(announced)]:
        again.apply(event)
    assert again.thrown() == thrown


def play_log(table: Table) -> list[Event]:
    return decided_events(table.play.decisions)


def test_resigning_in_a_contest_loses_only_the_contest() -> None:
    table = at_the_dice()
    assert table.contest is not None
    resigned = table.resignation(table.contest.user)
    assert isinstance(resigned, Decided)
    table.apply(resigned)
    assert table.outcome is None
    assert not table.by_chance


def test_nobody_gives_a_contest_up_for_somebody_else() -> None:
    table = in_a_game()
    own, other = ("forfeit:W", "forfeit:B") if table.position.side == WHITE else ("forfeit:B", "forfeit:W")
    with pytest.raises(GipfelError, match=r"not .*'s to decide"):
        table.decided(other)
    assert table.decided("agree:=").text == "agree:="
    table.apply(Seated(table.position.side.other, ENGINE))
    with pytest.raises(GipfelError, match=r"not .*'s to decide"):
        table.decided("agree:=")
    table.apply(table.decided(own))
    assert table.contest is None
    assert table.outcome is None


def in_a_game() -> Table:
    """A table at which a game is played for the use of a potential."""
    table = at_the_dice("one-shot", **{"link.mode": "must-win", "link.Z": "zertz blitz", "base": "basic"})
    table.apply(table.thrown())
    return table


def test_a_contest_is_taken_back_made_again_branched_and_recorded() -> None:
    table = in_a_game()
    announced = table.number - 1
    play_at_random(table, Random(1), 4)
    made, shown = table.number, table.turns()
    setup, happened = setup_from_table(table, made - 2, None)
    branch = Table(setup)
    for event in happened:
        branch.apply(event)
    assert branch.position == table.position_at(made - 2)
    table.apply(Undone(announced))
    assert table.by_chance
    lot = table.thrown()
    table.apply(Redone(made))
    assert table.turns() == shown
    table.apply(Undone(announced))
    table.apply(lot)
    assert table.position == branch.position_at(announced + 1)
    again = new_from_record(gipfel.read_record(gipfel.write_record(branch.record())))
    assert again.position == branch.position


# --- Records and branches -----------------------------------------------------------------------------


@pytest.mark.parametrize(("name", "version"), VERSIONS, ids=lambda text: text)
def test_records_become_tables_and_tables_records(name: str, version: str) -> None:
    played = random_game(name, version, 1)
    record = played.record(white="Ada", black="Grace")
    table = new_from_record(gipfel.read_record(gipfel.write_record(record)))
    assert table.position == played.position
    written = table.record()
    assert (written.turns, written.result) == (record.turns, record.result)


def new_from_record(record: gipfel.Record) -> Table:
    setup, happened = setup_from_record(record, gipfel.replay(record), read_seats(None))
    table = Table(setup)
    for event in happened:
        table.apply(event)
    return table


def test_a_resigned_record_ends_resigned() -> None:
    table = decide(new_table(), "e1-e3")
    table.apply(Resigned(WHITE))
    assert new_from_record(table.record()).outcome == table.outcome


def test_a_branch_begins_with_the_first_decisions() -> None:
    table = decide(new_table(), "e1-e3", "e9-e7", "a1-c3")
    setup, happened = setup_from_table(table, 2, {WHITE: Seat(), BLACK: ENGINE})
    branch = Table(setup)
    for event in happened:
        branch.apply(event)
    assert branch.position == table.position_at(2)
    assert branch.seats[BLACK] == ENGINE
    with pytest.raises(GipfelError):
        setup_from_table(table, 4, None)


def test_a_random_set_up_is_the_same_again() -> None:
    setup = new_setup("tzaar", "random", {}, read_seats(None))
    assert setup.seed is not None
    assert Table(setup).position == Table(setup).position
    own = Table(setup).position
    assert TableSetup.of(own, setup.seats).playthrough().start == own


# --- Games with time ----------------------------------------------------------------------------------


def test_both_sides_act_at_their_times() -> None:
    table = new_table("tamsk", "level2")
    first = point(table.position, (), WHITE).decisions[0]
    table.apply(table.decided(first.text, WHITE, 1500))
    assert table.position.time == 1500
    table.apply(Reached(2500))
    assert table.position.time == 2500
    with pytest.raises(GipfelError):
        table.apply(Reached(2000))
    with pytest.raises(GipfelError):
        table.apply(Undone(0))
    again = new_from_record(table.record())
    assert again.position == table.position
