"""GIPF, in the order of docs/rules/gipf.md: board, set-up, turn, rows, end, notation, worked examples."""

from itertools import pairwise

import pytest

import gipfel
from gipfel import IllegalDecision, NotationError, Position, PositionError
from gipfel.games.gipf import rules
from gipfel.kernel.state import SIDE
from tests.helpers.random_games import positions

BASIC = gipfel.game("gipf", "basic")
STANDARD = gipfel.game("gipf", "standard")
TOURNAMENT = gipfel.game("gipf", "tournament")
BY_LETTER = {"B": BASIC, "S": STANDARD, "T": TOURNAMENT}


def at(text: str) -> Position:
    return BY_LETTER[text.split()[4][0]].position(text)


def texts(position: Position) -> set[str]:
    return {decision.text for decision in position.decisions()}


def board(position: Position) -> str:
    return str(position).split()[0]


def removal_sequences(position: Position) -> dict[str, str]:
    """Every complete way through the removals of the side to act, with the position text it leads to."""
    side, found = position.side, {}
    waiting = [((), position)]
    while waiting:
        done, here = waiting.pop()
        if here.outcome or here.side != side or not any(t[0] in "x-" for t in texts(here)):
            found[";".join(done)] = str(here)
            continue
        waiting += [((*done, d.text), here.play(d)) for d in here.decisions()]
    return found


# --- 1. Board -------------------------------------------------------------------------------------


def test_counts_of_points_lines_and_entries() -> None:
    assert (len(rules.POINTS), len(rules.SPOTS), len(rules.DOTS)) == (61, 37, 24)
    assert len(rules.LINES) == 21
    assert sorted(map(len, rules.LINES)) == sorted([4, 5, 6, 7, 6, 5, 4] * 3)
    assert sum(map(len, rules.LINES)) == 111
    assert len(rules.ENTRIES) == 42
    assert len({spot for spot, *_ in rules.ENTRIES}) == 18


def test_entry_moves_are_those_of_the_spec() -> None:
    spec = """a1>b2 a2>b2 a2>b3 a3>b3 a3>b4 a4>b4 a4>b5 a5>b5 b1>b2 b1>c2 b6>b5 b6>c6 c1>c2 c1>d2
        c7>c6 c7>d7 d1>d2 d1>e2 d8>d7 d8>e8 e1>e2 e9>e8 f1>e2 f1>f2 f8>e8 f8>f7 g1>f2 g1>g2
        g7>f7 g7>g6 h1>g2 h1>h2 h6>g6 h6>h5 i1>h2 i2>h2 i2>h3 i3>h3 i3>h4 i4>h4 i4>h5 i5>h5"""
    ours = {f"{dot}>{rules.SPOTS.names[spot]}" for spot, dot, _, _ in rules.ENTRIES}
    assert ours == set(spec.split())


def test_lines_are_named_and_ordered_as_in_the_spec() -> None:
    names = [f"{rules.SPOTS.names[line[0]]}-{rules.SPOTS.names[line[-1]]}" for line in rules.LINES]
    assert " ".join(names) == (
        "b2-b5 b2-e2 b2-h5 b3-f2 b3-g6 b4-g2 b4-f7 b5-h2 b5-e8 "
        "c2-c6 c2-h4 c6-h3 d2-d7 d2-h3 d7-h4 e2-e8 e2-h2 e8-h5 f2-f7 g2-g6 h2-h5"
    )


def test_check_values_of_coordinates() -> None:
    check = "a1=-4,0 a5=-4,4 b2=-3,0 e1=0,-4 e2=0,-3 e9=0,4 h5=3,0 i1=4,-4 i5=4,0 e5=0,0"
    for value in check.split():
        name, cell = value.split("=")
        assert rules.POINTS.cells[rules.POINTS.index[name]] == tuple(map(int, cell.split(",")))


# --- 2. Set-up ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "text"),
    [
        (BASIC, "b2w/5/6/w5b/6/5/b2w w 12/12 0/0 B s"),
        (gipfel.game("gipf", "basic", extra_black=2), "b2w/5/6/w5b/6/5/b2w w 12/14 0/0 B s"),
        (STANDARD, "B2W/5/6/W5B/6/5/B2W w 12/12 0/0 S s"),
        (TOURNAMENT, "4/5/6/7/6/5/4 w 18/18 0/0 Tnn s"),
    ],
)
def test_start(game: gipfel.Game, text: str) -> None:
    assert str(game.start()) == text
    assert game.position(text) == game.start()
    assert game.start().side == gipfel.WHITE
    assert game.start().turn == 0


# --- 7. Worked examples ---------------------------------------------------------------------------

FIRST_PUSHES = (
    "a1-c3 a2-c2 a4-c6 a5-c5 b1-b3 b3 b4 b6-b4 c2 c6 d1-f2 d2 d7 d8-f7 e1-e3 e9-e7 f1-d2 f2 f7 f8-d7 g2 g6 "
    "h1-h3 h3 h4 h6-h4 i1-g3 i2-g2 i4-g6 i5-g5"
)


def test_example_1_first_pushes() -> None:
    assert texts(BASIC.start()) == set(FIRST_PUSHES.split())
    assert texts(STANDARD.start()) == set(FIRST_PUSHES.split())
    first = texts(TOURNAMENT.start())
    assert len(first) == 18
    assert all(text.startswith("G") for text in first)


PLAYED = [
    # name, position, decisions or turns played one after the other, position after
    ("2", "b2w/5/6/wbw3b/6/5/b2w w 11/11 0/0 B s", "e1-e5", "b2w/5/6/wwbw2b/6/5/b2w b 10/11 0/0 B s"),
    ("3", "b2w/5/6/w5b/6/5/b2w w 12/12 0/0 B s", "b1-b3 b6-b4", "wbwb/5/6/w5b/6/5/b2w w 11/11 0/0 B s"),
    ("4 push", "3w/3w1/3b2/bbb2wb/6/5/4 b 12/10 0/0 B s", "a5-e5", "3b/3w1/3w2/bbbb1wb/6/5/4 b 12/9 0/0 B e"),
    (
        "4 row",
        "3b/3w1/3w2/bbbb1wb/6/5/4 b 12/9 0/0 B e",
        "xe2,e3,e4,e5",
        "3b/3w1/3w2/5wb/6/5/4 w 12/13 0/0 B s",
    ),
    (
        "5",
        "3w/3w1/3b2/bbb1w1b/6/5/4 b 12/10 0/0 B s",
        "a5-e5 xe2,e3,e4,e5,e6*",
        "3b/3w1/3w2/6b/6/5/4 w 12/13 1/0 B s",
    ),
    (
        "6",
        "3w/3w1/3b2/wbb1bb1/6/5/4 b 12/10 0/0 B s",
        "a5-e5 xe2*,e3,e4,e5,e6,e7",
        "3b/3w1/3w2/7/6/5/4 w 12/14 1/0 B s",
    ),
    (
        "7",
        "3w/3w1/3b2/wbb1bbw/6/5/4 b 11/10 0/0 B s",
        "a5-e5 xe2*,e3,e4,e5,e6,e7,e8*",
        "3b/3w1/3w2/7/6/5/4 w 11/14 2/0 B s",
    ),
    ("8 push", "3w/w4/1b4/bb1bb2/6/5/3w w 12/10 0/0 B s", "b1-e4", "3w/w4/1w4/bbbbb2/6/5/3w b 11/10 0/0 B s"),
    (
        "8 row",
        "3w/w4/1w4/bbbbb2/6/5/3w b 11/10 0/0 B s",
        "xe2,e3,e4,e5,e6",
        "3w/w4/1w4/7/6/5/3w b 11/15 0/0 B m",
    ),
    (
        "9 push",
        "w3/1w1b1/2bb2/2b1bb1/2b3/1w3/4 b 12/8 0/0 B s",
        "a1-e5",
        "b3/1w1b1/2wb2/2bbbb1/2b3/1w3/4 b 12/7 0/0 B e",
    ),
    (
        "9 first",
        "b3/1w1b1/2wb2/2bbbb1/2b3/1w3/4 b 12/7 0/0 B e",
        "xe4,e5,e6,e7",
        "b3/1w1b1/2wb2/7/2b3/1w3/4 w 12/11 0/0 B s",
    ),
    (
        "9 second",
        "b3/1w1b1/2wb2/2bbbb1/2b3/1w3/4 b 12/7 0/0 B e",
        "xc5,d5,e5,f4,g3*",
        "b3/1w3/2w3/2b1bb1/6/5/4 w 12/11 1/0 B s",
    ),
    (
        "10 push",
        "W3/1w1b1/2Bb2/2b1bb1/2b3/1w3/2B1 b 14/8 0/0 S s",
        "a1-e5",
        "b3/1W1b1/2wb2/2bBbb1/2b3/1w3/2B1 b 14/7 0/0 S e",
    ),
    (
        "11 push",
        "1w1b/2bb1/3w2/3bw2/1bww1w/1w3/4 w 8/10 0/0 B s",
        "a2-f6",
        "1w1b/2wb1/3b2/3bw2/1bwwww/1w3/4 w 7/10 0/0 B e",
    ),
    (
        "11 White's row",
        "1w1b/2wb1/3b2/3bw2/1bwwww/1w3/4 w 7/10 0/0 B e",
        "xf3*,f4,f5,f6,f7",
        "1w1b/2wb1/3b2/3bw2/6/1w3/4 b 11/10 0/1 B s",
    ),
    (
        "11 Black's row",
        "1w1b/2wb1/3b2/3bw2/6/1w3/4 b 11/10 0/1 B s",
        "xb5,c5,d5,e5",
        "1w2/2w2/6/4w2/6/1w3/4 b 11/14 0/1 B m",
    ),
    (
        "12 push",
        "1w1b/2bb1/3w2/3bw2/1bww1w/1w3/4 b 8/10 0/0 B s",
        "a2-f6",
        "1b1b/2wb1/3b2/3bw2/1bwwww/1w3/4 b 8/9 0/0 B e",
    ),
    (
        "12 row",
        "1b1b/2wb1/3b2/3bw2/1bwwww/1w3/4 b 8/9 0/0 B e",
        "xb5,c5,d5,e5,f4*,g3*",
        "1b2/2w2/6/4w2/1b1www/5/4 w 8/13 2/0 B s",
    ),
    (
        "13 push",
        "bwbb/2bb1/6/3b2w/2b3/5/w3 b 12/8 0/0 B s",
        "a2-d5",
        "bbbb/2wb1/3b2/3b2w/2b3/5/w3 b 12/7 0/0 B e",
    ),
    (
        "14 push",
        "3b/3b1/3w2/BbW1wwW/6/5/B3 w 11/11 0/0 S s",
        "a5-e5",
        "3w/3b1/3b2/BbWwwwW/6/5/B3 w 10/11 0/0 S e",
    ),
    (
        "14 usual choice",
        "3w/3b1/3b2/BbWwwwW/6/5/B3 w 10/11 0/0 S e",
        "xGe2*,e3*,e5,e6,e7",
        "3w/3b1/3b2/2W3W/6/5/B3 b 13/11 0/3 S s",
    ),
    (
        "15 push",
        "W3/1b3/2w3/bb1bwWw/6/1b3/B3 w 11/11 0/0 S s",
        "a1-f5",
        "w3/1W3/2b3/bb1wwWw/3b2/1b3/B3 w 10/11 0/0 S e",
    ),
    (
        "16 push",
        "B2w/3B1/3w2/3w3/bw4/1w2W/b3 w 11/12 0/0 S s",
        "f1-f4",
        "B2w/3B1/3w2/3w3/wbw3/1w2W/b3 w 10/12 0/0 S e",
    ),
    (
        "16 everything",
        "B2w/3B1/3w2/3w3/wbw3/1w2W/b3 w 10/12 0/0 S e",
        "xb5,Gc5*,d5,e5,f4,g3,h2*",
        "B3/5/6/7/wb4/4W/4 b 15/12 0/3 S s",
    ),
    (
        "16 c5 stays",
        "B2w/3B1/3w2/3w3/wbw3/1w2W/b3 w 10/12 0/0 S e",
        "xb5,d5,e5,f4,g3,h2*",
        "B3/3B1/6/7/wb4/4W/4 b 15/12 0/1 S s",
    ),
    (
        "21 push",
        "3W/3W1/3W2/6B/6/5/B3 w 12/14 0/0 Tgg s",
        "Ga5-e5",
        "3W/3W1/3W2/3W2B/6/5/B3 w 10/14 0/0 Tgg e",
    ),
    (
        "21 left standing",
        "3W/3W1/3W2/3W2B/6/5/B3 w 10/14 0/0 Tgg e",
        "- g2",
        "3W/3W1/3W2/3W2B/6/b4/B3 w 10/13 0/0 Tgx s",
    ),
    (
        "21 taken later",
        "3W/3W1/3W2/3W2B/6/b4/B3 w 10/13 0/0 Tgx s",
        "xGb5",
        "4/3W1/3W2/3W2B/6/b4/B3 w 12/13 0/0 Tgx m",
    ),
    (
        "22",
        "3W/3W1/3W2/3W2B/2b3/5/1b2 w 10/14 0/0 Txx e",
        "xf4*",
        "3W/3W1/3W2/3W2B/6/5/1b2 b 10/14 0/1 Txx s",
    ),
    ("23 White", "4/5/6/7/6/5/4 w 18/18 0/0 Tnn s", "Ge8", "4/5/6/6W/6/5/4 b 16/18 0/0 Tgn s"),
    ("23 Black", "4/5/6/6W/6/5/4 b 16/18 0/0 Tgn s", "Gd8-f7", "4/5/6/6B/5W/5/4 w 16/16 0/0 Tgg s"),
]


@pytest.mark.parametrize(
    ("before", "played", "after"), [row[1:] for row in PLAYED], ids=[r[0] for r in PLAYED]
)
def test_example(before: str, played: str, after: str) -> None:
    position = at(before)
    for text in played.split():
        position = position.play(text)
    assert str(position) == after
    assert at(after) == position


def test_example_3_full_line() -> None:
    position = at("wbwb/5/6/w5b/6/5/b2w w 11/11 0/0 B s")
    assert len(position.decisions()) == 30
    assert {"a2-c4", "a3-c3", "a3-c5", "a4-c4", "c2", "c6"} <= texts(position)
    for full in ("b1-b2", "b6-b5"):
        with pytest.raises(IllegalDecision, match=r"the line b2-b5 is full.*30 decisions are legal"):
            position.play(full)


def test_example_8_forced_recycling() -> None:
    position = at("3w/w4/1w4/bbbbb2/6/5/3w b 11/10 0/0 B s")
    assert texts(position) == {"xe2,e3,e4,e5,e6"}
    with pytest.raises(IllegalDecision):
        position.play("-")
    assert len(position.play("x").decisions()) == 23


def test_example_10_six_sequences_four_boards() -> None:
    found = removal_sequences(at("b3/1W1b1/2wb2/2bBbb1/2b3/1w3/2B1 b 14/7 0/0 S e"))
    both = {"xc5,d5,f4,g3*;xe4,e6,e7", "xe4,e6,e7;xc5,d5,f4,g3*"}
    with_gipf = {"xc5,d5,f4,g3*;xe4,Ge5,e6,e7", "xe4,e6,e7;xc5,d5,Ge5,f4,g3*"}
    assert set(found) == both | with_gipf | {"xc5,d5,Ge5,f4,g3*", "xe4,Ge5,e6,e7"}
    assert len(set(found.values())) == 4
    assert {found[s].split()[2] for s in both} == {"14/13"}
    assert {found[s].split()[2] for s in with_gipf} == {"14/15"}
    assert found["xc5,d5,Ge5,f4,g3*"].split()[2:4] == ["14/12", "1/0"]
    assert found["xe4,Ge5,e6,e7"].split()[2:4] == ["14/12", "0/0"]


def test_example_9_two_ways() -> None:
    found = removal_sequences(at("b3/1w1b1/2wb2/2bbbb1/2b3/1w3/4 b 12/7 0/0 B e"))
    assert set(found) == {"xe4,e5,e6,e7", "xc5,d5,e5,f4,g3*"}


def test_example_13_one_row_survives() -> None:
    found = removal_sequences(at("bbbb/2wb1/3b2/3b2w/2b3/5/w3 b 12/7 0/0 B e"))
    assert found == {
        "xb2,b3,b4,b5;xc5,d5,e5,f4": "4/2w2/6/6w/6/5/w3 w 12/15 0/0 B s",
        "xb5,c5,d5,e5,f4": "bbb1/2w2/6/6w/6/5/w3 w 12/12 0/0 B s",
    }


def test_example_14_eight_removals() -> None:
    position = at("3w/3b1/3b2/BbWwwwW/6/5/B3 w 10/11 0/0 S e")
    assert len(position.decisions()) == 8
    for text in ("xe3*,Ge4,e5,e6,e7,Ge8", "xGe2*,e3*,Ge4,e5,e6,e7,Ge8"):
        outcome = position.play(text).outcome
        assert outcome is not None
        assert outcome.winner == gipfel.BLACK


def test_example_15_gap_on_the_line() -> None:
    position = at("w3/1W3/2b3/bb1wwWw/3b2/1b3/B3 w 10/11 0/0 S e")
    assert texts(position) == {"xe5,e6,e8", "xe5,e6,Ge7,e8"}
    assert str(position.play("xe5,e6,e8")).split()[2] == "13/11"
    assert str(position.play("xe5,e6,Ge7,e8")).split()[2] == "15/11"


def test_example_17_last_gipf_piece() -> None:
    position = at("3w/3B1/3w2/3w3/bw4/1w2W/b3 w 11/10 0/4 S s").play("f1-f4")
    lost = position.play("xb5,Gc5*,d5,e5,f4,g3,h2*")
    assert lost.outcome == gipfel.Outcome(gipfel.WHITE, "last GIPF-piece lost")
    assert str(lost).split()[0] == "4/5/6/7/wb4/4W/4"
    assert str(lost).split()[3] == "0/7"
    assert lost.decisions() == ()
    assert position.play("xb5,d5,e5,f4,g3,h2*").outcome is None
    assert at(str(lost)) == lost
    assert at(str(lost)).outcome == lost.outcome


def test_example_18_both_last_gipf_pieces() -> None:
    position = at("3w/3b1/3w2/Bbw1wwW/6/5/4 w 7/10 4/4 S s").play("a5-e5")
    assert len(position.decisions()) == 4
    winners = {}
    for decision in position.decisions():
        outcome = position.play(decision).outcome
        winners[("e2" in decision.text, "e8" in decision.text)] = outcome.winner if outcome else None
    assert winners == {
        (False, False): None,
        (True, False): gipfel.WHITE,
        (False, True): gipfel.BLACK,
        (True, True): gipfel.WHITE,
    }


def test_example_19_reserve_empty_but_rescued() -> None:
    position = at("3w/w4/1b4/bb1b3/6/5/3w w 12/0 0/11 B s").play("b1-e4")
    assert position.outcome is None
    assert texts(position) == {"xe2,e3,e4,e5"}
    assert str(position.play("x")).split(" ", 1)[1] == "b 11/4 0/11 B m"


def test_example_20_reserve_empty_and_lost() -> None:
    position = at("b2w/1w1w1/2bb2/w5b/2b3/5/b2w b 7/1 3/8 B s").play("g2")
    assert str(position) == "b2w/1w1w1/2bb2/w5b/2b3/b4/b2w w 7/0 3/8 B s"
    assert position.outcome is None
    lost = position.play("h3")
    assert lost.outcome == gipfel.Outcome(gipfel.WHITE, "reserve empty")
    assert lost.side == gipfel.BLACK
    assert at(str(lost)).outcome == lost.outcome


def test_example_21_all_gipf_row() -> None:
    position = at("3W/3W1/3W2/3W2B/6/5/B3 w 10/14 0/0 Tgg e")
    assert len(position.decisions()) == 16
    assert "-" in texts(position)
    later = at("3W/3W1/3W2/3W2B/6/b4/B3 w 10/13 0/0 Tgx s")
    assert texts(later) == texts(position)
    pushes = texts(later.play("xGb5"))
    assert any(text.startswith("G") for text in pushes)
    assert any(not text.startswith("G") for text in pushes)


def test_example_22_four_gipf_pieces_and_a_basic_one() -> None:
    position = at("3W/3W1/3W2/3W2B/2b3/5/1b2 w 10/14 0/0 Txx e")
    assert len(position.decisions()) == 16
    assert "-" not in texts(position)
    with pytest.raises(IllegalDecision):
        position.play("-")
    next_turn = position.play("xf4*").play("h2")
    assert next_turn.side == gipfel.WHITE
    assert "-" in texts(next_turn)
    assert len(next_turn.decisions()) == 16


def test_example_23_tournament_opening() -> None:
    with pytest.raises(IllegalDecision, match="first piece must be a GIPF-piece"):
        TOURNAMENT.start().play("e8")
    black = TOURNAMENT.start().play("Ge8")
    assert all(text.startswith("G") for text in texts(black))
    white = black.play("Gd8-f7")
    assert {text[0] == "G" for text in texts(white)} == {True, False}


RECORD = """1 Ge8 Gd8-f7 2 Ge9-e7 Gf8-d7 3 Ge9-e6 Gd8-g6 4 g7-d6 f8-c6 5 f8-f6 c7-g5 6 g7-c5 e9-e5
    7 b6-f5 xe7,e8;c7-e7 8 g7-b4 c7-h4 9 h6-d5 b6-g4 10 h6-c4;xc6*,d6,f5,g4 b3 11 b5 g7-d6
    12 xd7*,e7,f6,h4;a5-f4 a2-f6 13 a5-g3;xb3*,c4*,d5,g6 e2 14 f2 d1-g2 15 h1-f3 d1-h2
    16 f1-f5 i1-d5 17 g6 g1-e3;xf2,f3,f5,Gf6*,f7 18 h6-f6 a3-e7 19 h6-c4;xGc4*,e6,f6,g6 e8
    20 f1-d2 c6 21 c7-c4 g6"""
CHECKPOINTS = {
    14: "4/3Bw/4Wb/3BBb1/3wWw/3wW/4 w 8/10 0/0 Txx s",
    25: "2Bw/3w1/4b1/3BW2/2b1Wb/1B1W1/4 b 10/5 0/4 Txx s",
    42: "2bw/2Bbw/b2Ww1/ww1w1bb/2B3/bw1Wb/b3 w 5/0 2/6 Txx s",
}


def test_example_24_complete_game() -> None:
    game = gipfel.Playthrough(TOURNAMENT.start())
    turns = [text for text in RECORD.split() if not text.isdigit()]
    for number, text in enumerate(turns, 1):
        game.play_turn(text)
        assert game.position.turn == number
        if number in CHECKPOINTS:
            assert str(game.position) == CHECKPOINTS[number]
    assert game.turn_texts() == turns


def test_example_24_as_a_record_file() -> None:
    game = gipfel.Playthrough(TOURNAMENT.start())
    for text in RECORD.split():
        if not text.isdigit():
            game.play_turn(text)
    text = gipfel.write_record(game.record(white="Ada", black="Ben"))
    again = gipfel.replay(gipfel.read_record(text))
    assert again.position == game.position
    assert gipfel.write_record(again.record(white="Ada", black="Ben")) == text


# --- 6. Notation ----------------------------------------------------------------------------------


def test_lenient_push_names_the_first_spot() -> None:
    start = BASIC.start()
    assert start.play("e1-e2") == start.play("e1-e3")
    assert start.play("b1-c2") == start.play("c2")
    assert start.play("c1-c2") == start.play("c2")


def test_lenient_removals() -> None:
    position = at("3b/3w1/3w2/bbbb1wb/6/5/4 b 12/9 0/0 B e")
    right = position.play("xe2,e3,e4,e5")
    for text in ("x", "xe5,e4,e3,e2", " xe2, e3 ,e4,e5 "):
        assert position.play(text) == right
    position = at("3w/3b1/3b2/BbWwwwW/6/5/B3 w 10/11 0/0 S e")
    assert position.play("xe2,e3,e5,e6,e7") == position.play("xGe2*,e3*,e5,e6,e7")
    with pytest.raises(IllegalDecision, match="more than one way"):
        position.play("x")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("xGe2*,e3,Ge5,e6,e7", "Ge5 is wrong, the piece there is e5"),
        ("xe2,e3,e4*,e5,e6,e7", r"e4\* is wrong, the piece there is Ge4"),
        ("xe2,e2,e3", "e2 stands there twice"),
        ("xe2,,e3", "is no piece of a row"),
        ("xz9", "is no piece of a row"),
        ("xa1", "there is no spot a1"),
    ],
)
def test_wrong_removals(text: str, message: str) -> None:
    with pytest.raises(NotationError, match=message):
        at("3w/3b1/3b2/BbWwwwW/6/5/B3 w 10/11 0/0 S e").play(text)


@pytest.mark.parametrize(
    ("text", "error", "message"),
    [
        ("", NotationError, "is no decision"),
        ("E2", NotationError, "is no decision"),
        ("z9", NotationError, "is no decision"),
        ("b9-b3", NotationError, "there is no point b9"),
        ("e1", NotationError, "e1 is a dot, not a spot"),
        ("e5-e6", NotationError, "e5 is not a dot"),
        ("e5", IllegalDecision, "e5 is not at the edge"),
        ("e2", IllegalDecision, "e2 is occupied; name the dot to push from"),
        ("e1-e5", IllegalDecision, "reaches e3"),
        ("e1-d2", IllegalDecision, "d2 is not on a line that begins at e1"),
        ("Ge1-e3", IllegalDecision, "only basic pieces are played"),
        ("xe2,e3,e4,e5", IllegalDecision, "no row can be taken"),
        ("x", IllegalDecision, "no row can be taken"),
        ("-", IllegalDecision, "no row that could be left"),
    ],
)
def test_wrong_decisions(text: str, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        BASIC.start().play(text)


def test_turns_with_reserve() -> None:
    position = at("3w/3w1/3b2/bbb2wb/6/5/4 b 12/10 0/0 B s")
    after = position.play_turn("a5-e5;xe2,e3,e4,e5 (13)")
    assert str(after) == "3b/3w1/3w2/5wb/6/5/4 w 12/13 0/0 B s"
    with pytest.raises(NotationError, match="the reserve after this turn is 13, not 12"):
        position.play_turn("a5-e5;xe2,e3,e4,e5 (12)")
    with pytest.raises(NotationError, match="the turn is not finished"):
        position.play_turn("a5-e5")
    with pytest.raises(NotationError, match="the turn is over before"):
        position.play_turn("c2;c6")


def test_leaving_a_row_is_not_written_in_turns() -> None:
    position = at("3W/3W1/3W2/3W2B/6/b4/B3 w 10/13 0/0 Tgx s")
    game = gipfel.Playthrough(position)
    game.play_turn("f7")
    assert [d.text for d in game.decisions] == ["-", "f7", "-"]
    assert game.turn_texts() == ["f7"]


def test_stop_with_an_empty_reserve_is_a_turn_and_loses() -> None:
    position = at("3W/3W1/3W2/3W2B/6/b4/B3 w 0/13 10/0 Txx s")
    lost = position.play_turn("-")
    assert lost.outcome == gipfel.Outcome(gipfel.BLACK, "reserve empty")
    assert lost.turn == position.turn + 1


BAD_POSITIONS = [
    ("", "has 6 fields"),
    ("b2w/5/6/w5b/6/5/b2w w 12/12 0/0 B", "has 6 fields"),
    ("b2w/5/6/w5b/6/5 w 12/12 0/0 B s", "6 columns"),
    ("b3w/5/6/w5b/6/5/b2w w 12/12 0/0 B s", r"column b \(b3w\) has 5 points; it must have 4"),
    ("b2w/5/6/w5b/6/5/b11w w 12/12 0/0 B s", r"column h \(b11w\) has 13 points"),
    ("b2x/5/6/w5b/6/5/b2w w 12/12 0/0 B s", "column b is 'b2x'"),
    ("b2w/5/6/w5b/6/5/b2w x 12/12 0/0 B s", "side to act is 'x'"),
    ("b2w/5/6/w5b/6/5/b2w w 12 0/0 B s", "reserves are '12'"),
    ("b2w/5/6/w5b/6/5/b2w w 12/-1 0/0 B s", "reserves are '12/-1'"),
    ("b2w/5/6/w5b/6/5/b2w w 16/12 0/0 B s", "19 white discs"),
    ("b2w/5/6/w5b/6/5/b2w w 11/12 0/0 B s", "14 white discs"),
    ("B2W/5/6/W5B/6/5/B2W w 12/12 0/0 B s", "no GIPF-pieces"),
    ("b2w/5/6/w5b/6/5/b2w w 12/12 0/0 Q s", "version is 'Q'"),
    ("4/5/6/7/6/5/4 w 18/18 0/0 T s", "version is 'T'"),
    ("4/5/6/6W/6/5/4 b 16/18 0/0 Tnn s", "flag n"),
    ("4/5/6/6w/6/5/4 b 17/18 0/0 Tgn s", "flag g"),
    ("b2w/5/6/w5b/6/5/b2w w 12/12 0/0 B q", "phase is 'q'"),
    ("b2w/5/6/w5b/6/5/b2w w 12/12 0/0 B e", "there must be a row to take"),
    ("b2w/5/6/w5b/6/5/b2w w 12/12 0/0 B s:b9-b1", "no line 'b9-b1'"),
    ("3w/w4/1w4/bbbbb2/6/5/3w b 11/10 0/0 B m", "no row may be left"),
]


@pytest.mark.parametrize(("text", "message"), BAD_POSITIONS)
def test_bad_positions(text: str, message: str) -> None:
    game = {"B": BASIC, "S": STANDARD, "T": TOURNAMENT}.get((text.split() + [""] * 6)[4][:1], BASIC)
    with pytest.raises(PositionError, match=message):
        game.position(text)


def test_the_text_decides_the_version() -> None:
    with pytest.raises(PositionError, match="one of gipf standard, not of basic"):
        BASIC.position("B2W/5/6/W5B/6/5/B2W w 12/12 0/0 S s")
    handicap = BASIC.position("b2w/5/6/w5b/6/5/b2w w 12/14 0/0 B s")
    assert handicap.game.options == {"extra_white": 0, "extra_black": 2}


# --- Same single spot on two rows -----------------------------------------------------------------


def test_a_spot_that_fits_two_rows_is_one_decision_on_the_first_line() -> None:
    """Two all-GIPF rows cross in e5: c5-d5-e5-f4 and e4-e5-e6-e7."""
    position = at("B3/3W1/3W2/2WWWW1/2W3/5/4 w 2/16 2/0 Tgg s")
    lines = [text for text in texts(position) if text == "xGe5"]
    assert len(lines) == len([d for d in position.decisions() if d.text == "xGe5"]) == 1
    assert len(position.decisions()) == 15 + 15 - 1 + 1
    # Only the first line, b5-h2, is done: the column has three left and is no row any more either.
    assert str(position.play("xGe5")).endswith("Tgg m")


# --- 7.1 Counts -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("version", "turns", "distinct"),
    [
        ("basic", [30, 924, 29016], [24, 558, 7476]),
        ("standard", [30, 924, 29016], [30, 876, 15120]),
        ("tournament", [18, 348, 14304], [18, 336, 10392]),
    ],
)
def test_perft(version: str, turns: list[int], distinct: list[int]) -> None:
    from gipfel.kernel.perft import Perft

    perft = Perft(rules.RULES, fast=False)
    state = gipfel.game("gipf", version).start().state
    assert [perft.count(state, depth) for depth in (1, 2, 3)] == turns
    assert [perft.distinct(state, depth) for depth in (1, 2, 3)] == distinct


# --- 7.2 Properties -------------------------------------------------------------------------------


def gipf_pieces(position: Position, side: int) -> int:
    state = position.state
    return (state[rules.PIECES + side] & state[rules.GIPF]).bit_count()


def mandatory_row(position: Position, side: int) -> bool:
    """Does a row of a colour stand on the board that has to be taken?"""
    state = position.state
    state[SIDE] = side
    rows = [rules.row_on(state, line) for line in range(len(rules.LINES))]
    return any(row & ~state[rules.GIPF] for row in rows)


@pytest.mark.parametrize("version", ["basic", "standard", "tournament"])
@pytest.mark.parametrize("seed", range(20))
def test_properties_of_random_games(version: str, seed: int) -> None:
    played = positions("gipf", version, seed)
    for before, after in pairwise(played):
        old, new = before.state, after.state
        for side in (0, 1):
            spent = old[rules.RESERVE + side] - new[rules.RESERVE + side]
            assert spent <= 2
            assert spent <= 0 or old[SIDE] == side
            assert new[rules.LOST + side] >= old[rules.LOST + side]
            if version != "tournament":
                assert gipf_pieces(after, side) <= gipf_pieces(before, side)
        if after.turn > before.turn and after.outcome is None:
            assert not mandatory_row(after, old[SIDE])
        if new[rules.PHASE] == rules.PUSH:
            assert not mandatory_row(after, new[SIDE])
