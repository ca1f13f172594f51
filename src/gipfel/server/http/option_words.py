"""What versions and options are called on the page, and one sentence on each, for somebody new to the game.

The words come from the games. An option without words is shown with its own name and help.
"""

from gipfel.games.core.about import OptionWords
from gipfel.games.core.names import version_name
from gipfel.games.core.options import Option, Value
from gipfel.games.core.registry import about
from gipfel.locale import say
from gipfel.server.contract.answers import ChoiceInfo, ChoiceValue


def version_title(name: str, version: str) -> str:
    """What a version is called in a list of all of them."""
    words = about(name).versions.get(version)
    return say(words.title) if words is not None and words.title else version_name(name, version)


def version_summary(name: str, version: str) -> str:
    """How a version differs from the others."""
    words = about(name).versions.get(version)
    return "" if words is None else say(words.summary)


def choice(name: str, option: Option) -> ChoiceInfo:
    """An option of a game as data for the page, in the language that is spoken now."""
    words = about(name).options.get(option.name) or OptionWords(option.name.replace("_", " "), option.help)
    return {
        "name": option.name,
        "title": say(words.title),
        "explanation": say(words.explanation),
        "values": [value_of(value, title) for value, title in option.offered(words.values)],
        "between": None if option.between is None else list(option.between),
        "default": option.default,
        "versions": list(option.versions),
        "unit": words.unit or None,
    }


def value_of(value: Value, title: str) -> ChoiceValue:
    """A value with its name, in the language that is spoken now."""
    return {"value": value, "title": say(title)}
