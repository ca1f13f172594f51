"""Where code and tests cite the pages in docs/rules, and what can be cited of a page."""

import re
import tokenize
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from tests.helpers.rule_pages import FOLDER, game_of, pages

NUMBER = r"[0-9]+(?:\.[0-9]+)*"
DOTTED = r"[0-9]+(?:\.[0-9]+)+"
RULING = r"[A-Z]-?[0-9]+"
_EXPLICIT = re.compile(
    rf"docs/rules/([a-z]+\.md)(?: ({NUMBER}(?:, {NUMBER})*))?(?:,? (example [0-9]+|[A-Z]-?[0-9]+))?"
)
_SHORT = re.compile(rf"\(((?:{DOTTED}|{RULING})(?:, (?:{DOTTED}|{RULING}))*)\)")
_HEADING = re.compile(rf"# --- ({NUMBER}(?:(?:, | to ){NUMBER})*)\.? ")


def citations(path: Path) -> Iterator[tuple[Path, str]]:
    """What the comments and docstrings of a file cite: pages, and what is cited of them (or nothing).

    Any file names a page with its folder: `docs/rules/gipf.md 4.2`. The files of a game also cite their own
    page by its sections alone: `(4.2)`, `(R4)`, or a heading `# --- 4.2 Removals`.
    """
    page = own_page(path)
    if page is None and "docs/rules/" not in path.read_text(encoding="utf-8"):
        return
    for text in _comments(path):
        for name, numbers, other in _EXPLICIT.findall(text):
            yield FOLDER / name, ""
            for mark in filter(None, (*numbers.split(", "), other)):
                yield FOLDER / name, mark
        if page is not None:
            for cited in _SHORT.findall(text):
                yield from ((page, mark) for mark in cited.split(", "))
            for cited in _HEADING.findall(text):
                yield from ((page, mark) for mark in re.split(", | to ", cited))


def own_page(path: Path) -> Path | None:
    """The page of the game whose rules a file is about."""
    for page in pages():
        if page.stem in path.parts or game_of(page) in path.parts:
            return page
    return None


def _comments(path: Path) -> Iterator[str]:
    """Comments and docstrings."""
    with path.open("rb") as file:
        for token in tokenize.tokenize(file.readline):
            if token.type == tokenize.COMMENT:
                yield token.string
            elif token.type == tokenize.STRING and token.string.startswith('"""'):
                yield " ".join(token.string.split())


@cache
def marks(page: Path) -> frozenset[str]:
    """Everything of a page that can be cited: sections, their numbered points, rulings, examples."""
    found, section = {""}, ""
    for line in page.read_text(encoding="utf-8").splitlines():
        if heading := re.match(rf"#{{2,3}} ({NUMBER})\.? ", line):
            section = heading[1]
            found.add(section)
        elif point := re.match(r"([0-9]+)\. ", line):
            found.add(f"{section}.{point[1]}")
        found.update(re.findall(rf"(?:\* \*\*|\| )({RULING})\b", line))
        found.update(example.lower() for example in re.findall(r"^\*\*(Example [0-9]+)\b", line))
        found.update(re.findall(rf"^\*\*({RULING})\b", line))
    return frozenset(found)
