"""Wins of two turns by trying everything, compared with the rules alone; and answers in several forms."""

from random import Random

import pytest

import gipfel
from gipfel.engine.search.proof import Answer, Prover
from gipfel.games.core.position import Position
from gipfel.kernel.link import can_compile
from gipfel.kernel.state import WHITE_WINS
from gipfel.learn.forced_wins import ForcedWins, forced_line, only_answer
from gipfel.learn.puzzles import puzzles_of
from gipfel.learn.same_answers import is_same_answer, same_answers
from tests.helpers.check import CHECK

compiled = pytest.mark.skipif(not can_compile(), reason="takes too long without a compiler")
NODES = 10**8
CONNECTION = "wCh11:0,wCh14:0,wEh1:0,wEh7:0,wEi15:1,bTg15:3,bEg1:0,bEg7:0,bEg10:0,bLh16:2 w B"
"""docs/rules/punct.md, example 15: White adds +Eh4:0 and is connected."""


def by_playing(position: Position) -> set[int]:
    """What wins at once, by the rules alone."""
    kernels = position.game.rules.linked(can_compile())
    found = set()
    for code in position.codes:
        after = kernels.array(position.state)
        kernels.play(after, code)
        if kernels.outcome(after) == WHITE_WINS + position.side:
            found.add(code)
    return found


def near_the_end(name: str, number: int) -> list[Position]:
    """Positions in which something wins at once, and those shortly before."""
    puzzles = Random(1).sample(puzzles_of(name), number)
    return [decision.position for puzzle in puzzles for decision in puzzle.decisions()]


@compiled
def test_what_wins_at_once_is_what_the_rules_say() -> None:
    searchers: dict[object, ForcedWins] = {}
    for position in near_the_end("punct", 12 if CHECK else 4):
        wins = searchers.setdefault(position.game, ForcedWins(position.game))
        assert {*wins.at_once(position.state)} == by_playing(position), str(position)


@compiled
def test_the_last_piece_may_win_by_the_centre() -> None:
    text = (
        "wTb7:1,wTf11:5,wTi9:0,wTn13:2,wTp9:5,wCi13:2,wCk13:0,wEc10:4,wEe1:0,wEe7:3,wEj5:2,wMa2:0,wMg11:2,"
        "wLi14:2,wLo16:5,wRd10:2,wRj7:1,bTl6:0 w S"
    )
    position = gipfel.game("punct", "standard").position(text)
    found = {*ForcedWins(position.game).at_once(position.state)}
    assert found == by_playing(position)
    assert position.decision("+Ta4:0").code in found


@compiled
def test_looking_for_wins_does_not_change_the_position() -> None:
    position = gipfel.game("punct", "basic").position(CONNECTION)
    wins = ForcedWins(position.game)
    assert wins.at_once(position.state) == wins.at_once(position.state)
    assert position.decision("+Eh4:0").code in wins.at_once(position.state)


@compiled
def test_wins_of_two_turns_are_what_the_rules_say() -> None:
    """The decisions of the puzzle, and a sample of the others, with a search that knows the rules alone."""
    puzzle = puzzles_of("punct")[0]
    position = puzzle.start()
    found = ForcedWins(position.game).in_two(position.state, len(position.codes)) or []
    prover = Prover(position.game)
    for code in [*found, *Random(2).sample(position.codes, 40)]:
        after = position.play(code)
        proven = prover.wins(after.state, position.side, 2, NODES) is Answer.YES
        assert proven == (code in found), position.text_of(code)


def test_games_without_a_kernel_of_their_own_are_played() -> None:
    game = gipfel.game("dvonn")
    wins, winning = ForcedWins(game), 0
    for puzzle in puzzles_of("dvonn")[:10]:
        for decision in puzzle.decisions():
            found = {*wins.at_once(decision.position.state)}
            assert found == by_playing(decision.position)
            winning += len(found)
    assert winning


@compiled
def test_a_limit_of_replies_is_kept() -> None:
    position = puzzles_of("punct")[0].start()
    wins = ForcedWins(position.game)
    assert wins.in_two(position.state, 100, 10) is None


@compiled
def test_a_line_is_found_again() -> None:
    puzzle = puzzles_of("punct")[0]
    position = puzzle.start()
    wins = ForcedWins(position.game)
    line = forced_line(wins, position, wins.in_two(position.state, 100) or [])
    assert line is not None
    assert [position.decision(puzzle.line[0]).code, line.replies] == [line.codes[0], puzzle.proof.proven]


# --- Answers in several forms ---------------------------------------------------------------------------


def test_pieces_that_cover_the_same_spaces_are_the_same_answer() -> None:
    position = gipfel.game("punct", "basic").position("wTi5:0,bEf4:0 w B")
    code = position.decision("+Tc4:0").code
    forms = {position.text_of(one) for one in same_answers(position, code)}
    assert len(forms) == 3
    assert all(form.startswith("+T") for form in forms)
    bars = {position.text_of(one)[:2] for one in same_answers(position, position.decision("+Ec4:0").code)}
    assert bars == {"+E", "+C"}


def test_a_move_is_another_answer_than_an_addition_if_it_uncovers_something() -> None:
    position = gipfel.game("punct", "basic").position("wTi5:0,bEf4:0 w B")
    added, moved = (position.decision(text).code for text in ("+Ti9:0", "i5-i9:0"))
    assert not is_same_answer(position, added, moved)


def test_turning_a_triangle_on_its_own_spaces_shows_nothing_new() -> None:
    position = gipfel.game("punct", "basic").position("wTi5:0,bEf4:0 w B")
    forms = same_answers(position, position.decision("i5-i6:2").code)
    assert {position.text_of(code) for code in forms} == {"i5-i6:2", "i5-j6:4"}


def test_only_a_whole_answer_is_the_only_one() -> None:
    position = gipfel.game("punct", "basic").position("wTi5:0,bEf4:0 w B")
    forms = same_answers(position, position.decision("+Tc4:0").code)
    other = position.decision("+Ec8:0").code
    assert only_answer(position, forms) == forms[0]
    assert only_answer(position, forms[:-1]) is None
    assert only_answer(position, [*forms, other]) is None
    assert only_answer(position, []) is None


def test_in_other_games_each_decision_is_an_answer_of_its_own() -> None:
    position = gipfel.game("dvonn").start()
    first, second = position.codes[:2]
    assert same_answers(position, first) == [first]
    assert not is_same_answer(position, first, second)
