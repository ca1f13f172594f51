"""YINSH, in the order of docs/rules/yinsh.md: board, set-up, play, end, notation, rulings."""

from collections import Counter
from typing import Any

import pytest

import gipfel
from gipfel import IllegalDecision, NotationError, Outcome, Position, PositionError
from gipfel.draw.target import Target
from gipfel.draw.text import text as drawn
from gipfel.games.core.game import Change
from gipfel.games.core.pointing import point
from gipfel.games.yinsh import rules
from gipfel.games.yinsh.rules import CROSSINGS, LINES, POOL, POSITION, ROOM, SPACES
from gipfel.kernel.link import can_compile
from gipfel.kernel.perft import Perft
from tests.helpers.degrees import degree
from tests.helpers.random_games import positions

STANDARD = gipfel.game("yinsh", "standard")
BLITZ = gipfel.game("yinsh", "blitz")


def at(text: str) -> Position:
    return (BLITZ if text.endswith("1") else STANDARD).position(text)


def texts(position: Position) -> set[str]:
    return {decision.text for decision in position.decisions()}


def play(position: Position, decisions: str) -> Position:
    for text in decisions.split():
        position = position.play(text)
    return position


def pool(position: Position) -> int:
    return position.state[POOL]


def table(names: str, rows: list[tuple[Any, ...]]) -> pytest.MarkDecorator:
    """Rows that begin with their name."""
    return pytest.mark.parametrize(names.split(), [row[1:] for row in rows], ids=[row[0] for row in rows])


# --- 1. Board -------------------------------------------------------------------------------------


def test_counts_of_spaces_lines_and_neighbours() -> None:
    assert len(SPACES) == 85
    assert SPACES.pairs == 222
    assert Counter(map(len, SPACES.lines)) == {4: 6, 7: 6, 8: 6, 9: 9, 10: 6}
    assert Counter(degree(SPACES, space) for space in range(85)) == {6: 55, 5: 6, 4: 12, 3: 12}
    assert sum(len(line) - 4 for line in SPACES.lines if len(line) > 4) == 123


def test_on_board_as_in_the_spec() -> None:
    corners = {"a1", "a6", "f1", "f11", "k6", "k11"}
    spec = {
        f"{'abcdefghijk'[x]}{y}"
        for x in range(11)
        for y in range(1, 12)
        if max(abs(x - 5), abs(y - 6), abs(x - 5 - (y - 6))) <= 5
    }
    assert set(SPACES.names) == spec - corners


def test_directions_from_the_centre() -> None:
    centre = SPACES.index["f6"]
    assert " ".join(SPACES.names[space] for space in SPACES.neighbours[centre]) == "f7 g7 g6 f5 e5 e6"


def test_lines_are_those_of_the_spec() -> None:
    spec = """a2-a5 b1-b7 c1-c8 d1-d9 e1-e10 f2-f10 g2-g11 h3-h11 i4-i11 j5-j11 k7-k10
        b7-e10 a5-g11 a4-h11 a3-i11 a2-j11 b2-j10 b1-k10 c1-k9 d1-k8 e1-k7 g2-j5
        b1-e1 a2-g2 a3-h3 a4-i4 a5-j5 b6-j6 b7-k7 c8-k8 d9-k9 e10-k10 g11-j11"""
    assert {f"{SPACES.names[line[0]]}-{SPACES.names[line[-1]]}" for line in SPACES.lines} == set(spec.split())


def test_every_space_lies_on_three_lines() -> None:
    assert all(len(three) == 3 for three in CROSSINGS)


# --- 2. Set-up ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (STANDARD, "4/7/8/9/10/9/10/9/8/7/4 w p - 0/0 3"),
        (BLITZ, "4/7/8/9/10/9/10/9/8/7/4 w p - 0/0 1"),
    ],
)
def test_start(game: gipfel.Game, text: str) -> None:
    start = game.start()
    assert str(start) == text
    assert game.position(text) == start
    assert (start.side, start.turn, pool(start)) == (gipfel.WHITE, 0, 51)


# --- 7. Worked examples 1 to 4: placing, move counts, where a ring may go --------------------------

DIAGRAM_1 = "3B/4W2/5B2/5W3/2WB6/9/BW4B3/4W4/8/7/4 w m - 0/0 3"
DIAGRAM_5 = "1B2/2W2B1/3b4/3w4W/3Wb5/2w6/2w6B/1w3B3/7B/4W2/3W w m - 0/0 3"
ROW_OF_5 = "1B2/2W2B1/3b4/3w4W/3wwW4/2w6/2w6B/1w3B3/7B/4W2/3W w r w 0/0 3"
RING_OF_5 = "1B2/2W2B1/3b4/8W/4wW4/9/9B/5B3/7B/4W2/3W w o w 0/0 3"
DIAGRAM_3 = "1B2/1b4W/2w4W/3wB4/4B2wb1/4w4/W2b1W4/9/7B/3B3/1W2 b m - 0/0 3"
INTERRUPTED = "2B1/1B4W/4b2W/4b4/4Bw4/3b5/W2b6/2b6/7B/1W3B1/1W2 b m - 0/0 3"
SEVEN_IN_LINE = "2B1/1B4W/4b2W/4b4/4b5/2Bw5/W2b6/2b6/1b5B/1W3B1/1W2 b m - 0/0 3"
CROSSING = "2B1/1B4W/4b2W/3bb4/2bbbbb3/3bB4/W2b6/9/7B/W4B1/1W2 b r b 0/0 3"
OPPONENTS_ROW = "2W1/1W4B/4b2B/3Wb4/4w5/3b5/B2b6/9/7W/B4W1/1B2 w m - 0/0 3"
OPPONENT_TAKES = "2W1/1W4B/4b2B/3wb4/4b5/3bW4/B2b6/9/7W/B4W1/1B2 b r w 0/0 3"
ROWS_FOR_BOTH = "2W1/1W4B/4b2B/3Wbw3/4ww4/3bb4/B2bw5/3w5/7W/B4W1/1B2 w m - 0/0 3"
OPPONENT_NEXT = "4/1W4B/4b2B/3wb4/4b5/3b5/B2b1W4/9/7W/B4W1/1B2 b r w 1/0 3"
THIRD_RINGS = "4/1W4B/4b2B/3Wbw3/4ww4/3bb4/3bw5/3w5/8/5W1/1B2 w m - 2/2 3"
TEN_IN_LINE = "2B1/b5W/1b5W/B1b6/3b5B/2Bw5/W3b5/4b4/4b3/W3b2/1WBb b m - 0/0 3"
TEN_TO_TAKE = TEN_IN_LINE.replace("2Bw5", "2bbB4").replace("b m -", "b r b")
FULL = "1bwbw1B/1wbwbw2/1wbwbwbwB/Bbwbwbwb2/W1bwbwbw1/2wbwbwbwB/B1bwbwbw1/2bwbwb1/2wbw1W/2W1"
"""The columns b to k of examples 17 and 18."""
LAST_MARKER = f"1W2/{FULL} w m - 1/0 3"
LAST_MARKER_EVEN = f"1W2/{FULL.replace('w1B', 'w2')} w m - 1/1 3"
WON_BY_MARKERS = f"1wW1/{FULL} b m - 1/0 3"
DRAWN_BY_MARKERS = f"1wW1/{FULL.replace('w1B', 'w2')} b m - 1/1 3"
STUCK = "WWB1/wWBB3/1bB5/1w7/1b8/w8/b9/5B3/8/7/4 w m - 2/0 3"
BOTH_STUCK = "bw2/WBbbbwb/BWBwwwbb/wWWwbwbbw/bbbwb5/bbwbb4/ww1bbw4/b2wbb3/3bbb2/3www1/2bb w m - 1/2 3"


def test_example_1_placement() -> None:
    position, placed = STANDARD.start(), "e3 a5 b5 c6 d6 e4 h7 g2 g3 g8"
    for number, text in enumerate(placed.split()):
        assert len(position.decisions()) == 85 - number
        assert (position.turn, position.side) == (number, number % 2)
        position = position.play(text)
    assert str(position) == DIAGRAM_1


def test_example_2_move_counts() -> None:
    position = at(DIAGRAM_1)
    assert len(position.decisions()) == 86
    by_ring = Counter(text.partition("-")[0] for text in texts(position))
    assert by_ring == {"b5": 15, "d6": 22, "e3": 15, "g3": 12, "h7": 22}
    from_h7 = {text.partition("-")[2] for text in texts(position) if text.startswith("h7-")}
    spec = "b7 c7 d7 e7 f5 f7 g6 g7 h3 h4 h5 h6 h8 h9 h10 h11 i7 i8 j7 j9 k7 k10"
    assert from_h7 == set(spec.split())


def test_example_2_counts() -> None:
    perft = Perft(rules.RULES, fast=False)
    assert [perft.count(at(DIAGRAM_1).state, depth) for depth in (1, 2)] == [86, 6258]


def test_example_3_first_move() -> None:
    position = at(DIAGRAM_1).play("h7-g7")
    assert str(position) == "3B/4W2/5B2/5W3/2WB6/9/BW3WB3/4w4/8/7/4 b m - 0/0 3"
    assert pool(position) == 50
    assert len(position.decisions()) == 71


def test_example_4_where_a_ring_may_go() -> None:
    goals = [text.partition("-")[2] for text in texts(at(DIAGRAM_3)) if text.startswith("e5-")]
    assert " ".join(sorted(goals)) == "e1 e10 e2 e3 e4 e6 e7 f5 h5"
    assert len(at(DIAGRAM_3).decisions()) == 70


# --- 7. Worked examples 5 to 16: flipping, rows, rings --------------------------------------------

PLAYED = [
    # name, position, decisions one after the other, position after
    ("5 two turned", DIAGRAM_3, "e5-e10", "1B2/1b4W/2w4W/3wB4/4b2bwB/4w4/W2b1W4/9/7B/3B3/1W2 w m - 0/0 3"),
    ("5 none turned", DIAGRAM_3, "e5-e2", "1B2/1b4W/2w4W/3wB4/1B2b2wb1/4w4/W2b1W4/9/7B/3B3/1W2 w m - 0/0 3"),
    ("5 one turned", DIAGRAM_3, "e5-h5", "1B2/1b4W/2w4W/3wB4/4b2wb1/4w4/W2w1W4/2B6/7B/3B3/1W2 w m - 0/0 3"),
    (
        "6",
        "1B2/5BW/1B5W/2w6/W2w6/3b5/W3w5/4b4/7B/3B3/1W2 b m - 0/0 3",
        "c2-i8",
        "1B2/5BW/1b5W/2b6/W2b6/3w5/W3b5/4w4/4B2B/3B3/1W2 w m - 0/0 3",
    ),
    ("7 move", "2B1/1B4W/4b2W/3Bb4/2bbwbb3/3b5/W2b6/9/7B/W4B1/1W2 b m - 0/0 3", "d4-f6", CROSSING),
    ("7 first", CROSSING, "xc5-g5 xb2", "2B1/6W/7W/3b5/2bb1bb3/4B4/W9/9/7B/W4B1/1W2 w m - 0/1 3"),
    ("7 second", CROSSING, "xe3-e7 xb2", "2B1/6W/4b2W/3bb4/10/3bB4/W2b6/9/7B/W4B1/1W2 w m - 0/1 3"),
    ("8", SEVEN_IN_LINE, "f4-f6 xd5-h5 xa4", "4/1B4W/4b2W/9/10/2b1B4/W9/9/1b5B/1W3B1/1W2 w m - 0/1 3"),
    (
        "9 ring between",
        "4/1B2B1W/4b2W/4b4/1B8/3b5/W2b6/2b6/7B/1W3B1/1W2 b m - 0/0 3",
        "e2-e5",
        "4/1B2B1W/4b2W/4b4/1b2B5/3b5/W2b6/2b6/7B/1W3B1/1W2 w m - 0/0 3",
    ),
    (
        "10 move",
        DIAGRAM_5,
        "e4-e6",
        ROW_OF_5,
    ),
    (
        "10 row",
        ROW_OF_5,
        "xd4-h4",
        RING_OF_5,
    ),
    (
        "10 ring",
        RING_OF_5,
        "xk10",
        "1B2/2W2B1/3b4/8W/4wW4/9/9B/5B3/7B/4W2/4 b m - 1/0 3",
    ),
    ("12 move", OPPONENTS_ROW, "d4-f6", OPPONENT_TAKES),
    (
        "12 row",
        OPPONENT_TAKES,
        "xc5-g5 xg2",
        "2W1/1W4B/7B/3w5/10/4W4/10/9/7W/B4W1/1B2 b m - 0/1 3",
    ),
    (
        "13 mover first",
        ROWS_FOR_BOTH,
        "d4-g7 xd6-h6 xa4",
        OPPONENT_NEXT,
    ),
    (
        "13 then the opponent",
        OPPONENT_NEXT,
        "xc5-g5 xg2",
        "4/1W4B/7B/3w5/10/9/5W4/9/7W/B4W1/1B2 b m - 1/1 3",
    ),
    (
        "16",
        TEN_IN_LINE,
        "f4-f6 xb1-f5 xa4 xg6-k10 xd1",
        "4/6W/7W/9/9B/2b1B4/W9/9/8/W6/1WB1 w m - 0/2 3",
    ),
]


@table("position decisions after", PLAYED)
def test_examples(position: str, decisions: str, after: str) -> None:
    assert str(at(position)) == position
    assert str(play(at(position), decisions)) == after
    assert play(at(position), decisions) == at(after)


CHOICES = [
    # name, position, decisions, what can be chosen then
    ("7", CROSSING, "", "xc5-g5 xe3-e7"),
    ("8", SEVEN_IN_LINE, "f4-f6", "xc5-g5 xd5-h5 xe5-i5"),
    (
        "9",
        INTERRUPTED,
        "e5-e7",
        "xc5-g5 xd5-h5",
    ),
    ("16 move", TEN_IN_LINE, "f4-f6", "xb1-f5 xc2-g6 xd3-h7 xe4-i8 xf5-j9 xg6-k10"),
    ("16 second row", TEN_IN_LINE, "f4-f6 xb1-f5 xa4", "xg6-k10"),
    ("10 any ring", RING_OF_5, "", "xb3 xd9 xe6 xj9 xk10"),
    ("19", STUCK, "", "pass"),
]


@table("position decisions choices", CHOICES)
def test_choices(position: str, decisions: str, choices: str) -> None:
    assert texts(play(at(position), decisions)) == set(choices.split())


COUNTED = [
    ("12", OPPONENTS_ROW, "d4-f6 xc5-g5 xg2", 62),
    ("13", ROWS_FOR_BOTH, "d4-g7 xd6-h6 xa4 xc5-g5 xg2", 57),
    ("19", STUCK, "pass", 70),
]


@table("position decisions number", COUNTED)
def test_numbers_of_moves(position: str, decisions: str, number: int) -> None:
    assert len(play(at(position), decisions).decisions()) == number


def test_example_9_a_ring_interrupts_a_row() -> None:
    assert all("x" not in text for text in texts(at(INTERRUPTED)))


def test_example_10_markers_return_to_the_pool() -> None:
    assert pool(at(RING_OF_5)) == 49


TURNS = [
    # name, position, turns, position after
    (
        "10",
        DIAGRAM_5,
        "e4-e6;xd4-h4xk10",
        "1B2/2W2B1/3b4/8W/4wW4/9/9B/5B3/7B/4W2/4 b m - 1/0 3",
    ),
    (
        "11",
        "2B1/1B4W/4b2W/3Bb4/4w1b3/3bbb3/W2b1w4/4b4/3b3B/W4B1/1W2 b m - 0/0 3",
        "d4-h8;xc5-g5xb2;xe7-i7xa4",
        "4/6W/7W/3b5/10/4w4/W9/5B3/7B/W4B1/1W2 w m - 0/2 3",
    ),
    ("16", TEN_IN_LINE, "f4-f6;xb1-f5xa4;xg6-k10xd1", "4/6W/7W/9/9B/2b1B4/W9/9/8/W6/1WB1 w m - 0/2 3"),
    (
        "13 the opponent's rows begin his turn",
        ROWS_FOR_BOTH,
        "d4-g7;xd6-h6xa4 xc5-g5xg2;k8-k9",
        "4/1W4B/7B/3w5/10/9/5W4/9/7W/B4W1/1bB1 w m - 1/1 3",
    ),
]


@table("position turns after", TURNS)
def test_turns(position: str, turns: str, after: str) -> None:
    game = gipfel.Playthrough(at(position))
    for text in turns.split():
        game.play_turn(text)
    assert str(game.position) == after
    assert game.turn_texts() == turns.split()
    assert game.position.turn == len(turns.split())


# --- 5. End of the game: worked examples 14 to 19, rulings ----------------------------------------

WON_BY_RINGS = "4/6B/4b2B/3wb4/4b5/3b5/3b1W4/9/8/5W1/1B2 w o w 3/2 3"

ENDED = [
    # name, position, turns, result, position after
    (
        "14 the mover wins before the other row is resolved",
        THIRD_RINGS,
        "d4-g7;xd6-h6xb2",
        Outcome(gipfel.WHITE, "rings"),
        WON_BY_RINGS,
    ),
    (
        "15 blitz",
        OPPONENTS_ROW[:-1] + "1",
        "d4-f6 xc5-g5xg2",
        Outcome(gipfel.BLACK, "rings"),
        "2W1/1W4B/7B/3w5/10/4W4/10/9/7W/B4W1/1B2 b o w 0/1 1",
    ),
    (
        "17 the last marker, more rings",
        LAST_MARKER,
        "a3-a4",
        Outcome(gipfel.WHITE, "markers used up"),
        WON_BY_MARKERS,
    ),
    (
        "18 the last marker, as many rings",
        LAST_MARKER_EVEN,
        "a3-a4",
        Outcome(None, "markers used up"),
        DRAWN_BY_MARKERS,
    ),
    (
        "Y1 two passes",
        BOTH_STUCK,
        "pass pass",
        Outcome(gipfel.BLACK, "no move"),
        BOTH_STUCK.replace("w m -", "b m b"),
    ),
]


@table("position turns outcome after", ENDED)
def test_ends(position: str, turns: str, outcome: Outcome, after: str) -> None:
    game = gipfel.Playthrough(at(position))
    for text in turns.split():
        assert game.position.outcome is None
        game.play_turn(text)
    assert game.position.outcome == outcome
    assert game.position.decisions() == ()
    assert game.turn_texts() == turns.split()
    assert game.position.turn == len(turns.split())
    assert str(game.position) == after
    assert at(after) == game.position
    assert at(after).outcome == outcome


def test_example_19_a_pass_changes_nothing_but_the_side() -> None:
    position = at(STUCK)
    after = position.play("pass")
    assert str(after) == STUCK.replace(" w m", " b m")
    assert after.turn == position.turn + 1
    assert "pass" not in texts(after)


def test_y1_one_pass_when_both_are_stuck_goes_into_the_text() -> None:
    once = at(BOTH_STUCK).play("pass")
    assert str(once) == BOTH_STUCK.replace("w m -", "b m w")
    assert once.outcome is None
    assert at(str(once)) == once
    assert at(str(once)).play("pass").outcome == Outcome(gipfel.BLACK, "no move")


def test_y2_a_row_with_the_last_marker_does_not_end_the_game() -> None:
    position = at(LAST_MARKER.replace("1W2/1bwbw1B", "4/Wwwww1B"))
    assert pool(position) == 1
    after = position.play("b1-c1")
    assert (pool(after), after.outcome) == (0, None)
    assert texts(after) == {"xb1-b5"}
    after = play(after, "xb1-b5 xc1")
    assert (pool(after), after.outcome, after.side) == (5, None, gipfel.BLACK)


def test_finished_positions_compare_without_side_and_phase() -> None:
    assert at(WON_BY_RINGS) == at(WON_BY_RINGS.replace("w o w", "b m -"))


# --- 6.1 Decisions and turns as text --------------------------------------------------------------

READ_LENIENTLY = [
    ("short form", DIAGRAM_5, "e4-e6;xk10", "e4-e6;xd4-h4xk10"),
    ("ends turned", DIAGRAM_5, "e4-e6;xh4-d4xk10", "e4-e6;xd4-h4xk10"),
    ("blanks", DIAGRAM_5, " e4-e6 ; xd4-h4 xk10 ", "e4-e6;xd4-h4xk10"),
    ("apart", DIAGRAM_5, "e4-e6;xd4-h4;xk10", "e4-e6;xd4-h4xk10"),
    ("short first", OPPONENT_TAKES, "xg2;k8-k9", "xc5-g5xg2;k8-k9"),
    ("ring only", RING_OF_5, "xk10", "xk10"),
]


@table("position turn canonical", READ_LENIENTLY)
def test_lenient_reading(position: str, turn: str, canonical: str) -> None:
    game = gipfel.Playthrough(at(position))
    game.play_turn(turn)
    assert game.turn_texts() == [canonical]


BAD_DECISIONS = [
    (DIAGRAM_1, "hello", NotationError, "'hello' is no decision; e3 places a ring"),
    (DIAGRAM_1, "", NotationError, "'' is no decision"),
    (DIAGRAM_1, "h7-h12", NotationError, "h7-h12: there is no space h12"),
    (DIAGRAM_1, "a1", NotationError, "there is no space a1"),
    (
        DIAGRAM_1,
        "e5",
        IllegalDecision,
        "e5 is not legal: a ring has to be moved. 86 decisions are legal, e.g. b5-",
    ),
    (DIAGRAM_1, "f6-f7", IllegalDecision, "there is no ring on f6"),
    (DIAGRAM_1, "a5-a4", IllegalDecision, "the ring on a5 is Black's"),
    (DIAGRAM_1, "h7-h7", IllegalDecision, "a ring has to move at least one space"),
    (DIAGRAM_1, "h7-g5", IllegalDecision, "rings move in a straight line, and g5 is not in line with h7"),
    (DIAGRAM_1, "h7-d3", IllegalDecision, "the ring on e4 is in the way, and rings cannot be jumped"),
    (DIAGRAM_1, "h7-e4", IllegalDecision, "the ring on e4 is in the way"),
    (DIAGRAM_1, "pass", IllegalDecision, "one of your rings can move"),
    (DIAGRAM_1, "xd4-h4", IllegalDecision, "a ring has to be moved"),
    (DIAGRAM_3, "e5-e8", IllegalDecision, "there is a marker on e8"),
    (DIAGRAM_3, "e5-i5", IllegalDecision, "a ring that has jumped markers stops right behind them, on h5"),
    (DIAGRAM_3, "e5-b2", IllegalDecision, "there is a marker on b2"),
    (STUCK, "a2-a4", IllegalDecision, "the ring on a3 is in the way.*The only legal decision is pass"),
    (CROSSING, "d4-d5", IllegalDecision, "a row has to be taken first"),
    (CROSSING, "xb2", IllegalDecision, "a row has to be taken first"),
    (CROSSING, "xc5-h5", IllegalDecision, "a row is five adjacent spaces in a line"),
    (CROSSING, "xc5-c5", IllegalDecision, "a row is five adjacent spaces in a line"),
    (CROSSING, "xc5-d8", IllegalDecision, "a row is five adjacent spaces in a line"),
    (CROSSING, "xd4-d8", IllegalDecision, "there are not five black markers on these spaces"),
    (CROSSING, "pass", IllegalDecision, "passing is only for those who cannot move a ring"),
    (RING_OF_5, "xa3", IllegalDecision, "the ring on a3 is Black's"),
    (RING_OF_5, "xe5", IllegalDecision, "there is no ring on e5"),
    (RING_OF_5, "xd4-h4", IllegalDecision, "a ring has to be removed"),
    ("4/4W2/8/9/10/9/10/9/8/7/4 b p - 0/0 3", "b5", IllegalDecision, "the space b5 is occupied"),
    ("4/4W2/8/9/10/9/10/9/8/7/4 b p - 0/0 3", "b5-b6", IllegalDecision, "a ring has to be placed"),
]


@pytest.mark.parametrize(("position", "text", "error", "message"), BAD_DECISIONS)
def test_bad_decisions(position: str, text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        at(position).play(text)


BAD_TURNS = [
    (CROSSING, "xb2", IllegalDecision, "there is more than one row; name it too, e.g. xc5-g5xb2"),
    (CROSSING, "xc5-g5", NotationError, "the turn is not finished; 5 decisions are legal, e.g. xa4"),
    (DIAGRAM_1, "h7-g7;c6-c7", NotationError, "h7-g7;c6-c7: the turn is over before 'c6-c7'"),
    (DIAGRAM_1, "h7-g7;", NotationError, "the turn is over before ''"),
    (DIAGRAM_1, "", NotationError, "'' is no decision"),
    (DIAGRAM_1, "xe3", IllegalDecision, "a ring has to be moved"),
    (SEVEN_IN_LINE, "f4-f6", NotationError, "the turn is not finished; 3 decisions are legal"),
    (SEVEN_IN_LINE, "f4-f6;xa4", IllegalDecision, "there is more than one row"),
    (WON_BY_RINGS, "xa4", IllegalDecision, "the game is over"),
    (
        THIRD_RINGS,
        "d4-g7;xd6-h6xb2;xc5-g5xb7",
        NotationError,
        "the turn is over before 'xc5-g5'",
    ),
]


@pytest.mark.parametrize(("position", "text", "error", "message"), BAD_TURNS)
def test_bad_turns(position: str, text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        at(position).play_turn(text)


# --- 6.2 Positions as text ------------------------------------------------------------------------

EMPTY = "4/7/8/9/10/9/10/9/8/7/4"
TEN_RINGS = "WWWW/W6/BBBBB3/9/10/9/10/9/8/7/4"
ROW_OF_BOTH = "WWWW/W6/BBBBB3/9/wwwww5/9/bbbbb5/9/8/7/4"
WHITE_ROW = "WWWW/W6/BBBBB3/9/wwwww5/9/10/9/8/7/4"
BLACK_ROW = "WWWW/W6/BBBBB3/9/10/9/bbbbb5/9/8/7/4"
MANY_MARKERS = "WWWW/WBBBBBw/wbwbwbwb/bwbwbwbwb/wbwbwbwbwb/bwbwbwbwb/wbwbwbwbwb/bwbw5/8/7/4"

BAD_POSITIONS = [
    ("", "a position has 6 fields"),
    (f"{EMPTY} w p - 0/0", "a position has 6 fields"),
    (f"{EMPTY} w p - 0/0 2", "the target is '2'; it must be 3 or 1"),
    (f"{EMPTY}/4 w p - 0/0 3", "the board has 12 columns; it must have 11, a to k"),
    ("5/7/8/9/10/9/10/9/8/7/4 w p - 0/0 3", r"column a \(5\) has 5 points; it must have 4"),
    ("4/7/8/9/55/9/10/9/8/7/4 w p - 0/0 3", r"column e \(55\) has 55 points; it must have 10"),
    ("4/7/8/9/x9/9/10/9/8/7/4 w p - 0/0 3", "column e is 'x9'; it must be made of W, B, w, b and numbers"),
    (f"{EMPTY} x p - 0/0 3", "the side to act is 'x'; it must be w or b"),
    (f"{EMPTY} w q - 0/0 3", "the phase is 'q'; it must be p or m or r or o"),
    (f"{EMPTY} w p x 0/0 3", "the mover is 'x'; it must be - or w or b"),
    (f"{EMPTY} w p - 0 3", "the removed rings are '0'; they must be two numbers"),
    (f"{EMPTY} w p w 0/0 3", "in phase p the mover must be -"),
    (f"{EMPTY} w p - 1/0 3", "in phase p no ring has been removed; the removed rings must be 0/0"),
    (f"{EMPTY} b p - 0/0 3", "with 0 white and 0 black ones on the board it cannot be Black's turn"),
    (f"W3/{EMPTY[2:]} w p - 0/0 3", "with 1 white and 0 black ones on the board it cannot be White's turn"),
    (f"w3/{EMPTY[2:]} w p - 0/0 3", "there are no markers on the board yet"),
    (f"{TEN_RINGS} w p - 0/0 3", "all rings are placed; the phase must be m"),
    (f"{EMPTY} w m - 0/0 3", "there are 0 white rings on the board and removed; in phase m there must be 5"),
    (
        f"{TEN_RINGS[:-1]}3W w m - 0/0 3",
        "there are 6 white rings on the board and removed; each player has 5",
    ),
    (f"{TEN_RINGS} w m - 1/0 3", "there are 6 white rings on the board and removed; each player has 5"),
    (f"{TEN_RINGS} w m w 0/0 3", "in phase m the mover must be -"),
    (f"{TEN_RINGS} w r - 0/0 3", "in phase r the mover must be w or b"),
    (f"{TEN_RINGS} w o - 0/0 3", "in phase o the mover must be w or b"),
    (f"{TEN_RINGS} w r w 0/0 3", "in phase r there must be a white row to take"),
    (f"{BLACK_ROW} w r w 0/0 3", "in phase r there must be a white row to take"),
    (f"{BLACK_ROW} w m - 0/0 3", "in phase m no row may be left, but there is a black one; use phase r"),
    (f"{WHITE_ROW} b m - 0/0 3", "in phase m no row may be left, but there is a white one"),
    (f"{ROW_OF_BOTH} b r w 0/0 3", "there is a white row, and the mover's rows come first"),
    (f"{ROW_OF_BOTH} b o w 0/0 3", "there is a white row, and the mover's rows come first"),
    (f"{MANY_MARKERS} w o w 0/0 3", "there can be at most 46 on it, not 51"),
    (
        MANY_MARKERS.replace("w5", "wb4") + " w m - 0/0 3",
        "there are 52 markers on the board; the game has 51",
    ),
    (
        "W3/7/BBBBB3/9/10/9/10/9/8/7/4 w m - 4/0 3",
        "White has removed 4 rings; the game ends with the target, 3",
    ),
    (
        "W3/W6/BB6/9/10/9/10/9/8/7/4 w m - 3/3 3",
        "both players have removed 3; the game ends when the first one has",
    ),
    ("WWWW/7/BBBB4/9/10/9/10/9/8/7/4 w m - 1/1 1", "both players have removed 1; the game ends"),
    (
        "WWW1/7/BBBBB3/9/10/9/10/9/8/7/4 w m - 2/0 1",
        "White has removed 2 rings; the game ends with the target, 1",
    ),
]


@pytest.mark.parametrize(("text", "message"), BAD_POSITIONS)
def test_bad_positions(text: str, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        at(text)


def test_example_16_has_a_row_before_the_move() -> None:
    """Only the player to act may have one, and only if he can move, so that it is resolved at once."""
    stuck = BOTH_STUCK.replace("bw2/WBbbbwb", "ww2/WBbbbbb").replace("w m -", "b m -")
    with pytest.raises(PositionError, match="in phase m no row may be left"):
        at(stuck)
    with pytest.raises(PositionError, match="in phase m no row may be left"):
        at(TEN_IN_LINE.replace("b m -", "w m -"))


def test_a_row_that_was_there_before_the_move_is_taken() -> None:
    """Also one on a line that the move does not change; later moves look only at lines that change."""
    position = at(TEN_IN_LINE)
    assert position.state[rules.ROW_LEFT] == 1
    after = [position.play(decision) for decision in position.decisions()]
    for later in after:
        assert later.state[rules.ROW_LEFT] == 0
        has_row = rules.all_fives([*later.state]) & rules.MARKERS_OF[position.side] != 0
        assert (later.state[rules.PHASE] == rules.ROW) == has_row
    assert any(later.state[rules.PHASE] == rules.ROW for later in after)


@pytest.mark.parametrize("version", ["standard", "blitz"])
@pytest.mark.parametrize("seed", [4, 5])
def test_no_row_is_overlooked(version: str, seed: int) -> None:
    """A move looks for rows on the lines that it changes; all lines say the same."""
    both = rules.MARKERS_OF[0] | rules.MARKERS_OF[1]
    rows = 0
    for position in positions("yinsh", version, seed):
        if position.outcome is not None or position.state[rules.PHASE] != rules.MOVE:
            continue
        for code in position.codes:
            state = position.play(code).state
            found = rules.all_fives([*state]) & both
            assert (found != 0) == (state[rules.PHASE] == rules.ROW)
            rows += found != 0
    assert rows > 0


def test_the_text_decides_the_version() -> None:
    with pytest.raises(PositionError, match="one of yinsh blitz, not of standard"):
        STANDARD.position(str(BLITZ.start()))
    with pytest.raises(PositionError, match="one of yinsh standard, not of blitz"):
        BLITZ.position(str(STANDARD.start()))


# --- The board kept line by line ------------------------------------------------------------------


@pytest.mark.parametrize("version", ["standard", "blitz"])
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_three_lines_through_a_space_agree(version: str, seed: int) -> None:
    for position in positions("yinsh", version, seed):
        state = position.state
        for space, three in enumerate(CROSSINGS):
            here = {state[LINES + line] >> at_position & rules.ANYTHING for line, at_position in three}
            assert here == {rules.standing(state, space)}
            assert POSITION[3 * space : 3 * space + 3] == [at_position for _, at_position in three]
        for line, edges in enumerate(rules.EDGES):
            assert state[LINES + line] & edges == edges
            assert state[LINES + line] >> 3 * ROOM == 0


def legal_by_the_spec(position: Position) -> set[str]:
    """Ring moves found by the scan of 3.2, space by space."""
    state, found = position.state, set()
    for ring in rules.rings_of(state, position.side):
        for direction in range(6):
            jumped = False
            for space in SPACES.ray(ring, direction):
                here = rules.standing(state, space)
                if here == rules.A_RING:
                    break
                if here:
                    jumped = True
                    continue
                found.add(f"{SPACES.names[ring]}-{SPACES.names[space]}")
                if jumped:
                    break
    return found


def rows_by_the_spec(position: Position) -> set[str]:
    """Rows found by looking at every five spaces of every line."""
    state, found = position.state, set()
    for line in SPACES.lines:
        for i in range(len(line) - 4):
            if all(rules.standing(state, space) == rules.MARKER[position.side] for space in line[i : i + 5]):
                found.add(f"x{SPACES.names[line[i]]}-{SPACES.names[line[i + 4]]}")
    return found


@pytest.mark.parametrize("seed", range(1, 7))
def test_moves_and_rows_are_those_of_the_scans_in_the_spec(seed: int) -> None:
    for position in positions("yinsh", "standard", seed):
        if position.outcome is None and position.state[rules.PHASE] == rules.MOVE:
            assert texts(position) == (legal_by_the_spec(position) or {"pass"})
            assert rows_by_the_spec(position) == set()
        if position.outcome is None and position.state[rules.PHASE] == rules.ROW:
            assert texts(position) == rows_by_the_spec(position) != set()


def test_no_position_has_more_decisions_than_said() -> None:
    """Five free rings where most spaces are in line; the generator writes a little beyond what counts."""
    longest = max(sum(len(SPACES.lines[line]) - 1 for line, _ in three) for three in CROSSINGS)
    assert rules.MOST == 5 * longest >= 85
    assert max(map(len, SPACES.lines)) == rules.FARTHEST + 1


# --- Pointing -------------------------------------------------------------------------------------


def spots(*names: str) -> tuple[Target, ...]:
    return tuple(Target("spot", name) for name in names)


def test_a_single_row_is_taken_by_any_of_its_markers() -> None:
    position = at(ROW_OF_5)
    (row,) = position.decisions()
    assert row.paths == (spots("d4"), spots("e4"), spots("f4"), spots("g4"), spots("h4"))


def test_rows_in_one_line_are_told_apart_by_their_ends() -> None:
    position = at(SEVEN_IN_LINE).play("f4-f6")
    assert {d.text: set(d.paths) for d in position.decisions()} == {
        "xc5-g5": {spots("c5"), spots("g5", "c5")},
        "xd5-h5": {spots("d5", "h5"), spots("h5", "d5")},
        "xe5-i5": {spots("i5"), spots("e5", "i5")},
    }


def test_crossing_rows_are_told_apart_by_any_marker_but_the_common_one() -> None:
    position = at(CROSSING)
    assert point(position, spots("c5")).complete == position.decision("xc5-g5")
    assert point(position, spots("e7")).complete == position.decision("xe3-e7")
    assert Target("spot", "e5") not in point(position).targets


@pytest.mark.parametrize("text", [CROSSING, TEN_TO_TAKE, DIAGRAM_1])
def test_no_path_begins_with_another(text: str) -> None:
    paths = [path for decision in at(text).decisions() for path in decision.paths]
    assert len(set(paths)) == len(paths)
    assert not any(long[: len(short)] == short for short in paths for long in paths if short != long)


def test_what_a_move_changes() -> None:
    e5, e8, e9, e10 = spots("e5", "e8", "e9", "e10")
    assert at(DIAGRAM_3).decision("e5-e10").changes == (
        Change("enter", None, e5),
        Change("move", e5, e10),
        Change("flip", None, e8),
        Change("flip", None, e9),
    )


CHANGES = [
    (CROSSING, "xc5-g5", [("lift", "c5"), ("lift", "d5"), ("lift", "e5"), ("lift", "f5"), ("lift", "g5")]),
    (RING_OF_5, "xk10", [("lift", "k10")]),
    (STUCK, "pass", []),
    (f"{EMPTY} w p - 0/0 3", "e3", [("enter", "e3")]),
]


@pytest.mark.parametrize(("position", "text", "changes"), CHANGES)
def test_what_other_decisions_change(position: str, text: str, changes: list[tuple[str, str]]) -> None:
    found = [(change.kind, (change.origin or change.goal)) for change in at(position).decision(text).changes]
    assert [(kind, target.name) for kind, target in found if target] == changes


# --- Words and pictures ---------------------------------------------------------------------------

TASKS = [
    (f"{EMPTY} w p - 0/0 3", "White: point at a space to place a ring there; 5 to place."),
    (DIAGRAM_1, "White: point at one of your rings, then at the space it moves to."),
    (STUCK, "White: none of your rings can move, you have to pass."),
    (
        ROW_OF_5,
        "White: five in a row. Point at it to take it.",
    ),
    (CROSSING, "Black: point at a row to take it, or at both ends of the five markers you mean."),
    (RING_OF_5, "White: point at one of your rings to remove it."),
    (WON_BY_RINGS, "White wins: three rings are removed."),
    ("2W1/1W4B/7B/3w5/10/4W4/10/9/7W/B4W1/1B2 b o w 0/1 1", "Black wins: a ring is removed."),
    (
        WON_BY_MARKERS,
        "White wins: the markers are used up and White has removed more rings.",
    ),
    (
        DRAWN_BY_MARKERS,
        "The game is a draw: the markers are used up and both have removed as many rings.",
    ),
    (BOTH_STUCK.replace("w m -", "b m b"), "Black wins: no ring can move and Black has removed more rings."),
]


@pytest.mark.parametrize(("text", "task"), TASKS)
def test_tasks_and_conclusions(text: str, task: str) -> None:
    assert at(text).task == task
    assert at(text).scene().sentence == task


def test_the_conclusion_of_a_resigned_game() -> None:
    assert STANDARD.conclusion(Outcome(gipfel.BLACK, "resignation")) == "Black wins: resignation."


WHY_NOT = [
    # position, pointed at so far, pointed at now, answer
    ("4/4W2/8/9/10/9/10/9/8/7/4 b p - 0/0 3", "", "b5", "The space b5 is occupied."),
    (DIAGRAM_1, "", "f6", "There is no ring on f6."),
    (DIAGRAM_1, "", "a5", "The ring on a5 is Black's."),
    (DIAGRAM_1, "h7", "d3", "The ring on e4 is in the way, and rings cannot be jumped."),
    (STUCK, "", "a2", "This ring cannot move in any direction."),
    (CROSSING, "", "a4", "A row has to be taken first: point at one of the marked rows."),
    (CROSSING, "", "e5", "Point at both ends of the five markers you mean."),
    (TEN_TO_TAKE, "f5", "g6", "The five markers you take do not reach from f5 to g6."),
    (RING_OF_5, "", "a3", "The ring on a3 is Black's."),
]


@pytest.mark.parametrize(("text", "prefix", "name", "answer"), WHY_NOT)
def test_why_not(text: str, prefix: str, name: str, answer: str) -> None:
    position = at(text)
    (target,) = spots(name)
    assert target not in point(position, spots(*prefix.split())).targets
    assert position.game.why_not(position.state, spots(*prefix.split()), target) == answer


def test_why_not_beside_the_board() -> None:
    state = at(DIAGRAM_1).state
    assert STANDARD.why_not(state, (), Target("button", "pass")).startswith("One of your rings can move")
    assert STANDARD.why_not(state, (), Target("tray", "white")) == "Point at a space of the board."


def test_trays() -> None:
    assert [str(tray) for tray in STANDARD.start().scene().trays] == [
        "Black: 5 rings to place, 0 rings removed",
        "Markers: 51 in the pool",
        "White: 5 rings to place, 0 rings removed",
    ]
    assert [str(tray) for tray in at(LAST_MARKER).scene().trays] == [
        "Black: 0 rings removed",
        "Markers: 1 in the pool",
        "White: 1 ring removed",
    ]


def test_rows_to_take_are_marked_one_band_a_line() -> None:
    assert at(DIAGRAM_1).scene().marks == ()
    assert [len(mark.at) for mark in at(SEVEN_IN_LINE).play("f4-f6").scene().marks] == [7]
    assert [len(mark.at) for mark in at(CROSSING).scene().marks] == [5, 5]


def test_signs_in_a_terminal() -> None:
    picture = drawn(at(LAST_MARKER).scene())
    assert "x black marker  B black ring  o white marker  W white ring" in picture


# --- Counts ---------------------------------------------------------------------------------------


def test_perft() -> None:
    perft = Perft(rules.RULES, fast=False)
    state = STANDARD.start().state
    assert [perft.count(state, depth) for depth in (1, 2)] == [85, 7140]
    assert perft.distinct(state, 1) == 85


@pytest.mark.skipif(not can_compile(), reason="Numba is not here")
def test_perft_compiled() -> None:
    perft = Perft(rules.RULES, fast=True)
    assert perft.count(at(DIAGRAM_1).state, 3) == 486978
    assert perft.count(STANDARD.start().state, 3) == 85 * 84 * 83
