"""LYNGK, in the order of docs/rules/lyngk.md: board, set-up, turn, captures, end, notation, rulings."""

import re
from collections import Counter
from itertools import combinations, pairwise, permutations
from random import Random

import pytest

import gipfel
from gipfel import BLACK, WHITE, IllegalDecision, NotationError, Position, PositionError, Side
from gipfel.board import DIRECTIONS, OFF
from gipfel.games.core.registry import game_of_position
from gipfel.games.lyngk import rules
from gipfel.games.lyngk.rules import MOST, SPOTS
from gipfel.games.lyngk.words import LETTERS
from gipfel.kernel.link import can_compile
from gipfel.kernel.perft import Perft
from tests.helpers.check import some_of
from tests.helpers.degrees import degree
from tests.helpers.random_games import positions
from tests.helpers.random_starts import check_recorded

STANDARD = gipfel.game("lyngk")
LITERAL = gipfel.game("lyngk", claim_takes_fives="off")
SIX = gipfel.game("lyngk", "six")
GAMES = (STANDARD, LITERAL, SIX)

S1 = "L5 I/BRGK/IBRGKJI/BRGKIB/RGKJIBR/GKIBRG/KJIBRGK/IBRG/K -:- 0:0 1"
L06 = "L5 1/4/7/3(BR)2/1(KG)1R(GKI)2/3(BGIK)2/7/4/1 R:K 0:0 1"
L11 = "L5 1/4/7/6/B2(BG)(IKR)1K/6/7/4/1 I:G 0:0 1"
L11_AFTER = "L5 1/4/7/6/B2(BGIKR)2K/6/7/4/1 I:G 0:0 2"
L14 = "L5 G/(JB)2B/IK(IB)1(GK)I1/R1(KR)JG(JK)/B(IK)IGRBG/1IKKRR/IRRIGKG/BRGB/B B:- 0:0 1"
L17 = "L5 1/4/6G/6/3R1R1/6/4K2/4/1 B:KG 0:0 1"


def at(text: str) -> Position:
    return game_of_position("lyngk", text).position(text)


def play(text: str, *turns: str) -> Position:
    position = at(text)
    for turn in turns:
        position = position.play_turn(turn)
    return position


def moves(position: Position) -> set[str]:
    return {decision.text for decision in position.decisions() if "-" in decision.text}


def claims(position: Position) -> set[str]:
    return {decision.text for decision in position.decisions() if len(decision.text) == 1}


def turns(position: Position) -> set[str]:
    """All turns, claims included."""
    found = {decision.text for decision in position.decisions() if len(decision.text) > 1}
    for claim in claims(position):
        found |= {f"{claim},{move}" for move in moves(position.play(claim))}
    return found


def targets(text: str, spot: str) -> str:
    """Where the stack on a spot can go, in alphabetical order."""
    return " ".join(sorted(move[3:] for move in moves(at(text)) if move[:2] == spot))


def board(position: Position) -> str:
    return str(position).split()[1]


# --- 1. Board -------------------------------------------------------------------------------------


def test_counts_of_spots_pairs_and_neighbours() -> None:
    assert len(SPOTS) == 43
    assert SPOTS.pairs == 102
    degrees = Counter(degree(SPOTS, spot) for spot in range(43))
    assert degrees == {6: 19, 5: 12, 3: 6, 2: 6}
    tips = {SPOTS.names[spot] for spot in range(43) if degree(SPOTS, spot) == 2}
    assert tips == {"a1", "c1", "c7", "g1", "g7", "i1"}
    assert [len(column) for column in SPOTS.columns] == [1, 4, 7, 6, 7, 6, 7, 4, 1]
    assert SPOTS.cells[SPOTS.index["e4"]] == (0, 0)


COLUMNS = "b1-b4 c1-c7 d1-d6 e1-e7 f1-f6 g1-g7 h1-h4"
OTHER_LINES = """
a1 b3 c5 d5 e6 f6 g7 | b4 c6 d6 e7 | b2 c4 d4 e5 f5 g6 | b1 c3 d3 e4 f4 g5 h4 |
c2 d2 e3 f3 g4 h3 | c1 d1 e2 f2 g3 h2 i1 | e1 f1 g2 h1 |
c7 d6 e6 f5 g5 h3 i1 | e7 f6 g6 h4 | c6 d5 e5 f4 g4 h2 | b4 c5 d4 e4 f3 g3 h1 |
b3 c4 d3 e3 f2 g2 | a1 b2 c3 d2 e2 f1 g1 | b1 c2 d1 e1
"""


def test_lines() -> None:
    columns = [
        " ".join(f"{first[0]}{n}" for n in range(int(first[1]), int(last[1]) + 1))
        for first, last in (ends.split("-") for ends in COLUMNS.split())
    ]
    expected = {*columns, *(" ".join(line.split()) for line in OTHER_LINES.split("|"))}
    assert {" ".join(SPOTS.names[spot] for spot in line) for line in SPOTS.lines} == expected
    assert Counter(map(len, SPOTS.lines)) == {7: 9, 6: 6, 4: 6}


@pytest.mark.parametrize(
    ("spot", "around"),
    [
        ("a1", "- b3 b2 - - -"),
        ("c1", "c2 d1 - - - -"),
        ("e1", "e2 f1 - - - d1"),
        ("b1", "b2 c3 c2 - - -"),
        ("e4", "e5 f4 f3 e3 d3 d4"),
        ("i1", "- - - - h2 h3"),
    ],
)
def test_neighbours_clockwise_from_north(spot: str, around: str) -> None:
    assert len(DIRECTIONS) == 6
    neighbours = SPOTS.neighbours[SPOTS.index[spot]]
    assert " ".join("-" if other == OFF else SPOTS.names[other] for other in neighbours) == around


# --- 2. Set-up ------------------------------------------------------------------------------------

SEED_1 = "G/IBIJ/GIBRKGR/KRBRBI/RKJBRKK/RKBGJI/KIBGGGG/IRIK/B"


def test_the_set_up_is_pythons_shuffle_of_the_pieces() -> None:
    for seed in (0, 1, 2**62):
        pieces = [*("I" * 8), *("B" * 8), *("R" * 8), *("G" * 8), *("K" * 8), *"JJJ"]
        Random(seed).shuffle(pieces)
        assert board(STANDARD.start(seed=seed)).replace("/", "") == "".join(pieces)
        assert board(SIX.start(seed=seed)) == board(STANDARD.start(seed=seed))


def test_the_set_up_of_a_seed() -> None:
    assert board(STANDARD.start(seed=1)) == SEED_1


def test_nobody_has_claimed_or_captured_anything_and_player_1_begins() -> None:
    for game, rule in ((STANDARD, "L5"), (SIX, "L6")):
        start = game.start(seed=1)
        assert str(start) == f"{rule} {board(start)} -:- 0:0 1"
        assert (start.side, start.turn, start.outcome) == (WHITE, 0, None)
        assert game.random_start
    assert STANDARD.start() != STANDARD.start()


def test_every_piece_comes_to_every_spot_about_equally_often() -> None:
    """R11: all arrangements are equally likely."""
    seen = [board(STANDARD.start(seed=seed)).replace("/", "") for seed in range(2000)]
    for letter, number in {**dict.fromkeys("IBRGK", 8), "J": 3}.items():
        expected = 2000 * number / 43
        for spot in range(43):
            assert abs(sum(cells[spot] == letter for cells in seen) - expected) < 5 * expected**0.5


def test_a_start_is_recorded_by_its_seed_or_as_a_position() -> None:
    check_recorded(STANDARD)


# --- 8. Worked examples ---------------------------------------------------------------------------


def test_example_2_counts_of_the_reference_arrangement() -> None:
    start = at(S1)
    assert str(start) == S1
    assert len(moves(start)) == 148
    numbers = {claim: len(moves(start.play(claim))) for claim in claims(start)}
    assert numbers == {"I": 164, "K": 164, "B": 176, "R": 176, "G": 176}
    assert len(turns(start)) == 1004
    assert Perft(rules.RULES, fast=False).count(start.state, 1) == 1004


@pytest.mark.skipif(not can_compile(), reason="Numba is not installed")
def test_example_2_sequences_of_two_turns() -> None:
    assert Perft(rules.RULES, fast=True).count(at(S1).state, 2) == 699_064


@pytest.mark.parametrize("seed", range(20))
def test_number_of_moves_of_a_full_board(seed: int) -> None:
    """Pairs of neighbours of different colours, from a piece that is no joker; at most 204."""
    pieces = board(STANDARD.start(seed=seed)).replace("/", "")
    around = [(u, v) for u in range(43) for v in SPOTS.neighbours[u] if v != OFF]
    assert len(around) == 204
    expected = sum(pieces[u] != "J" and pieces[u] != pieces[v] for u, v in around)
    assert len(moves(STANDARD.start(seed=seed))) == expected


TARGETS = [
    # name, position, spot, its targets
    ("03", "L5 1/4/7/2KG2/2(IG)RR2/2JB2/7/4/1 I:K 0:0 1", "e4", "d3 d4 f3 f4"),
    ("04", "L5 1/I3/7/6/3R1BG/6/7/3K/1 I:K 0:0 1", "e4", "b1 e6 h4"),
    ("05", "L5 1/4/7/3(IKG)2/2(GK)(BR)(KI)2/3G2/7/4/1 I:K 0:0 1", "e4", "e3 e5 f4"),
    ("06", L06, "e4", "e2 e5 f4"),
    ("08 joker", "L5 1/4/7/2R3/3J(JI)2/2I(JB)2/7/4/1 I:B 0:0 1", "e4", ""),
    ("08 own pile", "L5 1/4/7/2R3/3J(JI)2/2I(JB)2/7/4/1 I:B 0:0 1", "e5", "e4 f4"),
    ("08 neutral", "L5 1/4/7/2R3/3J(JI)2/2I(JB)2/7/4/1 I:B 0:0 1", "d3", "e4"),
    ("10", "L5 1/4/7/6/3(IK)R2/3B2/7/4/1 R:K 0:0 1", "e4", ""),
    ("14", L14, "b4", "a1 c2 c5 c6 d3 e2"),
    ("14 neutral", L14.replace("B:-", "-:-"), "b4", "c6"),
    ("15", "L5 1/4/3G3/6/3R1JK/6/7/4/1 R:K 0:0 1", "e4", "e6"),
    ("16", "L5 1/4/7/6/3R1(BGR)1/4I1/4K2/4/1 RB:KG 0:0 1", "e4", "f5 g5"),
    ("17", L17, "e4", "g5"),
    ("18", "L5 R/2R1/4R2/4R1/5(KGI)1/6/7/4/1 R:K 0:0 1", "a1", "e6"),
    ("24 neutral", "L6 1/4/7/6/3(JBRGK)I1G/6/7/4/1 -:- 0:0 1", "e5", "e7"),
    ("25 link", "L6 1/4/1B5/6/(JKG)2(BRGKI)1I1/6/7/4/1 I:G 0:0 1", "e6", "e1"),
]


@pytest.mark.parametrize(
    ("text", "spot", "expected"), [row[1:] for row in TARGETS], ids=[f"L-{row[0]}" for row in TARGETS]
)
def test_targets(text: str, spot: str, expected: str) -> None:
    assert targets(text, spot) == expected


PLAYED = [
    # name, position, turn, position after
    ("06", L06, "e4-e5", "L5 1/4/7/3(BR)2/1(KG)2(GKIR)2/3(BGIK)2/7/4/1 R:K 0:0 2"),
    ("07", L06, "e4-f4", "L5 1/4/7/3(BR)2/1(KG)2(GKI)2/6/7/4/1 R:K 1:0 2"),
    (
        "08",
        "L5 1/4/7/2R3/3J(JI)2/2I(JB)2/7/4/1 I:B 0:0 1",
        "e5-f4",
        "L5 1/4/7/2R3/3J3/2I(JBJI)2/7/4/1 I:B 0:0 2",
    ),
    (
        "09",
        "L5 1/4/3G3/6/3(JJR)(JB)2/6/7/4/1 R:K 0:0 1",
        "e4-e5",
        "L5 1/4/3G3/6/7/6/7/4/1 R:K 1:0 2",
    ),
    ("11", L11, "e5-e4", L11_AFTER),
    ("12", L11_AFTER, "R,e1-e7", "L5 1/4/7/6/6(KB)/6/7/4/1 I:GR 0:1 1"),
    (
        "14",
        L14,
        "b4-e2",
        "L5 G/(JB)3/IK(IB)1(GK)I1/R1(KR)JG(JK)/B(IKB)IGRBG/1IKKRR/IRRIGKG/BRGB/B B:- 0:0 2",
    ),
    (
        "19",
        "L5 1/4/5R1/6/3(BRGK)1II/6/7/4/1 I:G 0:0 1",
        "e7-e4",
        "L5 1/4/5R1/6/5I1/6/7/4/1 I:G 1:0 2",
    ),
    (
        "20",
        "L5 1/4/7/6/3B(IR)2/6/7/4/1 -:RK 0:0 1",
        "B,e4-e5",
        "L5 1/4/7/6/4(IRB)2/6/7/4/1 B:RK 0:0 2",
    ),
    (
        "25",
        "L6 1/4/3K3/6/3(BRGK)I2/6/7/4/1 I:G 0:0 1",
        "e5-e4",
        "L6 1/4/3K3/6/3(BRGKI)3/6/7/4/1 I:G 0:0 2",
    ),
]


@pytest.mark.parametrize(
    ("before", "turn", "after"), [row[1:] for row in PLAYED], ids=[f"L-{row[0]}" for row in PLAYED]
)
def test_example(before: str, turn: str, after: str) -> None:
    assert str(at(before)) == before
    assert turn in turns(at(before))
    assert str(play(before, turn)) == after
    assert at(after) == play(before, turn)


ALL_TURNS = [
    # name, position, all turns without a claim, all claims
    ("10", "L5 1/4/7/6/3(IK)R2/3B2/7/4/1 R:K 0:0 1", "e5-e4 e5-f4 f4-e5", "I B G"),
    ("17", L17, "e4-g5 e6-c7 e6-g5", "I R"),
    ("19", "L5 1/4/5R1/6/3(BRGK)1II/6/7/4/1 I:G 0:0 1", "c6-e7 e4-e6 e6-c6 e6-e4 e7-c6 e7-e4", "B R K"),
    ("20", "L5 1/4/7/6/3B(IR)2/6/7/4/1 -:RK 0:0 1", "", "B"),
    ("20 two claims", "L5 1/4/7/6/3B(IR)2/6/7/4/1 IG:RK 0:0 1", "pass", ""),
    ("20 after the pass", "L5 1/4/7/6/3B(IR)2/6/7/4/1 IG:RK 0:0 2", "e5-e4", ""),
]


@pytest.mark.parametrize(
    ("text", "moved", "claimed"), [row[1:] for row in ALL_TURNS], ids=[f"L-{row[0]}" for row in ALL_TURNS]
)
def test_all_turns(text: str, moved: str, claimed: str) -> None:
    position = at(text)
    assert {d.text for d in position.decisions()} - claims(position) == set(moved.split())
    assert claims(position) == set(claimed.split())


def test_example_8_no_move_of_a_single_joker_but_onto_it() -> None:
    assert play("L5 1/4/7/2R3/3J(JI)2/2I(JB)2/7/4/1 I:B 0:0 1", "d3-e4").side == BLACK


def test_example_11_the_neutral_five_is_an_obstacle() -> None:
    assert turns(at(L11_AFTER)) == {"R,e1-e7", "R,e7-e1"}


def test_example_12_a_claim_takes_a_neutral_five() -> None:
    after = play(L11_AFTER, "R,e1-e7")
    assert after.outcome == gipfel.Outcome(BLACK, "captured 0-1")
    literal = LITERAL.position(L11).play_turn("e5-e4")
    assert str(literal) == L11_AFTER
    assert literal.decisions() == ()
    assert literal.outcome is not None
    assert literal.outcome.winner is None


def test_a_claim_takes_every_neutral_five_of_its_colour() -> None:
    """And nothing else: a five of another colour and lower stacks of this one stay."""
    text = "L5 1/4/R2(BGIKR)3/6/(BGIKR)2(JJR)2K/6/3(BRIKG)3/4/1 I:G 0:0 1"
    claimed = LITERAL.position(text).play("R")
    assert str(claimed) == text.replace("I:G 0:0 1", "IR:G 0:0 1c")
    with pytest.raises(PositionError, match="has a claimed colour on top"):
        STANDARD.position(text)  # the five with green on top
    text = text.replace("I:G", "I:B")
    claimed = STANDARD.position(text).play("R")
    assert str(claimed) == "L5 1/4/R6/6/3(JJR)2K/6/3(BRIKG)3/4/1 IR:B 2:0 1c"
    assert "e4-e7" in moves(claimed)


def test_example_14_moves_and_route() -> None:
    position = at(L14)
    assert len(moves(position)) == 132
    assert position.decision("b4-b1-c3-e2") == position.decision("b4-e2")
    assert position.decision("b4-b1-c3-e2").text == "b4-e2"


def test_example_17_all_turns() -> None:
    """Spec: ten turns in all. The one claim left after R would be I and vice versa."""
    assert turns(at(L17)) == {
        *("e4-g5", "e6-c7", "e6-g5"),
        *("R,e4-c7", "R,e4-g5", "R,e6-c7", "R,e6-g5"),
        *("I,e4-g5", "I,e6-c7", "I,e6-g5"),
    }


def test_example_20_passing() -> None:
    after = play("L5 1/4/7/6/3B(IR)2/6/7/4/1 IG:RK 0:0 1", "pass", "e5-e4")
    assert str(after).split()[1] == "1/4/7/6/3(BIR)3/6/7/4/1"


@pytest.mark.parametrize(
    ("claimed", "one", "two"), [("-:-", "IBRGK", "IBRGK"), ("I:-", "BRGK", "BRGK"), ("IK:R", "", "BG")]
)
def test_example_21_limits_of_claims(claimed: str, one: str, two: str) -> None:
    for player, expected in (("1", one), ("2", two)):
        text = S1.replace("-:-", claimed).removesuffix("1") + player
        assert claims(at(text)) == set(expected)


ENDED = [
    # name, position, turns, winner
    ("12", L11_AFTER, ["R,e1-e7"], BLACK),
    ("13", "L5 1/4/7/6/B2(BGIKR)2K/6/7/4/1 IB:GK 0:0 1", [], None),
    ("22 fours", "L5 1/4/3(KR)3/6/3(IGKB)3/6/7/4/1 IB:GR 1:1 1", [], WHITE),
    ("22 tie", "L5 1/4/2(KGIR)4/6/3(IGKB)3/6/7/4/1 IB:GR 1:1 1", [], None),
    ("23", "L6 1/4/3B3/6/3(BRGKI)J2/6/7/4/1 I:G 0:0 1", ["e4-e5"], WHITE),
    ("23 single", "L6 1/4/7/6/3(JBRGK)I1G/6/7/4/1 I:G 0:0 1", ["e5-e4"], WHITE),
    ("24", "L6 1/4/7/6/3(BRGKI)J2/6/7/4/1 -:G 0:0 1", ["I,e4-e5"], WHITE),
    ("24 single", "L6 1/4/7/6/3(JBRGK)I1G/6/7/4/1 -:- 0:0 1", ["I,e5-e4"], WHITE),
]


@pytest.mark.parametrize(
    ("text", "played", "winner"), [row[1:] for row in ENDED], ids=[f"L-{row[0]}" for row in ENDED]
)
def test_end(text: str, played: list[str], winner: Side | None) -> None:
    position = at(text)
    for turn in played:
        assert position.outcome is None
        position = position.play_turn(turn)
    assert position.outcome is not None
    assert position.outcome.winner == winner
    assert position.decisions() == ()
    assert at(str(position)).outcome == position.outcome


def test_example_23_a_stack_of_six_wins_at_once() -> None:
    after = play("L6 1/4/3B3/6/3(BRGKI)J2/6/7/4/1 I:G 0:0 1", "e4-e5")
    assert str(after) == "L6 1/4/3B3/6/4(JBRGKI)2/6/7/4/1 I:G 0:0 1w"


def test_example_24_a_neutral_six_is_legal_but_wins_nothing() -> None:
    after = play("L6 1/4/7/6/3(BRGKI)J2/6/7/4/1 -:G 0:0 1", "e4-e5")
    assert str(after) == "L6 1/4/7/6/4(JBRGKI)2/6/7/4/1 -:G 0:0 2"
    assert after.outcome == gipfel.Outcome(None, "equal")
    after = play("L6 1/4/7/6/3(BRGKI)J1B/6/7/4/1 -:G 0:0 1", "e4-e5")
    assert after.outcome is not None
    assert after.outcome.winner is None


# --- 9. Rulings -----------------------------------------------------------------------------------


def test_ruling_1_without_the_option_a_claimed_five_links_and_never_scores() -> None:
    text = "L5 1/4/7/6/B2(BGIKR)1RK/6/7/4/1 R:K 0:0 1"
    with pytest.raises(PositionError, match="has a claimed colour on top"):
        STANDARD.position(text)
    position = LITERAL.position(text)
    assert {move for move in moves(position) if move.startswith("e6")} == {"e6-e7", "e6-e1"}
    assert rules.standing(position.state, WHITE) == 1  # the single on e6; the five counts nothing


def test_ruling_3_a_claim_is_followed_by_a_move() -> None:
    claimed = at(S1).play("R")
    assert (claimed.side, claimed.turn) == (WHITE, 0)
    assert not claims(claimed)
    assert "pass" not in {decision.text for decision in claimed.decisions()}
    assert str(claimed).endswith("R:- 0:0 1c")
    assert at(str(claimed)) == claimed
    moved = claimed.play("a1-b2")
    assert (moved.side, moved.turn) == (BLACK, 1)


def test_ruling_4_any_move_may_follow_a_claim() -> None:
    assert moves(at(S1)) <= moves(at(S1).play("R"))


def test_ruling_8_claiming_the_colour_of_a_neutral_six_does_not_win() -> None:
    text = "L6 1/4/7/6/R2(JBRGKI)1BK/6/7/4/1 R:- 0:0 1"
    after = play(text, "I,e7-e6")
    assert str(after) == "L6 1/4/7/6/R2(JBRGKI)1(BK)1/6/7/4/1 RI:- 0:0 2"
    assert after.outcome == gipfel.Outcome(WHITE, "stacks of 1 1-0")


def test_ruling_8_a_stack_of_six_counts_nothing_at_the_end() -> None:
    """Neither does it move, nor does anything land on it."""
    position = at("L6 1/4/7/6/B2(JBRGKI)2J/6/7/4/1 I:B 0:0 1")
    assert position.outcome == gipfel.Outcome(BLACK, "stacks of 1 0-1")


def test_ruling_8_a_five_whose_colour_is_claimed_later_counts_at_the_end() -> None:
    position = at("L6 1/4/7/6/(BRGKI)2K2B/6/7/4/1 -:- 0:0 1")
    fives = 1 << 4 * rules.COUNTED
    assert rules.standing(position.state, WHITE) == 0
    assert rules.standing(position.play("I").state, WHITE) == fives


def test_ruling_6_the_spot_that_a_stack_leaves_counts_as_empty_on_its_way() -> None:
    """R on e4 goes up to the link e6 and back over e4 to e1, which it sees directly as well."""
    position = at("L5 1/4/7/6/I2R1R1/6/7/4/1 R:- 0:0 1")
    assert position.decision("e4-e6-e1") == position.decision("e4-e1")


@pytest.mark.parametrize("seed", range(4))
def test_ruling_9_nothing_is_captured_with_stacks_of_six(seed: int) -> None:
    assert {str(position).split()[3] for position in positions("lyngk", "six", seed)} == {"0:0"}


# --- Properties -----------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", range(1, 6))
@pytest.mark.parametrize("game", GAMES, ids=["standard", "literal", "six"])
def test_games_end_and_sights_follow_from_stacks(game: gipfel.Game, seed: int) -> None:
    """At most 42 moves; what a state remembers is what could be found out again."""
    chance = Random(seed)
    position, moved = game.start(seed=seed), 0
    while position.decisions():
        decision = chance.choice(position.decisions())
        before, position = position, position.play(decision)
        moved += "-" in decision.text
        assert rules.completed(position.state) == position.state
        assert len(before.decisions()) <= MOST - 6
        assert all(0 <= value < 1 << 62 for value in position.state)
    assert position.outcome is not None
    assert moved <= 42


def naive_targets(text: str, *, reuse: bool, origin_blocks: bool) -> dict[str, set[str]]:
    """All targets by walking from name to name, whatever a player may claim."""
    rule, columns, claimed, _, player = text.split()
    stacks = naive_stacks(columns)
    own, theirs = claimed.split(":") if player[0] == "1" else reversed(claimed.split(":"))
    found = {}
    for start, stack in stacks.items():
        colour = stack[-1]
        if colour == "J" or colour in theirs:
            continue
        others = {name: pieces for name, pieces in stacks.items() if name != start}
        seen_by = stacks if origin_blocks else others
        goals = naive_reach(
            start, colour if colour in own else "", stacks if origin_blocks else seen_by, reuse
        )
        found[start] = {
            goal
            for goal in goals - {start}
            if len(stack) + len(stacks[goal]) <= int(rule[1])
            and not set(stack) & set(stacks[goal]) - {"J"}
            and (colour in own or len(stacks[goal]) <= len(stack))
        }
    return found


def naive_reach(start: str, linking: str, stacks: dict[str, str], reuse: bool) -> set[str]:
    """The first stacks in all directions, through stacks that `linking` tops; by paths without repetition."""
    reached: set[str] = set()
    waiting = [(start, frozenset({start}))]
    visited: set[str] = set()
    while waiting:
        here, used = waiting.pop()
        for direction in range(6):
            ray = (SPOTS.names[spot] for spot in SPOTS.ray(SPOTS.index[here], direction))
            goal = next((name for name in ray if name in stacks), None)
            if goal is None or goal in used:
                continue
            if linking and stacks[goal][-1] == linking:
                if reuse and goal in visited:
                    continue
                visited.add(goal)
                waiting.append((goal, frozenset() if reuse else used | {goal}))
            else:
                reached.add(goal)
    return reached


def naive_stacks(columns: str) -> dict[str, str]:
    found, spots = {}, iter(SPOTS.names)
    for token in re.findall(r"[1-9]|[IBRGKJ]|\([IBRGKJ]+\)", columns):
        if token.isdigit():
            for _ in range(int(token)):
                next(spots)
        else:
            found[next(spots)] = token.strip("()")
    return found


@pytest.mark.parametrize("seed", range(1, 5))
@pytest.mark.parametrize("version", ["standard", "six"])
def test_random_games_follow_the_naive_rules(version: str, seed: int) -> None:
    """Lemmas a and b: neither reusing LYNGK-points nor the vacated origin makes a difference."""
    for position in positions("lyngk", version, seed)[::2]:
        if position.outcome is not None:
            continue
        found: dict[str, set[str]] = {}
        for move in moves(position):
            found.setdefault(move[:2], set()).add(move[3:])
        text = str(position)
        for reuse in (True, False):
            if not reuse and len(naive_stacks(text.split()[1])) > 24:
                continue  # too many paths without repetition to walk them all
            for origin_blocks in (True, False):
                naive = naive_targets(text, reuse=reuse, origin_blocks=origin_blocks)
                assert {start: goals for start, goals in naive.items() if goals} == found


@pytest.mark.parametrize("seed", range(1, 9))
def test_a_stack_never_lands_on_its_own_colour(seed: int) -> None:
    """Lemma c."""
    for version in ("standard", "six"):
        for position in positions("lyngk", version, seed):
            for move in moves(position):
                start, goal = (SPOTS.index[name] for name in move.split("-"))
                assert rules.top(position.state, start) != rules.top(position.state, goal)


def test_claims_and_passes_agree_with_a_trial_of_every_claim() -> None:
    """Ruling 2: a claim that makes a move possible has to be considered before a pass, and before the end."""
    passes = 0
    for game in GAMES:
        for seed in some_of(range(60), 20):
            position = gipfel.Playthrough(game.start(seed=seed)).position
            chance = Random(seed)
            while position.outcome is None:
                check_claims(position)
                passes += "pass" in {decision.text for decision in position.decisions()}
                position = position.play(chance.choice(position.decisions()))
            assert not any(could_act(position, side) for side in Side) or position.state[rules.PHASE]
    assert passes > 5


def check_claims(position: Position) -> None:
    state, side = position.state, position.side
    if state[rules.PHASE] == rules.CLAIMING:
        assert moves(position)
        return
    expected = {LETTERS[colour] for colour in free_colours(state, side) if moves_after(state, side, colour)}
    assert claims(position) == expected
    passing = {decision.text for decision in position.decisions()} == {"pass"}
    assert passing == (not moves(position) and not expected)
    if passing:
        assert could_act(position, side.other)


def free_colours(state: list[int], side: Side) -> list[int]:
    mine, theirs = (rules.claims_of(state, one) for one in (side, side.other))
    return [colour for colour in range(5) if colour not in (*mine, *theirs) and len(mine) < 2]


def moves_after(state: list[int], side: Side, colour: int) -> bool:
    after = [*state]
    after[gipfel.kernel.state.SIDE] = side
    rules.claim(after, colour)
    return rules.moves(after, [0] * MOST) > 0


def could_act(position: Position, side: Side) -> bool:
    state = [*position.state]
    state[gipfel.kernel.state.SIDE] = side
    if rules.moves(state, [0] * MOST):
        return True
    return any(moves_after(state, side, colour) for colour in free_colours(state, side))


def test_pieces_of_stacks_are_told_as_they_were_put() -> None:
    for pieces in ([0], [5], [1, 5, 0], [5, 1, 2, 3, 4, 0], [5, 5, 5, 1]):
        assert rules.pieces_in(rules.stack_of(pieces)) == pieces
    for lower, upper in permutations(([5, 1], [2, 3], [0]), 2):
        full = rules.put_on(rules.stack_of(upper), rules.stack_of(lower))
        assert full == rules.stack_of([*lower, *upper])


# --- 7. Notation ----------------------------------------------------------------------------------


def test_lenient_reading_of_decisions() -> None:
    position = at(L14)
    assert position.decision(" B4-E2 ").text == "b4-e2"
    assert position.decision("r").text == "R"
    assert play(L14, " r , b4-e2 ") == play(L14, "R,b4-e2")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("b4", "is no decision"),
        ("b4xe2", "is no decision"),
        ("b4-e9", "there is no spot e9"),
        ("", "is no decision"),
        ("resign", "resigning is no decision"),
        ("IB", "is no decision"),
        ("rgk", "is no decision"),
        ("J", "is no decision"),
        ("\u0131", "is no decision"),
    ],
)
def test_texts_that_are_no_decisions(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        at(L14).decision(text)


@pytest.mark.parametrize(
    "text",
    [
        *("b4-e3", "pass", "B", "b4-c3-b1-e2", "b4-b1-e2-e2", "b4-c6-c5", "e4-d4-d3", "b4-b4"),
        "b4-b1-c3-b1-c2",  # no LYNGK-point is used twice
    ],
)
def test_decisions_that_are_not_legal(text: str) -> None:
    with pytest.raises(IllegalDecision, match="is not legal: "):
        at(L14).decision(text)


def test_a_neutral_stack_has_no_lyngk_points() -> None:
    with pytest.raises(IllegalDecision, match="LYNGK"):
        at(L17).decision("e4-e6-g5")


def test_errors_of_turns() -> None:
    for text, message in (
        ("R", "not finished"),
        ("R,b4-e2,c5-c4", "over before"),
        ("b4-e2,R", "over before"),
    ):
        with pytest.raises(NotationError, match=message):
            at(L14).play_turn(text)


BAD_POSITIONS = [
    ("L5 1/4/7 -:- 0:0 1", "9"),
    ("L7 " + S1[3:], "rule"),
    (S1.replace("I/BRGK", "I/BRG"), "column b"),
    (S1.replace("I/BRGK", "X/BRGK"), "column a"),
    (S1.replace("-:-", "RR:-"), "only once"),
    (S1.replace("-:-", "R:RB"), "only once"),
    (S1.replace("-:-", "RGB:-"), "at most two"),
    (S1.replace("-:-", "J:-"), "at most two"),
    (S1.replace("0:0", "1"), "two numbers"),
    (S1.replace("0:0", "1:0"), "pieces: 43 on the board, 5 in captured stacks; there are only 43"),
    (S1[:-1] + "3", "player"),
    (S1[:-1] + "1x", "player"),
    (S1 + "c", "claimed no colour"),
    (S1 + "w", "no stack of 6"),
    ("L6 1/4/7/6/3(JBRGKI)3/6/7/4/1 B:I 0:0 1w", "player 1 has no stack of 6 with an own colour"),
    ("L5 1/4/7/6/3(BB)3/6/7/4/1 -:- 0:0 1", "twice"),
    ("L5 1/4/7/6/3(BJ)3/6/7/4/1 -:- 0:0 1", "joker on top"),
    ("L5 1/4/7/6/3(JBRGKI)3/6/7/4/1 -:- 0:0 1", "6 pieces high"),
    ("L6 1/4/7/6/3B3/6/7/4/1 -:- 1:0 1", "L6"),
    ("L5 J/4/7/6/J2J3/6/7/4/J -:- 0:0 1", "4 pieces J"),
    ("L5 1/4/7/6/3(IBRGKIBR)3/6/7/4/1 -:- 0:0 1", "(IBRGKIBR) on e4 is 8 pieces high"),
    ("L5 1/4/7/6/3(KK)3/6/7/4/1 -:- 0:0 1", "(KK) on e4 has a colour twice"),
    (S1.replace("5 I/BRGK", "5 B/BRGK"), "9 pieces B"),
    ("L5 1/4/7/6/3(JBRGK)3/6/7/4/1 K:- 0:0 1", "has been captured"),
    ("L5 1/4/7/6/3B3/6/7/4/1 K:- 0:0 1c", "cannot move"),
]


@pytest.mark.parametrize(("text", "message"), BAD_POSITIONS)
def test_positions_that_are_refused(text: str, message: str) -> None:
    with pytest.raises(PositionError, match=re.escape(message)):
        at(text)


def test_the_text_tells_the_version() -> None:
    assert at(S1).game == STANDARD
    assert at("L6" + S1[2:]).game == SIX
    with pytest.raises(PositionError, match="six"):
        STANDARD.position("L6" + S1[2:])


def test_symmetries_and_colours() -> None:
    """Twelve symmetries; colours have no order in the rules, so exchanging two changes nothing."""
    assert len(STANDARD.symmetries) == 12
    for one, other in combinations("IBRGK", 2):
        exchanged = S1[3:].translate(str.maketrans(one + other, other + one))
        assert len(moves(at(f"L5 {exchanged}"))) == 148
    for first, second in pairwise(positions("lyngk", "standard", 2)):
        assert first.state != second.state
