"""TZAAR, in the order of docs/rules/tzaar.md: board, set-up, play, end, notation, rulings."""

import re
from itertools import pairwise

import pytest

import gipfel
from gipfel import BLACK, WHITE, IllegalDecision, NotationError, Outcome, Playthrough, Position, PositionError
from gipfel.draw.scene import Piece, Scene
from gipfel.draw.svg import Theme, svg
from gipfel.draw.target import Target
from gipfel.draw.text import text as text_picture
from gipfel.games.core.registry import game_of_position
from gipfel.games.tzaar import notation, rules
from gipfel.games.tzaar.rules import SPACES
from gipfel.kernel.link import can_compile
from gipfel.kernel.perft import Perft
from tests.helpers.degrees import degree
from tests.helpers.random_games import positions
from tests.helpers.random_starts import check_even, check_recorded

FIXED = gipfel.game("tzaar", "fixed")
RANDOM = gipfel.game("tzaar", "random")
TOURNAMENT = gipfel.game("tzaar", "tournament")
VERSIONS = ("fixed", "random", "tournament")

FIXED_START = "ttttT/TaaaAT/TAzzZAT/TAZtTZAT/TAZTtzat/taztTzat/tazZZat/taAAAt/tTTTT w f"
EMPTY_START = "...../....../......./......../......../......../......./....../..... w p"


def at(text: str) -> Position:
    return game_of_position("tzaar", text).position(text)


def texts(position: Position) -> set[str]:
    return {decision.text for decision in position.decisions()}


def play(text: str, *played: str) -> Position:
    position = at(text)
    for decision in played:
        position = position.play(decision)
    return position


def board(position: Position) -> str:
    return str(position).split()[0]


def seen_from(position: Position, space: str) -> set[str]:
    return {SPACES.names[seen] for seen in rules.seen_from(position.state, SPACES.index[space])}


# --- 1. Board -------------------------------------------------------------------------------------


def test_counts_of_spaces_lines_and_neighbours() -> None:
    assert len(SPACES) == 60
    assert len(SPACES.lines) == 30
    assert sorted(map(len, SPACES.lines)) == sorted([4, 5, 6, 7, 8] * 6)
    assert SPACES.pairs == 150
    degrees = [degree(SPACES, space) for space in range(60)]
    assert [degrees.count(n) for n in (6, 5, 4, 3)] == [30, 6, 18, 6]
    with_degree = {n: {SPACES.names[s] for s in range(60) if degrees[s] == n} for n in (5, 3)}
    assert with_degree[5] == {"d4", "d5", "e4", "e6", "f4", "f5"}
    assert with_degree[3] == {"a1", "a5", "e1", "e9", "i1", "i5"}


def test_check_values_of_coordinates() -> None:
    check = "a1=-4,0 a5=-4,4 e1=0,-4 e9=0,4 i1=4,-4 i5=4,0 d4=-1,0 d5=-1,1 f4=1,-1 f5=1,0"
    for value in check.split():
        name, cell = value.split("=")
        assert SPACES.cells[SPACES.index[name]] == tuple(map(int, cell.split(",")))
    assert "e5" not in SPACES.index


def test_lines_end_at_the_hole() -> None:
    lines = {" ".join(SPACES.names[space] for space in line) for line in SPACES.lines}
    spec = (
        "e1 e2 e3 e4|e6 e7 e8 e9|a1 b2 c3 d4|f5 g5 h5 i5|a5 b5 c5 d5|f4 g3 h2 i1|"
        "a2 b3 c4 d5 e6 f6 g6 h6|b1 c2 d3 e4 f4 g4 h4 i4|a4 b4 c4 d4 e4 f3 g2 h1|b6 c6 d6 e6 f5 g4 h3 i2"
    )
    assert set(spec.split("|")) <= lines


# --- 2. Set-up ------------------------------------------------------------------------------------


def test_fixed_start() -> None:
    assert str(FIXED.start()) == FIXED_START
    assert FIXED.position(FIXED_START) == FIXED.start()
    assert (FIXED.start().side, FIXED.start().turn) == (WHITE, 0)
    assert gipfel.game("tzaar") == FIXED


SET_UP = {
    "z": "c3 c4 e7 f3 f6 g3",
    "Z": "c5 d3 d6 e3 g4 g5",
    "a": "b2 b3 b4 e8 f2 f7 g2 g6 h2",
    "A": "b5 c2 c6 d2 d7 e2 h3 h4 h5",
    "t": "a1 a2 a3 a4 d4 e6 e9 f1 f4 f8 g1 g7 h1 h6 i1",
    "T": "a5 b1 b6 c1 c7 d1 d5 d8 e1 e4 f5 i2 i3 i4 i5",
}


@pytest.mark.parametrize("letter", SET_UP)
def test_fixed_start_is_the_table_of_the_spec(letter: str) -> None:
    state = FIXED.start().state
    ours = {SPACES.names[space] for space in range(60) if notation.stack_text(state, space) == letter}
    assert ours == set(SET_UP[letter].split())


def test_a_half_turn_with_the_colours_swapped_maps_the_fixed_start_to_itself() -> None:
    cells = board(FIXED.start()).replace("/", "")
    assert cells[::-1].swapcase() == cells


RANDOM_START = "AtTaz/AtTtaa/aZtTAtA/ttazTATt/zzttTZaZ/ataTtztt/TTTZaAz/AtTATZ/TTATZ w f"


def test_random_start_is_reproducible_and_never_changes() -> None:
    """The shuffle is documented; seeds in records must mean the same set-up for ever."""
    assert str(RANDOM.start(seed=1)) == RANDOM_START
    assert RANDOM.start(seed=1) == RANDOM.start(seed=1)
    assert len({str(RANDOM.start(seed=seed)) for seed in range(-50, 50)}) == 100


def test_random_start_without_a_seed_is_new_each_time() -> None:
    assert RANDOM.start() != RANDOM.start()
    assert (RANDOM.random_start, FIXED.random_start, TOURNAMENT.random_start) == (True, False, False)


def test_random_start_is_even() -> None:
    check_even(RANDOM, {"Z": 6, "A": 9, "T": 15, "z": 6, "a": 9, "t": 15})


def test_a_random_start_is_recorded_by_its_seed_or_as_a_position() -> None:
    check_recorded(RANDOM)


def test_tournament_start() -> None:
    assert str(TOURNAMENT.start()) == EMPTY_START
    assert TOURNAMENT.position(EMPTY_START) == TOURNAMENT.start()


# --- 7. Worked examples ---------------------------------------------------------------------------

FIRST_CAPTURES = (
    "a5xa4 b1xa1 b1xb2 b5xa4 b5xb4 c2xb2 c2xc3 c5xb4 c5xc4 d3xc3 d3xd4 d5xc4 d5xd4 d5xe6 d6xe6 d6xe7 d7xe7 "
    "d7xe8 d8xe8 d8xe9 e1xf1 e2xf1 e2xf2 e3xf2 e3xf3 e4xd4 e4xf3 e4xf4 f5xe6 f5xf4 f5xf6 g4xf4 g4xg3 g5xf6 "
    "g5xg6 h3xg3 h3xh2 h5xg6 h5xh6 i2xh2 i2xi1 i5xh6"
)

LEGAL = [
    # name, position, all legal decisions
    ("1", FIXED_START, FIRST_CAPTURES),
    (
        "4",
        "t..../.T..../...t.../.A.Z..t./......../..z2...../z...a../....../....A w 1",
        "b2xa1 d4xc4 d4xd7 i5xg5",
    ),
    (
        "5",
        "....a/T.A.a./.t...../..Z..t../.T....z./......../..z..../a2...../...T. w 1",
        "b1xc2 b3xb5 d3xc2 d3xd6 e2xc2 i4xe8",
    ),
    ("6", "T..../....../......./...t..../.ZA..az./......../......./....../....t w 1", "a1xd4"),
    (
        "7",
        "...../..t.../.z2Z2T.../..Aa3..../..t2...../......../....T../....../...tz w 1",
        "c3xb3 c3xc2 c4xb3 d3xi4 g5xi5",
    ),
    (
        "8",
        "...../..t.../.Z2.T.../..Aa3..../..t2...../......../....T../....../...tz w 2",
        "- c2+c4 c2+d3 c4+c2 c4xb3 d3+c2 d3xb3 d3xi4 g5xi5",
    ),
    (
        "9",
        "...../....../.Z.T2.../.a....A./......../....t.../T....../..tZ../....z w 2",
        "- c2+c4 c2+h4 c2xd2 c4+c2 d7+h4 d7xd2 h4+c2 h4+d7 h4xh3",
    ),
]


@pytest.mark.parametrize(("text", "legal"), [row[1:] for row in LEGAL], ids=[row[0] for row in LEGAL])
def test_example_legal_decisions(text: str, legal: str) -> None:
    position = at(text)
    assert texts(position) == set(legal.split())
    assert len(position.decisions()) == len(legal.split())
    assert str(position) == text


FIRST_TURNS = [
    ("d5xd4", "ttttT/TaaaAT/TAzzZAT/TAZT.ZAT/TAZTtzat/taztTzat/tazZZat/taAAAt/tTTTT b 1", (39, 0, 0)),
    ("c4xd4", "ttttT/TaaaAT/TAz.ZAT/TAZz.ZAT/TAZTtzat/taztTzat/tazZZat/taAAAt/tTTTT b 2", (40, 104, 1)),
    ("a4+b4", "ttt.T/Taat2AT/TAz.ZAT/TAZz.ZAT/TAZTtzat/taztTzat/tazZZat/taAAAt/tTTTT w 1", (37, 0, 0)),
]


def test_example_2_atomic_counts() -> None:
    """Actions, not turns: the last ply is counted by its numbers of decisions."""
    layer = [FIXED.start().state]
    counts = []
    for ply in (1, 2, 3):
        counts.append(sum(len(rules.RULES.codes(state)) for state in layer))
        if ply < 3:
            layer = [after(state, code) for state in layer for code in rules.RULES.codes(state)]
    assert counts == [42, 1797, 260556]


def after(state: list[int], code: int) -> list[int]:
    copy = [*state]
    rules.play(copy, code)
    return copy


@pytest.mark.skipif(not can_compile(), reason="slow without Numba")
def test_example_2_complete_turns() -> None:
    perft = Perft(rules.RULES, fast=True)
    assert [perft.count(FIXED.start().state, depth) for depth in (1, 2)] == [42, 260556]


def test_example_3_first_turns() -> None:
    position = FIXED.start()
    for text, expected, numbers in FIRST_TURNS:
        position = position.play(text)
        assert str(position) == expected
        assert at(expected) == position
        kinds = "".join("x+-"[("x" not in t) + (t == "-")] for t in (d.text for d in position.decisions()))
        assert (kinds.count("x"), kinds.count("+"), kinds.count("-")) == numbers
    assert position.turn == 2


PLAYED = [
    # name, position, decisions, board or position after
    (
        "8",
        "...../..t.../.z2Z2T.../..Aa3..../..t2...../......../....T../....../...tz w 1",
        "c3xc2",
        "...../..t.../.Z2.T.../..Aa3..../..t2...../......../....T../....../...tz w 2",
    ),
    (
        "9 capture",
        "...../....../.zZT2.../.a....A./......../....t.../T....../..tZ../....z w 1",
        "c3xc2",
        "...../....../.Z.T2.../.a....A./......../....t.../T....../..tZ../....z w 2",
    ),
    (
        "9 Tzaar on top",
        "...../....../.Z.T2.../.a....A./......../....t.../T....../..tZ../....z w 2",
        "c2+c4",
        "...../....../...Z3.../.a....A./......../....t.../T....../..tZ../....z b 1",
    ),
    (
        "9 Tott on top",
        "...../....../.Z.T2.../.a....A./......../....t.../T....../..tZ../....z w 2",
        "c4+c2",
        "...../....../.T3...../.a....A./......../....t.../T....../..tZ../....z b 1",
    ),
    (
        "10",
        "...../....../.Z.T2.../.a....A./......../....t.../T....../..tZ../....z w 2",
        "-",
        "...../....../.Z.T2.../.a....A./......../....t.../T....../..tZ../....z b 1",
    ),
    (
        "13 goes on",
        "...../....../.zZ.A../.a..T.../..T...../....tz../......./Z...../..... w 1",
        "c3xc2 c5+d5",
        "...../....../.Z...../.a..A2.../..T...../....tz../......./Z...../..... b 1",
    ),
    (
        "16 White",
        EMPTY_START,
        "Ze4",
        "...../....../......./......../...Z..../......../......./....../..... b p",
    ),
]


@pytest.mark.parametrize(
    ("before", "played", "expected"), [row[1:] for row in PLAYED], ids=[row[0] for row in PLAYED]
)
def test_example(before: str, played: str, expected: str) -> None:
    position = play(before, *played.split())
    assert str(position) == expected
    assert at(expected) == position


@pytest.mark.parametrize(("enemy", "legal"), [(9, True), (10, False)])
def test_example_17_heights_add_up(enemy: int, legal: bool) -> None:
    text = f"Tt.../....../......a/......../T5..Z4..../......../......./z{enemy}...../..Z.A w 2"
    position = play(text, "e1+e4")
    assert board(position).split("/")[4] == "...T9...."
    position = play(str(position), "a2xa1", "-")
    assert ("e4xh1" in texts(position)) == legal


def test_example_4_what_a_stack_sees() -> None:
    position = at("t..../.T..../...t.../.A.Z..t./......../..z2...../z...a../....../....A w 1")
    assert seen_from(position, "d4") == {"b2", "d2", "c4", "d7", "f3"}
    for text, why in {
        "d4xf3": "height 1 cannot take one of height 2",
        "d4xd2": "White's own",
        "d4xf5": "f5 is vacant",
    }.items():
        with pytest.raises(IllegalDecision, match=why):
            position.play(text)


def test_example_5_what_a_stack_sees() -> None:
    position = at("....a/T.A.a./.t...../..Z..t../.T....z./......../..z..../a2...../...T. w 1")
    assert seen_from(position, "d3") == {"b3", "i4", "c2", "d6"}


def test_example_6_no_move_across_the_centre() -> None:
    position = at("T..../....../......./...t..../.ZA..az./......../......./....../....t w 1")
    with pytest.raises(IllegalDecision, match="the hole lies between e3 and e7"):
        position.play("e3xe7")


def test_example_10_no_pass_without_a_capture() -> None:
    with pytest.raises(IllegalDecision, match="the opening move must be a capture"):
        FIXED.start().play("-")
    position = at("...../....../.zZT2.../.a....A./......../....t.../T....../..tZ../....z w 1")
    for text in ("-", "c3+c4"):
        with pytest.raises(IllegalDecision, match="the first move of a turn must be a capture"):
            position.play(text)


WON = [
    # name, position, decisions, board and side and phase after, outcome
    (
        "11",
        "...../....../.Z.T2.../.a....A./......../....t.../T....../..tZ../....z w 2",
        "c2xd2",
        "...../....../...T2.../.Z....A./......../....t.../T....../..tZ../....z w 2",
        Outcome(WHITE, "last Tzarra lost"),
    ),
    (
        "12",
        "...../....../..Z2z2.../.a3....A./......../....t.../T....../..t..a/..... w 1",
        "c3xc4",
        "...../....../...Z2.../.a3....A./......../....t.../T....../..t..a/..... w 1",
        Outcome(WHITE, "last Tzaar lost"),
    ),
    (
        "13",
        "...../....../.zZ.A../.a..T.../..T...../....tz../......./Z...../..... w 1",
        "c3xc2 d5+c5",
        "...../....../.Z..T2../.a....../..T...../....tz../......./Z...../..... w 2",
        Outcome(BLACK, "last Tzarra lost"),
    ),
    (
        "14",
        "...../....../.zZ3.A2../.....a../.....t../......../T2....../.....t/...az w 1",
        "c3xc2 -",
        "...../....../.Z3..A2../.....a../.....t../......../T2....../.....t/...az b 1",
        Outcome(WHITE, "no capture"),
    ),
]


@pytest.mark.parametrize(
    ("before", "played", "expected", "outcome"), [r[1:] for r in WON], ids=[r[0] for r in WON]
)
def test_example_wins(before: str, played: str, expected: str, outcome: Outcome) -> None:
    start = at(before)
    position = play(before, *played.split())
    assert position.outcome == outcome
    assert position.decisions() == ()
    assert position.turn == start.turn + 1
    assert str(position) == expected
    assert at(expected) == position
    assert at(expected).outcome == outcome
    with pytest.raises(IllegalDecision, match="the game is over"):
        position.play("-")


def test_finished_positions_compare_by_board_and_result() -> None:
    won = "...../....../...T2.../.Z....A./......../....t.../T....../..tZ../....z"
    assert at(f"{won} w 2") == at(f"{won} w 1") == at(f"{won} b 1")
    assert at(f"{won} b 1").outcome == Outcome(WHITE, "last Tzarra lost")


def test_example_15_after_the_opening_move_black_is_in_phase_1() -> None:
    for decision in FIXED.start().decisions():
        position = FIXED.start().play(decision)
        assert (position.side, position.turn, str(position)[-3:]) == (BLACK, 1, "b 1")


def test_example_16_tournament_placement() -> None:
    assert len(TOURNAMENT.start().decisions()) == 180
    assert len(TOURNAMENT.start().play("Ze4").decisions()) == 177
    position = TOURNAMENT.start()
    kinds = "ZZZZZZAAAAAAAAATTTTTTTTTTTTTTT"
    for number in range(60):
        kind = kinds[number // 2]
        assert position.side == (WHITE, BLACK)[number % 2]
        assert position.turn == number
        held = {"Z" in kinds[number // 2 :], "Z" in {text[0] for text in texts(position)}}
        assert len(held) == 1
        position = position.play(f"{kind}{SPACES.names[number]}")
    assert str(position).endswith(" w f")
    assert position.turn == 60
    assert all("x" in text for text in texts(position))
    assert position == TOURNAMENT.position(str(position))


def test_example_16_no_seventh_tzaar() -> None:
    position = TOURNAMENT.start()
    for number, space in enumerate(SPACES.names[:12]):
        position = position.play(f"{'ZT'[number % 2]}{space}")
    with pytest.raises(IllegalDecision, match=r"White has no Tzaar left to place\. 96 decisions are legal"):
        position.play("Ze4")
    assert not any(text.startswith("Z") for text in texts(position))


# --- 7.1 Properties -------------------------------------------------------------------------------


def pieces_on(state: list[int]) -> int:
    return sum(rules.height(state, space) for space in range(60))


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_properties_of_random_games(version: str, seed: int) -> None:
    for before, position in pairwise(positions("tzaar", version, seed)):
        if str(before).endswith("p"):
            assert pieces_on(position.state) == pieces_on(before.state) + 1
            continue
        assert pieces_on(position.state) <= pieces_on(before.state)
        vacant = [space for space in range(60) if before.state[rules.CONTENT + space] == 0]
        assert all(position.state[rules.CONTENT + space] == 0 for space in vacant)
        if str(before).endswith("2"):
            assert "-" in texts(before)
        else:
            assert all("x" in text for text in texts(before))


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_each_turn_captures(version: str, seed: int) -> None:
    between_turns = [p for p in positions("tzaar", version, seed) if str(p)[-1] in "f1"]
    for before, position in pairwise(between_turns):
        assert pieces_on(position.state) < pieces_on(before.state)


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_a_state_keeps_twice_agrees(version: str, seed: int) -> None:
    """Bit sets, counts and lines of sight follow from the stacks; kernels keep them up to date."""
    for position in positions("tzaar", version, seed):
        state = position.state
        assert rules.completed(state) == state


def naive_moves(position: Position) -> set[str]:
    """Section 3 word by word, from the position text alone."""
    cells = dict(zip(SPACES.names, re.findall(r"\.|[ZATzat]\d*", board(position)), strict=True))
    found = {"-"} if str(position).endswith("2") else set()
    for start, stack in cells.items():
        if stack == "." or stack[0].isupper() != (position.side == WHITE):
            continue
        for direction in range(6):
            ray = (SPACES.names[space] for space in SPACES.ray(SPACES.index[start], direction))
            goal = next((name for name in ray if cells[name] != "."), None)
            if goal is None:
                continue
            if stack[0].isupper() == cells[goal][0].isupper():
                found |= {f"{start}+{goal}"} if str(position).endswith("2") else set()
            elif int(stack[1:] or 1) >= int(cells[goal][1:] or 1):
                found.add(f"{start}x{goal}")
    return found


@pytest.mark.parametrize("version", ["fixed", "random"])
@pytest.mark.parametrize("seed", range(5))
def test_kernels_agree_with_the_rules_word_by_word(version: str, seed: int) -> None:
    played = positions("tzaar", version, seed)
    for position in played[:-1]:
        assert texts(position) == naive_moves(position)


# --- 6. Notation ----------------------------------------------------------------------------------


def test_turns() -> None:
    game = Playthrough(FIXED.start())
    turns = ["d5xd4", "c4xd4,a4+b4", "c2xc3,c3xb3"]
    for text in turns:
        game.play_turn(text)
    assert game.turn_texts() == turns
    assert game.position.turn == 3
    assert game.position.play_turn(" d4xd3 , - ") == game.position.play("d4xd3").play("-")


BAD_TURNS = [
    (FIXED_START, "d5xd4,-", NotationError, "d5xd4,-: the turn is over before '-'"),
    (FIXED_START, "d5xd4,", NotationError, "the turn is over before ''"),
    (FIRST_TURNS[0][1], "c4xd4", NotationError, "the turn is not finished: add a second move, or - to pass"),
    (FIRST_TURNS[0][1], "c4xd4,-,-", NotationError, "the turn is over before '-'"),
    (FIRST_TURNS[0][1], "c4xd4;-", NotationError, "'c4xd4;-' is no decision"),
    (FIRST_TURNS[0][1], "-,c4xd4", IllegalDecision, "must be a capture"),
    (WON[1][1], "c3xc4,-", NotationError, "the turn is over before '-'"),
]


@pytest.mark.parametrize(("position", "text", "error", "message"), BAD_TURNS)
def test_bad_turns(position: str, text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        at(position).play_turn(text)


def test_a_turn_that_wins_at_once_is_just_the_capture() -> None:
    game = Playthrough(at(WON[1][1]))
    game.play_turn("c3xc4")
    assert game.turn_texts() == ["c3xc4"]


SECOND = "...../..t.../.Z2.T.../..Aa3..../..t2...../......../....T../....../...tz w 2"

BAD_DECISIONS = [
    (FIXED_START, "", NotationError, "'' is no decision; write a capture as c4xd4"),
    (FIXED_START, "D5xd4", NotationError, "is no decision"),
    (FIXED_START, "d5 d4", NotationError, "is no decision"),
    (FIXED_START, "ze4", NotationError, "is no decision"),
    (FIXED_START, "a9xa4", NotationError, "a9xa4: there is no space a9"),
    (FIXED_START, "d5xe5", NotationError, "d5xe5: there is no space e5, the board has a hole there"),
    (FIXED_START, "d5xd5", IllegalDecision, "d5 and d5 are the same space"),
    (FIXED_START, "d4xd5", IllegalDecision, "the stack on d4 is Black's. 42 decisions are legal"),
    (FIXED_START, "d5xb2", IllegalDecision, "d5 and b2 are not on one line"),
    (FIXED_START, "d5xb3", IllegalDecision, "another stack stands between d5 and b3"),
    (FIXED_START, "d5xd6", IllegalDecision, "the stack on d6 is White's own"),
    (FIXED_START, "d5+d6", IllegalDecision, "d6 is White's own; the opening move must be a capture"),
    (FIXED_START, "Ze4", IllegalDecision, "all pieces are placed"),
    (SECOND, "a1xb3", IllegalDecision, "a1 is vacant"),
    (SECOND, "c2xa1", IllegalDecision, "a1 is vacant"),
    (SECOND, "d3xe3", IllegalDecision, "a stack of height 1 cannot take one of height 2"),
    (SECOND, "c2xc4", IllegalDecision, r"the stack on c4 is White's own; stacking is written c2\+c4"),
    (SECOND, r"c4+b3", IllegalDecision, "the stack on b3 is Black's; a capture is written c4xb3"),
    (SECOND, "b3+c2", IllegalDecision, "the stack on b3 is Black's"),
    (EMPTY_START, "-", IllegalDecision, "all pieces have to be placed first"),
    (EMPTY_START, "a1xa2", IllegalDecision, "all pieces have to be placed first"),
    (EMPTY_START, "Ze5", NotationError, "there is no space e5"),
    (EMPTY_START.replace("w", "b").replace(".", "Z", 1), "Za1", IllegalDecision, "a1 is occupied"),
]


@pytest.mark.parametrize(("position", "text", "error", "message"), BAD_DECISIONS)
def test_bad_decisions(position: str, text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        at(position).play(text)


ONE_GONE = "ttttT/TaaaAT/TAzzZAT/TAZT.ZAT/TAZTtzat/taztTzat/tazZZat/taAAAt/tTTTT"


def start_with(column_a: str, rest: str = "w f") -> str:
    """The fixed start with another first column, and perhaps another side and phase."""
    return f"{column_a}/{FIXED_START.split('/', 1)[1].split()[0]} {rest}"


BAD_POSITIONS = [
    ("", "a position has 3 fields"),
    (FIXED_START[:-2], "a position has 3 fields"),
    ("..... w 1", "the board has 1 columns; it must have 9, a to i"),
    (start_with("ttttT", "x f"), "the side to act is 'x'; it must be w or b"),
    (start_with("ttttT", "w 3"), "the phase is '3'; it must be p or f or 1 or 2"),
    (start_with("tttTx"), "column a is 'tttTx'; it must be made of"),
    (start_with("t1ttT"), "column a is 't1ttT'"),
    (start_with("t31ttT"), "column a is 't31ttT'"),
    (start_with("t02ttT"), "column a is 't02ttT'"),
    (start_with("5"), "column a is '5'"),
    (start_with("tttt"), r"column a \(tttt\) has 4 spaces; it must have 5"),
    (FIXED_START.replace("TAZTtzat", "TAZT.tzat"), r"column e \(TAZT.tzat\) has 9 spaces; it must have 8"),
    (start_with("ztttT"), "7 black Tzaars show; there are only 6"),
    (start_with("attt.", "b 1"), "10 black Tzarras show; there are only 9"),
    (start_with("t2tttT"), "Black has 31 pieces on the board; there are only 30"),
    (start_with("t2tt.T"), "in phase f all 60 spaces hold single pieces"),
    (f"{ONE_GONE} w f", "in phase f all 60 spaces hold single pieces"),
    (start_with("ttttT", "b f"), "phase f is White's opening move; the side to act must be w"),
    (start_with("ttttT", "b 1"), "with b to act in phase 1 at least 1 of the black pieces .* not 0"),
    (f"{ONE_GONE} w 1", "with w to act in phase 1 at least 1 of the white pieces .* not 0"),
    (f"{ONE_GONE} b 2", "with b to act in phase 2 at least 1 of the white pieces .* not 0"),
    (f"{ONE_GONE.replace('T/', './', 1)} w 2", "in phase 2 at least 2 of the black pieces .* not 1"),
    (EMPTY_START.replace("w p", "b p"), "with 0 white and 0 black pieces .* it cannot be Black's turn"),
    (EMPTY_START.replace(".", "Z", 1), "with 1 white and 0 black pieces .* it cannot be White's turn"),
    (EMPTY_START.replace("...", "Z.z2", 1), "in phase p every stack is a single piece"),
    (start_with("ttttT", "w p"), "all 60 spaces are filled; the phase must be f"),
    (EMPTY_START.replace("p", "1"), "White shows no Tzaar and Black no Tzaar; the first type to vanish ends"),
    (
        "T..../....../......./......../Z......./......../......./....../z...a b 2",
        "White shows no Tzarra and Black no Tott",
    ),
]


@pytest.mark.parametrize(("text", "message"), BAD_POSITIONS)
def test_bad_positions(text: str, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        at(text)


def test_the_text_decides_the_version_only_while_placing() -> None:
    assert at(EMPTY_START).game == TOURNAMENT
    with pytest.raises(PositionError, match="one of tzaar tournament, not of fixed"):
        FIXED.position(EMPTY_START)
    for game in (FIXED, RANDOM, TOURNAMENT):
        assert game.position(ONE_GONE + " b 1").game == game


# --- Pointing, words, pictures --------------------------------------------------------------------


def test_paths_and_changes() -> None:
    position = at(SECOND)
    by_text = {decision.text: decision for decision in position.decisions()}
    assert [str(target) for target in by_text["c2+c4"].path] == ["spot c2", "spot c4"]
    assert [str(target) for target in by_text["-"].path] == ["button pass"]
    assert [(change.kind, change.goal) for change in by_text["c2+c4"].changes] == [("move", spot("c4"))]
    assert [change.kind for change in by_text["c4xb3"].changes] == ["lift", "move"]
    assert by_text["-"].changes == ()
    placed = TOURNAMENT.start().decision("Ae4")
    assert [str(target) for target in placed.path] == ["tray Tzarra", "spot e4"]
    assert [(change.kind, change.goal) for change in placed.changes] == [("enter", spot("e4"))]


def spot(name: str) -> Target:
    return Target("spot", name)


NO_POINT = [
    # position, targets so far, target, why not
    (
        FIXED_START,
        "",
        "hole e5",
        "The middle of the board is a hole; nothing stands there or moves across it.",
    ),
    (FIXED_START, "", "button pass", "The opening move must be a capture."),
    (FIXED_START, "", "tray Tzaar", "All pieces are placed; point at a stack on the board."),
    (FIXED_START, "", "spot z9", "There is no such space."),
    (FIXED_START, "", "spot d4", "The stack on d4 is Black's; point at one of your own."),
    (FIXED_START, "", "spot c7", "The stack on c7 sees nothing it could take."),
    (
        FIXED_START,
        "spot d5",
        "spot d6",
        "The stack on d6 is White's own; the opening move must be a capture.",
    ),
    (FIXED_START, "spot d5", "spot b3", "Another stack stands between d5 and b3."),
    (SECOND, "", "spot a1", "There is no stack on a1."),
    (SECOND, "spot d3", "spot e3", "A stack of height 1 cannot take one of height 2."),
    (SECOND, "", "button take", "Nothing can be done there now."),
    (EMPTY_START, "", "spot e4", "Choose a piece from your hand first."),
    (EMPTY_START, "tray Tzaar", "tray Tott", "Point at a vacant space now."),
    (EMPTY_START, "", "button pass", "All pieces have to be placed first."),
]


@pytest.mark.parametrize(("text", "prefix", "target", "why"), NO_POINT)
def test_why_not(text: str, prefix: str, target: str, why: str) -> None:
    position = at(text)
    path = (Target(*prefix.split()),) if prefix else ()
    assert position.game.why_not(position.state, path, Target(*target.split())) == why


def test_why_not_without_pieces_in_hand() -> None:
    position = TOURNAMENT.start()
    for number, space in enumerate(SPACES.names[:12]):
        position = position.play(f"{'ZT'[number % 2]}{space}")
    assert (
        position.game.why_not(position.state, (), Target("tray", "Tzaar"))
        == "White has no Tzaar left to place."
    )
    assert position.task == "White: choose a Tzarra or a Tott, then point at a vacant space."


def test_tasks_and_conclusions() -> None:
    assert FIXED.start().task.startswith("White: open the game with one capture.")
    assert at(FIRST_TURNS[0][1]).task.startswith("Black: capture.")
    assert at(SECOND).task == "White: capture again, put a stack on another of yours, or pass."
    assert TOURNAMENT.start().task.startswith("White: choose a Tzaar, a Tzarra or a Tott")
    conclusions = {name: at(after).task for name, _, _, after, _ in WON}
    assert conclusions == {
        "11": "White wins: Black shows no Tzarra any more.",
        "12": "White wins: Black shows no Tzaar any more.",
        "13": "Black wins: White shows no Tzarra any more.",
        "14": "White wins: Black cannot capture.",
    }
    assert FIXED.conclusion(Outcome(BLACK, "resignation")) == "Black wins: resignation."


def test_text_picture_shows_types_and_heights() -> None:
    picture = text_picture(
        at("Z12...t/....../......./......../T......./......../A...a../....../....z9 w 1").scene()
    )
    for sign in ("Z12", "z9", " t ", " T ", " A ", " a ", " # "):
        assert sign in picture
    assert "White: 1 Tzaar, 1 Tzarra, 1 Tott, 19 captured" in picture


def test_trays_show_what_is_in_hand_while_placing() -> None:
    trays = [str(tray) for tray in TOURNAMENT.start().play("Ze4").scene().trays]
    assert trays == [
        "Black · in hand: 6 Tzaars, 9 Tzarras, 15 Totts",
        "White · in hand: 5 Tzaars, 9 Tzarras, 15 Totts",
    ]


@pytest.mark.parametrize("theme", Theme)
def test_pictures_tell_the_types_apart_without_colour(theme: Theme) -> None:
    """Each type is drawn with other elements, whatever their colours are."""
    looks = set()
    for kind in ("Tzaar", "Tzarra", "Tott"):
        piece = Piece((0.0, 0.0), "stack", "white", mark=kind)
        looks.add(svg(Scene("tzaar", "", pieces=(piece,)), theme).count("<circle"))
    assert len(looks) == 3
