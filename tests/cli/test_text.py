"""Texts for a terminal."""

from gipfel.cli.text import columns, printable_line


def test_one_line():
    assert printable_line("two\nlines \x1b[1m") == r"two lines \x1b[1m"
    assert len(printable_line("x" * 5000)) < 1100


def test_columns():
    assert columns(["a", "b", "c", "d", "e"], 9) == ["a  c  e", "b  d"]
    assert columns(["long word"], 3) == ["long word"]
    assert columns([], 80) == []
