"""Puzzles at the terminal: right and wrong answers, hints, refutations, and what is kept."""

import json
from pathlib import Path

import pytest

from gipfel.cli.play import puzzle_session
from gipfel.cli.play.puzzle_session import Attempt
from gipfel.games.core.registry import game_names
from gipfel.learn.puzzles import Puzzle, puzzles_of
from gipfel.learn.same_answers import same_answers
from gipfel.locale import say, using_language


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The file with the progress, in a folder that does not exist yet."""
    path = tmp_path / "data" / "puzzles.json"
    monkeypatch.setattr(puzzle_session, "default_path", lambda: path)
    return path


@pytest.fixture
def puzzle() -> Puzzle:
    """One with a reply of the other side, and with themes."""
    return next(one for one in puzzles_of("dvonn") if one.themes and len(own_texts(one)) >= 2)


def own_texts(puzzle: Puzzle) -> list[str]:
    """What the solver has to type."""
    attempt = Attempt(puzzle)
    typed = []
    while not attempt.is_over:
        typed.append(attempt.line[attempt.found].text)
        attempt.found += 1
        attempt.follow_replies()
    return typed


def wrong_text(puzzle: Puzzle) -> str:
    return next(one.text for one in puzzle.start().decisions() if one.text != puzzle.line[0])


def ask(run, puzzle: Puzzle, *typed: str, language: str = "en"):
    return run("puzzle", puzzle.game, "--id", puzzle.id, "--language", language, typed=typed)


def test_a_puzzle_is_solved(run, puzzle, kept):
    done = ask(run, puzzle, *own_texts(puzzle))
    assert done.code == 0
    assert f"puzzle {puzzle.id}, rating {puzzle.rating}" in done.lines[0]
    assert "Right." in done.lines
    assert "Solved!" in done.lines
    progress = json.loads(kept.read_text())["games"]["dvonn"]
    assert (progress["solved"], progress["missed"], progress["streak"]) == ([puzzle.id], [], 1)
    assert f"Your rating: {round(progress['rating'])}. Solved in a row: 1, at most 1." in done.lines


def test_the_same_answer_is_right_in_every_form(run):
    puzzle = next(one for one in puzzles_of("punct") if len(forms_of_first(one)) > 1)
    for first in forms_of_first(puzzle):
        done = ask(run, puzzle, first, *own_texts(puzzle)[1:])
        assert "Solved!" in done.lines


def forms_of_first(puzzle: Puzzle) -> list[str]:
    start = puzzle.start()
    return [start.text_of(code) for code in same_answers(start, start.decision(puzzle.line[0]).code)]


def test_a_wrong_answer_counts_once(run, puzzle, kept):
    wrong = wrong_text(puzzle)
    done = ask(run, puzzle, wrong, wrong, *own_texts(puzzle))
    assert done.lines.count(f"{wrong} is not it. Try again, or type why to see how it is answered.") == 2
    assert "Solved!" in done.lines
    progress = json.loads(kept.read_text())["games"]["dvonn"]
    assert (progress["solved"], progress["missed"], progress["streak"]) == ([], [puzzle.id], 0)
    assert progress["rated"] == 1


def test_a_streak_goes_on_the_next_time(run, kept):
    first, second, *_ = puzzles_of("dvonn")
    ask(run, first, *own_texts(first))
    done = ask(run, second, *own_texts(second))
    assert any("Solved in a row: 2, at most 2." in line for line in done.lines)


def test_with_a_hint_the_rating_stays(run, puzzle, kept):
    done = ask(run, puzzle, "hint", "hint", *own_texts(puzzle))
    assert f"It is about: {', '.join(puzzle.themes)}." in done.lines
    assert f"Begin here: {puzzle.decisions()[0].path[0].name}." in done.lines
    progress = json.loads(kept.read_text())["games"]["dvonn"]
    assert (progress["rating"], progress["streak"]) == (None, 0)


def test_why_plays_the_refutation(run, puzzle):
    wrong = wrong_text(puzzle)
    done = ask(run, puzzle, "why", wrong, "why")
    assert "Type a decision first; why explains a wrong one." in done.lines
    assert any(line.startswith(f"After {wrong} the engine expects: ") for line in done.lines)


def test_the_solution_is_shown(run, puzzle, kept):
    done = ask(run, puzzle, "solution", "solution", "hint", puzzle.line[0])
    assert f"The solution: {', '.join(puzzle.line)}." in done.lines
    assert done.lines.count("This puzzle is over; type next for another one.") == 2
    assert json.loads(kept.read_text())["games"]["dvonn"]["missed"] == [puzzle.id]


def test_next_asks_another_puzzle(run, puzzle):
    done = ask(run, puzzle, "next", "quit")
    asked = [line for line in done.lines if "Type help for help." in line]
    assert len(asked) == 2
    assert puzzle.id not in asked[1] or len(puzzles_of("dvonn")) == 1


def test_a_number_of_the_list_is_a_decision(run, puzzle):
    texts = [decision.text for decision in puzzle.start().decisions()]
    done = ask(run, puzzle, "list", str(texts.index(puzzle.line[0]) + 1))
    assert "Right." in done.lines


NONSENSE = ["nonsense", "0", "99999999999999999999", "hint me", "\x1b[2J", "é" * 3000, "a1-", "-1", ";;"]


@pytest.mark.parametrize("typed", NONSENSE)
def test_nonsense_gets_one_sentence(run, puzzle, kept, typed):
    silent = ask(run, puzzle, "quit")
    done = ask(run, puzzle, typed, "quit")
    assert done.code == 0
    said = [line for line in done.lines if line not in silent.lines and not line.startswith(">")]
    assert len(said) == 1
    assert "\x1b" not in said[0]
    assert "Traceback" not in done.out + done.err
    assert not kept.exists()


@pytest.mark.parametrize(
    ("argv", "message"),
    [
        (("chess",), "there is no game 'chess'"),
        (("gipf", "--id", "none"), "gipf has no puzzle 'none'"),
        (("--id", "none"), "--id needs the name of a game"),
        (("gipf", "--rating", "many"), "--rating"),
        (("gipf", "--rating", "-5"), "--rating"),
        (("gipf", "--language", "xx"), "there is no language 'xx'"),
    ],
)
def test_bad_arguments_get_one_sentence(run, argv, message):
    done = run("puzzle", *argv)
    assert done.code == 2
    assert message in done.err
    assert "Traceback" not in done.err


@pytest.mark.parametrize("text", ["nonsense", "[]", '{"format": 9}', '{"format": 1, "games": {"gipf": {}}}'])
def test_a_damaged_file_is_not_overwritten(run, puzzle, kept, text):
    kept.parent.mkdir()
    kept.write_text(text)
    done = ask(run, puzzle, "quit")
    assert done.code == 2
    assert "move it away to begin anew" in done.err
    assert kept.read_text() == text


def test_the_end_of_the_input_leaves(run, puzzle):
    assert ask(run, puzzle).code == 0


def test_without_a_game_any_puzzle_is_asked(run):
    done = run("puzzle", "--seed", "1", "--language", "en", typed=["quit"])
    assert done.code == 0
    assert "puzzle" in done.lines[0]
    assert game_names()


def test_a_rating_chooses_the_difficulty(run):
    puzzles = puzzles_of("dvonn")
    done = run("puzzle", "dvonn", "--rating", "9000", "--language", "en", typed=["quit"])
    asked = next(one for one in puzzles if one.id in done.lines[0])
    assert asked.rating >= puzzles[-5].rating


def test_the_session_speaks_the_language(run, puzzle):
    done = ask(run, puzzle, *own_texts(puzzle), language="de")
    with using_language("de"):
        assert say("Solved!") in done.lines


@pytest.mark.parametrize("name", [name for name in game_names() if puzzles_of(name)])
def test_a_hint_names_what_is_typed(run, name):
    """Not what a page points at: a tray is `white` there in every language, and a dot may be left out."""
    puzzle = min(puzzles_of(name), key=lambda one: one.decisions()[0].path[0].name in one.line[0])
    done = ask(run, puzzle, "hint", "hint", language="de")
    place = next(line for line in done.lines if line.startswith("Beginne hier: ")).split()[-1].rstrip(".")
    assert place in puzzle.line[0]


def test_trays_are_written_as_the_language_writes_them(run):
    done = ask(run, puzzles_of("gipf")[0], language="fr")
    assert any(line.startswith("> Blanc\u00a0: ") or line.startswith("> Noir\u00a0: ") for line in done.lines)
