"""The names of versions and buttons as players read them; programs use one English word for each."""

from functools import cache

from gipfel.games.core.registry import about, folder_of
from gipfel.locale import ENGLISH, current_language, say


def text_language(game: str) -> str:
    """The language of a game's own texts: the current one if the game is translated into it, else English."""
    return current_language() if _is_translated(game, current_language()) else ENGLISH


@cache
def _is_translated(game: str, language: str) -> bool:
    return (folder_of(game) / "locale" / language / "messages.po").exists()


def version_name(game: str, version: str) -> str:
    """What players call a version of a game, in the current language."""
    return say(about(game).version_name(version))


def version_title(game: str, version: str) -> str:
    """The title of a version in a list of all versions, in the current language."""
    words = about(game).versions.get(version)
    return say(words.title) if words is not None and words.title else version_name(game, version)


def version_summary(game: str, version: str) -> str:
    """How a version differs from the others, in the current language."""
    words = about(game).versions.get(version)
    return "" if words is None else say(words.summary)


def button_name(name: str) -> str:
    """What a button is called in a sentence, in the current language."""
    return say(name)


def button_text(name: str, *games: str) -> str:
    """What is written on a button of one of these games, in the current language."""
    for game in games:
        for button in about(game).buttons:
            if button.name == name:
                return say(button.text or button.name)
    return say(name)
