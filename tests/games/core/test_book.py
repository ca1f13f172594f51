"""Opening books: the file, what is played from it, and what becomes of a damaged one."""

import logging
from pathlib import Path
from random import Random

import pytest

import gipfel
from gipfel.games.core import book
from gipfel.games.core.book import (
    FILE,
    TURNS,
    BadBook,
    BookDecision,
    Section,
    book_of,
    read_book,
    section_name,
    write_book,
)
from gipfel.games.core.images import SharedText

GIPF = gipfel.game("gipf", "basic")
START = SharedText(GIPF.start())
CORNER = START.image().decisions()[0].text
OTHER = START.image().decisions()[3].text
POSITIONS = {START.text: (BookDecision(CORNER, 30), BookDecision(OTHER, -10))}
SECTIONS = {"basic": Section({TURNS: 4, "seconds": 0.5}, POSITIONS)}


@pytest.fixture
def path(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A book in a folder that is taken for the folder of every game."""
    monkeypatch.setattr(book, "folder_of", lambda name: tmp_path)
    write_book(tmp_path / FILE, "gipf", 50, SECTIONS)
    return tmp_path / FILE


def warnings_in(caplog: pytest.LogCaptureFixture) -> list[str]:
    return [record.getMessage() for record in caplog.records if record.levelno == logging.WARNING]


def test_what_is_written_is_read(path: Path) -> None:
    assert read_book(path, "gipf") == (50, SECTIONS)


def test_line_ends_of_other_systems_do_no_harm(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b"\n", b"\r\n"))
    assert read_book(path, "gipf") == (50, SECTIONS)


def test_a_section_belongs_to_a_version_with_its_options() -> None:
    assert section_name(gipfel.game("zertz", "extended")) == "extended"
    assert section_name(gipfel.game("zertz", "extended", rings=43)) == "extended rings=43"


def test_decisions_are_chosen_at_random_and_the_best_one_more_often(path: Path) -> None:
    found = book_of(GIPF)
    assert found is not None
    after = {SharedText(START.image().play(text)).text: text for text in (CORNER, OTHER)}
    assert len(after) == 2
    chosen = []
    for seed in range(100):
        decision = found.decision(GIPF.start(), Random(seed))
        assert decision is not None
        chosen.append(after[SharedText(GIPF.start().play(decision)).text])
    assert 60 < chosen.count(CORNER) < 98  # 51 of 62 parts


def test_outside_the_book_there_is_no_decision(path: Path) -> None:
    found = book_of(GIPF)
    assert found is not None
    position = GIPF.start()
    assert found.decision(position.play(position.decisions()[0]), Random(1)) is None


def test_other_options_have_no_book(path: Path) -> None:
    assert book_of(gipfel.game("gipf", "basic", extra_black=1)) is None
    assert book_of(gipfel.game("gipf", "standard")) is None


def test_a_game_with_time_and_a_random_start_have_no_book() -> None:
    assert book_of(gipfel.game("tamsk", "level2")) is None
    assert book_of(gipfel.game("dvonn", "random")) is None


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda data: data[:-4], "its checksum is wrong"),
        (lambda data: data.replace(b" 30", b" 31"), "its checksum is wrong"),
        (lambda data: data.replace(b'"gipf"', b'"yinsh"'), "should be a book of gipf in format 1"),
        (lambda data: data.replace(b'"format": 1', b'"format": 2'), "should be a book of gipf in format 1"),
        (lambda data: data[20:], "it cannot be read"),
        (lambda data: b"", "it cannot be read"),
        (lambda data: b"[]\n", "it cannot be read"),
        (lambda data: b"\xff\xfe" + data, "it cannot be read"),
    ],
    ids=["cut", "changed", "game", "format", "head", "empty", "list", "bytes"],
)
def test_a_damaged_book_is_one_warning_and_no_book(damage, message, path, caplog) -> None:
    path.write_bytes(damage(path.read_bytes()))
    with pytest.raises(BadBook, match=message):
        read_book(path, "gipf")
    assert book_of(GIPF) is None
    assert book_of(GIPF) is None
    [warning] = warnings_in(caplog)
    assert warning.startswith(f"{path} is damaged: ")
    assert "The engine plays without it" in warning


def test_a_decision_that_is_not_legal_is_never_played(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    wrong = {START.text: (BookDecision("e5-e6", 0),)}
    write_book(path, "gipf", 50, {"basic": Section({TURNS: 4}, wrong)})
    for _ in range(2):
        found = book_of(GIPF)
        assert found is not None
        assert found.decision(GIPF.start(), Random(1)) is None
        assert found.decision(GIPF.start(), Random(2)) is None
    [warning] = warnings_in(caplog)
    assert "e5-e6" in warning


def test_no_file_is_no_book_and_no_warning(path: Path, caplog: pytest.LogCaptureFixture) -> None:
    path.unlink()
    assert book_of(GIPF) is None
    assert not warnings_in(caplog)
