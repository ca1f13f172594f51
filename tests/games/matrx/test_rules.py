"""MATRX GIPF: board, set-up, worked examples, counts, properties, notation, rulings."""

from pathlib import Path
from random import Random

import pytest

import gipfel
from gipfel import IllegalDecision, NotationError, Position, PositionError
from gipfel.games.core.registry import game_of_position
from gipfel.games.matrx import rules
from gipfel.games.matrx.notation import write_decision
from gipfel.kernel.perft import Perft
from gipfel.kernel.state import RESULT, SIDE

GAME = gipfel.game("matrx")
EXTRA_FIRST = gipfel.game("matrx", opening_order="extra-first")
COUNTS = gipfel.game("matrx", lone_extra="counts")
BOTH = gipfel.game("matrx", opening_order="extra-first", lone_extra="counts")
START = "- w s W:G3T6Z6D6Y6P6 B:G3T6Z6D6Y6P6"


def texts(position: Position) -> list[str]:
    return [decision.text for decision in position.decisions()]


def played(position: Position, turn: str) -> Position:
    """The position after a turn or a part of one. Raises IllegalDecision if the turn is over before."""
    number = position.turn
    for part in turn.split(";"):
        if position.turn != number:
            raise IllegalDecision(f"the turn is over before {part}")
        position = position.play(part)
    return position


# --- 1. Board -------------------------------------------------------------------------------------


def test_counts_of_points_lines_and_entries() -> None:
    assert (len(rules.POINTS), len(rules.SPOTS), len(rules.DOTS)) == (65, 40, 25)
    assert len(rules.LINES) == 22
    assert sorted(map(len, rules.LINES)) == [3] + [4] * 4 + [5] * 6 + [6] * 6 + [7] * 5
    assert sum(map(len, rules.LINES)) == 120
    assert len(rules.ENTRIES) == 44
    assert len({spot for spot, *_ in rules.ENTRIES}) == 19
    assert len(rules.SPOTS.symmetries) == 2


def test_columns_and_corners() -> None:
    lengths = [len(column) for column in rules.POINTS.columns]
    assert lengths == [5, 6, 7, 8, 9, 8, 7, 6, 5, 4]
    exits = [dot for _, dot, _, _ in rules.ENTRIES]
    assert {dot for dot in rules.DOTS if exits.count(dot) == 1} == {"a1", "a5", "e1", "e9", "j1", "j4"}
    assert sum(exits.count(dot) == 2 for dot in rules.DOTS) == 19


def test_the_only_symmetry_is_the_mirror_that_keeps_columns() -> None:
    identity, mirror = rules.SPOTS.symmetries
    assert identity == tuple(range(40))
    lengths = {"b": 6, "c": 7, "d": 8, "e": 9, "f": 8, "g": 7, "h": 6, "i": 5}
    names = rules.SPOTS.names
    assert [names[spot] for spot in mirror] == [
        f"{name[0]}{lengths[name[0]] + 1 - int(name[1:])}" for name in names
    ]


def test_check_values_of_coordinates() -> None:
    check = "a1=-4,0 a5=-4,4 e1=0,-4 e9=0,4 h5=3,0 i1=4,-4 i2=4,-3 i4=4,-1 i5=4,0 j1=5,-4 j4=5,-1 e5=0,0"
    for value in check.split():
        name, cell = value.split("=")
        assert rules.POINTS.cells[rules.POINTS.index[name]] == tuple(map(int, cell.split(",")))


LINES = """b2 b3 b4 b5, b2 c2 d2 e2, b2 c3 d4 e5 f5 g5 h5, b3 c3 d3 e3 f2, b3 c4 d5 e6 f6 g6,
    b4 c4 d4 e4 f3 g2, b4 c5 d6 e7 f7, b5 c5 d5 e5 f4 g3 h2, b5 c6 d7 e8, c2 c3 c4 c5 c6,
    c2 d3 e4 f4 g4 h4 i4, c6 d6 e6 f5 g4 h3 i2, d2 d3 d4 d5 d6 d7, d2 e3 f3 g3 h3 i3,
    d7 e7 f6 g5 h4 i3, e2 e3 e4 e5 e6 e7 e8, e2 f2 g2 h2 i2, e8 f7 g6 h5 i4, f2 f3 f4 f5 f6 f7,
    g2 g3 g4 g5 g6, h2 h3 h4 h5, i2 i3 i4"""


def test_lines_are_ordered_as_in_the_rules() -> None:
    ours = [" ".join(rules.SPOTS.names[spot] for spot in line) for line in rules.LINES]
    assert ours == [" ".join(line.split()) for line in LINES.split(",")]


def test_entry_moves_are_those_of_the_rules() -> None:
    entries = """a1>b2 a2>b2 a2>b3 a3>b3 a3>b4 a4>b4 a4>b5 a5>b5 b1>b2 b1>c2 b6>b5 b6>c6 c1>c2 c1>d2 c7>c6
        c7>d7 d1>d2 d1>e2 d8>d7 d8>e8 e1>e2 e9>e8 f1>e2 f1>f2 f8>e8 f8>f7 g1>f2 g1>g2 g7>f7 g7>g6
        h1>g2 h1>h2 h6>g6 h6>h5 i1>h2 i1>i2 i5>h5 i5>i4 j1>i2 j2>i2 j2>i3 j3>i3 j3>i4 j4>i4"""
    ours = {f"{dot}>{rules.SPOTS.names[spot]}" for spot, dot, _, _ in rules.ENTRIES}
    assert ours == set(entries.split())


# --- 2. Set-up ------------------------------------------------------------------------------------


@pytest.mark.parametrize("game", [GAME, EXTRA_FIRST, COUNTS, BOTH])
def test_start(game: gipfel.Game) -> None:
    assert str(game.start()) == START
    assert game.position(START) == game.start()
    assert (game.start().side, game.start().turn) == (gipfel.WHITE, 0)


# --- 8. Worked examples ---------------------------------------------------------------------------

EXAMPLES = {
    block.splitlines()[0]: block.splitlines()[1:]
    for block in Path(__file__).with_name("examples.txt").read_text(encoding="utf-8").split("# ")[1:]
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_example(name: str) -> None:
    before = after = GAME.start()
    turn = ""
    for line in filter(None, EXAMPLES[name]):
        word, _, rest = line.partition(" ")
        rest = rest.strip()
        if word in ("pos", "from"):
            assert word == "pos" or str(after) == rest
            before = after = GAME.position(rest)
            assert str(before) == rest
        elif word == "play":
            turn = rest
        elif word == "result":
            after = check_result(before, turn, rest)
        else:
            check_decisions(before, word, rest)


def check_result(before: Position, turn: str, expected: str) -> Position:
    if expected == "illegal":
        with pytest.raises(IllegalDecision):
            played(before, turn)
        return before
    text, _, score = expected.partition("#")
    after = played(before, turn) if turn else before
    assert not text or str(after) == text.strip()
    assert (after.outcome.score if after.outcome else "") == score
    return after


def check_decisions(position: Position, word: str, expected: str) -> None:
    found = texts(position)
    if word == "count":
        assert len(found) == int(expected)
    elif word == "acts":
        assert set(found) == set(expected.split())
    else:
        assert word == "uses"
        assert {text for text in found if ">" in text} == set(expected.split()) - {"none"}
    assert len(found) == len(set(found))


def test_there_are_39_short_examples() -> None:
    assert [name.split()[0] for name in EXAMPLES] == [str(number) for number in range(1, 40)]


def test_example_5_is_read_from_a_dot_too() -> None:
    position = GAME.position("e2=Wg,e8=Bg w s W:T6Z6D6Y6P6 B:T6Z6D6Y6P6")
    assert position.play("Ta3-b4") == position.play("Tb4")


# --- 3, 4 and 6. Cases without an example ---------------------------------------------------------

FULL = (
    "b2=By,b3=Bu,b4=Bg,b5=Wy,c2=Wu,c3=By,c4=Wu,c5=Wu,c6=Wt,d2=Bu,d3=Bz,d4=Wu,d5=Bu,d6=By,d7=Bt,e2=Bg,e3=Wy,"
    "e4=Bd,e5=Wtt,e6=Bz,e7=Bt,e8=Bz,f2=Wu,f3=Bz,f4=By,f5=Wz,f6=Wg,f7=Wu,g2=Wz,g3=Bz,g4=Wt,g5=Bt,g6=Wd,h2=Wy,"
    "h3=Wz,h4=Bu,h5=Bt,i2=By,i3=Wg,i4=Bu"
)
"""Pieces on all 40 spots, no four of one colour in a row."""


@pytest.mark.parametrize("slot", ["s", "o", "c"])
def test_on_a_full_board_an_extra_move_can_only_be_declined(slot: str) -> None:
    assert texts(GAME.position(f"{FULL} w {slot} W:Y2 B:-")) == ["+0"]


def test_on_a_full_board_nothing_can_be_pushed_in() -> None:
    """A pair that can cover an enemy is a regular move all the same, but not before a GIPF-piece."""
    without_uses = GAME.position(f"{FULL.replace('e5=Wtt', 'e5=Wt')} w s W:T2Z2 B:-")
    assert without_uses.outcome
    assert without_uses.outcome.score == "0-1"
    one_use = FULL.replace("e5=Wtt", "e5=Wdd")
    assert texts(GAME.position(f"{one_use} w s W:T2 B:-")) == ["De5>e4"]
    assert GAME.position(f"{one_use} w s W:G1T2 B:-").outcome


def test_a_tamsk_pair_that_has_left_the_centre_again_gives_no_extra_move() -> None:
    """Black's extra move brings White's pair to e5, Black's regular move takes it on; e5 was occupied."""
    position = GAME.position("e2=Bz,e3=Bz,e4=Wtt,e5=Btt,i2=Wg,i4=Bg b s W:T2 B:Z2")
    after = position.play("+e1-e6")
    assert str(after) == "e2=Bt,e3=Bz,e4=Bz,e5=Wtt,e6=Bt,i2=Wg,i4=Bg b m W:T2 B:Z2"
    after = after.play("Ze1-e7")
    assert str(after) == "e2=Bzz,e3=Bt,e4=Bz,e5=Bz,e6=Wtt,e7=Bt,i2=Wg,i4=Bg b e W:T2 B:-"
    after = after.play("xe3,e4,e5,e7")
    assert not [text for text in texts(after) if text.startswith("+")]


@pytest.mark.parametrize("kind", ["t", "z", "d", "y", "u"])
def test_a_pair_covers_only_enemies_of_its_own_kind(kind: str) -> None:
    """No own units; and a TAMSK-pair cannot be used, whatever stands in line with it."""
    line = f"b2=W{kind * 2},d2=Bd,e2=Wd,b4=Bu,b5=Wu,d4=Wd,e5=Wu"
    position = GAME.position(f"{line},i2=Wg,i4=Bg w s W:T2 B:T2")
    covering = {"d": ["Db2>d2"], "u": ["Pb2>b4"]}
    if kind != "y":
        assert [text for text in texts(position) if ">" in text] == covering.get(kind, [])
    own = f"b2=W{kind * 2},b4=W{kind},d2=W{kind}"
    position = GAME.position(f"{own},i2=Wg,i4=Bg w s W:D2 B:T2")
    assert not [text for text in texts(position) if text[3:] in (">b4", ">d2")]


def test_an_opponent_without_a_regular_move_may_get_one_from_a_row() -> None:
    """Whether there is a regular move is asked when it is due, not when the turn begins."""
    board = "c2=Bz,d3=Wz,e2=Wy,e3=Wy,e5=Wd,i2=Wg,i4=Bg"
    after = GAME.position(f"{board} b s W:- B:Y2").play("Yb1-e4")
    assert after.outcome is None
    assert str(after.play("x")).endswith(" w m W:Z1D1Y2 B:-")


def test_an_opponent_without_a_regular_move_makes_an_extra_move_first() -> None:
    """The game ends only after it (M-5)."""
    after = GAME.position("e6=Wtt,e7=Wz,e8=By,i2=Wg,i4=Bg b s W:Z1 B:Y2").play("Ye9-e5")
    assert after.outcome is None
    assert after.play("+0").outcome


def test_rows_at_the_start_may_leave_no_regular_move() -> None:
    position = GAME.position("f2=Wtt,f3=Wtt,f4=Wz,f5=Wtt,i2=Wg,i4=Bg w s W:- B:T2")
    after = position.play("xf4")
    assert str(after) == "f2=Wtt,f3=Wtt,f5=Wtt,i2=Wg,i4=Bg w m W:Z1 B:T2"
    assert after.outcome
    assert after.outcome.score == "0-1"
    assert position.play("xf4,f5").outcome is None


def test_the_third_gipf_piece_ends_the_game_in_slot_e_too() -> None:
    """At once, while the other row still stands."""
    position = GAME.position("b3=Wz,b4=Wy,b5=Wy,c3=Wd,d4=Wd,e5=Wu,f5=Bg,i2=Wg w s W:T2 B:T2").play("Tb2")
    assert "xb3,b4,b5" in texts(position)
    after = position.play("xc3,d4,e5,f5*")
    assert str(after) == "b2=Wtt,b3=Wz,b4=Wy,b5=Wy,i2=Wg w e W:D2P1 B:T2"
    assert after.outcome
    assert after.outcome.score == "1-0"
    assert GAME.position(str(after)) == after


def test_a_covered_unit_that_is_on_top_again_cannot_be_used() -> None:
    position = GAME.position("e2=Bz,e3=Bz,e4=BddWdBd,e5=Bz,f5=Bd,i2=Wg,i4=Bg b s W:T2 B:T2")
    after = position.play("x").play("Tc2")
    assert "e4=BddWd," in str(after)
    assert not [text for text in texts(after) if ">" in text]


# --- 8. Example 40 --------------------------------------------------------------------------------

WHOLE_GAME = """Gh2 Gb5  Gb6-b4 Gi2  Gi3 Gh1-h3  Td7 Zb2  Pj3-g3 Pj2-g2  Pc2 Td2  Dh1-f3 Tc1-e3
    Zb6-b3 Zb2>e2  Ye1-e4 De1-e5;+c7-e7  Pa4-c4 Ti1-f4  Yj1-g4 Yg1-g5  Zf2 Pg1-g6
    Ya4-d4 Ph3>i3;xe3*,f3,h3,i3  Tj1-h3 Ga2-d5  Td1-d3 Yh6-f6  Dj3-f3 Zc1-c3  Zf2>f5;xf5 Zc2>c5
    Za3-d6 Df7  Yc5>c6 Da2-e6  De1-e3 Yg6>i4  Zb5>e8 Yj4-h4  De2>e3 Ph5;xe8*,g6,h5,i4"""
CHECKPOINTS = {
    6: "b4=Bg,b5=Wg,h2=Bg,h3=Wg,i2=Bg,i3=Wg w s W:T6Z6D6Y6P6 B:T6Z6D6Y6P6",
    22: "b2=Bz,b3=Bg,b4=Wuu,b5=Wzz,c2=Wuu,c4=Wg,d2=Btt,d7=Bt,e2=Bdd,e3=Wyy,e4=Bz,e5=Bt,e7=Wtt,f3=Bg,"
    "f4=Wg,g2=Byy,g3=Wdd,g4=Bg,g5=Wg,h2=Btt,h3=Buu,i2=Wyy,i3=Wuu w s W:T4Z4D4Y2 B:Z4D4Y4P4",
    33: "b2=Bz,b3=Bg,b4=Wyy,b5=Wzz,c2=Bzz,c3=Wuu,c4=Bg,d2=Wtt,d3=Btt,d4=Wg,d5=Wuu,d7=Bt,e2=Bdd,e4=Bz,"
    "e5=Bt,e7=Wtt,f2=Wz,f3=Byy,f4=Wg,f6=Wg,g2=Buu,g3=Wyy,g4=Wdd,g5=Bg,g6=Byy,h2=Btt,h3=Wuu,i2=Wtt,"
    "i3=Wdd b s W:Z3D2 B:Z2D4Y2P4",
    44: "b2=Bz,b3=Bdd,b4=Wzz,b5=Wz,c2=Bz,c3=Wuu,c4=Bg,c5=Wy,c6=Wy,d2=Wtt,d3=Btt,d4=Wg,d5=Bg,d6=Bz,"
    "d7=Bt,e2=Wd,e3=BddWd,e4=Bz,e5=Bt,e6=Wuu,e7=Wtt,f2=Wz,f3=Byy,f4=Wg,f6=Wg,f7=Bdd,g2=Buu,g3=Wyy,"
    "g4=Wdd,g5=Bg,h2=Btt,h3=Wuu,h4=By,i2=Wtt,i3=Wdd w s W:Z1 B:Z2Y3P4",
}


def test_example_40_a_whole_game() -> None:
    position = GAME.start()
    for number, turn in enumerate(WHOLE_GAME.split(), 1):
        decisions = position.turn_decisions(turn)
        assert GAME.write_turn(decisions) == turn
        position = played(position, turn)
        assert position.turn == number
        assert str(position) == CHECKPOINTS.get(number, str(position))
    assert position.outcome is not None
    assert position.outcome.score == "0-1"


@pytest.mark.parametrize(
    ("position", "turn"),
    [
        # the third GIPF-piece is captured in slot S
        ("b2=Wz,b3=Wz,b4=Wy,b5=Wy,e2=Wd,e3=Wd,e4=Wu,e5=Wu,e6=Bg,i2=Wg w s W:T2 B:T2",
         "xb2,b3,b4,b5;xe2,e3,e4,e5,e6*"),
        # there is no regular move after an extra move
        ("e5=Wtt,g4=Bz,i2=Wg,i4=Bg w s W:T1Z1 B:T2", "+b4"),
        # nor after rows
        ("f2=Wtt,f3=Wtt,f4=Wz,f5=Wtt,i2=Wg,i4=Bg w s W:- B:T2", "xf4"),
    ],
)  # fmt: skip
def test_turns_without_a_regular_move(position: str, turn: str) -> None:
    here = GAME.position(position)
    assert GAME.write_turn(here.turn_decisions(turn)) == turn


@pytest.mark.parametrize(
    ("turn", "message"),
    [
        ("Ze1-e5", "the turn is not finished"),
        ("Ze1-e5;+0;xe3,e4,e5;Zb2", "the turn is over before 'Zb2'"),
        ("Ze1-e5;", "'' is not a decision"),
        ("", "'' is not a decision"),
        ("Ze1-e5,+0", "is not a decision"),
        ("Ze1-e5;xe3,e4", "the TAMSK-pair on e5 gives an extra move"),
    ],
)
def test_errors_of_turns(turn: str, message: str) -> None:
    position = GAME.position(EXAMPLE_19)
    with pytest.raises((NotationError, IllegalDecision)) as error:
        position.turn_decisions(turn)
    assert message in str(error.value)


# --- 8.1 Counts -----------------------------------------------------------------------------------

EXAMPLE_19 = "b4=By,c4=By,d4=Bu,e2=Wz,e3=Wz,e4=Wtt,i2=Wg,i4=Bg w s W:Z2 B:T2"
EXAMPLE_22 = "e2=Wz,e3=Wz,e4=Wy,e5=Wtt,i2=Wg,i4=Bg w s W:T2 B:T2"
EXAMPLE_24 = "b2=Wzz,b3=Wyy,b4=Wdd,b5=Wuu,i2=Wg,i4=Bg w s W:T2 B:T2"
EXAMPLE_32 = "c5=Bz,d5=Bz,e4=By,e5=Btt,e6=By,e7=Bd,f4=Bu,g3=Wz,i2=Wg,i4=Bg b s W:T2 B:T2"
ALL_PAIRS = "b3=Wg,c2=Wg,d2=Wg,g6=Bg,h5=Bg,i3=Bg w s W:T6Z6D6Y6P6 B:T6Z6D6Y6P6"


@pytest.mark.parametrize(
    ("text", "depth", "turns", "distinct"),
    [
        (START, 1, 19, 19),
        (START, 2, 386, 374),
        (START, 3, 8308, 4618),
        (START, 4, 188138, 55696),
        (ALL_PAIRS, 1, 125, 125),
        (ALL_PAIRS, 2, 16100, 15850),
        (EXAMPLE_19, 1, 76, 76),
        (EXAMPLE_22, 1, 1188, 1144),
        (EXAMPLE_24, 1, 1563, 1266),
        (EXAMPLE_32, 1, 3656, 1808),
    ],
)
def test_perft(text: str, depth: int, turns: int, distinct: int) -> None:
    perft = Perft(rules.RULES, fast=False)
    state = GAME.position(text).state
    assert perft.count(state, depth) == turns
    assert perft.distinct(state, depth) == distinct


# --- 8.2 Properties -------------------------------------------------------------------------------


def lost_units(state: list[int], side: int) -> list[int]:
    return [rules.lost(state, side, kind) for kind in range(rules.KINDS)]


@pytest.mark.parametrize("game", [GAME, EXTRA_FIRST, COUNTS, BOTH])
@pytest.mark.parametrize("seed", range(3))
def test_properties_in_random_games(game: gipfel.Game, seed: int) -> None:
    position, chance = game.start(), Random(seed)
    while position.outcome is None:
        check_decision_texts(position)
        decision = chance.choice(position.decisions())
        after = position.play(decision)
        check_losses(position, decision, after)
        check_stacks(after)
        if after.turn != position.turn and after.outcome is None:
            check_end_of_turn(after, 1 - after.side)
        assert game.position(str(after)) == after
        position = after
    assert position.turn < 250


def check_decision_texts(position: Position) -> None:
    found = texts(position)
    assert len(found) == len({*found})
    state = position.state
    if rules.in_reserve(state, position.side, rules.GIPF) and rules.current_slot(state) == rules.REGULAR:
        assert all(text.startswith("G") for text in found)


def check_losses(before: Position, decision: gipfel.Decision, after: Position) -> None:
    """Units are lost by an enemy removal, and one TAMSK-unit by each extra move that is declined."""
    mine, theirs = before.side, before.side.other
    declined = int(decision.text == "+0")
    assert lost_units(after.state, mine) == [
        number + declined * (kind == rules.TAMSK)
        for kind, number in enumerate(lost_units(before.state, mine))
    ]
    pairs = zip(lost_units(before.state, theirs), lost_units(after.state, theirs), strict=True)
    if decision.text.startswith("x"):
        assert all(old <= new for old, new in pairs)
    else:
        assert all(old == new for old, new in pairs)


def check_stacks(position: Position) -> None:
    for spot in range(rules.NUMBER_OF_SPOTS):
        units = rules.units_on(position.state, spot)
        assert len({kind for _, kind in units}) <= 1
        if units and units[0][1] == rules.GIPF:
            assert len(units) == 1
        if len(units) > 2:
            assert units[0][1] in (rules.DVONN, rules.PUNCT)
    for side in (0, 1):
        assert all(number >= 0 for number in lost_units(position.state, side))


def check_end_of_turn(position: Position, mover: int) -> None:
    """The player whose turn is over has no row, and no TAMSK-pair on e5."""
    state = [*position.state]
    state[SIDE] = mover
    assert not rules.any_row(state)
    assert not rules.extra_available(state)


def test_finished_games_have_no_decisions() -> None:
    over = GAME.position("b3=Wtt,c3=Bz,e2=Wz,i2=Wg,i4=Bg w s W:T1Z1 B:T2")
    assert not texts(over)
    assert over.state[RESULT]


# --- 7. Notation ----------------------------------------------------------------------------------

ROW = "e2=Wzz,e3=Wz,e4=Wg,e5=Wy,e6=Byy,e7=By,i2=Wg,i4=Bg w s W:T2 B:T2"


@pytest.mark.parametrize(
    ("position", "text", "meaning"),
    [
        (START, "Ga4-b5", "Gb5"),
        ("e8=Wg b s W:G2T6Z6D6Y6P6 B:G3T6Z6D6Y6P6", "Gd8-e8", "Gd8-f7"),
        (ROW, "xe7,e5,e3,e4", "xe3,e4,e5,e7*"),
        (ROW, "xe3,e4,e5,e7", "xe3,e4,e5,e7*"),
        (ROW, " xe3, e4, e5, e7*", "xe3,e4,e5,e7*"),
        ("b2=Wz,b3=Wz,b4=Wy,b5=Wy,i2=Wg,i4=Bg w s W:T2 B:T2", "x", "xb2,b3,b4,b5"),
    ],
)
def test_lenient_reading(position: str, text: str, meaning: str) -> None:
    here = GAME.position(position)
    assert here.decision(text).text == meaning


@pytest.mark.parametrize(
    ("position", "text", "message"),
    [
        (START, "nonsense", "nonsense' is not a decision; examples"),
        (START, "Gk2", "is not a decision"),
        (START, "GB2", "is not a decision"),
        (START, "gb2", "is not a decision"),
        (START, "Gj9", "there is no point j9"),
        (START, "Ge5", "e5 is not at the edge, no dot leads to it"),
        (START, "Ga1", "a1 is a dot, not a spot"),
        (START, "Gb2-b3", "b2 is not a dot"),
        (START, "Ga1-e2", "e2 is not on a line that begins at a1"),
        (START, "+0", "there is no extra move now"),
        (START, "+b2", "there is no extra move now"),
        (START, "x", "no row can be taken"),
        (START, "Tb2", "a GIPF-piece in the reserve must be pushed in first"),
        (START, "Zb2>c3", "on b2 stands no piece of that kind"),
        (START, "Zb2>a1", "there is no spot a1"),
        ("e8=Wg b s W:G2T6Z6D6Y6P6 B:G3T6Z6D6Y6P6", "Ge8", "e8 is occupied; name the dot to push from"),
        (
            "e8=Wg b s W:G2T6Z6D6Y6P6 B:G3T6Z6D6Y6P6",
            "Gd8-h5",
            "the push from d8 in that direction reaches f7",
        ),
        (ROW, "x", "there is more than one way to take a row"),
        (ROW, "xe3", "all but the pairs go, e4, e5, e7 too"),
        (ROW, "xe3,b4", "these spots are not one row"),
        (ROW, "xe3*,e4,e5,e7", "e3* is wrong, the piece there is e3"),
        (ROW, "xe3,e3", "e3 stands there twice"),
        (ROW, "xe3,,e4", "is no piece of a row"),
        (ROW, "xe3,a1", "there is no spot a1"),
        (ROW, "Tb2", "a row must be taken first"),
        (EXAMPLE_22.replace("e4=Wy,", ""), "Tb2", "the TAMSK-pair on e5 gives an extra move"),
        ("c3=Wzz,d4=Bt,i2=Wg,i4=Bg w s W:T1Z2 B:T2", "Tb2", "a pair needs two such discs in the reserve"),
        ("c3=Wzz,d4=Bt,i2=Wg,i4=Bg w s W:T1Z2 B:T2", "Gb2", "there is no GIPF-piece in the reserve"),
        ("c3=Wzz,d4=Bt,i2=Wg,i4=Bg w s W:T1Z2 B:T2", "Zc3>c4", "this pair cannot be used like that"),
        ("h2=Wz,i2=Wg,i3=Bz,i4=Bg w s W:T2 B:T2", "Ti1-i2", "the line i2-i4 is full"),
    ],
)
def test_errors_of_decisions(position: str, text: str, message: str) -> None:
    with pytest.raises((NotationError, IllegalDecision)) as error:
        GAME.position(position).decision(text)
    assert message in str(error.value)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("- w s", "five fields"),
        ("e2 w s W:T2 B:T2", "impossible|must be units"),
        ("a1=Wg w s W:T2 B:T2", "there is no spot 'a1'"),
        ("e2=Wg,e2=Wg w s W:T2 B:T2", "e2 is named twice"),
        ("e2=Wgg w s W:T2 B:T2", "impossible"),
        ("e2=Wtz w s W:T2 B:T2", "impossible"),
        ("e2=WtBt w s W:T2 B:T2", "impossible"),
        ("e2=WdBdd w s W:T2 B:T2", "impossible"),
        ("e2=Wttt w s W:T2 B:T2", "impossible"),
        ("- w s W:T7 B:-", "there are 7 units WT"),
        ("e2=Wg,e3=Wg w s W:G2 B:G1", "there are 4 units WG"),
        ("- w s W:T2Z B:-", "must be W: with the reserve"),
        ("- w s W:Z2T2 B:-", "in the order GTZDYP"),
        ("- x s W:G3 B:G3", "side to act"),
        ("- w p W:G3 B:G3", "slot"),
        ("e2=Wg,e3=Bg w o W:T2 B:T2", "in slot o there must be a TAMSK-pair"),
        ("e2=Wg,e3=Bg w c W:T2 B:T2", "in slot c there must be a TAMSK-pair"),
        ("e2=Wg,e3=Bg,e5=Wtt w m W:T2 B:T2", "in slot m no TAMSK-pair"),
        ("e2=Wg,e3=Bg,e5=Wtt w e W:T2 B:T2", "in slot e no TAMSK-pair"),
        ("e2=Wg,e3=Bg w e W:T2 B:T2", "in slot e there must be a row"),
        ("e2=Wg,e3=Bg w m W:T2 B:T2 extras:1", "cannot stand there"),
        ("e2=Wg,e3=Bg w o W:T2 B:T2 extras:2", "cannot stand there"),
        ("e2=Wg,e3=Bg w o W:T2 B:T2 extras:1 extras:1", "not 7"),
        ("e2=WdBdWdBdWdBdWdBdWdBdWdBdWd,e3=Wg,e4=Bg w s W:- B:-", "a stack of 13 units is too high"),
        (f"e2={'WdBd' * 8}Wd,e3=Wg,e4=Bg w s W:T2 B:T2", "a stack of 17 units is too high"),
        ("e2=Wg w o W:T2 B:T2", "in slot o there must be a TAMSK-pair"),
        ("e2=Wg w c W:T2 B:T2", "in slot c there must be a TAMSK-pair"),
        ("e2=Wg,e5=Wtt w m W:T2 B:T2", "in slot m no TAMSK-pair"),
        ("e2=Wg,e5=Wtt w e W:T2 B:T2", "in slot e no TAMSK-pair"),
    ],
)
def test_errors_of_positions(text: str, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        GAME.position(text)


@pytest.mark.parametrize(
    ("game", "text", "message"),
    [
        (
            BOTH,
            f"{ROW.replace('e5=Wy', 'e5=Wtt')} extras:1",
            "no TAMSK-pair of the side to act can stand on e5 in slot s",
        ),
        (BOTH, "i2=Wg,i4=Bg w s W:T2 B:T2 extras:1", "there must be a row to remove in slot s"),
        (BOTH, "i2=Wg,i4=Bg w m W:T2 B:T2 extras:1", "cannot stand there"),
        (BOTH, "i2=Wg,i4=Bg w s W:T2 B:T2 extras:2", "cannot stand there"),
    ],
)
def test_errors_of_extra_moves_that_were_made(game: gipfel.Game, text: str, message: str) -> None:
    with pytest.raises(PositionError, match=message):
        game.position(text)


@pytest.mark.parametrize(
    ("text", "canonical"),
    [
        ("i4=Bg,e2=WtWt,i2=Wg w s W:T2 B:T2", "e2=Wtt,i2=Wg,i4=Bg w s W:T2 B:T2"),
        ("  i2=Wg,i4=Bg   w  s W:T0Z2 B:T2 ", "i2=Wg,i4=Bg w s W:Z2 B:T2"),
    ],
)
def test_positions_are_written_in_one_form(text: str, canonical: str) -> None:
    assert str(GAME.position(text)) == canonical


def test_crossing_rows_that_lose_the_same_single_spot_are_one_action() -> None:
    """Each row has one single, on e5, where both cross: taking only that is one action, on the first line."""
    row = "b5=Wzz,c5=Wyy,d5=Wdd,e5=Wz,e6=Wzz,e7=Wuu,e8=Wyy"
    position = GAME.position(f"{row},i2=Wg,i4=Bg w s W:T2 B:T2")
    found = texts(position)
    assert found.count("xe5") == 1
    assert len(found) == 8 + 8 - 1


# --- 9. Rulings -----------------------------------------------------------------------------------

ROW_AND_TAMSK = "b2=Wz,b3=Wz,b4=Wy,b5=Wy,e5=Wtt,i2=Wg,i4=Bg w s W:T2 B:T2"


def test_m1_extra_moves_first() -> None:
    """The extra move comes first, then rows, also those that it has just made, then the regular move."""
    position = EXTRA_FIRST.position(ROW_AND_TAMSK)
    assert all(text.startswith("+") for text in texts(position))
    after = position.play("+c6")
    assert str(after) == "b2=Wz,b3=Wz,b4=Wy,b5=Wy,c6=Wt,e5=Wt,i2=Wg,i4=Bg w s W:T2 B:T2"
    assert texts(after) == ["xb2,b3,b4,b5"]
    after = after.play("xb2,b3,b4,b5")
    assert str(after) == "c6=Wt,e5=Wt,i2=Wg,i4=Bg w m W:T2Z2Y2 B:T2"
    assert str(after.play("Zb3")).split()[1:3] == ["b", "s"]


def test_m1_a_row_made_by_the_extra_move() -> None:
    position = EXTRA_FIRST.position("b3=Wz,b4=Wz,b5=Wy,e5=Wtt,i2=Wg,i4=Bg w s W:D2 B:T2")
    after = played(position, "+b2;xb2,b3,b4,b5")
    assert str(after) == "e5=Wt,i2=Wg,i4=Bg w m W:T1Z2D2Y1 B:T2"


def test_m1_rows_first_does_not_change_what_follows() -> None:
    """Without a TAMSK-pair on e5 both orders are the same."""
    for name, lines in EXAMPLES.items():
        text = next(line for line in lines if line.startswith("pos"))[3:].strip()
        if "e5=Wtt" not in text and "e5=Btt" not in text:
            assert texts(EXTRA_FIRST.position(text)) == texts(GAME.position(text)), name


def test_m1_an_extra_move_may_dissolve_a_row_before_it_is_removed() -> None:
    position = EXTRA_FIRST.position(
        "b2=By,c3=By,d4=Bz,e2=Wz,e3=Wz,e4=Wz,e5=Wtt,e6=Wz,i2=Wg,i4=Bg w s W:Z2 B:T2"
    )
    after = position.play("+a1-f5")
    assert str(after).startswith("b2=Wt,c3=By,d4=By,e2=Wz,e3=Wz,e4=Wz,e5=Bz,e6=Wz,f5=Wt,")
    assert str(after).split()[1:3] == ["w", "m"]


LONE_EXTRA = "e5=Wtt,g4=Bz,i2=Wg,i4=Bg w s W:T1Z1 B:T2"


def test_m5_an_extra_move_alone_can_count() -> None:
    after = COUNTS.position(LONE_EXTRA).play("+b4")
    assert str(after) == "b4=Wt,e5=Wt,g4=Bz,i2=Wg,i4=Bg b s W:T1Z1 B:T2"
    assert after.outcome is None
    assert after.turn == 1


def test_m5_a_declined_extra_move_does_not_count() -> None:
    after = COUNTS.position(LONE_EXTRA).play("+0")
    assert after.outcome is not None
    assert after.outcome.score == "0-1"


def test_m5_only_an_opening_extra_move_is_remembered() -> None:
    position = COUNTS.position("e2=By,e3=Wz,e4=Wtt,i2=Wg,i4=Bg w s W:Z2 B:T2")
    after = played(position, "Ze1-e5;+b4")
    assert str(after) == "b4=Wt,e2=Wzz,e3=By,e4=Wz,e5=Wt,i2=Wg,i4=Bg b s W:- B:T2"


def test_m5_a_row_made_by_a_lone_extra_move_is_removed() -> None:
    """The turn goes on with slot E."""
    position = COUNTS.position("b3=Wz,b4=Wz,b5=Wy,e5=Wtt,i2=Wg,i4=Bg w s W:Z1 B:T2")
    after = position.play("+b2")
    assert str(after) == "b2=Wt,b3=Wz,b4=Wz,b5=Wy,e5=Wt,i2=Wg,i4=Bg w e W:Z1 B:T2"
    assert str(after.play("x")) == "e5=Wt,i2=Wg,i4=Bg b s W:T1Z3Y1 B:T2"


def test_m5_the_extra_move_is_remembered_in_the_position() -> None:
    """A chain, and rows between the extra move and the regular one."""
    chain = COUNTS.position("b2=Wy,c3=By,d4=Wtt,e5=Wtt,g4=Bz,i2=Wg,i4=Bg w s W:T1Z1 B:T2")
    after = chain.play("+a1-f5")
    assert str(after) == "b2=Wt,c3=Wy,d4=By,e5=Wtt,f5=Wt,g4=Bz,i2=Wg,i4=Bg w o W:T1Z1 B:T2 extras:1"
    assert COUNTS.position(str(after)) == after
    assert after.play("+0").outcome is None
    rows = BOTH.position("b3=Wz,b4=Wz,b5=Wyy,e5=Wtt,i2=Wg,i4=Bg w s W:- B:T2").play("+b2")
    assert str(rows).endswith(" w s W:- B:T2 extras:1")
    assert BOTH.position(str(rows)) == rows
    assert str(rows.play("xb2,b3,b4")) == "b5=Wyy,e5=Wt,i2=Wg,i4=Bg w m W:T1Z2 B:T2"


def test_m5_a_position_with_an_extra_move_says_which_options_it_is_for() -> None:
    chain = "b2=Wt,c3=Wy,d4=By,e5=Wtt,f5=Wt,g4=Bz,i2=Wg,i4=Bg w o W:T1Z1 B:T2 extras:1"
    assert GAME.position(chain).game == COUNTS
    assert EXTRA_FIRST.position(chain).game == BOTH
    rows = "b2=Wt,b3=Wz,b4=Wz,b5=Wyy,e5=Wt,i2=Wg,i4=Bg w s W:- B:T2 extras:1"
    assert GAME.position(rows).game == COUNTS.position(rows).game == BOTH
    with pytest.raises(PositionError, match="the position has lone_extra=counts, not loses"):
        game_of_position("matrx", chain, options={"lone_extra": "loses"})


def test_m7_a_gipf_piece_that_cannot_enter_loses() -> None:
    """On a full board a GIPF-piece in reserve leaves no regular move, even if a pair could be used."""
    state = rules.start()
    state[rules.PIECES] = rules.ALL_SPOTS
    assert not rules.has_regular_move(state)
    state[rules.PIECES] ^= rules.BIT[0]
    assert rules.has_regular_move(state)


def test_covers_count_up_to_eleven() -> None:
    """All twelve units of a kind on one spot."""
    state = rules.start()
    spot = rules.SPOTS.index["e4"]
    bit = rules.BIT[spot]
    state[rules.PIECES] = state[rules.KIND + rules.DVONN] = bit
    for height in range(1, 12):
        state[rules.PIECES] ^= bit
        state[rules.PIECES + 1] ^= bit
        rules.cover(state, bit)
        assert [side for side, _ in rules.units_on(state, spot)] == [i % 2 for i in range(height + 1)]
    for height in range(10, -1, -1):
        rules.uncover(state, bit)
        assert [side for side, _ in rules.units_on(state, spot)] == [i % 2 for i in range(height + 1)]


def test_texts_of_codes_are_read_as_these_codes() -> None:
    position = GAME.position(ALL_PAIRS)
    for code in position.codes:
        assert GAME.read_decision(position.state, write_decision(position.state, code)) == code
