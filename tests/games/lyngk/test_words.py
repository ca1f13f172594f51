"""LYNGK by pointing and in words: paths, what moves, what to do now, why not, how it ended."""

import pytest

import gipfel
from gipfel import Position
from gipfel.draw.target import Target
from gipfel.games.core.game import Change
from gipfel.games.core.pointing import point
from gipfel.games.core.registry import game_of_position
from gipfel.games.core.side import Outcome, Side
from gipfel.games.core.turn_words import TurnWords
from gipfel.locale import using_language

OWN = "L5 1/4/7/3(BR)2/1(KG)1R(GKI)2/3(BGIK)2/7/4/1 R:K 0:0 1"
NEUTRAL = "L5 1/4/7/2KG2/2(IG)RR2/2JB2/7/4/1 I:K 0:0 1"
LINKS = "L5 R/2R1/4R2/4R1/5(KGI)1/6/7/4/1 R:K 0:0 1"
NEUTRAL_FIVE = "L5 1/4/7/6/B2(BGIKR)2K/6/7/4/1 I:G 0:0 2"
NO_MOVE = "L5 1/4/7/6/3B(IR)2/6/7/4/1 IG:RK 0:0 1"
LAST_CLAIM = "L5 1/4/7/6/3B(IR)2/6/7/4/1 -:RK 0:0 1"


def at(text: str) -> Position:
    return game_of_position("lyngk", text).position(text)


def spot(name: str) -> Target:
    return Target("spot", name)


# --- Pointing -------------------------------------------------------------------------------------------


def test_a_move_is_a_stack_and_the_one_it_lands_on() -> None:
    position = at(OWN)
    assert position.decision("e4-f4").path == (spot("e4"), spot("f4"))
    assert {target.name for target in point(position, (spot("e4"),)).targets} == {"e5", "f4", "e2"}


def test_a_claim_is_the_marker_then_the_move_follows() -> None:
    start = gipfel.game("lyngk").start(seed=3)
    assert start.decision("R").path == (Target("tray", "red"),)
    after = start.play("R")
    assert (after.side, after.turn) == (start.side, start.turn)
    assert {target.kind for target in point(after).targets} == {"spot"}


def test_links_show_all_goals_behind_them() -> None:
    position = at(LINKS)
    assert spot("e6") in point(position, (spot("a1"),)).targets
    assert spot("b3") not in point(position, (spot("a1"),)).targets


def test_a_pass_is_a_button() -> None:
    (decision,) = at(NO_MOVE).decisions()
    assert decision.path == (Target("button", "pass"),)
    assert decision.changes == ()


def test_what_moves_and_what_is_collected() -> None:
    position = at(OWN)
    moved = Change("move", spot("e4"), spot("f4"))
    assert position.decision("e4-e5").changes == (Change("move", spot("e4"), spot("e5")),)
    assert position.decision("e4-f4").changes == (moved, Change("lift", spot("f4"), None))


def test_a_claim_collects_neutral_stacks_of_five() -> None:
    assert at(NEUTRAL_FIVE).decision("R").changes == (Change("lift", spot("e4"), None),)
    assert gipfel.game("lyngk").start(seed=3).decision("R").changes == ()


def test_a_pile_is_told_from_the_top_down() -> None:
    position = at(OWN)
    assert position.contents("f4") == ("black", "ivory", "green", "blue")
    assert position.game.pile(position.state, "f4") == ("black (K)", "ivory (I)", "green (G)", "blue (B)")
    assert position.contents("a1") == ()
    assert position.contents("z9") == ()


# --- What to do now ---------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "task"),
    [
        (OWN, "Player 1: move a stack on top of another one. Before that you may claim a colour."),
        (NEUTRAL_FIVE, "Player 2: you can move only after a claim. Choose a colour."),
        (NO_MOVE, "Player 1 cannot move and passes."),
        (
            OWN.replace("R:K 0:0 1", "R:K 0:0 1c"),
            "Player 1: point at a stack, then at the stack on top of which it goes.",
        ),
        (
            OWN.replace("R:K", "RB:KG"),
            "Player 1: point at a stack, then at the stack on top of which it goes.",
        ),
    ],
)
def test_task(text: str, task: str) -> None:
    assert at(text).task == task


def test_a_turn_with_a_claim_is_told_with_its_colour() -> None:
    game = gipfel.game("lyngk")
    assert game.turn_words("R,b1-b2") == TurnWords("red (R), b1-b2")
    assert game.turn_words("K") == TurnWords("black (K)")
    for move in ("b1-b2", "pass", "", "IB,b1-b2"):
        assert game.turn_words(move) is None


# --- Why not ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "path", "why"),
    [
        (OWN, "a1", "There is no stack on a1."),
        (OWN, "f4", "The stack on f4 belongs to Player 2."),
        (NEUTRAL_FIVE, "e4", "The stack on e4 is full."),
        (NEUTRAL_FIVE, "e7", "The stack on e7 can go onto none of the stacks that it sees."),
        ("L5 1/4/7/6/3RJ2/6/7/4/1 R:K 0:0 1", "e5", "A joker alone never moves."),
        (OWN, "e4 e4", "e4 and e4 are the same space."),
        (OWN, "e4 e6", "There is no stack on e6."),
        (OWN, "e4 d4", "The two stacks have a colour in common."),
        (LINKS, "a1 b3", "The two stacks have a colour in common."),
        (LINKS.replace("R:K", "B:K"), "a1 e6", "Another stack stands between a1 and e6."),
        (LINKS.replace("R:K", "B:K"), "b3 e6", "Another stack stands between b3 and e6."),
        (OWN, "e5 e2", "Another stack stands between e5 and e2."),
        ("L5 1/4/7/6/3(RIK)(JGB)2/6/7/4/1 RB:G 0:0 1", "e5 e4", "No stack can be higher than 5."),
        (NEUTRAL, "e4 e3", "A neutral stack cannot go onto a higher one."),
        (NEUTRAL, "f4 e3", "f4 and e3 are not on one line."),
    ],
)  # fmt: skip
def test_why_not(text: str, path: str, why: str) -> None:
    *prefix, target = [spot(name) for name in path.split()]
    position = at(text)
    assert position.game.why_not(position.state, tuple(prefix), target) == why


@pytest.mark.parametrize(
    ("text", "target", "why"),
    [
        (OWN, "tray red", "This colour is claimed already."),
        (OWN.replace("R:K", "RB:K"), "tray ivory", "A player can claim only two colours."),
        (OWN.replace("0:0 1", "0:0 1c"), "tray ivory", "Only one colour can be claimed in a turn."),
        (NEUTRAL_FIVE, "tray blue", "Even with this colour there would be no move."),
        (OWN, "button pass", "You have a move, and whoever can move must move."),
        (LAST_CLAIM, "button pass", "You have a move, and whoever can move must move."),
        (OWN, "spot z9", "There is no such space."),
        (OWN, "turn 1", "There is no such space."),
        (OWN, "tray joker", "There is no such space."),
    ],
)
def test_why_not_beside_the_board(text: str, target: str, why: str) -> None:
    position = at(text)
    kind, name = target.split()
    assert position.game.why_not(position.state, (), Target(kind, name)) == why


# --- How it ended -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("text", "reason", "conclusion"),
    [
        (
            "L5 1/4/7/6/6(KB)/6/7/4/1 I:GR 0:1 1",
            "captured 0-1",
            "Player 2 wins with 1 collected stack to 0.",
        ),
        (
            "L5 1/4/7/6/6(KB)/6/7/4/1 I:GR 3:2 1",
            "captured 3-2",
            "Player 1 wins with 3 collected stacks to 2.",
        ),
        (
            "L5 1/4/3(KR)3/6/3(IGKB)3/6/7/4/1 IB:GR 1:1 1",
            "stacks of 4 1-0",
            "Player 1 wins: own stacks of height 4, 1 to 0.",
        ),
        (
            "L5 1/4/3(KR)3/6/3(IGKB)3/6/7/4/1 GR:IB 1:1 1",
            "stacks of 4 0-1",
            "Player 2 wins: own stacks of height 4, 1 to 0.",
        ),
        ("L5 1/4/2(KGIR)4/6/3(IGKB)3/6/7/4/1 IB:GR 1:1 1", "equal", "The game is a draw."),
        (
            "L6 1/4/7/6/B2(BRGKI)2K/6/7/4/1 B:I 0:0 1",
            "stacks of 5 0-1",
            "Player 2 wins: own stacks of height 5, 1 to 0.",
        ),
        (
            "L6 1/4/3B3/6/4(JBRGKI)2/6/7/4/1 I:G 0:0 1w",
            "six",
            "Player 1 wins with a stack of six.",
        ),
    ],
)
def test_how_it_ended(text: str, reason: str, conclusion: str) -> None:
    position = at(text)
    assert position.outcome is not None
    assert position.outcome.reason == reason
    assert position.game.conclusion(position.outcome) == conclusion


def test_other_ends_are_told_with_the_names_of_the_players() -> None:
    game = gipfel.game("lyngk")
    assert game.conclusion(Outcome(Side.WHITE, "resignation")) == "Player 1 wins: resignation."
    assert game.conclusion(Outcome(None, "agreement")) == "The game is a draw: agreement."


def test_letters_of_claims_are_words_in_every_language() -> None:
    with using_language("fa"):
        told = gipfel.game("lyngk").turn_words("R,b1-b2")
        assert told is not None
        assert "b1-b2" in told.text
