"""Figures in documents: Markdown tables between two marks, which a benchmark writes anew with `--write`."""

from collections.abc import Sequence
from pathlib import Path

DOCS = Path(__file__).parent.parent / "docs"
BEGIN, END = "<!-- measured: begin -->", "<!-- measured: end -->"


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    """A table in Markdown."""
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def with_figures(document: str, figures: str) -> str:
    """A document with other figures between its marks."""
    before, begin, rest = document.partition(BEGIN)
    _, end, after = rest.partition(END)
    assert begin, f"{BEGIN} is missing"
    assert end, f"{END} is missing"
    return f"{before}{begin}\n\n{figures.strip()}\n\n{end}{after}"


def write_figures(path: Path, figures: str) -> None:
    path.write_text(with_figures(path.read_text(encoding="utf-8"), figures), encoding="utf-8")
