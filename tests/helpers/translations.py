"""The files with translations."""

from functools import cache
from pathlib import Path

from babel.messages.catalog import Catalog, Message
from babel.messages.pofile import read_po

import gipfel
from gipfel.games.core.registry import folder_of
from tests.helpers import own_games

LOCALE = Path(gipfel.__file__).parent / "locale"
FOLDERS = [LOCALE, *(folder_of(name) / "locale" for name in own_games.TRANSLATED)]
"""Where translations are: what all share, and each game's own. A game may do without."""


def read(path: Path, language: str | None = None) -> Catalog:
    with path.open("rb") as file:
        return read_po(file, locale=language)


@cache
def template() -> list[Message]:
    """All texts there are."""
    return [message for folder in FOLDERS for message in read(folder / "messages.pot") if message.id]


def catalogues(language: str) -> list[Path]:
    paths = (folder / language / "messages.po" for folder in FOLDERS)
    return [path for path in paths if path.exists()]
