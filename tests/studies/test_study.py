"""The file of a study."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from gipfel import GipfelError, read_record
from gipfel.studies import Chapter, Study, StudyError, read_study, study_of, write_study
from gipfel.studies.page import study_page
from gipfel.studies.study import LONGEST_TEXT, MOST_CHAPTERS, tidy_text

BOARD = """Gipfel record 2
game: gipf

1. e1-e3 [!, white 53.5%]  # good
> 1. a1-c3 [?]  # name: Other
result: *
"""
TEXT = f"Gipfel study 1\ntitle: Openings\nlanguage: de\n\nchapter: One\n\nBefore.\n\n{BOARD}\nAfter.\n"
RECORD = read_record(BOARD)


def test_a_study_is_read_and_written():
    study = read_study(TEXT)
    assert study == Study("Openings", (Chapter("One", ("Before.", RECORD, "After.")),), "de")
    assert write_study(study) == TEXT


@settings(max_examples=60, deadline=None)
@given(st.lists(st.one_of(st.text(max_size=80), st.just(RECORD)), max_size=6))
def test_whatever_is_written_is_read_again(blocks):
    kept = []
    for block in (tidy_text(one) if isinstance(one, str) else one for one in blocks):
        if block and not (isinstance(block, str) and kept and isinstance(kept[-1], str)):
            kept.append(block)
    study = Study("Any", (Chapter("One", tuple(kept)), Chapter("Two")))
    assert read_study(write_study(study)) == study


def test_lines_that_look_like_something_else_stay_text():
    study = Study("T", (Chapter("C", ("chapter: no\n\\\nGipfel record 2\n\\chapter: x",)),))
    assert read_study(write_study(study)) == study


def test_games_become_chapters():
    named = read_record(BOARD.replace("game: gipf", "game: gipf\nwhite: Ada\nblack: Ben"))
    assert [chapter.title for chapter in study_of("T", (RECORD, named)).chapters] == ["GIPF", "Ada – Ben"]


def test_a_chapter_without_players_is_called_like_its_game():
    project, unknown = (
        read_record(f"Gipfel record 2\ngame: {name}\n\nresult: *\n") for name in ("project", "chess")
    )
    titles = [chapter.title for chapter in study_of("T", (project, unknown), "de").chapters]
    assert titles == ["GIPF mit Potentialen", "chess"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "begins with the line 'Gipfel study 1'"),
        ("Gipfel study 9\ntitle: T\n", "'Gipfel study 9' is not known"),
        ("Gipfel study 1\n", "the title of a study is one line"),
        (TEXT.replace("title: Openings", "colour: red"), "line 2: before the first chapter stand"),
        (TEXT.replace("language: de", "language: tlh"), "the language 'tlh' is not known"),
        (TEXT.replace("chapter: One", "chapter:"), "line 5: the title of a chapter is one line"),
        (TEXT.replace("result: *", ""), "begins in line 9: the record is cut off"),
        (TEXT.replace("e1-e3 [!", "e1-e3 [wow"), "line 12"),
        (TEXT.replace("Before.", "x" * (LONGEST_TEXT + 1)), "has more than 20000 letters"),
        ("Gipfel study 1\ntitle: T\n" + "chapter: C\n" * (MOST_CHAPTERS + 1), "at most 100 chapters"),
        ("Gipfel study 1\n" + "x" * 2_000_001, "at most 2000000 letters"),
    ],
)
def test_a_study_that_is_wrong(text, message):
    with pytest.raises(GipfelError, match=message):
        read_study(text)


def test_an_illegal_turn_is_named():
    with pytest.raises(GipfelError, match="line 12, turn 1"):
        study_page(read_study(TEXT.replace("e1-e3", "e1-e5")))


def test_a_study_that_is_too_long():
    with pytest.raises(StudyError, match="two texts in a row"):
        Chapter("C", ("one", "two"))
    with pytest.raises(StudyError, match="at most 200 boards"):
        Study("T", (Chapter("C", (RECORD,) * 201),))


def test_a_page_asks_for_nothing_and_runs_nothing_of_others():
    study = Study("<script>1</script>", (Chapter("<b>", ("</script><img src=x>", RECORD)),))
    page = study_page(study)
    assert "<img" not in page
    assert "<b>" not in page.replace("<b>!</b>", "").replace("<b>?</b>", "")
    for outside in ("http://", "https://", "src=", "@import"):
        assert outside not in page.replace("&lt;img src=x&gt;", ""), outside
