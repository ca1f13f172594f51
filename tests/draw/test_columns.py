"""How many columns texts take in a terminal."""

import pytest

from gipfel.draw.columns import columns_of, padded, wrapped


@pytest.mark.parametrize(
    ("text", "columns"),
    [("", 0), ("e1-e3", 5), ("ZÈRTZ", 5), ("می‌رود", 5), ("e\u0301", 1), ("白の手番", 8), ("░█", 2)],
)
def test_columns(text: str, columns: int) -> None:
    assert columns_of(text) == columns
    assert columns_of(padded(text, 10)) == 10


def test_a_text_that_is_too_wide_is_not_cut() -> None:
    assert padded("白の手番", 3) == "白の手番"


@pytest.mark.parametrize(
    "text",
    [
        "White: point at a dot, then at the spot to push towards with a GIPF-piece. " * 3,
        "سفید: یک نقطه‌ی ورودی را نشان بده و سپس خانه‌ای را که به سوی آن هل می‌دهی. " * 3,
        "白の手番です。点を指してから、押す先の場所を指してください。" * 4,
        "白 " * 60,
    ],
)
@pytest.mark.parametrize("columns", [7, 20, 80])
def test_lines_fit_and_nothing_is_lost(text: str, columns: int) -> None:
    lines = wrapped(text, columns, "> ", "  ")
    assert max(map(columns_of, lines)) <= columns
    assert lines[0].startswith("> ")
    assert all(line.startswith("  ") for line in lines[1:])
    assert "".join("".join(line[2:].split()) for line in lines) == "".join(text.split())


def test_a_text_without_words_has_no_lines() -> None:
    assert wrapped("", 80) == []
    assert wrapped("\u200c", 80) == ["\u200c"]
