"""Puzzle files: what can be written, and what authors are told; and what the check of a puzzle finds."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import gipfel
from gipfel.learn.deep_search import DeepSearch
from gipfel.learn.puzzle_check import CheckLimits, PuzzleChecker
from gipfel.learn.puzzles import (
    BadPuzzle,
    Puzzle,
    UnknownPuzzle,
    puzzle_of,
    puzzles_of,
    read_puzzles,
    write_puzzle,
)

SOUND: dict[str, Any] = {
    "id": "example",
    "version": "basic",
    "position": "bbww/2bb1/4w1/2b2b1/5w/5/4 w 6/2 5/7 B s",
    "line": ["a4-d4", "i2-e5", "b6-d6"],
    "kind": "best",
    "own_turns": 2,
    "level": 4,
    "rating": 800,
    "themes": ["row"],
    "found": [0, 0, 0, 6, 6, 6, 6, 6, 6],
    "proof": {"nodes": 1000, "margin": 40, "proven": 0},
    "source": {"seed": 1, "game": 2},
}


def written(folder: Path, *puzzles: object) -> Path:
    path = folder / "puzzles.jsonl"
    path.write_text("".join(f"{json.dumps(puzzle)}\n" for puzzle in puzzles), encoding="utf-8")
    return path


def test_a_puzzle_is_read_and_written(tmp_path: Path) -> None:
    (puzzle,) = read_puzzles(written(tmp_path, SOUND), "gipf")
    assert puzzle.game == "gipf"
    assert puzzle.line == ("a4-d4", "i2-e5", "b6-d6")
    assert json.loads(write_puzzle(puzzle)) == SOUND


def test_options_are_read_and_written(tmp_path: Path) -> None:
    data = {**SOUND, "options": {"extra_white": 2}}
    (puzzle,) = read_puzzles(written(tmp_path, data), "gipf")
    assert puzzle.options == {"extra_white": 2}
    assert json.loads(write_puzzle(puzzle)) == data


MISTAKES: dict[str, tuple[object, str]] = {
    "a list": ([], "a puzzle is a JSON object"),
    "no id": ({**SOUND, "id": ""}, "the field 'id' has to be a text, not ''"),
    "an unknown kind": ({**SOUND, "kind": "nice"}, "'nice' is not possible for 'kind'; possible: win, best"),
    "an unknown theme": ({**SOUND, "themes": ["luck"]}, "'luck' is not possible for 'themes'"),
    "a line that is a text": ({**SOUND, "line": "a4-d4"}, "the field 'line' has to be a list of texts"),
    "one turn": ({**SOUND, "own_turns": 1}, "the field 'own_turns' has to be a whole number from 2 to 5"),
    "level 11": ({**SOUND, "level": 11}, "the field 'level' has to be a whole number from 1 to 10, not 11"),
    "a rating that is a text": ({**SOUND, "rating": "800"}, "the field 'rating' has to be a whole number"),
    "no proof": ({**SOUND, "proof": 3}, "the field 'proof' has to be a JSON object"),
    "a misspelt field": ({**SOUND, "hint": "x"}, "there is no field 'hint'"),
    "bad options": ({**SOUND, "options": {"a": [1]}}, "options have texts or whole numbers as values"),
    "a missing field": ({k: v for k, v in SOUND.items() if k != "rating"}, "the field 'rating' is missing"),
}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_explained(tmp_path: Path, name: str) -> None:
    data, message = MISTAKES[name]
    with pytest.raises(BadPuzzle) as error:
        [*read_puzzles(written(tmp_path, SOUND, data), "gipf")]
    assert message in str(error.value)
    assert "puzzles.jsonl, line 2: " in str(error.value)


def test_what_is_not_json_is_explained(tmp_path: Path) -> None:
    path = tmp_path / "puzzles.jsonl"
    path.write_text("{nonsense", encoding="utf-8")
    with pytest.raises(BadPuzzle, match="line 1: it is not JSON"):
        [*read_puzzles(path, "gipf")]


def test_two_puzzles_have_different_names(tmp_path: Path) -> None:
    with pytest.raises(BadPuzzle, match="line 2: there are two puzzles 'example'"):
        [*read_puzzles(written(tmp_path, SOUND, SOUND), "gipf")]


def test_a_puzzle_is_found_by_its_name() -> None:
    first = puzzles_of("gipf")[0]
    assert puzzle_of("gipf", first.id) is first
    with pytest.raises(UnknownPuzzle, match="gipf has no puzzle 'none'"):
        puzzle_of("gipf", "none")


def test_the_easiest_puzzles_come_first() -> None:
    ratings = [puzzle.rating for puzzle in puzzles_of("gipf")]
    assert ratings == sorted(ratings)


# --- What the check finds -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def checker() -> PuzzleChecker:
    """Checks puzzles of ZÈRTZ, which are short to search."""
    return PuzzleChecker(gipfel.game("zertz", "basic"), CheckLimits(nodes=60_000, rivals=60_000))


@pytest.fixture(scope="module")
def sound() -> Puzzle:
    """A sound puzzle."""
    return next(one for one in puzzles_of("zertz") if one.version == "basic" and one.kind == "win")


def test_a_sound_puzzle_has_no_problems(checker: PuzzleChecker, sound: Puzzle) -> None:
    assert checker.problems(sound) == []


def test_an_illegal_line_is_found(checker: PuzzleChecker, sound: Puzzle) -> None:
    (problem,) = checker.problems(replace(sound, line=("nonsense", *sound.line[1:])))
    assert "nonsense" in problem


def test_a_line_that_is_cut_is_found(checker: PuzzleChecker, sound: Puzzle) -> None:
    assert any("turns with a choice" in one for one in checker.problems(replace(sound, line=sound.line[:1])))


def test_a_decision_that_is_not_the_best_is_found(checker: PuzzleChecker, sound: Puzzle) -> None:
    start = sound.start()
    bad = next(decision for decision in start.decisions() if decision.text != sound.line[0])
    (problem,) = checker.rivals_of(bad)
    assert problem == f"{sound.line[0]} seems better than {bad.text}"


def test_a_line_that_is_not_proven_to_win_is_found(sound: Puzzle) -> None:
    hasty = PuzzleChecker(gipfel.game("zertz", "basic"), CheckLimits(nodes=60_000, proof=1))
    assert "it is not proven that the line wins" in hasty.problems(sound)


TWO_WINS = (
    "37 ----/-----/--W1--/--5/-2W1G/5/--2 0.3.6 3.1.2 1.3.2 1 -",
    ("Bd4", "Bd5", "Bf3", "Gd4", "Gd5", "Gf3"),
)
"""A position of tests/engine/search/tactics in which six first decisions win by force."""


def ambiguous() -> Puzzle:
    """A puzzle that claims that only the first of these decisions wins."""
    text, (first, *_) = TWO_WINS
    start = gipfel.game("zertz", "basic").position(text)
    position, line, turns = start, list[str](), set[int]()
    search = DeepSearch(start.game)
    while len(turns) < 2:
        own_choice = position.side == start.side and len(position.codes) > 1
        code = search.choice(position, 20_000).best if line else position.decision(first).code
        line.append(position.text_of(code))
        turns |= {position.turn} if own_choice else set()
        position = position.play(code)
    return replace(_puzzle(), position=text, line=tuple(line), own_turns=2)


def _puzzle() -> Puzzle:
    return next(one for one in puzzles_of("zertz") if one.version == "basic")


def test_a_second_solution_is_found(checker: PuzzleChecker) -> None:
    problems = checker.problems(ambiguous())
    assert any(
        "better than Bd4" in one or "instead of Bd4" in one or "as good as Bd4" in one for one in problems
    )


def test_other_wins_lists_every_second_solution() -> None:
    text, (first, *others) = TWO_WINS
    position = gipfel.game("zertz", "basic").position(text)
    found = DeepSearch(position.game).other_wins(position, position.decision(first).code, 2_000_000)
    assert {*others} <= {position.text_of(code) for code in found}
