"""What the pages in docs/rules say is true: their examples run, and sections that code cites exist."""

import os
import re
from pathlib import Path

import pytest

import gipfel
from tests.helpers.own_games import OWN, WITH_RULEBOOK
from tests.helpers.paths import ROOT
from tests.helpers.rule_citations import citations, marks
from tests.helpers.rule_pages import (
    FENCE,
    FOLDER,
    GAMES,
    INDEX,
    Block,
    Count,
    Example,
    blocks,
    counts,
    pages,
)

SOAK = bool(os.environ.get("GIPFEL_SOAK"))
RULES = [page for page in pages() if page != INDEX]
TABLES = [
    count for page in pages() for block in blocks(page) if block.kind == "perft" for count in counts(block)
]
SOURCES = [*sorted((ROOT / "src").rglob("*.py")), *sorted((ROOT / "tests").rglob("*.py"))]


# --- The pages --------------------------------------------------------------------------------------


def test_every_game_with_a_rulebook_has_a_page() -> None:
    described = {GAMES.get(page.stem, page.stem) for page in RULES}
    assert {*WITH_RULEBOOK} <= described <= {*OWN}


@pytest.mark.parametrize("page", RULES, ids=lambda page: page.stem)
def test_a_page_has_all_parts(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    kinds = {block.kind for block in blocks(page)}
    assert kinds == {"example", "perft"}
    assert re.search(r"^## [0-9]+\. Rulings$", text, re.M)
    assert "](../images/board-" in text
    assert page.name in INDEX.read_text(encoding="utf-8")


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.stem)
def test_no_block_is_overlooked(page: Path) -> None:
    """A misspelt language would turn a test into a picture of one."""
    languages = {match["language"] for match in FENCE.finditer(page.read_text(encoding="utf-8"))}
    assert languages <= {"example", "perft", "text", *([""] if page.stem == "potentials" else [])}


# --- Their examples ---------------------------------------------------------------------------------


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.stem)
def test_examples(page: Path) -> None:
    named: dict[str, gipfel.Position] = {}
    for block in blocks(page):
        if block.kind == "example":
            Example(block, named, slow=SOAK).run()


@pytest.mark.parametrize("count", TABLES, ids=str)
def test_perft(count: Count) -> None:
    if count.slow and not SOAK:
        assert count.number > 0
    else:
        count.check()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("game gipf basic\ncount 31", "there are 30"),
        ("game gipf basic\ngives b2w/5/6/w5b/6/5/b2w w 12/12 0/0 S s", "it is b2w"),
        ("game gipf basic\nturn e1-e3\noutcome 1-0", "it is none"),
        ("game gipf basic\nillegal e1-e3", "DID NOT RAISE"),
        ("game gipf basic\nillegal e5 because the line is full", "the message is"),
        ("game gipf basic\nonly b3, b4", "there are a1-c3"),
        ("game gipf basic\nlegal b3, e5", "e5 is not legal"),
        ("game gipf basic\nreads a3-b4 as b3", "is read as b4"),
        ("game gipf basic\nperft 2 925", "there are 924"),
        ("game gipf basic\nside Black", "it is White"),
        ("position b2w/5/6/wbw3b/6/5/b2w w 11/11 0/0 B  s", "the canonical text is"),
        ("position 3w/3w1/3b2/bbb2wb/6/5/4 b 12/10 0/0 B s\nturn a5-e5", "not finished"),
        ("play e1-e3", "no position was given yet"),
        ("gmae gipf basic", "unknown keyword 'gmae'"),
    ],
)
def test_a_wrong_example_fails(text: str, message: str) -> None:
    block = Block(FOLDER / "gipf.md", 1, "example", text)
    with pytest.raises(AssertionError, match=message):
        Example(block, {}).run()


def test_a_wrong_count_fails() -> None:
    block = Block(FOLDER / "gipf.md", 1, "perft", "game 1 2\ngipf basic 30 925\n")
    right, wrong = counts(block)
    right.check()
    with pytest.raises(AssertionError, match="there are 924"):
        wrong.check()


# --- Citations --------------------------------------------------------------------------------------


def test_what_is_cited_exists() -> None:
    for path in SOURCES:
        for page, mark in citations(path):
            assert page.exists(), f"{path}: there is no {page}"
            assert mark in marks(page), f"{path}: {page.name} has no {mark}"


def test_citations_are_found(tmp_path: Path) -> None:
    source = tmp_path / "games" / "gipf" / "rules.py"
    source.parent.mkdir(parents=True)
    source.write_text(
        '"""About docs/rules/gipf.md 4.2, 4.3 and docs/rules/punct.md, example 15."""\n'
        "# --- 3.1 Push ---\n"
        'x = at(9.9)  # why (5.1, R4)\ny = "(8.8)"\n',
        encoding="utf-8",
    )
    gipf, punct = FOLDER / "gipf.md", FOLDER / "punct.md"
    assert set(citations(source)) == {
        *((gipf, mark) for mark in ("", "4.2", "4.3", "3.1", "5.1", "R4")),
        *((punct, mark) for mark in ("", "example 15")),
    }


def test_marks_of_a_page() -> None:
    found = marks(FOLDER / "gipf.md")
    assert {"4", "4.2", "5.1.1", "R4", "example 13"} <= found
    assert {"9", "4.9", "R99", "example 99"}.isdisjoint(found)
    assert {"8.2", "T-5", "L-2", "X01"} <= marks(FOLDER / "potentials.md")
