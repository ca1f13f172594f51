"""ZÈRTZ, in the order of docs/rules/zertz.md: board, set-up, turn, captures, end, notation, counts."""

from collections.abc import Iterator

import pytest

import gipfel
from gipfel import IllegalDecision, NotationError, Outcome, Position, PositionError
from gipfel.board import OFF
from gipfel.board.hexagon61 import BIT, POINTS, around, flood
from gipfel.draw.target import Target
from gipfel.draw.text import text as drawn_as_text
from gipfel.games.core.pointing import point
from gipfel.games.core.registry import game_of_position
from gipfel.games.zertz import notation, rules
from gipfel.kernel.link import can_compile
from gipfel.kernel.perft import Perft
from gipfel.kernel.state import SIDE

BASIC = gipfel.game("zertz")
PLAYER_1, PLAYER_2 = gipfel.WHITE, gipfel.BLACK
PERFT = Perft(rules.RULES, fast=False)


def at(text: str) -> Position:
    return game_of_position("zertz", text).position(text)


def texts(position: Position) -> set[str]:
    return {decision.text for decision in position.decisions()}


def all_turns(position: Position) -> Iterator[tuple[str, Position]]:
    """Every complete turn in notation, with the position it leads to."""
    waiting: list[tuple[list[gipfel.Decision], Position]] = [([], position)]
    while waiting:
        done, here = waiting.pop()
        if here.turn != position.turn:
            yield position.game.write_turn(done), here
        else:
            waiting += [([*done, d], here.play(d)) for d in here.decisions()]


def turns(position: Position) -> set[str]:
    return {turn for turn, _ in all_turns(position)}


def number_of_turns(position: Position) -> int:
    return PERFT.count(position.state, 1)


def free(position: Position) -> set[str]:
    state = position.state
    return {notation.ring_name(state, p) for p in notation.points_in(notation.free_rings(state))}


def captured(position: Position, player: int) -> str:
    return str(position).split()[2 + player]


# --- 1. Board -------------------------------------------------------------------------------------

COUNTS = [
    # layout, rings, columns, adjacent pairs, free rings, first turns, first and second turns, symmetries
    ("37", 37, "4 5 6 7 6 5 4", 90, 18, 1944, 3_277_260, 12),
    ("37b", 37, "4 5 6 7 6 5 4", 90, 18, 1944, 3_277_260, 12),
    ("40", 40, "5 6 7 7 6 5 4", 98, 19, 2223, 4_327_668, 2),
    ("43", 43, "5 6 7 7 6 5 4 3", 106, 20, 2520, 5_608_800, 2),
    ("44", 44, "5 6 7 8 7 6 5", 109, 20, 2580, 5_889_240, 2),
    ("48", 48, "5 6 7 8 7 6 5 4", 120, 21, 2961, 7_824_600, 2),
    ("61", 61, "5 6 7 8 9 8 7 6 5", 156, 24, 4320, 17_000_496, 12),
]
each_layout = pytest.mark.parametrize(
    ("layout", "rings", "columns", "pairs", "edge", "first", "second", "symmetries"), COUNTS
)


@each_layout
def test_layouts(
    layout: str, rings: int, columns: str, pairs: int, edge: int, first: int, second: int, symmetries: int
) -> None:
    board = rules.LAYOUTS[layout]
    assert len(board) == rings
    assert [len(column) for column in board.columns] == [int(size) for size in columns.split()]
    assert board.pairs == pairs
    start = rules.start(rules.LAYOUT_NAMES.index(layout))
    assert notation.free_rings(start).bit_count() == edge
    assert len(rules.symmetries(start[rules.LAYOUT])) == symmetries


def test_the_larger_boards_add_rings_to_the_basic_one() -> None:
    names = {layout: set(board.names) for layout, board in rules.LAYOUTS.items()}
    assert names["40"] - names["37"] == {"a5", "b6", "c7"}
    assert names["43"] - names["40"] == {"h1", "h2", "h3"}
    assert names["44"] - names["40"] == {"d8", "e7", "f6", "g5"}
    assert names["48"] - names["37"] == names["44"] - names["37"] | {"h1", "h2", "h3", "h4"}


@pytest.mark.parametrize(
    ("layout", "landmarks"),
    [
        ("37", "d4=0,0 a1=-3,0 a4=-3,3 d1=0,-3 d7=0,3 g1=3,-3 g4=3,0"),
        ("48", "d4=0,0 d8=0,4 h1=4,-3 h4=4,0 a5=-3,4"),
        ("61", "e5=0,0 a1=-4,0 a5=-4,4 e1=0,-4 i1=4,-4"),
    ],
)
def test_landmarks(layout: str, landmarks: str) -> None:
    board = rules.LAYOUTS[layout]
    for landmark in landmarks.split():
        name, cell = landmark.split("=")
        assert board.cells[board.index[name]] == tuple(map(int, cell.split(",")))


def test_neighbours_by_name() -> None:
    board = rules.LAYOUTS["37"]
    around_d4 = [board.names[n] for n in board.neighbours[board.index["d4"]]]
    assert around_d4 == ["d5", "e4", "e3", "d3", "c3", "c4"]
    around_a1 = board.neighbours[board.index["a1"]]
    assert [board.names[n] for n in around_a1 if n != OFF] == ["a2", "b2", "b1"]
    assert around_a1[3:] == [OFF, OFF, OFF]


def test_steps_on_the_word_of_61_bits_are_steps_on_the_board() -> None:
    assert sorted(BIT) == [1 << i for i in range(61)]
    moves = (rules.north, rules.northeast, rules.southeast, rules.south, rules.southwest, rules.northwest)
    for p, neighbours in enumerate(POINTS.neighbours):
        assert [move(BIT[p]) for move in moves] == [0 if n == OFF else BIT[n] for n in neighbours]
        assert around(BIT[p]) == sum(BIT[n] for n in neighbours if n != OFF)
        assert flood(BIT[p], sum(BIT)) == sum(BIT)
        assert flood(BIT[p], sum(BIT) & ~around(BIT[p])) == BIT[p]


# --- 2. Set-up ------------------------------------------------------------------------------------

STARTS = [
    ("basic", {}, "37 4/5/6/7/6/5/4 6.8.10 0.0.0 0.0.0 1 -"),
    ("extended", {}, "40 5/6/7/7/6/5/4 6.8.10 0.0.0 0.0.0 1 -"),
    ("extended", {"rings": 43}, "43 5/6/7/7/6/5/4/3 6.8.10 0.0.0 0.0.0 1 -"),
    ("extended", {"rings": 44}, "44 5/6/7/8/7/6/5 6.8.10 0.0.0 0.0.0 1 -"),
    ("tournament", {}, "48 5/6/7/8/7/6/5/4 6.8.10 0.0.0 0.0.0 1 -"),
    ("large", {}, "61 5/6/7/8/9/8/7/6/5 6.8.10 0.0.0 0.0.0 1 -"),
    ("blitz", {}, "37b 4/5/6/7/6/5/4 5.7.9 0.0.0 0.0.0 1 -"),
]


@pytest.mark.parametrize(("version", "options", "text"), STARTS)
def test_start(version: str, options: dict[str, int], text: str) -> None:
    game = gipfel.game("zertz", version, **options)
    start = game.start()
    assert str(start) == text
    assert at(text) == start
    assert at(text).game == game
    assert (start.side, start.turn) == (PLAYER_1, 0)


def test_versions_in_order() -> None:
    assert BASIC.versions == ("basic", "extended", "tournament", "large", "blitz")
    assert BASIC.version == "basic"


def test_a_handicap_is_a_start_with_captured_marbles() -> None:
    start = BASIC.position("37 4/5/6/7/6/5/4 5.8.9 0.0.0 1.0.1 1 -")
    assert start.outcome is None
    assert number_of_turns(start) == 1944


# --- 8. Worked examples ---------------------------------------------------------------------------


def test_z01_start() -> None:
    edge = "a1 a2 a3 a4 b1 b5 c1 c6 d1 d7 e1 e6 f1 f5 g1 g2 g3 g4"
    assert free(BASIC.start()) == set(edge.split())
    assert number_of_turns(BASIC.start()) == 1944


def test_z02_first_turn() -> None:
    after = BASIC.start().play_turn("Wd4,d1")
    assert str(after) == "37 4/5/6/-2W3/6/5/4 5.8.10 0.0.0 0.0.0 2 -"
    assert number_of_turns(after) == 1734
    assert after.turn == 1
    with pytest.raises(NotationError, match="the turn is not finished; 18 decisions are legal"):
        BASIC.start().play_turn("Wd4")
    with pytest.raises(IllegalDecision, match="there is a marble on d4"):
        BASIC.start().play_turn("Wd4,d4")
    with pytest.raises(IllegalDecision, match="the ring d3 is not free"):
        BASIC.start().play_turn("Wd4,d3")


def test_z02_atoms() -> None:
    placed = BASIC.start().play("Wd4")
    assert str(placed) == "37 4/5/6/3W3/6/5/4 5.8.10 0.0.0 0.0.0 1 R"
    assert (placed.turn, placed.side) == (0, PLAYER_1)
    assert len(placed.decisions()) == 18
    assert placed.play("-d1") == BASIC.start().play_turn("Wd4,d1")
    assert at(str(placed)) == placed


def test_z03_free_rings() -> None:
    edge = free(BASIC.start())
    assert free(at("37 4/5/6/-6/6/5/4 6.8.10 0.0.0 0.0.0 1 -")) == edge - {"d1"}
    without_two = free(at("37 4/5/-5/-6/6/5/4 6.8.10 0.0.0 0.0.0 1 -"))
    assert without_two == edge - {"c1", "d1"} | {"d2"}
    assert len(without_two) == 17


def test_z04_three_open_sides_are_not_enough() -> None:
    assert "d4" not in free(at("37 4/5/2-3/4-2/2-3/5/4 6.8.10 0.0.0 0.0.0 1 -"))
    assert "d4" in free(at("37 4/5/2-3/4-2/2--2/5/4 6.8.10 0.0.0 0.0.0 1 -"))


SINGLE_TURNS = [
    # name, position, all its turns
    ("05", "37 4/5/6/3WG2/6/5/4 5.7.10 0.0.0 0.0.0 1 -", "x d4Gd6|x d5Wd3"),
    ("06", "37 4/5/6/5WG/6/5/4 5.7.10 0.0.0 0.0.0 1 -", "x d7Wd5"),
    (
        "07",
        "37 4/2W2/3GB-/7/3W2/1B3/4 4.7.8 0.0.0 0.0.0 1 -",
        "x b3Gd5Bb5|x b3Gd5Wf3Bf1|x c4Wa2|x c5Gc3Wa3",
    ),
    (
        "09",
        "37 4/5/6/3WG2/3GB1/5/4 5.6.9 0.0.0 0.0.0 1 -",
        "x d4Gd6Bf4Gd4|x d4Gf4Bd6Gd4|x d5Bf5|x d5Gf3|x d5Wd3|x e4Be6|x e4Wc3|x e4Gc5"
        "|x e5Ge3Wc4Ge5|x e5Gc4We3Ge5",
    ),
    ("10", "37 4/5/6/BG1W3/6/5/4 5.7.9 0.0.0 0.0.0 1 -", "x d1Gd3Wd5"),
    (
        "16",
        "37 ----/-----/--W1--/--G1B--/--BG--/-----/---- 5.6.8 0.0.0 0.0.0 1 -",
        "Wc4|Gc4|Bc4|Wd4,c4 x Wc3Gd3Wd4Bd5Be3Ge4|Gd4,c4 x Wc3Gd3Gd4Bd5Be3Ge4|Bd4,c4 x Wc3Gd3Bd4Bd5Be3Ge4",
    ),
    (
        "17",
        "37 ----/-----/--WB--/--G1B--/--BG--/-----/---- 5.6.7 0.0.0 0.0.0 2 -",
        "Wd4 x Wc3Bc4Gd3Wd4Bd5Be3Ge4|Gd4 x Wc3Bc4Gd3Gd4Bd5Be3Ge4|Bd4 x Wc3Bc4Gd3Bd4Bd5Be3Ge4",
    ),
    ("18", "37 W1--/-1---/--4/7/6/2B2/1G2 2.5.5 2.0.0 1.2.4 2 -", "x g2Be4"),
    ("21", "37 W2W/2W2/1W2G1/G2G2G/1B2B1/2B2/B2B 0.0.0 0.0.0 2.4.5 1 -", "pass"),
]


@pytest.mark.parametrize(
    ("text", "expected"), [row[1:] for row in SINGLE_TURNS], ids=[row[0] for row in SINGLE_TURNS]
)
def test_all_turns(text: str, expected: str) -> None:
    position = at(text)
    assert turns(position) == set(expected.split("|"))
    for turn, after in all_turns(position):
        assert position.play_turn(turn) == after


PLAYED = [
    # name, position, turn, position after
    (
        "07 short",
        "37 4/2W2/3GB-/7/3W2/1B3/4 4.7.8 0.0.0 0.0.0 1 -",
        "x b3Gd5Bb5",
        "37 4/4W/5-/7/3W2/1B3/4 4.7.8 0.1.1 0.0.0 2 -",
    ),
    (
        "07 long",
        "37 4/2W2/3GB-/7/3W2/1B3/4 4.7.8 0.0.0 0.0.0 1 -",
        "x b3Gd5Wf3Bf1",
        "37 4/5/4B-/7/6/W4/4 4.7.8 1.1.1 0.0.0 2 -",
    ),
    (
        "07 back",
        "37 4/2W2/3GB-/7/3W2/1B3/4 4.7.8 0.0.0 0.0.0 1 -",
        "x c4Wa2",
        "37 1G2/5/4B-/7/3W2/1B3/4 4.7.8 1.0.0 0.0.0 2 -",
    ),
    (
        "07 two",
        "37 4/2W2/3GB-/7/3W2/1B3/4 4.7.8 0.0.0 0.0.0 1 -",
        "x c5Gc3Wa3",
        "37 2B1/5/5-/7/3W2/1B3/4 4.7.8 1.1.0 0.0.0 2 -",
    ),
    (
        "09 loop",
        "37 4/5/6/3WG2/3GB1/5/4 5.6.9 0.0.0 0.0.0 1 -",
        "x d4Gd6Bf4Gd4",
        "37 4/5/6/3W3/6/5/4 5.6.9 0.2.1 0.0.0 2 -",
    ),
    (
        "11 isolation by removal",
        "37 WW--/-1-2/--4/7/6/5/4 4.8.10 0.0.0 0.0.0 1 -",
        "Bd7,b2 x Wa1Wa2",
        "37 ----/---2/--4/6B/6/5/4 4.8.9 2.0.0 0.0.0 2 -",
    ),
    (
        "12 a separate ring filled",
        "37 1-2/--3/6/7/6/5/4 6.8.10 0.0.0 0.0.0 1 -",
        "Wa1,g4 x Wa1",
        "37 --2/--3/6/7/6/5/3- 5.8.10 1.0.0 0.0.0 2 -",
    ),
    (
        "13 a separate ring removed",
        "37 1-2/--3/6/7/6/5/4 6.8.10 0.0.0 0.0.0 1 -",
        "Gd4,a1",
        "37 --2/--3/6/3G3/6/5/4 6.7.10 0.0.0 0.0.0 2 -",
    ),
    (
        "14 a vacant ring in the group",
        "37 W1--/-1-2/--4/7/6/5/4 5.8.10 0.0.0 0.0.0 1 -",
        "Bd7,b2",
        "37 W1--/---2/--4/6B/6/5/4 5.8.9 0.0.0 0.0.0 2 -",
    ),
    (
        "14 the opponent collects both",
        "37 W1--/---2/--4/6B/6/5/4 5.8.9 0.0.0 0.0.0 2 -",
        "Ga2,g4 x Wa1Ga2",
        "37 ----/---2/--4/6B/6/5/3- 5.7.9 0.0.0 1.1.0 1 -",
    ),
    (
        "15 two groups",
        "37 1-2/--3/6/7/5-/3--/3B 6.8.9 0.0.0 0.0.0 1 -",
        "Wa1,g3 x Wa1Bg4",
        "37 --2/--3/6/7/5-/3--/2-- 5.8.9 1.0.1 0.0.0 2 -",
    ),
    (
        "16 nothing to remove",
        "37 ----/-----/--W1--/--G1B--/--BG--/-----/---- 5.6.8 0.0.0 0.0.0 1 -",
        "Bc4",
        "37 ----/-----/--WB--/--G1B--/--BG--/-----/---- 5.6.7 0.0.0 0.0.0 2 -",
    ),
    (
        "18 sacrifice",
        "37 W1--/-2--/--4/7/6/5/1G2 2.5.6 2.0.0 1.2.4 1 -",
        "Bf3,b3",
        "37 W1--/-1---/--4/7/6/2B2/1G2 2.5.5 2.0.0 1.2.4 2 -",
    ),
    (
        "18 forced",
        "37 W1--/-1---/--4/7/6/2B2/1G2 2.5.5 2.0.0 1.2.4 2 -",
        "x g2Be4",
        "37 W1--/-1---/--4/7/3G2/5/4 2.5.5 2.0.0 1.2.5 1 -",
    ),
    (
        "19 empty pool",
        "37 W2W/2W2/1W2G1/G2B2B/1B2B1/2B2/4 0.0.0 0.2.0 2.4.5 1 -",
        "Gd5,g4",
        "37 W2W/2W2/1W2G1/G2BG1B/1B2B1/2B2/3- 0.0.0 0.1.0 2.4.5 2 -",
    ),
    (
        "22 seven marbles",
        "37 W2W/2W2/1W2G1/G2BG1B/1B2B1/2B2/3- 0.0.0 0.1.0 2.4.5 2 -",
        "x d4Gd6Bf4Bf2Bd2Wb2Wb4Gd6",
        "37 W2W/5/6/G4BB/6/5/3- 0.0.0 0.1.0 4.6.8 1 -",
    ),
    (
        "24 48",
        "48 5/6/7/8/7/6/5/4 6.8.10 0.0.0 0.0.0 1 -",
        "Bh4,d8",
        "48 5/6/7/7-/7/6/5/3B 6.8.9 0.0.0 0.0.0 2 -",
    ),
    (
        "24 61",
        "61 5/6/7/8/9/8/7/6/5 6.8.10 0.0.0 0.0.0 1 -",
        "Ge5,a1",
        "61 -4/6/7/8/4G4/8/7/6/5 6.7.10 0.0.0 0.0.0 2 -",
    ),
]


@pytest.mark.parametrize(("name", "before", "turn", "after"), PLAYED, ids=[row[0] for row in PLAYED])
def test_played(name: str, before: str, turn: str, after: str) -> None:
    game = gipfel.Playthrough(at(before))
    game.play_turn(turn)
    assert str(game.position) == after
    assert game.turn_texts() == [turn]
    assert game.position.turn == 1
    assert at(after) == game.position
    assert at(after).outcome == game.position.outcome


def test_z05_no_placement_while_a_capture_is_possible() -> None:
    with pytest.raises(IllegalDecision, match="Wa1 is not legal: a capture is compulsory"):
        at("37 4/5/6/3WG2/6/5/4 5.7.10 0.0.0 0.0.0 1 -").play("Wa1")


def test_z08_a_started_capture_goes_on() -> None:
    position = at("37 4/2W2/3GB-/7/3W2/1B3/4 4.7.8 0.0.0 0.0.0 1 -")
    jumped = position.play("xb3-d5")
    assert str(jumped) == "37 4/5/4B-/4W2/3W2/1B3/4 4.7.8 0.1.0 0.0.0 1 Jd5"
    assert texts(jumped) == {"xd5-b5", "xd5-f3"}
    assert at(str(jumped)) == jumped
    with pytest.raises(NotationError, match="the turn is not finished"):
        position.play_turn("x b3Gd5")
    with pytest.raises(IllegalDecision, match="only the marble on d5 may go on jumping"):
        jumped.play("xe4-c5")


def test_z17_the_whole_board() -> None:
    flower = at("37 ----/-----/--W1--/--G1B--/--BG--/-----/---- 5.6.8 0.0.0 0.0.0 1 -")
    later = flower.play_turn("Bc4").play_turn("Wd4 x Wc3Bc4Gd3Wd4Bd5Be3Ge4")
    assert later.outcome == Outcome(PLAYER_2, "board")
    assert captured(later, 2) == "2.2.3"
    at_once = flower.play_turn("Wd4,c4")
    assert at_once.outcome == Outcome(PLAYER_1, "board")
    assert captured(at_once, 1) == "2.2.2"
    assert at_once.decisions() == ()


def test_z18_sacrifice_wins() -> None:
    position = at("37 W1--/-1---/--4/7/3G2/5/4 2.5.5 2.0.0 1.2.5 1 -").play_turn("Wa2,b2 x Wa1Wa2")
    assert captured(position, 1) == "4.0.0"
    assert position.outcome == Outcome(PLAYER_1, "set")


@pytest.mark.parametrize(
    ("text", "number", "colours"),
    [
        ("37 W2W/2W2/1W2G1/G2B2B/1B2B1/2B2/4 0.0.0 0.2.0 2.4.5 1 -", 350, {"G"}),
        ("37 W2W/2W2/1W2G1/G2B2B/1B2B1/5/4 0.0.1 0.2.0 2.4.5 1 -", 364, {"B"}),
    ],
    ids=["19 own marbles when the pool is empty", "20 a pool that is not empty must be used"],
)
def test_supply(text: str, number: int, colours: set[str]) -> None:
    position = at(text)
    assert number_of_turns(position) == number
    assert {text[0] for text in texts(position)} == colours


def test_z21_nothing_to_place() -> None:
    position = at("37 W2W/2W2/1W2G1/G2G2G/1B2B1/2B2/B2B 0.0.0 0.0.0 2.4.5 1 -")
    assert texts(position) == {"pass"}
    passed = position.play_turn("pass")
    assert (passed.turn, passed.side) == (1, PLAYER_2)
    assert number_of_turns(passed) == 828
    assert {text[0] for text in texts(passed)} == set("WGB")


def test_z22_rich_position() -> None:
    position = at("37 W2W/2W2/1W2G1/G2BG1B/1B2B1/2B2/3- 0.0.0 0.1.0 2.4.5 2 -")
    assert number_of_turns(position) == len(turns(position)) == 14
    for turn in ("x d4Gd6Bf4Bf2Bd2Wb2Wb4Gd6", "x d5Gb5"):
        assert position.play_turn(turn).outcome == Outcome(PLAYER_2, "set")


@pytest.mark.parametrize(
    ("layout", "held", "turn", "wins"),
    [
        ("37", "3.1.1", "x d5Wd3", True),
        ("37", "3.1.1", "x d4Gd6", False),
        ("37", "2.3.3", "x d5Wd3", True),
        ("37", "0.4.0", "x d4Gd6", True),
        ("37", "3.3.2", "x d4Gd6", False),
        ("37b", "2.1.1", "x d5Wd3", True),
        ("37b", "2.1.1", "x d4Gd6", False),
        ("37b", "2.1.2", "x d4Gd6", True),
    ],
)
def test_z23_sets(layout: str, held: str, turn: str, wins: bool) -> None:
    after = at(f"{layout} 4/5/6/3WG2/6/5/4 5.7.10 {held} 0.0.0 1 -").play_turn(turn)
    assert after.outcome == (Outcome(PLAYER_1, "set") if wins else None)
    assert at(str(after)).outcome == after.outcome


def test_z24_larger_boards() -> None:
    assert number_of_turns(at("48 5/6/7/7-/7/6/5/3B 6.8.9 0.0.0 0.0.0 2 -")) == 2565
    assert number_of_turns(at("61 -4/6/7/8/4G4/8/7/6/5 6.7.10 0.0.0 0.0.0 2 -")) == 4002


def test_z25_repetition_key() -> None:
    def key(text: str) -> object:
        return BASIC.repetition_key(at(text).state)

    one = key("37 4/5/6/W2B3/6/5/4 0.0.0 1.2.0 0.3.0 1 -")
    assert key("37 4/5/6/G2W3/6/5/4 0.0.0 2.0.1 1.1.1 1 -") == one
    assert key("37 4/5/6/W2B3/6/5/4 0.0.0 1.2.0 0.3.0 2 -") != one
    assert key("37 -3/5/6/W2B3/6/5/4 0.0.0 1.2.0 0.3.0 1 -") != one
    assert key("37 4/5/6/W2B3/6/5/4 0.0.1 1.2.0 0.3.0 1 -") != one
    assert key("37 4/5/6/W2B3/6/5/4 0.0.0 1.1.0 0.3.0 1 -") != one


def test_z26_parser() -> None:
    text = "37 4/5/6/3WG2/6/5/4 5.7.10 0.0.0 0.0.0 1 -"
    assert str(at(text)) == text


# --- 5. End of the game ---------------------------------------------------------------------------


REPEATED = "37 ----/-----/-WGBW-/-G3B-/-WGBW-/-----/---- 0.0.0 1.0.0 0.1.0 1 -"
ROUND = "Wd4|Gd5|x d5Wd3|x d2Gd4|Wd2|Gd5|x d5Gd3|x d2Gd4|Gd2"


def test_the_third_time_is_a_tie_whatever_the_colours() -> None:
    """With marbles on all outer rings no ring can go; after turns 1, 5 and 9 at most colours differ."""
    game = gipfel.Playthrough(at(REPEATED))
    after = [game.position]
    for turn in ROUND.split("|"):
        assert game.position.outcome is None
        game.play_turn(turn)
        after.append(game.position)
    assert len({BASIC.repetition_key(after[turn].state) for turn in (1, 5, 9)}) == 1
    assert after[1] != after[5]
    assert game.position.outcome == Outcome(None, "repetition")
    assert game.position.decisions() == ()
    assert at(str(game.position)).outcome is None
    record = gipfel.read_record(gipfel.write_record(game.record()))
    assert (record.result, record.reason) == ("1/2-1/2", "repetition")
    assert gipfel.replay(record).position.outcome == game.position.outcome


def test_no_move_is_a_tie_or_collusion() -> None:
    text = "61 W1W1W/6/7/8/9/8/7/6/G1G1G 0.0.0 0.0.0 0.0.0 1 -"
    position = at(text)
    assert position.outcome == Outcome(None, "no-move")
    assert position.decisions() == ()
    assert "tie" in position.task
    strict = gipfel.game("zertz", "large", collusion="both-lose").position(text)
    assert strict.outcome == Outcome(None, "collusion")
    assert strict.task == "Both players lose: all marbles lie on the board, and nobody has captured one."


def test_no_move_after_the_last_marble_is_placed() -> None:
    before = at("61 W1W1W/6/7/8/9/8/7/6/G3G 0.1.0 0.0.0 0.0.0 1 -")
    after = before.play_turn("Gi3,e1")
    assert after.outcome == Outcome(None, "no-move")
    assert at(str(after)) == after


def test_a_set_counts_before_an_empty_board() -> None:
    after = at("37 ----/-----/------/W1W----/------/-----/---- 1.0.0 1.0.0 0.0.0 1 -").play_turn("Wd2")
    assert str(after) == "37 ----/-----/------/-------/------/-----/---- 0.0.0 4.0.0 0.0.0 2 -"
    assert after.outcome == Outcome(PLAYER_1, "set")
    assert at(str(after)).outcome == after.outcome


def test_finished_positions_compare_by_board_counters_and_result() -> None:
    won = at("37 4/5/6/3WG2/6/5/4 5.7.10 3.1.1 0.0.0 1 -").play_turn("x d5Wd3")
    state = won.state
    state[SIDE] = 1 - state[SIDE]
    assert Position(won.game, state) == won


def test_a_set_in_the_middle_of_a_capture_does_not_end_it() -> None:
    position = at("37 4/2W2/3GB-/7/3W2/1B3/4 4.7.8 0.4.0 0.0.0 1 -").play("xb3-d5")
    assert position.outcome is None
    assert at(str(position)) == position
    assert position.play("xd5-b5").outcome == Outcome(PLAYER_1, "set")


# --- 7.1 Decisions and turns ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("before", "text", "canonical"),
    [
        (BASIC.start(), " Wd4 , d1 ", "Wd4,d1"),
        (BASIC.start(), "W d4,d1", "Wd4,d1"),
        (at("37 WW--/-1-2/--4/7/6/5/4 4.8.10 0.0.0 0.0.0 1 -"), "Bd7,b2", "Bd7,b2 x Wa1Wa2"),
        (at("37 WW--/-1-2/--4/7/6/5/4 4.8.10 0.0.0 0.0.0 1 -"), "Bd7,b2xWa2Wa1", "Bd7,b2 x Wa1Wa2"),
        (at("37 4/5/6/BG1W3/6/5/4 5.7.9 0.0.0 0.0.0 1 -"), "xd1Gd3 Wd5", "x d1Gd3Wd5"),
    ],
)
def test_lenient_turns(before: Position, text: str, canonical: str) -> None:
    game = gipfel.Playthrough(before)
    game.play_turn(text)
    assert game.turn_texts() == [canonical]


def test_lenient_decisions() -> None:
    placed = BASIC.start().play(" W d4 ")
    assert placed.play("d1") == placed.play("-d1") == placed.play("- d1")
    position = at("37 4/5/6/3WG2/6/5/4 5.7.10 0.0.0 0.0.0 1 -")
    assert position.play("d4-d6") == position.play("x d4 - d6") == position.play("xd4-d6")


def test_no_decision_text_is_a_turn_with_another_meaning() -> None:
    """`Wd4` is both; where it is a legal turn, no ring is free, and it means the same."""
    flower = at("37 ----/-----/--W1--/--G1B--/--BG--/-----/---- 5.6.8 0.0.0 0.0.0 1 -")
    assert flower.play("Bc4") == flower.play_turn("Bc4")
    for position in (BASIC.start(), BASIC.start().play("Wd4"), at(SINGLE_TURNS[2][1])):
        for decision in position.decisions()[:20]:
            try:
                whole = position.play_turn(decision.text)
            except (NotationError, IllegalDecision):
                continue
            assert whole == position.play(decision)


@pytest.mark.parametrize(
    ("before", "rest"),
    [
        ("37 4/5/6/3W3/6/5/4 5.8.10 0.0.0 0.0.0 1 R", "-d1"),
        ("37 WW--/-1-2/--4/6B/6/5/4 4.8.9 0.0.0 0.0.0 1 R", "-b2 x Wa1Wa2"),
        ("37 4/5/4B-/4W2/3W2/1B3/4 4.7.8 0.1.0 0.0.0 1 Jd5", "x d5Wf3Bf1"),
    ],
)
def test_a_game_may_begin_inside_a_turn(before: str, rest: str) -> None:
    game = gipfel.Playthrough(at(before))
    game.play_turn(rest)
    assert game.turn_texts() == [rest]
    again = gipfel.replay(gipfel.read_record(gipfel.write_record(game.record())))
    assert again.position == game.position


CAPTURE = "37 4/5/6/BG1W3/6/5/4 5.7.9 0.0.0 0.0.0 1 -"
LINK = "37 WW--/-1-2/--4/7/6/5/4 4.8.10 0.0.0 0.0.0 1 -"
BAD_TURNS = [
    (BASIC.start(), "", NotationError, "'' is no turn"),
    (BASIC.start(), "wd4,d1", NotationError, "is no turn"),
    (BASIC.start(), "Wd4;d1", NotationError, "is no turn"),
    (BASIC.start(), "Wd8,d1", NotationError, "the board of 37 has no place d8"),
    (BASIC.start(), "resign", NotationError, "resign is no turn on the board"),
    (BASIC.start(), "pass", IllegalDecision, "a marble can be placed"),
    (BASIC.start(), "Wd4,d1 x Wd4", NotationError, "captures nothing by isolation, not Wd4"),
    (BASIC.start(), "x d4Gd6", IllegalDecision, "no marble can jump"),
    (at(LINK), "Bd7,b2 x Wa1", NotationError, "captures Wa1Wa2 by isolation, not Wa1"),
    (at(LINK), "Bd7,b2 x Wa1Ba2", NotationError, "not Wa1Ba2"),
    (at(CAPTURE), "x d1Wd3Wd5", NotationError, "the marble jumped on the way to d3 is G, not W"),
    (at(CAPTURE), "x d1Gd3Wd5Gd7", NotationError, "the turn is over before xd5-d7"),
    (at(CAPTURE), "x d1Gd4", IllegalDecision, "jumps straight over its neighbour"),
    (at(CAPTURE), "x d4Gd2", IllegalDecision, "the marble on d4 cannot jump"),
    (at(SINGLE_TURNS[5][1]), "Bc4,d4", NotationError, "the turn is over before -d4"),
]


@pytest.mark.parametrize(("position", "text", "error", "message"), BAD_TURNS)
def test_bad_turns(position: Position, text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        position.play_turn(text)


PLACED = BASIC.start().play("Wd4")
HOLES = at("37 4/5/6/-2W3/6/5/4 0.0.1 0.0.0 0.0.0 2 -")
PAIR = at("37 4/5/6/3WG2/6/5/4 5.7.10 0.0.0 0.0.0 1 -")
BAD_DECISIONS = [
    (BASIC.start(), "z9", NotationError, "'z9' is no decision; a marble is placed by"),
    (BASIC.start(), "Wd4,d1", NotationError, "is no decision"),
    (BASIC.start(), "-d1", IllegalDecision, "a marble is placed before a ring is removed"),
    (BASIC.start(), "xd1-d3", IllegalDecision, "no marble can jump"),
    (PLACED, "Wd5", IllegalDecision, "a free ring has to be removed first"),
    (PLACED, "xd4-d6", IllegalDecision, "a free ring has to be removed first"),
    (PLACED, "pass", IllegalDecision, "a free ring has to be removed first"),
    (HOLES, "Bd1", IllegalDecision, "there is no ring on d1"),
    (HOLES, "Bd4", IllegalDecision, "there is a marble on d4"),
    (HOLES, "Wd5", IllegalDecision, "there is no white marble in the pool"),
    (PAIR, "-a1", IllegalDecision, "a capture is compulsory"),
    (PAIR, "xd4-f4", IllegalDecision, "no marble to jump over between d4 and f4"),
    (PAIR, "xa1-a3", IllegalDecision, "there is no marble on a1"),
    (
        at("37 4/2W2/3GB-/7/3W2/1B3/4 4.7.8 0.0.0 0.0.0 1 -").play("xb3-d5"),
        "Wa1",
        IllegalDecision,
        "the marble on d5 has to go on jumping",
    ),
    (
        at("37 W2W/2W2/1W2G1/G2B2B/1B2B1/2B2/4 0.0.0 0.2.0 2.4.5 1 -"),
        "Wd5",
        IllegalDecision,
        "the pool is empty, and Player 1 has captured no white marble",
    ),
]


@pytest.mark.parametrize(("position", "text", "error", "message"), BAD_DECISIONS)
def test_bad_decisions(position: Position, text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        position.play(text)


# --- 7.2 Positions --------------------------------------------------------------------------------

BAD_POSITIONS = [
    ("", "has 7 fields"),
    ("37 4/5/6/7/6/5/4 6.8.10 0.0.0 0.0.0 1", "has 7 fields"),
    ("38 4/5/6/7/6/5/4 6.8.10 0.0.0 0.0.0 1 -", "layout is '38'; it must be 37 or 40"),
    ("37 4/5/6/7/6/5 6.8.10 0.0.0 0.0.0 1 -", "the board has 6 columns; it must have 7, a to g"),
    ("37 5/5/6/7/6/5/4 6.8.10 0.0.0 0.0.0 1 -", r"column a \(5\) has 5 points; it must have 4"),
    ("37 4/5/6/33/6/5/4 6.8.10 0.0.0 0.0.0 1 -", r"column d \(33\) has 33 points"),
    ("37 4/5/6/7W/6/5/4 6.8.10 0.0.0 0.0.0 1 -", r"column d \(7W\) has 8 points; it must have 7"),
    ("37 4/5/6/3w3/6/5/4 6.8.10 0.0.0 0.0.0 1 -", "column d is '3w3'"),
    ("37 4/5/6/7/6/5/4 6.8 0.0.0 0.0.0 1 -", "the pool must be three numbers, white.grey.black"),
    ("37 4/5/6/7/6/5/4 6.8.10 0.0.0 0.0.-1 1 -", "the marbles captured by 2 must be three numbers"),
    ("37 4/5/6/7/6/5/4 6.8.10 0.100.0 0.0.0 1 -", "the marbles captured by 1 must be three numbers"),
    ("37 4/5/6/3W3/6/5/4 99.8.10 0.0.0 0.0.0 1 -", "there are 100 white marbles; there may be 99 at most"),
    ("37 4/5/6/7/6/5/4 6.8.10 0.0.0 0.0.0 3 -", "player to move is '3'; it must be 1 or 2"),
    ("37 4/5/6/7/6/5/4 6.8.10 0.0.0 0.0.0 1 s", "the phase is 's'; it must be -, R, or J"),
    ("37 4/5/6/7/6/5/4 6.8.10 0.0.0 0.0.0 1 Jh1", "the phase is 'Jh1'"),
    ("37 4/5/6/7/6/5/4 6.8.10 0.0.0 0.0.0 1 R", "in phase R there must be a marble that was placed"),
    (
        "37 ----/-----/--WB--/--G1B--/--BG--/-----/---- 5.6.7 0.0.0 0.0.0 2 R",
        "in phase R there must be a marble that was placed and a free ring",
    ),
    ("37 4/5/6/3W3/6/5/4 6.8.10 0.1.0 0.0.0 1 Jd4", "there must be a marble on d4 that can jump again"),
    ("37 4/5/6/3WG2/6/5/4 6.8.10 0.0.0 0.1.0 1 Jd4", "has just captured a marble, but holds none"),
    ("37 4/5/6/7/6/5/4 2.8.10 4.0.0 0.0.0 1 -", "Player 1 has a winning set and so the game has ended"),
    ("37 4/5/6/3WG2/6/5/4 1.8.10 1.0.0 4.0.0 1 Jd4", "Player 2 has a winning set"),
    ("37 4/5/6/3W3/6/5/4 1.8.10 1.0.0 4.0.0 1 R", "Player 2 has a winning set"),
    ("37 W-2/--3/6/7/6/5/4 5.8.10 0.0.0 0.0.0 1 -", r"a group has a marble on every ring \(a1\)"),
]


@pytest.mark.parametrize(("text", "message"), BAD_POSITIONS)
def test_bad_positions(text: str, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        at(text)


def test_the_text_decides_version_and_rings() -> None:
    with pytest.raises(PositionError, match="one of zertz tournament, not of basic"):
        BASIC.position("48 5/6/7/8/7/6/5/4 6.8.10 0.0.0 0.0.0 1 -")
    larger = gipfel.game("zertz", "extended").position("44 5/6/7/8/7/6/5 6.8.10 0.0.0 0.0.0 1 -")
    assert larger.game.options == {"rings": 44, "collusion": "tie"}
    assert BASIC.version_in("nonsense") is None
    with pytest.raises(gipfel.OptionError, match="basic has no option 'rings'"):
        gipfel.game("zertz", "basic", rings=40)


def test_puzzles_may_have_any_marbles() -> None:
    assert at("37 4/5/6/7/6/5/4 1.0.0 0.0.0 0.0.0 2 -").decisions()
    assert at("37 WW2/5/6/7/6/5/4 90.80.70 0.0.0 0.0.0 2 -").decisions()


# --- Pointing, pictures, words --------------------------------------------------------------------


def test_paths() -> None:
    white, d4 = Target("tray", "white"), Target("spot", "d4")
    assert set(point(BASIC.start()).targets) == {Target("tray", c) for c in ("white", "grey", "black")}
    complete = point(BASIC.start(), (white, d4)).complete
    assert complete is not None
    assert complete.text == "Wd4"
    assert PLACED.decision("-d1").path == (Target("spot", "d1"),)
    assert PAIR.decision("xd4-d6").path == (d4, Target("spot", "d6"))
    stuck = at("37 W2W/2W2/1W2G1/G2G2G/1B2B1/2B2/B2B 0.0.0 0.0.0 2.4.5 1 -")
    assert stuck.decision("pass").path == (Target("button", "pass"),)


def changed(position: Position, text: str) -> list[tuple[str, str, str]]:
    changes = position.decision(text).changes
    return [(c.kind, str(c.origin or ""), str(c.goal or "")) for c in changes]


def test_changes() -> None:
    assert changed(BASIC.start(), "Wd4") == [("enter", "tray white", "spot d4")]
    assert changed(PLACED, "-d1") == [("lift", "spot d1", "")]
    assert changed(PAIR, "xd4-d6") == [("move", "spot d4", "spot d6"), ("lift", "spot d5", "")]
    isolating = at("37 WW--/-1-2/--4/6B/6/5/4 4.8.9 0.0.0 0.0.0 1 R")
    assert [origin for _, origin, _ in changed(isolating, "-b2")] == ["spot a1", "spot a2", "spot b2"]
    last = at("37 ----/-----/--WB--/--G1B--/--BG--/-----/---- 5.6.7 0.0.0 0.0.0 2 -")
    assert [kind for kind, _, _ in changed(last, "Wd4")] == ["enter"] + ["lift"] * 7


SPOT_A1, SPOT_D4, SPOT_D5 = (Target("spot", name) for name in ("a1", "d4", "d5"))
WHITE_MARBLE = Target("tray", "white")


@pytest.mark.parametrize(
    ("position", "prefix", "target", "sentence"),
    [
        (BASIC.start(), (), SPOT_D4, "Choose a marble first, then a ring for it."),
        (HOLES, (), WHITE_MARBLE, "There is no white marble in the pool."),
        (HOLES, (Target("tray", "black"),), SPOT_D4, "There is a marble on d4."),
        (PAIR, (), WHITE_MARBLE, "A capture is compulsory."),
        (PAIR, (), SPOT_A1, "A capture is compulsory, and there is no marble on a1."),
        (PAIR, (SPOT_D4,), SPOT_D5, "A marble jumps straight over its neighbour to the ring behind it."),
        (PLACED, (), WHITE_MARBLE, "A free ring has to be removed first."),
        (PLACED, (), SPOT_D4, "There is a marble on d4."),
        (PLACED, (), SPOT_D5, "The ring d5 is not free, no two neighbouring sides of it are open."),
        (PLACED, (), Target("spot", "h1"), "There is nothing to point at."),
        (PLACED, (), Target("tray", "pink"), "There are no such marbles."),
        (BASIC.start(), (WHITE_MARBLE,), Target("button", "pass"), "There is nothing to point at."),
    ],
)
def test_why_not(position: Position, prefix: tuple[Target, ...], target: Target, sentence: str) -> None:
    assert position.game.why_not(position.state, prefix, target) == sentence


@pytest.mark.parametrize(
    ("position", "sentence"),
    [
        (BASIC.start(), "Player 1: choose a marble from the pool, then a vacant ring for it."),
        (PLACED, "Player 1: take one of the free rings away."),
        (PAIR, "Player 1 has to capture: point at a marble, then at the ring it jumps to."),
        (
            at("37 4/5/4B-/4W2/3W2/1B3/4 4.7.8 0.1.0 0.0.0 1 Jd5"),
            "Player 1: the marble on d5 jumps on. Point at where to.",
        ),
        (
            at("37 W2W/2W2/1W2G1/G2B2B/1B2B1/2B2/4 0.0.0 0.2.0 2.4.5 1 -"),
            "Player 1: choose a marble of your own, then a vacant ring for it.",
        ),
        (
            at("37 W2W/2W2/1W2G1/G2G2G/1B2B1/2B2/B2B 0.0.0 0.0.0 2.4.5 1 -"),
            "Player 1 has no marble to place and passes.",
        ),
        (
            at("37 4/5/6/2W4/6/5/4 5.7.10 4.1.1 0.0.0 2 -"),
            "Player 1 wins: a winning set of marbles is complete.",
        ),
    ],
)
def test_task(position: Position, sentence: str) -> None:
    assert position.task == sentence


@pytest.mark.parametrize(
    ("outcome", "sentence"),
    [
        (Outcome(PLAYER_2, "board"), "Player 2 wins: there is no ring left on the board."),
        (Outcome(None, "repetition"), "The game is a tie: the same position has come up for the third time."),
        (Outcome(PLAYER_1, "resignation"), "Player 1 wins: resignation."),
        (Outcome(None, "agreed"), "The game is a tie: agreed."),
    ],
)
def test_conclusion(outcome: Outcome, sentence: str) -> None:
    assert BASIC.conclusion(outcome) == sentence


def test_the_picture_shrinks_with_the_board() -> None:
    start, placed = BASIC.start().scene(), PLACED.scene()
    assert (len(start.places), len(start.pieces)) == (37, 0)
    assert [mark.kind for mark in placed.marks] == ["target"]
    assert len(placed.marks[0].at) == 18
    removed = PLACED.play("-d1").scene()
    assert (len(removed.places), len(removed.pieces)) == (36, 1)
    assert removed.place(Target("spot", "d1")) is None
    assert {label.text for label in removed.labels if label.text[:1] == "d"} == {"d2", "d7"}


def test_heaps_beside_the_board() -> None:
    scene = at("37 W2W/2W2/1W2G1/G2B2B/1B2B1/2B2/4 0.0.0 0.2.0 2.4.5 1 -").scene()
    assert [str(tray) for tray in scene.trays] == [
        "Player 2: 2 white captured, 4 grey captured, 5 black captured",
        "Pool: 0 white, 0 grey, 0 black",
        "Player 1: 2 grey captured",
    ]
    assert scene.trays[2].stocks[1].piece.target == Target("tray", "grey")
    assert scene.trays[0].stocks[1].piece.target is None


@pytest.mark.parametrize(("version", "goals", "of_each"), [("basic", [4, 5, 6], 3), ("blitz", [3, 4, 5], 2)])
def test_heaps_say_how_many_marbles_win(version: str, goals: list[int], of_each: int) -> None:
    far, pool, near = gipfel.game("zertz", version).start().scene().trays
    for tray in (far, near):
        assert [stock.goal for stock in tray.stocks] == goals
        assert {stock.goal_of_each for stock in tray.stocks} == {of_each}
    assert not any(stock.goal for stock in pool.stocks)


def test_signs_in_a_terminal() -> None:
    board = drawn_as_text(at(PLAYED[5][1]).scene()).split("\n\n")[1]
    assert (board.count("W"), board.count("o")) == (2, 29)


# --- 10. Counts -----------------------------------------------------------------------------------


@each_layout
def test_first_turns(
    layout: str, rings: int, columns: str, pairs: int, edge: int, first: int, second: int, symmetries: int
) -> None:
    start = rules.start(rules.LAYOUT_NAMES.index(layout))
    assert PERFT.count(start, 1) == first
    if can_compile():
        assert Perft(rules.RULES, fast=True).count(start, 2) == second


def test_distinct_positions() -> None:
    assert PERFT.distinct(BASIC.start().state, 1) == 1944
