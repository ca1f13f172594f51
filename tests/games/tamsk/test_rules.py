"""TAMSK, in the order of docs/rules/tamsk.md: board, set-up, level 1, events, notation, counts."""

import os
from collections import Counter
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import gipfel
from gipfel import (
    GipfelError,
    IllegalDecision,
    NotationError,
    Playthrough,
    Position,
    PositionError,
    RecordError,
)
from gipfel.draw.target import Target
from gipfel.draw.text import text as picture
from gipfel.games.core.clock import ManualClock, RealClock
from gipfel.games.core.pointing import point
from gipfel.games.core.registry import game_of_position
from gipfel.games.tamsk import events, level1, notation, rules, timed_notation
from gipfel.games.tamsk.log import read_log, write_log
from gipfel.kernel.link import can_compile, link
from gipfel.kernel.perft import Perft
from gipfel.kernel.state import RESULT
from tests.helpers.degrees import degree
from tests.helpers.paths import GOLDEN

RED, BLACK = gipfel.WHITE, gipfel.BLACK
LEVEL1 = gipfel.game("tamsk")
LEVEL2 = gipfel.game("tamsk", "level2")
LEVEL3 = gipfel.game("tamsk", "level3")


def at(text: str, **options: object) -> Position:
    return game_of_position("tamsk", text, options=options).position(text)


def texts(position: Position, side: gipfel.Side | None = None) -> set[str]:
    return {decision.text for decision in position.decisions(side)}


def after(position: Position, log: str) -> Position:
    """The position after events, written as lines of a log with commas between them."""
    for line in filter(None, log.split(",")):
        position = position.play_turn(line.strip())
    return position


def refused(position: Position, line: str) -> bool:
    """Is an event well written but not legal? Then the position is as it was."""
    before = position.state
    with pytest.raises(IllegalDecision):
        position.play_turn(line)
    return position.state == before


def rings(position: Position) -> str:
    return str(position).split()[2]


def glass(position: Position, space: str) -> str:
    """The glass on a space as it is written in position texts."""
    return timed_notation.write_glass(position.state, rules.SPACES.index[space])


# --- 1. Board -------------------------------------------------------------------------------------


def test_counts_of_spaces_pairs_and_capacities() -> None:
    assert len(rules.SPACES) == 37
    assert rules.SPACES.pairs == 90
    assert Counter(rules.CAPACITY) == {1: 18, 2: 12, 3: 6, 4: 1}
    assert sum(rules.CAPACITY) == 64
    assert [len(column) for column in rules.SPACES.columns] == [4, 5, 6, 7, 6, 5, 4]


@pytest.mark.parametrize(
    ("space", "neighbours"),
    [("a1", "a2 b1 b2"), ("b2", "a1 a2 b1 b3 c2 c3"), ("d4", "c3 c4 d3 d5 e3 e4")],
)
def test_neighbours(space: str, neighbours: str) -> None:
    found = rules.SPACES.neighbours[rules.SPACES.index[space]]
    assert {rules.SPACES.names[i] for i in found if i >= 0} == set(neighbours.split())


def test_corners() -> None:
    corners = [name for i, name in enumerate(rules.SPACES.names) if degree(rules.SPACES, i) == 3]
    assert set(corners) == {"a1", "a4", "d7", "g4", "g1", "d1"}
    assert set(corners) == {name for side in rules.START_SPACES for name in side}


def test_rings_are_counted_by_the_sets_of_spaces_with_room() -> None:
    state = rules.empty(level1.SIZE)
    for space, capacity in enumerate(rules.CAPACITY):
        for number in range(capacity):
            assert rules.rings_on(state, space) == number
            assert state[rules.ROOM] & rules.BIT[space]
            rules.drop_ring(state, 0, rules.BIT[space])
        assert not state[rules.ROOM] & rules.BIT[space]
        rules.put_rings(state, space, capacity - 1)
        assert rules.rings_on(state, space) == capacity - 1


# --- 2. Set-up ------------------------------------------------------------------------------------

CORNERS = "0r000b/00000/000000/0b000000r/000000/00000/0r000b"
EMPTY = "0000/00000/000000/0000000/000000/00000/0000"
IDLE = "0r{i}000b{i}/00000/000000/0b{i}000000r{i}/000000/00000/0r{i}000b{i}"


@pytest.mark.parametrize(
    ("version", "start", "text"),
    [
        ("level1", "corners", f"T1 {CORNERS} 32.32 0.0 r - 0"),
        ("level1", "hand", f"T1o {EMPTY} 32.32 3.3 r - 0"),
        ("level2", "corners", f"T2 {IDLE} 32.32 0.0 r - 0 @0 - -"),
        ("level2", "hand", f"T2o {EMPTY} 32.32 3.3 r - 0 @0 - -"),
        ("level3", "corners", f"T3 {IDLE} 32.32 0.0 r - 0 @0 - -"),
        ("level3", "hand", f"T3o {EMPTY} 32.32 3.3 r - 0 @0 - -"),
    ],
)
def test_start(version: str, start: str, text: str) -> None:
    game = gipfel.game("tamsk", version, start=start)
    assert str(game.start()) == text
    assert at(text) == game.start()
    assert game.start().side == RED
    assert game.start().turn == 0
    assert notation.rings_in(game.start().state) == 2 * rules.RINGS


def test_versions_and_options() -> None:
    assert LEVEL1.versions == ("level1", "level2", "level3")
    assert LEVEL1.version == "level1"
    assert LEVEL1.options == {"start": "corners", "stagnation": 40, "full_entry": "reject"}
    assert LEVEL3.options == {
        **LEVEL1.options,
        "glass": 180_000,
        "ring_window": 3000,
        "timer": 15_000,
        "timer_side": "right",
    }
    assert "timer" not in LEVEL2.options
    assert gipfel.game("tamsk", "level2", ring_window="0").options["ring_window"] == 0
    assert repr(gipfel.game("tamsk", "level3", timer=9000)) == "gipfel.game('tamsk', 'level3', timer=9000)"


@pytest.mark.parametrize(
    ("version", "option", "value", "message"),
    [
        ("level1", "ring_window", 1000, "tamsk level1 has no option 'ring_window'"),
        ("level2", "ring_window", 60001, "option ring_window cannot be 60001; allowed: 0 to 60000"),
        ("level2", "ring_window", "soon", "option ring_window cannot be 'soon'; allowed: 0 to 60000"),
        ("level2", "ring_window", -1, "option ring_window cannot be -1; allowed: 0 to 60000"),
        ("level2", "ring_window", 1.5, "option ring_window cannot be 1.5; allowed: 0 to 60000"),
        ("level2", "ring_window", True, "option ring_window cannot be True; allowed: 0 to 60000"),
        ("level2", "timer", 15000, "tamsk level2 has no option 'timer'"),
        ("level1", "start", "edge", "option start cannot be 'edge'; allowed: corners, hand"),
    ],
)
def test_bad_options(version: str, option: str, value: object, message: str) -> None:
    with pytest.raises(gipfel.OptionError, match=message):
        gipfel.game("tamsk", version, **{option: value})


# --- 3. Level 1: worked examples T-01 to T-11 -------------------------------------------------------

T02 = "T1 0000b/01r000/000000/0b000000r/000000/00000/0r000b 31.32 0.0 b - 0"
T03 = "T1 0r000b/10000/000000/0b000000r/000000/00000/0r000b 32.31 0.0 r - 0"
T05 = "T1 0000b/00r000/000000/0b000000r/000000/00000/0r000b 32.32 0.0 b b2 1"
T07 = "T1 101b1/12221/123321/1233321r/123321r/12221r/1b1b11 1.1 0.0 r - 0"
T07_END = "11b11/12221/123321/1233321r/123321r/12221r/1b1b11"


def test_t01_first_moves() -> None:
    moves = ["a1-a2", "a1-b1", "a1-b2", "d7-c6", "d7-d6", "d7-e6", "g1-f1", "g1-f2", "g1-g2"]
    assert texts(LEVEL1.start()) == {*moves, *(f"{move}+" for move in moves)}


def test_t02_a_move_with_a_ring() -> None:
    position = LEVEL1.start().play("a1-b2+")
    assert str(position) == T02
    assert len(position.decisions()) == 18


def test_t03_a_full_space() -> None:
    position = at(T03)
    assert len(position.decisions()) == 16
    assert "a1-b1" not in texts(position)
    with pytest.raises(IllegalDecision, match="a1-b1 is not legal: b1 is full"):
        position.play("a1-b1")


@pytest.mark.parametrize("attempt", ["a1-b1", "a1-b1+"])
def test_t03_entering_a_full_space_may_lose(attempt: str) -> None:
    position = at(T03, full_entry="lose")
    assert attempt not in texts(position)
    lost = position.play(attempt)
    assert lost.outcome == gipfel.Outcome(BLACK, "full-entry")
    assert lost.turn == position.turn + 1
    assert str(lost) == f"{T03} r=full-entry"
    assert lost.game.position(str(lost)) == lost
    for other in ("a1-a4", "a1-c1", "d7-b1"):
        with pytest.raises(IllegalDecision):
            position.play(other)


def test_t04_the_full_centre() -> None:
    position = at("T1 0r000b/00000/0000r00/0b004000/000000/00000/0r000b 30.30 0.0 r - 0")
    assert {t for t in texts(position) if t.startswith("c4") and "+" not in t} == {
        f"c4-{goal}" for goal in ("b3", "b4", "c3", "c5", "d5")
    }


def test_t05_a_missed_ring_can_be_stolen() -> None:
    position = LEVEL1.start().play("a1-b2")
    assert str(position) == T05
    found = texts(position)
    assert len(found) == 36
    assert len([t for t in found if t.startswith("^")]) == 18
    stolen = "T1 0000/01r001b/000000/0b000000r/000000/00000/0r000b 32.30 0.0 r - 0"
    assert str(position.play("^a4-b5+")) == stolen


def test_t06_the_chance_passes() -> None:
    position = at(T05).play("a4-b5+")
    assert str(position) == "T1 0000/00r001b/000000/0b000000r/000000/00000/0r000b 32.31 0.0 r - 0"
    assert not [t for t in texts(position) if t.startswith("^")]


def test_t07_forced_pass_and_end() -> None:
    position = at(T07)
    assert texts(position) == {"pass"}
    position = position.play("pass")
    assert texts(position) == {"a3-a2", "a3-a2+"}
    position = position.play("a3-a2+")
    assert str(position) == f"T1 {T07_END} 1.0 0.0 r - 0"
    assert position.outcome == gipfel.Outcome(BLACK, "rings")
    assert position.decisions() == ()


def test_t08_a_steal_without_a_move() -> None:
    position = at(T07).play("pass").play("a3-a2")
    assert texts(position) == {"pass", "^pass"}
    assert str(position).endswith("a2 2")
    stolen = position.play("^pass")
    assert str(stolen) == f"T1 {T07_END} 0.1 0.0 b - 0"
    assert stolen.outcome == gipfel.Outcome(RED, "rings")
    assert position.play("pass").outcome == gipfel.Outcome(None, "tie")


def test_t09_stagnation() -> None:
    position = at(f"T1 {CORNERS} 32.32 0.0 r - 39")
    assert position.play("a1-a2").outcome == gipfel.Outcome(None, "stagnation")
    on = position.play("a1-a2+")
    assert on.outcome is None
    assert str(on).endswith(" b - 0")
    ahead = at(f"T1 {CORNERS} 30.32 0.0 r - 39").play("a1-a2")
    assert ahead.outcome == gipfel.Outcome(RED, "stagnation")
    short = at(f"T1 {CORNERS} 32.32 0.0 r - 4", stagnation=5).play("a1-a2")
    assert short.outcome == gipfel.Outcome(None, "stagnation")


def test_t10_no_rings_left() -> None:
    position = at(f"T1 {CORNERS} 0.5 0.0 r - 0")
    assert len(position.decisions()) == 9
    assert not [t for t in texts(position) if "+" in t]
    with pytest.raises(IllegalDecision, match="Red has not that many rings left"):
        position.play("a1-a2+")


def test_the_last_ring_is_for_the_steal_or_for_the_move() -> None:
    position = at(f"T1 {CORNERS} 5.1 0.0 r - 0").play("a1-a2")
    assert len(position.decisions()) == 9 + 9 + 9
    assert not [t for t in texts(position) if t.startswith("^") and t.endswith("+")]


def test_t11_off_the_board() -> None:
    position = gipfel.game("tamsk", start="hand").start()
    assert len(position.decisions()) == 74
    position = position.play("@d4+")
    assert str(position) == "T1o 0000/00000/000000/0001r000/000000/00000/0000 31.32 2.3 b - 0"
    assert len(position.decisions()) == 72


def test_glasses_in_hand_come_first() -> None:
    position = gipfel.game("tamsk", start="hand").start().play("@d4+").play("@a1+")
    with pytest.raises(IllegalDecision, match="Red has to bring in the glasses in hand first"):
        position.play("d4-d5")
    for turn in ("@d1", "@g1", "@d7", "@g4"):
        position = position.play(turn)
    assert "d4-d5+" in texts(position)
    with pytest.raises(IllegalDecision, match="Red has no glass in hand"):
        position.play("@d5")


BAD_TURNS = [
    # position, turn, error, message
    (T02, "a4-b5*", NotationError, "'a4-b5.' is no turn; write a move"),
    (T02, "", NotationError, "'' is no turn"),
    (T02, "a9-a4", NotationError, "'a9-a4' is no turn"),
    (T02, "a4-a5", NotationError, "a4-a5: there is no space a5"),
    (
        T02,
        "a4-c6",
        IllegalDecision,
        "a4-c6 is not legal: c6 is not next to a4. 18 decisions are legal, e.g. a4-",
    ),
    (T02, "b2-b3", IllegalDecision, "Black has no glass on b2"),
    (T02, "c3-c4", IllegalDecision, "Black has no glass on c3"),
    (T02, "pass", IllegalDecision, "whoever can move has to"),
    (
        T02,
        "^a4-a3",
        IllegalDecision,
        "there is nothing to steal, since the last move did not leave its ring out",
    ),
    (T05, "@d4", IllegalDecision, "Black has no glass in hand"),
    (f"T1 {CORNERS} 0.0 0.0 r - 0", "a1-a2+", IllegalDecision, "Red has not that many rings left"),
    (
        "T1 0r0b00/00000/000000/0b000000r/000000/00000/0r000b 9.9 0.0 r - 0",
        "a1-a2",
        IllegalDecision,
        "a glass on a2",
    ),
]


@pytest.mark.parametrize(("text", "turn", "error", "message"), BAD_TURNS, ids=lambda value: str(value)[:20])
def test_bad_turns(text: str, turn: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        at(text).play(turn)


# --- 4. Levels 2 and 3: worked examples T-12 to T-30 ------------------------------------------------

T12 = (
    "0 r a1-a2+, 4000 b a4-a3+, 9000 r d7-d6+, 12000 b g4-g3+, 16000 r g1-g2+, 20000 b d1-d2+, 30000 r a2-b3+"
)
FIRST_FOUR = ",".join(T12.split(",")[:4])
T14 = (
    "T2 001r{2000}1b{90000}/00000/000000/0b{80000}000001r{170000}/000000/00000/0r{160000}001b{70000} "
    "30.30 0.0 r - 0 @50000 - -"
)
T25 = T14.replace("T2", "T3").replace("r{2000}", "r{20000}")


def test_t12_turning_over() -> None:
    position = after(LEVEL2.start(), T12)
    assert position.time == 30000
    uppers = {"b3": 30000, "d6": 159000, "g2": 166000, "a3": 154000, "g3": 162000, "d2": 170000}
    assert {space: int(glass(position, space)[2:-1]) for space in uppers} == uppers
    assert position.next_deadline() == 60000
    assert glass(position.at(59999), "b3") == "r{1}"
    assert glass(position.at(60000), "b3") == "r{x60000}"


def test_t13_first_three_rule() -> None:
    position = after(LEVEL2.start(), FIRST_FOUR)
    assert refused(position, "16000 r a2-b3")
    with pytest.raises(IllegalDecision, match="glasses that have never been turned come first"):
        position.at(16000).play("a2-b3", RED)


def test_t14_just_in_time() -> None:
    assert str(after(at(T14), "51999 r a3-a2+")) == (
        "T2 01r{179999}11b{88001}/00000/000000/0b{78001}000001r{168001}/000000/00000/0r{158001}001b{68001} "
        "29.30 0.0 b - 0 @51999 - -"
    )


def test_t15_too_late() -> None:
    assert refused(at(T14), "52000 r a3-a2+")
    with pytest.raises(IllegalDecision, match="the glass on a3 ran out at 52000 ms"):
        at(T14).at(52000).play("a3-a2+", RED)
    assert glass(after(at(T14), "52000 r d7-d6+"), "d6") == "r{12000}"


def test_t16_dying_in_the_hand() -> None:
    position = after(at(T14), "51000 r a3~")
    assert "r~a3" in str(position)
    later = position.at(52000)
    assert glass(later, "a3") == "r{x52000}"
    assert "~" not in str(later)
    assert refused(position, "52000 r ~a2+")
    assert glass(after(position, "53000 r d7-c6+"), "c6") == "r{13000}"


def test_t17_the_ring_window() -> None:
    position = after(LEVEL2.start(), "0 r a1-a2")
    assert rings(after(position, "2999 r +")) == "31.32"
    assert refused(position, "3000 r +")
    stolen = after(position, "3500 b ^")
    assert rings(stolen) == "32.31"
    assert rings(after(stolen, "4000 b a4-a3+")) == "32.30"


def test_t18_moving_gives_up_the_steal() -> None:
    position = after(LEVEL2.start(), "0 r a1-a2, 1000 b a4-a3+")
    dropped = after(position, "2000 r +")
    assert rings(dropped) == "31.31"
    assert refused(dropped, "5000 b ^")
    assert refused(position, "5000 b ^")
    assert str(position.at(2999)).split()[6] == "0"
    assert str(position.at(3000)).split()[6] == "1"


def test_t19_decline() -> None:
    position = after(LEVEL2.start(), "0 r a1-a2, 0 r -, 100 b ^, 200 b a4-a3+")
    assert rings(position) == "32.30"


def test_t20_forfeit_and_bonus() -> None:
    position = after(LEVEL3.start(), "0 b !")
    assert position.at(14999).side == RED
    assert position.at(15000).side == BLACK
    position = after(position, "16000 b a4-a3+, 16500 b *d4")
    assert rings(position) == "32.30"
    assert refused(position, "16600 r !")
    assert str(after(position, "17000 b !")) == (
        "T3 0r{i}01b{179000}0/00000/000000/0b{i}001000r{i}/000000/00000/0r{i}000b{i} 32.30 0.0 r - 0 "
        "@17000 15000:r -"
    )


def test_t21_late_completion() -> None:
    position = after(LEVEL3.start(), "0 b !, 14000 r a1~, 15500 b a4~")
    assert position.side == BLACK
    assert "~a2+" in texts(position, RED)
    position = after(position, "16000 r ~a2+, 17000 b ~a3+, 17100 b *a1")
    assert str(position) == (
        "T3 11r{178900}1b{179900}0/00000/000000/0b{i}000000r{i}/000000/00000/0r{i}000b{i} 31.30 0.0 r - 0 "
        "@17100 - -"
    )


def test_t22_a_late_hold_is_void() -> None:
    position = after(LEVEL3.start(), "0 b !, 14000 r a1~, 16000 b a4-a3+")
    assert glass(position, "a1") == "r{i}"
    assert refused(position, "16500 r ~a2+")
    assert "*d4" in texts(position.at(18999), BLACK)
    assert "*d4" not in texts(position.at(19000), BLACK)
    assert rings(after(position, "17000 r a1-a2+")) == "31.31"


def test_t23_the_timer_is_still_running() -> None:
    position = after(LEVEL3.start(), "0 b !, 5000 r a1-a2+")
    assert refused(position, "6000 r !")
    position = after(position, "8000 b a4-a3+")
    assert position.at(15000).side == RED
    assert "b" not in str(position.at(15000)).split()[9]
    assert str(after(position, "15000 b !")).split()[8:10] == ["15000:r", "-"]


def test_t24_exactly_on_the_deadline() -> None:
    assert refused(after(LEVEL3.start(), "0 b !"), "15000 r a1-a2+")


def test_t25_bonus_details() -> None:
    position = after(at(T25), "50000 b !, 66000 b d1-d2+")
    assert refused(after(position, "66000 b *d2"), "66000 b *d3")
    assert refused(after(position, "66000 b *d2"), "66000 b *d2")
    assert refused(position, "66000 b *a3")
    assert rings(after(position, "66000 b *a1")) == "30.28"
    assert refused(position, "69000 b *d4")


def test_t26_both_forfeit() -> None:
    position = after(at(T25), "50000 b !, 65000 r !")
    assert glass(position.at(70000), "a3") == "r{x70000}"
    forfeited = position.at(80000)
    assert forfeited.side == RED
    assert str(forfeited).split()[9] == "r"
    assert rings(after(position, "81000 r d7-d6+, 81000 r *d4")) == "28.30"


def test_t27_forced_pass_through_a_death() -> None:
    position = at(
        "T2 101r{5000}1/12221/123321/1233321b{50000}/123320/12221b{30000}/1r{90000}1r{80000}11b{40000} "
        "2.1 0.0 r - 0 @100000 - -"
    )
    assert {text[:2] for text in texts(position)} == {"a3"}
    assert position.at(104999).side == RED
    assert position.at(105000).side == BLACK
    assert after(position, "106000 b d7-e6+").outcome == gipfel.Outcome(BLACK, "rings")


@pytest.mark.parametrize(
    ("sand", "winner", "reason"),
    [
        ("49999 50000 x90000 x80000 20000 x95000", RED, "time"),
        ("50000 50000 10000 x80000 30000 x95000", BLACK, "time"),
        ("50000 50000 30000 x80000 30000 x80000", None, "tie"),
        ("x99000 x98000 x90000 x80000 x70000 x95000", BLACK, "time"),
    ],
)
def test_t28_time_decides(sand: str, winner: gipfel.Side | None, reason: str) -> None:
    a, b, c, d, e, f = sand.split()
    board = f"111b{{{a}}}1/12221/123321/1232321r{{{b}}}/123321r{{{c}}}/12221r{{{d}}}/1b{{{e}}}1b{{{f}}}11"
    for side in "rb":
        position = at(f"T2 {board} 1.1 0.0 {side} - 0 @100000 - -")
        assert position.outcome == gipfel.Outcome(winner, reason)
        assert position.next_deadline() is None


def test_t29_off_the_board() -> None:
    position = after(gipfel.game("tamsk", "level2", start="hand").start(), "0 r @d4+")
    assert refused(position, "1000 b @d4+")
    position = after(position, "1000 b @c4+")
    assert refused(position, "2000 r d4-d5+")
    assert str(after(position, "2000 r @a1+")) == (
        "T2o 1r{180000}000/00000/0001b{179000}00/0001r{178000}000/000000/00000/0000 30.31 1.2 b - 0 @2000 - -"
    )


def random_events(game: gipfel.Game, seed: int, number: int) -> Playthrough:
    """Random events of both sides at random times, with all that the rules allow."""
    chance = Random(seed)
    played = Playthrough(game.start())
    while played.position.outcome is None and len(played.decisions) < number:
        ms = played.position.time + chance.choice((0, 1, 500, 999, 1500, 3000, 7000, 20000))
        here = played.position.at(ms)
        decisions = here.decisions(chance.choice((RED, BLACK)))
        if not decisions:
            played.advance(ms)
            continue
        rare = [d for d in decisions if d.text[0] in "+-^*!~@" or d.text.endswith("~")]
        played.act(chance.choice(rare if rare and chance.random() < 0.5 else decisions))
    return played


STREAMS = [
    (version, options, seed)
    for version, options in (
        ("level2", {}),
        ("level3", {}),
        ("level3", {"start": "hand"}),
        ("level3", {"ring_window": 0}),
        ("level3", {"ring_window": 20000, "timer": 1000, "glass": 30000, "stagnation": 5}),
    )
    for seed in range(6)
]
every_stream = pytest.mark.parametrize(("version", "options", "seed"), STREAMS)


@every_stream
def test_t30_replay_is_exact(version: str, options: dict[str, object], seed: int) -> None:
    """The same events give the same states, and it does not matter how often anybody looks at the clock."""
    played = random_events(gipfel.game("tamsk", version, **options), seed, 150)
    chance = Random(seed)
    position = played.start
    for decision in played.decisions:
        while position.time < decision.position.time:
            position = position.at(chance.randint(position.time + 1, decision.position.time))
        assert position == decision.position
        position = position.play(decision.text, decision.side)
    assert position.at(played.position.time) == played.position
    assert position.at(played.position.time).outcome == played.position.outcome
    assert gipfel.write_record(
        gipfel.replay(gipfel.read_record(gipfel.write_record(played.record()))).record()
    ) == (gipfel.write_record(played.record()))


@every_stream
def test_random_events_keep_the_rules_in_order(version: str, options: dict[str, object], seed: int) -> None:
    played = random_events(gipfel.game("tamsk", version, **options), seed, 150)
    for position in [*(d.position for d in played.decisions), played.position]:
        assert position.game.conserved(position.state) == (64, 3, 3)
        again = position.game.position(str(position))
        assert again == position
        assert str(again) == str(position)
        assert bool(position.decisions()) == (position.outcome is None)
        due = position.next_deadline()
        assert due is None or due > position.time
        if due is not None:
            coming = position.upcoming_events()
            assert coming[0].ms == due
            assert [h.ms for h in coming] == sorted(h.ms for h in coming)
            assert position.upcoming_events(due - 1) == ()
        for side in (RED, BLACK):
            decisions = position.decisions(side)
            assert len({d.text for d in decisions}) == len(decisions)
            for decision in decisions[:8]:
                assert decision.side == side
                assert position.decision(decision.text, side) == decision
                assert (
                    position.play(decision.code, side)
                    == position.play(decision)
                    == position.play(decision, side)
                )
                with pytest.raises(IllegalDecision):
                    position.play(decision, side.other)


@every_stream
@pytest.mark.skipif(not can_compile(), reason="Numba is not here")
def test_interpreted_is_compiled(version: str, options: dict[str, object], seed: int) -> None:
    played = random_events(gipfel.game("tamsk", version, **options), seed, 150)
    arrays = events.RULES.linked(fast=True)
    fast_act, fast_advance, fast_others, fast_deadline = (
        link(kernel) for kernel in (events.act, events.advance, events.others, events.deadline)
    )
    out = arrays.array([0] * events.MOST)
    for decision in played.decisions:
        state = arrays.array(decision.position.state)
        assert fast_deadline(state) == events.deadline(decision.position.state)
        expected = [d.code for d in decision.position.decisions(decision.position.side.other)]
        assert list(out[: fast_others(state, out)]) == expected
        fast_act(state, decision.code)
        later = decision.position.play(decision)
        assert list(state) == later.state
        fast_advance(state, later.time + 5000)
        assert list(state) == later.at(later.time + 5000).state


# --- 4. What the examples leave open ------------------------------------------------------------------


def test_both_sides_have_decisions_at_the_same_moment() -> None:
    position = LEVEL3.start()
    assert len(texts(position, RED)) == 18 + 3
    assert texts(position, BLACK) == {"!"}
    position = after(position, "0 r a1-a2")
    assert texts(position, RED) == {"+", "-", "!"}
    assert len(position.decisions()) == len(position.decisions(BLACK)) == 18 + 3
    turned = position.play("!", RED)
    assert texts(turned, RED) == {"+", "-"}
    with pytest.raises(IllegalDecision, match="Black is on turn, and the timer is for the other player"):
        position.play("!")


def test_a_turn_based_game_has_the_same_methods_trivially() -> None:
    position = LEVEL1.start()
    assert position.at(5000) is position
    assert (position.time, position.next_deadline(), position.upcoming_events()) == (0, None, ())
    assert position.decisions(BLACK) == ()
    assert position.play("a1-a2+", RED) == position.play("a1-a2+")
    with pytest.raises(IllegalDecision, match="It is not your turn: Red is to act"):
        position.play("a4-a3", BLACK)


def test_time_does_not_go_back() -> None:
    position = LEVEL2.start().at(5000)
    with pytest.raises(GipfelError, match="the game time is 5000 ms and goes on"):
        position.at(4999)
    with pytest.raises(NotationError, match="it is 5000 ms already, and time does not go back"):
        position.play_turn("4000 r a1-a2")


def test_a_finished_game_stands_still() -> None:
    position = after(LEVEL2.start(), "1000 r resign")
    assert position.outcome == gipfel.Outcome(BLACK, "resignation")
    assert position.at(9000) == position
    assert position.next_deadline() is None
    assert position.decisions(RED) == position.decisions(BLACK) == ()
    assert str(position).endswith("r=resigned")
    with pytest.raises(IllegalDecision, match="the game is over"):
        position.play_turn("9000 b a4-a3")


def test_either_player_may_resign_at_any_time_but_it_is_never_listed() -> None:
    assert "resign" not in texts(LEVEL3.start()) | texts(LEVEL3.start(), BLACK)
    assert after(LEVEL3.start(), "0 b resign").outcome == gipfel.Outcome(RED, "resignation")


def test_grab_cancel_and_the_own_right() -> None:
    position = after(LEVEL2.start(), "0 r a1-a2, 500 b a4-a3, 1000 r d7~")
    assert texts(position) == {"~c6", "~d6", "~e6", "~c6+", "~d6+", "~e6+", "~x"}
    assert str(position).split()[6] == "1"  # Red has given up his own right on a2
    assert "r~d7 b.a3:2500" in str(position)  # and with it, the chance to steal Black's later
    back = after(position, "1200 r ~x")
    assert back.side == RED
    assert glass(back, "d7") == "r{i}"
    assert "~" not in str(back)


def test_grabbing_closes_the_steal() -> None:
    position = after(LEVEL2.start(), "0 r a1-a2, 0 r -, 100 b a4~")
    assert refused(position, "200 b ^")
    assert str(position).split()[6] == "1"
    assert refused(after(position, "200 b ~x"), "300 b ^")


def test_a_mover_without_rings_leaves_the_ring_to_the_other_at_once() -> None:
    start = f"T2 {IDLE} 0.5 0.0 r - 0 @0 - -"
    position = after(at(start), "0 r a1-a2")
    assert "r^a2:3000" in str(position)
    assert rings(after(position, "10 b ^")) == "0.4"


def test_the_last_ring_spent_elsewhere_ends_the_own_phase() -> None:
    start = f"T3 {IDLE} 1.5 0.0 r - 0 @0 - r"
    position = after(at(start), "0 r a1-a2, 100 r *d4")
    assert "r^a2:3000" in str(position)
    assert rings(position) == "0.5"


def test_nothing_to_steal_with_closes_the_right() -> None:
    position = after(at(f"T2 {IDLE} 5.0 0.0 r - 0 @0 - -"), "0 r a1-a2").at(3000)
    assert "^" not in str(position)
    assert str(position).split()[6] == "1"


def test_a_glass_turned_twice_at_the_same_millisecond_has_no_sand_above() -> None:
    board = "1r{5000}000/00000/000000/1b{5000}000001r{5000}/000000/00000/1r{5000}01b{5000}1b{5000}"
    position = at(f"T2 {board} 20.20 0.0 r - 0 @0 - -")
    position = after(position, "0 r a1-a2+, 0 b d1-d2+, 0 r a2-a3+")
    assert glass(position, "a3") == "r{5000}"
    position = after(position, "0 b d2-d3+").at(4999)
    assert glass(position, "a3") == "r{1}"
    assert glass(after(LEVEL2.start(), "0 r a1-a2+"), "a2") == "r{180000}"
    board = board.replace("1r{5000}000", "1r{180000}000")
    position = after(at(f"T2 {board} 20.20 0.0 r - 0 @0 - -"), "0 r a1-a2+")
    assert glass(position, "a2") == "r{x0}"


def test_a_ring_window_of_nothing_allows_only_a_ring_with_the_move() -> None:
    game = gipfel.game("tamsk", "level3", ring_window=0)
    position = after(game.start(), "0 r a1-a2")
    assert texts(position, RED) == {"!"}
    assert "^" not in texts(position)
    assert str(position).split()[6] == "1"
    assert refused(position, "0 r +")
    late = after(game.start(), "0 b !, 15000 b a4-a3+")
    assert refused(late, "15000 b *d4")


def test_the_pending_bonus_is_lost_by_a_forced_pass() -> None:
    """Black forfeits, but Red's last movable glass has run out: Black is on turn again, without any bonus."""
    board = "101r{9000}1/12221/123321/1233321b{50000}/123320/12221b{30000}/1r{90000}1r{80000}11b{40000}"
    position = at(f"T3 {board} 2.1 0.0 b - 0 @0 8999:b -")
    assert position.at(8999).side == RED
    assert str(position.at(8999)).split()[9] == "r"
    passed = position.at(9000)
    assert passed.side == BLACK
    assert str(passed).split()[9] == "-"
    assert [(h.ms, h.kind) for h in position.upcoming_events(9000)] == [
        (8999, "forfeit"),
        (9000, "lost"),
        (9000, "pass"),
    ]


def test_a_late_hold_counts_again_when_the_turn_comes_back() -> None:
    """Black, on turn after Red was late, lets the timer run out too: Red still holds, and is on turn."""
    position = after(LEVEL3.start(), "0 b !, 14000 r a1~, 15000 r !").at(30000)
    assert position.side == RED
    assert "~a2+" in texts(position)
    moved = after(position, "30500 r ~a2+")
    assert moved.side == BLACK
    assert "*d4" in texts(moved, RED)


def test_stagnation_counts_closed_ring_rights() -> None:
    position = after(at(f"T2 {IDLE} 32.31 0.0 r - 39 @0 - -"), "0 r a1-a2, 100 b a4~")
    assert position.outcome is None
    assert position.at(3000).outcome == gipfel.Outcome(BLACK, "stagnation")
    even = after(at(f"T2 {IDLE} 32.32 0.0 r - 39 @0 - -"), "0 r a1-a2, 100 b a4~")
    assert even.at(3000).outcome == gipfel.Outcome(RED, "stagnation")  # whose glass runs


def test_nobody_can_move_but_a_ring_may_still_fall() -> None:
    board = "101r{5000}1/12221/123321/1233321b{50000}/123321/12221b{30000}/1r{90000}1r{80000}11b{40000}"
    position = after(at(f"T2 {board} 2.1 0.0 r - 0 @0 - -"), "0 r a3-a2")
    assert position.outcome is None
    assert position.side == BLACK
    assert texts(position) == {"."}
    assert texts(position, RED) == {"+", "-"}
    assert position.play(".").time == position.next_deadline() == 3000
    assert after(position, "10 r +").outcome == gipfel.Outcome(RED, "time")
    declined = after(position, "10 r -")
    assert texts(declined) == {"^"}
    assert after(declined, "20 b ^").outcome == gipfel.Outcome(BLACK, "rings")
    assert position.at(6000).outcome == gipfel.Outcome(BLACK, "rings")
    assert position.at(5999).outcome is None


def test_entering_a_full_space_may_lose_at_levels_2_and_3_too() -> None:
    text = T14.replace("001r{2000}", "011r{2000}")
    lost = after(at(text, full_entry="lose"), "50000 r a3-a2")
    assert lost.outcome == gipfel.Outcome(BLACK, "full-entry")
    assert str(lost) == f"{text} r=full-entry"
    held = after(at(text, full_entry="lose"), "50000 r a3~")
    assert "~a2" not in texts(held)
    assert after(held, "50100 r ~a2+").outcome == gipfel.Outcome(BLACK, "full-entry")
    assert refused(at(text), "50000 r a3-a2")
    assert refused(after(at(text, full_entry="lose"), "50000 r a3~"), "50100 r ~a4")


BAD_EVENTS = [
    # position, event line, error, message
    (None, "a1-a2", NotationError, "'a1-a2' is no event; write its time in ms, r or b, and what happens"),
    (None, "5 w a1-a2", NotationError, "is no event"),
    (None, "9999999999999 r a1-a2", NotationError, "is no event"),
    (None, "999999999999 r a1-c1", IllegalDecision, "the two spaces are not next to each other"),
    (None, "5 r a1:a2", NotationError, "'a1:a2' is no event; write a move"),
    (None, "5 r ~a9", NotationError, "'~a9' is no event"),
    (None, "5 r a7~", NotationError, "a7~: there is no space a7"),
    (None, "5 b a4-a3", IllegalDecision, "Red is on turn. The only legal decision is !"),
    (None, "5 b a4~", IllegalDecision, "Red is on turn"),
    (None, "5 r b1~", IllegalDecision, "Red has no glass on b1"),
    (None, "5 r ~a2", IllegalDecision, "Red holds no glass"),
    (None, "5 r ~x", IllegalDecision, "Red holds no glass"),
    (None, "5 r +", IllegalDecision, "there is no ring Red could still drop by right of a move"),
    (None, "5 r ^", IllegalDecision, "there is nothing to steal now"),
    (None, "5 r *d4", IllegalDecision, "Red has no bonus ring to drop now"),
    (None, "5 r !", IllegalDecision, "Red is on turn, and the timer is for the other player"),
    (None, "5 r .", IllegalDecision, "there is something to do"),
    (None, "5 r @d4", IllegalDecision, "Red has no glass in hand"),
    (
        "0 b !",
        "5 b !",
        IllegalDecision,
        "the timer is still running, until 15000 ms. Black can do nothing now.",
    ),
    ("0 r a1-a2", "5 b ^", IllegalDecision, "Red can still drop that ring"),
    ("0 r a1~", "5 r d7~", IllegalDecision, "Red holds a glass already"),
    ("0 r a1~", "5 r ~b3", IllegalDecision, "b3 is not next to the space the glass comes from"),
    ("0 r a1~", "5 r ~a4", IllegalDecision, "there is a glass on a4"),
]


@pytest.mark.parametrize(
    ("before", "line", "error", "message"), BAD_EVENTS, ids=lambda value: str(value)[:20]
)
def test_bad_events(before: str | None, line: str, error: type[Exception], message: str) -> None:
    position = after(LEVEL3.start(), before or "")
    with pytest.raises(error, match=message.replace("*", "[*]").replace("^", r"\^")):
        position.play_turn(line)


def test_why_a_glass_does_not_move() -> None:
    with pytest.raises(IllegalDecision, match="Black has no ring left"):
        after(at(f"T2 {IDLE} 5.0 0.0 b - 0 @0 - -"), "0 b a4-a3+")
    position = at(
        "T2 0r{9}0b{9}00/1b{9}1r{9}000/000000/0b{9}000000/000000/00000/0r{9}000 5.5 0.0 r - 0 @0 - -"
    )
    with pytest.raises(
        IllegalDecision, match="the glass on a1 cannot move: every space next to it is taken or full"
    ):
        after(position, "0 r a1~")
    with pytest.raises(IllegalDecision, match="there is no timer"):
        after(position, "0 b !")


# --- 4. Clocks, what is coming, the reaction time --------------------------------------------------------


def test_clocks() -> None:
    clock = ManualClock(100)
    clock.advance(50)
    assert clock.now_ms() == 150
    with pytest.raises(ValueError, match="does not go back"):
        clock.set(149)
    real = RealClock(5000)
    assert 5000 <= real.now_ms() <= real.now_ms() < 65000


def test_with_a_fake_clock_every_game_replays_exactly() -> None:
    def play_by(clock: ManualClock) -> Playthrough:
        played = Playthrough(LEVEL3.start())
        for pause, side, text in (
            (700, BLACK, "!"),
            (2000, RED, "a1-a2"),
            (3100, BLACK, "^"),
            (0, BLACK, "a4-a3+"),
        ):
            clock.advance(pause)
            played.advance(clock.now_ms())
            played.act(text, side)
        clock.advance(1234)
        played.advance(clock.now_ms())
        return played

    one, two = play_by(ManualClock()), play_by(ManualClock())
    assert one.position == two.position
    assert gipfel.write_record(one.record()) == gipfel.write_record(two.record())
    assert one.turn_texts() == ["700 b !", "2700 r a1-a2", "5800 b ^", "5800 b a4-a3+"]


def test_what_is_coming() -> None:
    position = after(LEVEL3.start(), "0 b !, 14000 r a1~")
    assert [(h.ms, h.kind, h.side, h.text) for h in position.upcoming_events()] == [
        (15000, "late", RED, "Red is late."),
    ]
    position = after(LEVEL3.start(), "0 r a1-a2, 1000 r !")
    assert [(h.ms, h.kind, h.side, h.text) for h in position.upcoming_events()] == [
        (3000, "missed", RED, "Red has missed the ring on a2, Black may steal it."),
        (6000, "closed", RED, "Nobody can drop the ring on a2 any more."),
        (16000, "forfeit", BLACK, "Black forfeits the turn."),
        (180000, "lost", RED, "Red's glass on a2 is lost."),
    ]
    assert position.upcoming_events()[3].target == Target("space", "a2")
    assert position.upcoming_events(5999) == position.upcoming_events()[:1]
    bonus = after(LEVEL3.start(), "0 b !, 15000 b a4-a3+")
    assert [h.kind for h in bonus.upcoming_events()] == ["bonus", "lost"]
    quick = after(LEVEL3.start(), "0 b !, 100 r a1-a2+")
    assert [h.kind for h in quick.upcoming_events()] == ["timer", "lost"]


def test_random_play_takes_a_reaction_time() -> None:
    played = Playthrough(LEVEL2.start())
    played.play("a1-a2+")
    assert (played.decisions[0].position.time, played.position.time) == (0, events.REACTION)
    played.play("a4-a3+")
    assert played.turn_texts() == ["0 r a1-a2+", "1000 b a4-a3+"]
    state = LEVEL2.start().state
    events.play(state, LEVEL2.start().decision("a1-a2+").code)
    assert Position(LEVEL2, state) == LEVEL2.start().play("a1-a2+").at(events.REACTION)


def test_a_decision_is_played_at_the_time_it_was_made_for() -> None:
    position = LEVEL2.start()
    later = position.at(4000).decision("a1-a2+")
    assert position.play(later).time == 4000
    played = Playthrough(position)
    played.act(later)
    assert played.turn_texts() == ["4000 r a1-a2+"]
    assert played.undo() is not None
    assert played.position == position.at(4000)


# --- 7. Notation: positions -------------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        f"T2 {IDLE} 32.32 0.0 r - 0 @0 - - r~a1",
        f"T3 {IDLE} 32.32 0.0 b - 0 @20 - b r~a1 b~g4",
        f"T2o {EMPTY} 32.32 3.3 r - 0 @0 - - r~@",
        f"T2 {IDLE} 32.32 0.0 b - 7 @500 - - r+a1:3000",
        f"T2 {IDLE} 32.32 0.0 b - 7 @500 - - r.a1:1 b^a4:2999",
        f"T3 {IDLE} 32.32 0.0 b - 7 @500 14000:- - b*3000",
        f"T3 {IDLE} 32.32 0.0 b - 7 @500 - - r=resigned",
    ],
)
def test_positions_that_are_not_quiet(text: str) -> None:
    position = at(text)
    assert str(position) == text
    state = position.state
    is_quiet = not any(state[events.HELD : events.PENDING]) and state[events.BONUS] == 0
    assert is_quiet == text.endswith("resigned")
    assert at("  ".join(text.split())) == position


def test_when_a_game_is_over_nothing_is_going_on() -> None:
    text = f"T3 {IDLE} 32.32 0.0 b - 7 @500 14000:b b r+a1:9 b~a4 r*9 r=resigned"
    assert str(at(text)) == f"T3 {IDLE} 32.32 0.0 b - 7 @500 - - r=resigned"


def test_fields_of_an_instant_may_come_in_any_order() -> None:
    swapped = f"T2 {IDLE} 32.32 0.0 b - 7 @500 - - b^a4:2999 r.a1:1"
    assert str(at(swapped)).endswith("r.a1:1 b^a4:2999")


def test_a_text_in_which_nobody_could_be_on_turn_is_settled() -> None:
    board = "101b{5000}1/12221/123321/1233321r{50000}/123321r{9}/12221r{30000}/1b{90000}1b{80000}11"
    assert at(f"T2 {board} 2.1 0.0 r - 0 @0 - -").side == BLACK


def test_puzzles_may_have_any_number_of_rings() -> None:
    position = at(f"T1 {CORNERS} 0.5 0.0 r - 0")
    assert notation.rings_in(position.state) == 5


BAD_POSITIONS = [
    # text, message
    ("", "the version is ''; it must be T1, T2 or T3, with an o behind for a start from the hand"),
    ("hello", "the version is 'hello'; it must be T1"),
    ("T4 x", "the version is 'T4'"),
    ("T1", "a position has 7 fields .version, board, rings left, .*., not 1: e.g. T1 0r000b/"),
    (f"T1 {CORNERS} 32.32 0.0 r - 0 x", "a position has 7 fields"),
    (f"T1 {CORNERS[:-6]} 32.32 0.0 r - 0", "column g is ''; it must be made of ring counts"),
    (f"T1 {CORNERS[:-7]} 32.32 0.0 r - 0", "the board has 6 columns; it must have 7, a to g"),
    (
        f"T1 {CORNERS.replace('0r000b/', '0r00b/')} 32.32 0.0 r - 0",
        "column a .0r00b. has 3 spaces; it must have 4",
    ),
    (
        f"T1 {CORNERS.replace('0r000b/', '0w000b/')} 32.32 0.0 r - 0",
        "column a is '0w000b'; it must be made of",
    ),
    (f"T1 {CORNERS.replace('0r000b/', '2r000b/')} 32.32 0.0 r - 0", "a1 holds 2 rings; it has room for 1"),
    (f"T1 {CORNERS.replace('0r000b/', '00000b/')} 32.32 0.0 r - 0", "column a .00000b. has 5 spaces"),
    (
        f"T1 {CORNERS.replace('0r000b/', '0000b/')} 32.32 0.0 r - 0",
        "Red has 2 glasses on the board and in hand; it",
    ),
    (
        f"T1 {CORNERS.replace('0r000b/', '0r{i}000b/')} 32.32 0.0 r - 0",
        "the glass on a1 has sand .{i}.; at level 1",
    ),
    (
        f"T1 {CORNERS} 32/32 0.0 r - 0",
        "the rings left are '32/32'; they must be two numbers up to 64, such as 3.2",
    ),
    (f"T1 {CORNERS} 65.1 0.0 r - 0", "the rings left are '65.1'; they must be two numbers up to 64"),
    (f"T1 {CORNERS} 32.32 4.0 r - 0", "the glasses in hand are '4.0'; they must be two numbers up to 3"),
    (f"T1 {EMPTY} 32.32 3.3 r - 0", "Red has glasses in hand, but the game began on the corners; write an o"),
    (f"T1o {CORNERS} 32.32 0.1 r - 0", "Black has 4 glasses on the board and in hand"),
    (f"T1 {CORNERS} 32.32 0.0 w - 0", "the player on turn is 'w'; it must be r or b"),
    (
        f"T1 {CORNERS} 32.32 0.0 r a1 0",
        "the missed space is a1; it must hold a glass of Black and not be full",
    ),
    (f"T1 {CORNERS} 32.32 0.0 r a9 0", "the missed space is 'a9'; it must be a space such as a1"),
    (
        f"T1 {CORNERS} 32.32 0.0 r - 41",
        "the number of turns without a ring is '41'; it must be a number from 0 to 40",
    ),
    (f"T1 {CORNERS} 32.32 0.0 r - x", "the number of turns without a ring is 'x'"),
    (f"T2 {IDLE} 32.32 0.0 r - 0", "a position has 10 fields"),
    (f"T2 {IDLE} 32.32 0.0 r a4 0 @0 - -", "the missed space is 'a4'; at levels 2 and 3 it must be -"),
    (
        f"T2 {IDLE} 32.32 0.0 r - 0 0 - -",
        "the time is '0'; it must be @ and ms up to 99999999999, such as @5000",
    ),
    (f"T2 {IDLE} 32.32 0.0 r - 0 @0 5:r -", "the timer is '5:r'; it must be -"),
    (
        f"T3 {IDLE} 32.32 0.0 r - 0 @0 5:b -",
        "the timer is '5:b'; it must be - or, while it runs, the time left",
    ),
    (
        f"T3 {IDLE} 32.32 0.0 r - 0 @0 15001:r -",
        "the time left on the timer is '15001'; it must be a number from 1",
    ),
    (f"T3 {IDLE} 32.32 0.0 r - 0 @0 - b", "the bonus is 'b'; it must be - or r, the player on turn"),
    (f"T2 {IDLE} 32.32 0.0 r - 0 @0 - r", "the bonus is 'r'; it must be - at level 2"),
    (
        f"T2 {CORNERS} 32.32 0.0 r - 0 @0 - -",
        "the glass on a1 has no sand; it must be {i} if it was never turned",
    ),
    (
        f"T2 {IDLE.replace('{i}', '{0}', 1)} 32.32 0.0 r - 0 @0 - -",
        "the sand of the glass on a1 is '0'; it must be a",
    ),
    (f"T2 {IDLE.replace('{i}', '{x5}', 1)} 32.32 0.0 r - 0 @4 - -", "the time at which a1 was lost is '5'"),
    (f"T2 {IDLE.replace('{i}', '{y}', 1)} 32.32 0.0 r - 0 @4 - -", "the glass on a1 has {y}; it must be"),
    (
        f"T2 {IDLE} 32.32 0.0 r - 0 @0 - - oops",
        "'oops' tells nothing; behind the bonus may stand what is going on",
    ),
    (f"T2 {IDLE} 32.32 0.0 r - 0 @0 - - r~a2", "r~a2: Red has no glass there that could be held"),
    (f"T2 {IDLE} 32.32 0.0 r - 0 @0 - - r~@", "r~@: Red has no glass there that could be held"),
    (f"T2 {IDLE} 32.32 0.0 r - 0 @0 - - b~a4", "b~a4: at level 2 only the player on turn holds a glass"),
    (f"T3 {IDLE} 32.32 0.0 r - 0 @0 - - b~a4 b~g4", "b~g4 contradicts a field before it"),
    (f"T3 {IDLE} 32.32 0.0 r - 0 @0 - - r+a2:5", "r.a2:5: Red has no glass on a2"),
    (f"T3 {IDLE} 0.32 0.0 r - 0 @0 - - r+a1:5", "r.a1:5: Red has no ring left"),
    (
        f"T3 {IDLE} 32.32 0.0 r - 0 @0 - - r+a1:3001",
        "the time left for the ring is '3001'; it must be a number from 1",
    ),
    (f"T2 {IDLE} 32.32 0.0 r - 0 @0 - - r*5", "r.5: at level 2 there is no bonus"),
]


@pytest.mark.parametrize(("text", "message"), BAD_POSITIONS, ids=lambda value: str(value)[-30:])
def test_bad_positions(text: str, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        at(text)


def test_the_text_decides_the_version() -> None:
    with pytest.raises(PositionError, match="one of tamsk level3, not of level1"):
        LEVEL1.position(f"T3 {IDLE} 32.32 0.0 r - 0 @0 - -")
    assert LEVEL1.position(f"T1o {EMPTY} 32.32 3.3 r - 0").game.options["start"] == "hand"
    assert LEVEL3.position(f"T3o {EMPTY} 32.32 3.3 r - 0 @0 - -").game.clockwork is not None


# --- 7. Notation: records and the event log -----------------------------------------------------------

RECORD = """Gipfel record 2
game: tamsk
version: level3
time: 17100
white: Ada
black: Ben

1. 0 b !
2. 14000 r a1~  # 15000 Red is late
3. 15500 b a4~
4. 16000 r ~a2+
5. 17000 b ~a3+
6. 17100 b *a1
result: *
"""


def test_a_record_holds_the_times() -> None:
    played = gipfel.replay(gipfel.read_record(RECORD))
    assert played.position.time == 17100
    assert gipfel.write_record(played.record(white="Ada", black="Ben")) == RECORD


def test_a_saved_game_goes_on_at_the_time_it_was_left() -> None:
    played = gipfel.replay(gipfel.read_record(RECORD.replace("time: 17100", "time: 60000")))
    assert played.position.time == 60000
    played.act("d7-d6+", RED)
    assert played.turn_texts()[-1] == "60000 r d7-d6+"


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (("time: 17100", "time: 17099"), "in the header, time: the game time is 17100 ms and goes on"),
        (("time: 17100", "time: soon"), "in the header, time: the time 'soon' is not a whole number"),
        (("3. 15500", "3. 13000"), "line 10, turn 3: 13000 b a4~: it is 14000 ms already"),
        (("4. 16000 r ~a2+", "4. 16000 r ~b3"), "line 11, turn 4: ~b3 is not legal"),
        (("result: *", "result: 1-0"), "but the game goes on"),
    ],
)
def test_bad_records(change: tuple[str, str], message: str) -> None:
    with pytest.raises(RecordError, match=message):
        gipfel.replay(gipfel.read_record(RECORD.replace(*change)))


LOG = """TAMSK level=3 start=corners ring_window=3000
0 b !
14000 r a1~
# 15000 Red is late
15500 b a4~
16000 r ~a2+
17000 b ~a3+
17100 b *a1
"""


def test_the_event_log() -> None:
    played = read_log(LOG)
    assert played.position == gipfel.replay(gipfel.read_record(RECORD)).position
    assert write_log(played) == LOG
    assert (
        read_log("TAMSK level=2 ring_window=0 start=hand\n\n0 r @d4\n").position.game.options["ring_window"]
        == 0
    )


@pytest.mark.parametrize(
    ("log", "message"),
    [
        ("", "line 1: an event log begins with a line such as 'TAMSK level=3"),
        ("TAMSK level=1\n", "line 1: an event log begins"),
        ("TAMSK level=2 timer=5\n", "line 1: tamsk level2 has no option 'timer'"),
        (LOG.replace("15500 b a4~", "15500 b a3~"), "line 5: a3~ is not legal: Black has no glass on a3"),
    ],
)
def test_bad_event_logs(log: str, message: str) -> None:
    with pytest.raises(RecordError, match=message):
        read_log(log)


def test_a_log_cannot_tell_of_another_start() -> None:
    with pytest.raises(RecordError, match="from its start"):
        write_log(Playthrough(at(T14)))


def test_derived_events_become_comments() -> None:
    played = Playthrough(at(T25))
    for line in ("50000 b !", "65000 r !", "81000 r d7-d6+"):
        played.play_turn(line)
    assert [turn.comment for turn in played.record().turns] == [
        "65000 Red forfeits the turn",
        "70000 Red's glass on a3 is lost; 80000 Black forfeits the turn",
        "",
    ]


# --- Golden: a whole game of level 3, with times ------------------------------------------------------


def test_golden_game_with_times() -> None:
    """A stream of events of both sides: every line, what happens by itself, and every position."""
    played = random_events(gipfel.game("tamsk", "level3", ring_window=4000), 1997, 400)
    lines = []
    for decision, turn in zip(played.decisions, played.record().turns, strict=True):
        lines += [f"  {turn.text}", *(f"    # {remark}" for remark in turn.comment.split("; ") if remark)]
        lines.append(str(decision.position.play(decision)))
    lines.append(f"outcome: {played.position.outcome} at {played.position.time}")
    path = GOLDEN / "tamsk-times.txt"
    text = "\n".join(lines) + "\n"
    if os.environ.get("GIPFEL_GOLDEN"):
        path.write_text(text, encoding="utf-8")
    assert path.read_text(encoding="utf-8") == text


# --- Pointing, pictures, words ------------------------------------------------------------------------


def path_names(position: Position, text: str, side: gipfel.Side | None = None) -> list[str]:
    return [" ".join(f"{t.kind}:{t.name}" for t in path) for path in position.decision(text, side).paths]


def test_paths() -> None:
    assert path_names(LEVEL1.start(), "a1-a2+") == ["space:a1 space:a2 button:ring"]
    assert path_names(LEVEL1.start(), "a1-a2") == ["space:a1 space:a2 button:no ring"]
    assert path_names(at(T05), "^a4-b5+") == ["button:steal space:a4 space:b5 button:ring"]
    assert path_names(at(T07), "pass") == ["button:pass"]
    assert path_names(at(f"T1 {CORNERS} 0.5 0.0 r - 0"), "a1-a2") == ["space:a1 space:a2"]
    hand = gipfel.game("tamsk", start="hand").start()
    assert path_names(hand, "@d4") == ["tray:glass space:d4 button:no ring", "space:d4 button:no ring"]
    assert path_names(LEVEL3.start(), "a1~") == ["button:grab space:a1"]
    assert path_names(LEVEL3.start(), "!", BLACK) == ["button:timer"]
    held = after(LEVEL3.start(), "0 r a1~")
    assert path_names(held, "~a2+") == ["space:a2 button:ring"]
    assert path_names(held, "~x") == ["button:put back"]


@every_stream
def test_no_path_is_the_beginning_of_another(version: str, options: dict[str, object], seed: int) -> None:
    played = random_events(gipfel.game("tamsk", version, **options), seed, 60)
    for position in [d.position for d in played.decisions[::7]]:
        for side in (RED, BLACK):
            paths = [path for decision in position.decisions(side) for path in decision.paths]
            prefixes = {path[:i] for path in paths for i in range(len(path))}
            assert len(set(paths)) == len(paths)
            assert not prefixes & set(paths)
        for decision in position.decisions()[:5]:
            assert point(position, decision.path).complete == decision


def test_changes() -> None:
    def told(position: Position, text: str, side: gipfel.Side | None = None) -> list[tuple[str, str, str]]:
        changes = position.decision(text, side).changes
        return [(c.kind, c.origin.name if c.origin else "", c.goal.name if c.goal else "") for c in changes]

    assert told(LEVEL1.start(), "a1-a2+") == [("move", "a1", "a2"), ("enter", "ring", "a2")]
    assert told(at(T05), "^a4-b5") == [("enter", "ring", "b2"), ("move", "a4", "b5")]
    assert told(at(T07), "pass") == []
    assert told(LEVEL2.start(), "a1-a2+") == [
        ("move", "a1", "a2"),
        ("flip", "", "a2"),
        ("enter", "ring", "a2"),
    ]
    held = after(LEVEL2.start(), "0 r a1~")
    assert told(held, "~a2") == [("move", "a1", "a2"), ("flip", "", "a2")]
    assert told(LEVEL3.start(), "!", BLACK) == [("flip", "", "timer")]
    assert told(after(LEVEL2.start(), "0 r a1-a2"), "+", RED) == [("enter", "ring", "a2")]
    assert told(after(LEVEL2.start(), "0 r a1-a2, 0 r -"), "^") == [("enter", "ring", "a2")]
    assert told(gipfel.game("tamsk", start="hand").start(), "@d4") == [("enter", "glass", "d4")]


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        (LEVEL1.start(), "Red: move a glass to a space next to it and drop a ring."),
        (
            at(T05),
            "Black: move a glass to a space next to it and drop a ring. You may first steal the ring on b2.",
        ),
        (at(T07), "Red cannot move and has to pass."),
        (
            gipfel.game("tamsk", start="hand").start(),
            "Red: bring in a glass on any free space and drop a ring.",
        ),
        (
            at(f"T1 {CORNERS} 0.5 0.0 r - 0"),
            "Red: move a glass to a space next to it; there are no rings left.",
        ),
        (
            after(LEVEL3.start(), "0 r a1~"),
            "Red: put the glass down on a space next to a1. No timer runs.",
        ),
        (
            after(LEVEL3.start(), "0 b !").at(15000),
            "Black: move a glass to a space next to it and drop a ring (then a bonus ring). No timer runs.",
        ),
        (at(T07).play("pass").play("a3-a2+"), "Black wins: fewer rings left."),
        (at(T07).play("pass").play("a3-a2").play("pass"), "The game is a tie: both have as many rings left."),
        (after(LEVEL2.start(), "0 r resign"), "Black wins: Red has resigned."),
    ],
)
def test_tasks_and_conclusions(position: Position, sentence: str) -> None:
    assert position.task == sentence
    assert position.scene().sentence == sentence


@pytest.mark.parametrize(
    ("reason", "winner", "sentence"),
    [
        ("time", RED, "Red wins: as many rings left, but Red's sand runs longer."),
        ("stagnation", BLACK, "Black wins: no ring was dropped for too long, and Black is ahead."),
        ("stagnation", None, "The game is a tie: no ring was dropped for too long."),
        ("full-entry", RED, "Red wins: Black has entered a full space."),
        ("agreement", None, "The game is a tie: agreement."),
        ("flag", RED, "Red wins: flag."),
    ],
)
def test_conclusions(reason: str, winner: gipfel.Side | None, sentence: str) -> None:
    assert LEVEL1.conclusion(gipfel.Outcome(winner, reason)) == sentence


def targets(words: str) -> tuple[Target, ...]:
    """`space a1, button ring` as targets."""
    pairs = (word.split(" ", 1) for word in words.split(", ") if word)
    return tuple(Target(kind, name) for kind, name in pairs)


@pytest.mark.parametrize(
    ("position", "prefix", "target", "sentence"),
    [
        (LEVEL1.start(), "", "space d4", "Red has no glass on d4."),
        (LEVEL1.start(), "", "space a4", "Red has no glass on a4."),
        (LEVEL1.start(), "space a1", "space d4", "Point at a space next to a1."),
        (at(T03), "space a1", "space b1", "b1 is full."),
        (LEVEL1.start(), "space a1", "space a4", "There is a glass on a4."),
        (LEVEL1.start(), "", "button steal", "There is nothing to steal now."),
        (LEVEL1.start(), "", "button pass", "Whoever can move has to."),
        (LEVEL1.start(), "", "button ring", "Point at a glass, then at a space next to it."),
        (LEVEL1.start(), "", "tray glass", "Red has no glass in hand."),
        (at(T07), "", "space d7", "Red cannot move and has to pass."),
        (LEVEL3.start(), "", "button timer", "The player on turn cannot turn the timer."),
        (LEVEL3.start(), "", "button bonus", "Red has no bonus ring to drop now."),
        (LEVEL3.start(), "", "button put back", "Red holds no glass."),
        (LEVEL3.start(), "", "space a4", "Red has no glass on a4."),
        (
            after(LEVEL2.start(), FIRST_FOUR),
            "",
            "space a2",
            "Glasses that have never been turned come first.",
        ),
        (after(LEVEL3.start(), "0 r a1~"), "", "space d4", "Put the glass down on a space next to a1."),
        (after(LEVEL3.start(), "0 r a1~"), "", "space a4", "There is a glass on a4."),
    ],
)
def test_why_not(position: Position, prefix: str, target: str, sentence: str) -> None:
    (pointed,) = targets(target)
    assert position.game.why_not(position.state, targets(prefix), pointed) == sentence


def test_scenes_show_sand_rings_and_the_timer() -> None:
    position = after(at(T25), "50000 b !, 51000 r a3~")
    scene = position.scene()
    marks = {
        piece.target.name: piece.mark
        for piece in scene.pieces
        if piece.shape in ("glass", "timer") and piece.target
    }
    assert marks == {
        "a3": "19/180",
        "a4": "89/180",
        "d1": "79/180",
        "d7": "169/180",
        "g1": "159/180",
        "g4": "69/180",
    } | {"timer": "14/15"}
    assert [piece.target.name for piece in scene.pieces if piece.level == 2 and piece.target] == ["a3"]
    assert "Timer: 0:14 for Red" in scene.notes
    assert "Red's sand: a3 0:19, d7 2:49, g1 2:39" in scene.notes
    lost = {
        p.target.name: p.mark for p in position.at(71000).scene().pieces if p.shape == "glass" and p.target
    }
    assert lost["a3"] == "lost"
    left = gipfel.game("tamsk", "level3", timer_side="left").start().scene().pieces[-1]
    assert left.at[0] < 0
    assert [str(tray) for tray in scene.trays] == ["Black: 30 rings left", "Red: 30 rings left"]


def test_scenes_list_what_runs() -> None:
    position = after(at(T25), "50000 b !, 51000 r a3~")
    times = {time.name: time for time in position.scene().running_times}
    assert [*times] == ["a4", "d1", "g4", "a3", "d7", "g1", "timer"]
    assert {name: time.owner for name, time in times.items() if name in ("a4", "a3", "timer")} == {
        "a4": "black",
        "a3": "white",
        "timer": "both",
    }
    assert (times["a3"].left, times["a3"].full, times["a3"].stopped) == (19_000, 180_000, "")
    later = {time.name: time.stopped for time in position.at(71000).scene().running_times}
    assert (later["a3"], later["timer"]) == ("out of sand", "empty")
    assert not LEVEL1.start().scene().running_times


def test_the_text_picture_is_readable_without_colour() -> None:
    shown = picture(after(at(T25), "50000 b !, 51000 r a3~").scene())
    assert "R1~" in shown
    assert "Red's sand: a3 0:19" in shown
    assert "R2" in picture(at(T02.replace("01r", "02r")).scene())
    assert "#" in picture(at(T03).scene())
    assert "R?" in picture(at(T05).scene())
    assert "x" in picture(at(T14).at(52000).scene())


# --- 10. Counts -------------------------------------------------------------------------------------


def test_perft_of_level_1() -> None:
    state = LEVEL1.start().state
    perft = Perft(level1.RULES, fast=False)
    assert [perft.count(state, depth) for depth in (1, 2, 3)] == [18, 486, 15444]


def count_with_rings(state: list[int], turns: int) -> int:
    """Sequences of turns in which every move drops a ring and nobody steals."""
    codes = [c for c in level1.RULES.codes(state) if level1.WITH_RING <= c < level1.WITH_STEAL]
    if turns == 1:
        return len(codes)
    total = 0
    for code in codes:
        child = [*state]
        level1.play(child, code)
        total += count_with_rings(child, turns - 1)
    return total


def test_counts_with_rings_only() -> None:
    corners = LEVEL1.start().state
    assert [count_with_rings(corners, n) for n in (1, 2, 3, 4)] == [9, 81, 858, 8994]
    hand = gipfel.game("tamsk", start="hand").start().state
    assert [count_with_rings(hand, n) for n in (1, 2, 3)] == [37, 1332, 46620]


@pytest.mark.parametrize("version", ["level2", "level3"])
def test_perft_with_time_is_the_same_compiled(version: str) -> None:
    state = gipfel.game("tamsk", version).start().state
    slow = Perft(events.RULES, fast=False)
    assert [slow.count(state, depth) for depth in (1, 2)] == [21, 18 * 21 + 3 * 7]
    if can_compile():
        fast = Perft(events.RULES, fast=True)
        assert fast.count(state, 3) == slow.count(state, 3)


def random_game_with_rings(chance: Random) -> tuple[int, int, int]:
    """A game in which every move drops a ring, until nobody can move: moves and choices before the first
    forced pass, and the result."""
    state = LEVEL1.start().state
    plies = choices = passes = 0
    while not state[RESULT]:
        codes = level1.RULES.codes(state)
        with_ring = [code for code in codes if level1.WITH_RING <= code < level1.WITH_STEAL]
        passes += not with_ring
        if not passes:
            plies, choices = plies + 1, choices + len(with_ring)
        level1.play(state, chance.choice(with_ring or [level1.PASS]))
    return plies, choices, state[RESULT]


def test_random_games_look_like_those_of_another_engine() -> None:
    """That engine always drops a ring: 57.8 plies, 8.0 choices each, Red wins 50 %, Black 33 %."""
    chance = Random(5)
    games = [random_game_with_rings(chance) for _ in range(600)]
    plies, choices = sum(game[0] for game in games), sum(game[1] for game in games)
    assert 56 < plies / len(games) < 59
    assert 7.8 < choices / plies < 8.4
    results = Counter(result for _, _, result in games)
    assert 0.44 < results[1] / len(games) < 0.56
    assert 0.28 < results[2] / len(games) < 0.39


@given(st.integers(0, 10**6), st.integers(0, 40_000), st.integers(0, 40_000))
@settings(deadline=None, max_examples=60)
def test_looking_at_the_clock_changes_nothing(seed: int, first: int, second: int) -> None:
    """`at` in one step or in two, from any instant of a random stream of events."""
    played = random_events(LEVEL3, seed % 7, 40)
    position = played.decisions[seed % len(played.decisions)].position
    assert position.at(position.time + first).at(position.time + first + second) == position.at(
        position.time + first + second
    )
