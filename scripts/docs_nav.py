"""A hook of MkDocs: an entry of the navigation that ends in /* stands for all pages of its folder."""

from pathlib import Path
from typing import Any

ALL = "/*"
FIRST = ("index.md", "README.md")
"""The page that introduces its folder comes first."""


def on_config(config: Any) -> Any:
    docs = Path(config.docs_dir)
    config.nav = [_expanded(entry, docs) for entry in config.nav]
    return config


def _expanded(entry: Any, docs: Path) -> Any:
    if isinstance(entry, dict):
        return {title: _expanded(under, docs) for title, under in entry.items()}
    if isinstance(entry, list):
        return [_expanded(under, docs) for under in entry]
    if entry.endswith(ALL):
        return _pages(docs / entry.removesuffix(ALL), docs)
    return entry


def _pages(folder: Path, docs: Path) -> list[str]:
    pages = sorted(folder.glob("*.md"), key=lambda page: (page.name not in FIRST, page.name))
    return [page.relative_to(docs).as_posix() for page in pages]
