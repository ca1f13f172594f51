"""What players call versions and buttons; to programs each is one English word."""

from gipfel.games.core.registry import about
from gipfel.locale import say


def version_name(game: str, version: str) -> str:
    """What players call a version of a game, in the language that is spoken now."""
    return say(about(game).version_name(version))


def button_name(name: str) -> str:
    """What a button is called in a sentence, in the language that is spoken now."""
    return say(name)


def button_text(name: str, *games: str) -> str:
    """What is written on a button of one of these games, in the language that is spoken now."""
    for game in games:
        for button in about(game).buttons:
            if button.name == name:
                return say(button.text or button.name)
    return say(name)
