"""Digits, decimals, lists and directions, as each language writes them."""

import re

import pytest

import gipfel
from gipfel.cli.text import printable_line
from gipfel.locale import (
    current_writing,
    decimal,
    digits,
    languages,
    listed,
    note,
    say,
    say_many,
    translate_filled,
    using_language,
)
from gipfel.locale.po import writing_of
from gipfel.locale.texts import SLOT
from gipfel.locale.writing import AS_ENGLISH, Writing, runs_left_to_right
from tests.helpers.translations import catalogues, read

PERSIAN = writing_of("fa")
LEFT_TO_RIGHT = [language.code for language in languages() if language.direction == "ltr"]


# --- Numbers --------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("language", "number"), [("en", "1.5"), ("de", "1,5"), ("fr", "1,5"), ("uk", "1,5"), ("fa", "۱٫۵")]
)
def test_decimals(language: str, number: str) -> None:
    with using_language(language):
        assert decimal(1.5, 1) == number


def test_digits() -> None:
    assert digits("1:05") == "1:05"
    with using_language("de"):
        assert digits(12) == "12"
    with using_language("fa"):
        assert digits("1:05") == "۱:۰۵"
        assert say_many("One player", "{n} players", 12) == "۱۲ بازیکن"


def test_numbers_in_sentences_have_the_digits_of_the_language_and_notation_has_not() -> None:
    with using_language("fa"):
        assert say("Round {round} of {rounds}", round=3, rounds=10) == "دور ۳ از ۱۰"
        assert "e1" in say("Point at a spot next to {dot}.", dot="e1")
        assert "۳۰۰" in translate_filled("no end after 300 turns", [note("no end after {number} turns")])


def test_english_is_not_changed() -> None:
    assert current_writing() == AS_ENGLISH
    assert say("Round {round} of {rounds}", round=3, rounds=10) == "Round 3 of 10"
    assert listed(["a", "b", "c"]) == "a, b, c"
    assert listed([]) == ""


@pytest.mark.parametrize("language", LEFT_TO_RIGHT)
def test_languages_from_left_to_right_need_no_isolates(language: str) -> None:
    with using_language(language):
        said = say("{text} is not legal: {why}", text="^a4-b5+", why="?")
    assert "\u2066" not in said


def test_lists_have_the_comma_of_the_language() -> None:
    with using_language("fa"):
        assert listed(["سفید", "مشکی"]) == "سفید، مشکی"
        assert listed(["a1", "b2"]) == "\u2066a1\u2069، \u2066b2\u2069"


def test_a_list_runs_in_the_direction_of_its_sentence() -> None:
    """Its items are isolated, and nothing around several of them."""
    with using_language("fa"):
        some = listed(["a1-a2", "b1", "c3*"])
        assert some == "\u2066a1-a2\u2069، \u2066b1\u2069، \u2066c3*\u2069"
        assert say("The solution: {line}.", line=some) == f"راه‌حل: {some}."


# --- Directions -----------------------------------------------------------------------------------


@pytest.mark.parametrize("text", ["e1-e3", "^a4-b5+", "5000 r a1-a2+", "?(die:6-1)", "GIPF", "game.txt"])
def test_what_runs_the_other_way_is_isolated(text: str) -> None:
    assert PERSIAN.isolated(text) == f"\u2066{text}\u2069"
    assert PERSIAN.isolated(PERSIAN.isolated(text)) == f"\u2066{text}\u2069"
    assert AS_ENGLISH.isolated(text) == text


@pytest.mark.parametrize("text", ["سفید", "GIPF با پتانسیل", "12", "3:05", "+", ""])
def test_what_runs_the_same_way_is_not(text: str) -> None:
    assert PERSIAN.isolated(text) == text


def test_two_isolated_parts_are_not_one() -> None:
    assert runs_left_to_right("\u2066a1\u2069, \u2066b2\u2069")
    assert not runs_left_to_right("\u2066a1, b2\u2069")


@pytest.mark.parametrize(
    ("line", "marked"),
    [
        ("GIPF با پتانسیل", True),
        ("سفید GIPF", False),
        ("\u2066e1-e5\u2069 مجاز نیست", False),
        ("1 a1-c3", False),
        ("", False),
    ],
)
def test_a_line_of_a_terminal_begins_at_the_right(line: str, marked: bool) -> None:
    assert PERSIAN.whole_line(line) == ("\u200f" + line if marked else line)
    assert Writing().whole_line(line) == line


def test_isolates_are_not_escaped_at_a_terminal() -> None:
    with pytest.raises(gipfel.GipfelError) as caught:
        gipfel.game("tamsk").start().decision("^a4-b5+")
    with using_language("fa"):
        shown = printable_line(caught.value.translated)
    assert "\u2066" in shown
    assert "\\u" not in shown


NOTATION = re.compile(
    # Signs before or behind a name or a number: ~a2, -d1, +0, *d4, a1~, e4*, a1-a2+
    r"[-+~^@!#=<>/]+[A-Za-z0-9].*|\*[a-q]\d|[A-Za-z][-\w]*\d[+~^*]|.*\.\.\.[^.]+\.\.\."
)
"""Notation that begins or ends with a sign, which would jump to the other side."""
RIGHT_TO_LEFT = [language.code for language in languages() if language.direction == "rtl"]


@pytest.mark.parametrize("language", RIGHT_TO_LEFT)
def test_notation_in_translations_is_isolated(language: str) -> None:
    wrong = []
    for message in (m for path in catalogues(language) for m in read(path, language) if m.id):
        for text in (message.string,) if isinstance(message.string, str) else tuple(message.string):
            assert text.count("\u2066") == text.count("\u2069")
            outside = SLOT.sub(" ", re.sub("\u2066[^\u2069]*\u2069", " ", text))
            wrong += [(found, text) for found in re.findall(ALONE, outside) if NOTATION.fullmatch(found)]
    assert not wrong


ALONE = re.compile(r"[^\s()'\"،؛,]+")
"""What stands between spaces, brackets and commas."""


@pytest.mark.parametrize("language", [language.code for language in languages() if language.code != "en"])
def test_no_translation_is_written_twice(language: str) -> None:
    """A translation that was filled in over several lines must not stand in both of them."""
    for message in (m for path in catalogues(language) for m in read(path, language) if m.id):
        for text in (message.string,) if isinstance(message.string, str) else tuple(message.string):
            half = len(text) // 2
            assert half < 20 or text[:half].strip() != text[half:].strip()


@pytest.mark.parametrize("language", ["fa"])
def test_the_linking_vowel_is_written_in_one_way(language: str) -> None:
    for message in (m for path in catalogues(language) for m in read(path, language) if m.id):
        assert "\u06c0" not in str(message.string)
        assert "\u0647\u0654" not in str(message.string)


def test_french_signs_stand_behind_spaces_that_do_not_break() -> None:
    """Otherwise a line could begin with a colon. A sign of notation stands behind a digit or a comma."""
    loose = re.compile("[^\\W\\d] [;:?!»%]|[}»)] [;:?!»%]|« ")
    for message in (m for path in catalogues("fr") for m in read(path, "fr") if m.id):
        for text in (message.string,) if isinstance(message.string, str) else tuple(message.string):
            assert not loose.search(text), text
