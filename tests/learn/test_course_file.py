"""Course files: what can be written, and what authors are told about mistakes."""

from pathlib import Path

import pytest

from gipfel.learn.course import CourseError
from gipfel.learn.course_file import read_course, texts_of
from gipfel.learn.courses import check_course
from tests.helpers.course_files import COURSE_OF_ONE_STEP
from tests.helpers.paths import ROOT

COURSE = f"""\
{COURSE_OF_ONE_STEP}
[[steps]]
name = "row"
title = "Take a row"
text = "Four in a row are taken."
task = "Make a row."
position = "3w/3w1/3b2/bbb1w1b/6/5/4 b 12/10 0/0 B s"
right = ["a5-e5 xe2,e3,e4,e5,e6*"]
answer = "Well done."
hint = "Look at the middle line."

[[steps.wrong]]
lines = ["b2 (a5-e5 / xe3)"]
answer = "That makes no row."
"""
"""The wrong line has a mistake; `SOUND` is without it."""
SOUND = COURSE.replace("b2 (a5-e5 / xe3)", "b2 (b3)")

MISTAKES = {
    "unknown key": ('hint = "Point', 'hnit = 1\nhint = "Point', "there is no key 'hnit'; perhaps 'hint'?"),
    "missing text": ('task = "Make a row."', "", "step 2 (row): `task` is missing; a learner reads it"),
    "text of another kind": ('"Make a row."', "4", "`task` must be a text, not 4"),
    "curly brackets": ('"Make a row."', '"Make {n} rows."', "`task` must not contain curly brackets"),
    "unknown version": ('"basic"', '"easy"', "gipf has no version 'easy'; it has basic, standard"),
    "unknown option": ('"basic"\n', '"basic"\noptions = {size = 3}\n', "gipf basic has no option 'size'"),
    "unknown feature": (
        '"discs" = 1.0',
        '"disks" = 1.0',
        "there is no feature 'disks'; perhaps 'discs'?",
    ),
    "weight": ('"discs" = 1.0', '"discs" = "high"', "the weight of 'discs' must be a number, not 'high'"),
    "no goals": ('"discs" = 1.0', "", "goals: they are missing"),
    "same name": ('name = "row"', 'name = "push"', "an earlier step has the name 'push', too"),
    "name": ('name = "row"', 'name = "A row"', "the name 'A row' is not possible in links"),
    "no name": ('name = "row"', "", "step 2: `name` is missing"),
    "not TOML": ('name = "row"', "name row", "it is not TOML"),
    "word for right": ('right = "any"', 'right = "all"', 'or "any" (any legal decision), "win"'),
    "no right line": ('right = "any"', "right = []", "`right` is missing; it must have at least one line"),
    "no win": ('right = "any"', 'right = "win"', "no answer is right; no decision wins at once"),
    "position": ("bbb1w1b/6", "bbb1w1b/8", "step 2 (row), position: "),
    "position of another version": (
        "0/0 B s",
        "0/0 S s",
        "one of gipf standard, not of basic",
    ),
    "illegal": (
        "xe2,e3,e4,e5,e6*",
        "xe2",
        "after a5-e5: xe2 is not legal: the whole row goes",
    ),
    "wrong is right": ('"b2 (b3)"', '"a5-e5 xe2,e3,e4,e5,e6"', "is also right: 'a5-e5 xe2,e3,e4,e5,e6*' is"),
    "wrong is part of right": ('"b2 (b3)"', '"a5-e5"', "the wrong line 'a5-e5' is also right"),
    "twice": ('e6*"]', 'e6*", "a5-e5 x"]', "which is right, too; one of them is enough"),
    "reply without brackets": ("b2 (b3)", "b2 b3", "after b2: the decision is not the learner's, write (b3)"),
    "brackets": (
        "a5-e5 xe2,e3,e4,e5,e6*",
        "a5-e5 (xe2,e3,e4,e5,e6*)",
        "is the learner's, write xe2",
    ),
    "open bracket": ("b2 (b3)", "b2 (b3", "a bracket is not closed"),
    "different replies": (
        '"b2 (b3)"',
        '"b2 (b3) h2", "b2 (c2) h2"',
        "have different replies",
    ),
    "before": ('right = "any"', 'right = "any"\nbefore = ["b9"]', "step 1 (push), before: "),
    "blank": ('"Make a row."', '"Make a row. "', "`task` begins or ends with a blank"),
}


def written(folder: Path, text: str) -> Path:
    path = folder / "own.toml"
    path.write_text(text, encoding="utf-8")
    return path


def test_a_course_is_read(tmp_path: Path) -> None:
    course = read_course(written(tmp_path, SOUND), "gipf")
    push, row = course.steps
    assert (course.name, course.game.version, push.name, row.name) == ("own", "basic", "push", "row")
    assert len(push.tree.edges) == len(push.position.codes)
    verdicts = {
        edge.decision.text: (edge.verdict, edge.done, edge.answer) for edge in row.tree.edges.values()
    }
    assert verdicts == {"a5-e5": ("right", False, ""), "b2": ("wrong", True, "That makes no row.")}
    (taking,) = row.tree.edges[row.position.decision("a5-e5").code].to.edges.values()
    assert (taking.verdict, taking.done, taking.answer) == ("right", True, "Well done.")


def test_the_example_of_the_guide_is_sound(tmp_path: Path) -> None:
    guide = (ROOT / "docs" / "courses.md").read_text(encoding="utf-8")
    example = guide.partition("```toml\n")[2].partition("```")[0]
    found, mistakes = check_course(written(tmp_path, example), "gipf")
    assert not mistakes
    assert found is not None
    assert len(found.steps) == 3


def test_texts_of_a_file(tmp_path: Path) -> None:
    texts = texts_of(written(tmp_path, SOUND))
    assert texts[:2] == ["GIPF, basic", "Push and take rows."]
    assert {"Make a row.", "That makes no row.", "Point at a dot."} <= {*texts}
    assert not {"push", "b2 (b3)", "any"} & {*texts}


@pytest.mark.parametrize("name", MISTAKES)
def test_a_mistake_is_explained(tmp_path: Path, name: str) -> None:
    right, wrong, message = MISTAKES[name]
    assert right in SOUND
    _, mistakes = check_course(written(tmp_path, SOUND.replace(right, wrong, 1)), "gipf")
    assert len(mistakes) == 1
    assert message in str(mistakes[0])
    assert str(mistakes[0]).startswith("own.toml")


def test_all_mistakes_are_found_at_once(tmp_path: Path) -> None:
    text = COURSE.replace("summary =", "sumary =").replace('hint = "Point', 'hnit = "Point')
    _, mistakes = check_course(written(tmp_path, text), "gipf")
    places = [str(mistake).partition(": ")[0] for mistake in mistakes]
    assert places == [
        *["own.toml"] * 2,
        *["own.toml, step 1 (push)"] * 2,
        "own.toml, step 2 (row), wrong",
    ]


def test_reading_raises_the_first_mistake(tmp_path: Path) -> None:
    with pytest.raises(CourseError, match=r"own\.toml: `title` is missing"):
        read_course(written(tmp_path, SOUND.replace("title", "tilte", 1).replace("tilte", "# title")), "gipf")


def test_a_version_in_which_time_runs_has_no_course(tmp_path: Path) -> None:
    _, mistakes = check_course(written(tmp_path, SOUND.replace('"basic"', '"level2"')), "tamsk")
    assert "time runs in the version level2; a course needs one without, such as level1" in str(mistakes[0])


TIMED_STEP = """
[[steps]]
name = "sand"
title = "Save a glass"
text = "The sand runs."
task = "Save the glass."
version = "level2"
position = "T2 001r{3000}1b{90000}/00000/000000/0b{80000}000001r{170000}/000000/00000/0r{160000}001b{70000} \
30.30 0.0 r - 0 @50000 - -"
right = ["a3-a2+"]
answer = "Saved."
hint = "Look at a3."

[[steps.wrong]]
lines = ["d7-d6+ (5s:a4-b5+)"]
answer = "It has run out."
"""
LEVEL1 = (
    COURSE_OF_ONE_STEP.replace('"basic"', '"level1"').replace('"discs" = 1.0', '"rings dropped" = 1.0')
    + TIMED_STEP
)


def test_time_stands_still_in_a_step_until_the_learner_has_decided(tmp_path: Path) -> None:
    """A step may have a version with time of its own; a line says how much later a reply comes."""
    found, mistakes = check_course(written(tmp_path, LEVEL1), "tamsk")
    assert not mistakes
    assert found is not None
    step = found.step("sand")
    assert (found.game.version, step.game.version) == ("level1", "level2")
    right, wrong = step.tree.edges.values()
    assert right.to.position.time == step.position.time
    assert wrong.to.position.time == step.position.time + 5000
    assert "1r{x53000}" in str(wrong.to.position)  # three seconds were left, five have passed


@pytest.mark.parametrize(
    ("right", "wrong", "message"),
    [
        ("a3-a2+", "2s:a3-a2+", "time stands still for the learner; write a3-a2+ without the seconds"),
        ("5s:a4-b5+", "9999s:a4-b5+", "a4-b5+ is not legal"),
        ('"level2"', '"level9"', "tamsk has no version 'level9'"),
        ('right = "any"', 'right = ["a1-a2+ (5s:a4-a3+)"]', "time does not run here; leave the seconds out"),
    ],
)
def test_mistakes_with_time_are_explained(tmp_path: Path, right: str, wrong: str, message: str) -> None:
    _, mistakes = check_course(written(tmp_path, LEVEL1.replace(right, wrong, 1)), "tamsk")
    assert any(message in str(mistake) for mistake in mistakes), mistakes
