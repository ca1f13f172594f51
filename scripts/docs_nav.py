"""A hook of MkDocs: an entry of the navigation that ends in /* stands for all pages of its folder.

The page that introduces the folder comes first, then those to which it links, in its order.
"""

import re
from pathlib import Path
from typing import Any

ALL = "/*"
FIRST = ("index.md", "README.md")
"""The names of a page that introduces its folder."""
LINK = re.compile(r"\]\(([\w-]+\.md)\)")


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
    names = {page.name for page in folder.glob("*.md")}
    first = [name for name in FIRST if name in names]
    linked = [link for name in first for link in LINK.findall((folder / name).read_text(encoding="utf-8"))]
    listed = dict.fromkeys([*first, *(name for name in linked if name in names), *sorted(names)])
    return [(folder / name).relative_to(docs).as_posix() for name in listed]
