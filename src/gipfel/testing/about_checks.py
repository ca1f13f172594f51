"""What a game's `about.py` says about versions, options and positions must fit the game."""

from collections.abc import Iterator

from gipfel.games.core.about import About
from gipfel.games.core.game import Game
from gipfel.games.core.options import Option, Value
from gipfel.games.core.registry import game_of_position
from gipfel.notation.errors import GipfelError


def about_mistakes(kind: type[Game], about: About) -> list[str]:
    """One sentence for each thing in `about.py` that does not exist in the game, or cannot be read.

    The texts of options are checked, too: the help in `game.py` and the explanation in `about.py`.
    """
    found = (*_versions(kind, about), *_options(kind, about), *_cover(kind, about))
    return [
        *(f"{kind.name}, game.py: {sentence}" for sentence in _help_texts(kind)),
        *(f"{kind.name}, about.py: {sentence}" for sentence in found),
    ]


def _help_texts(kind: type[Game]) -> Iterator[str]:
    for option in kind.all_options:
        if not option.help or option.help.endswith("."):
            yield f"the help of the option {option.name!r} must be a phrase without full stop, or a question"


def _versions(kind: type[Game], about: About) -> Iterator[str]:
    named = {
        "versions": about.versions,
        "opening_turns_of": about.opening_turns_of,
        "measured": (about.measured,),
        "short_game": (about.short_game.version,),
    }
    for field, versions in named.items():
        for version in versions:
            if version and version not in kind.versions:
                known = ", ".join(kind.versions)
                yield f"{field} names the version {version!r}, which does not exist; versions are {known}"


def _options(kind: type[Game], about: About) -> Iterator[str]:
    options = {option.name: option for option in kind.all_options}
    for name, words in about.options.items():
        if name not in options:
            known = ", ".join(options) or "none"
            yield f"there are words for the option {name!r}, which does not exist; options are {known}"
            continue
        if not words.explanation.endswith((".", "?")):
            yield f"the explanation of the option {name!r} must end with a full stop or a question mark"
        for value in words.values:
            if not _is_allowed(options[name], value):
                known = ", ".join(repr(allowed) for allowed in options[name].values)
                yield f"there are words for {name}={value!r}, which is not allowed; values are {known}"


def _is_allowed(option: Option, value: Value) -> bool:
    """Is it a value of the option, of the same type? Words are looked up by the value itself."""
    if any(type(value) is type(allowed) and value == allowed for allowed in option.values):
        return True
    return (
        option.between is not None and type(value) is int and option.between[0] <= value <= option.between[1]
    )


def _cover(kind: type[Game], about: About) -> Iterator[str]:
    if about.cover is None:
        return
    version, text = about.cover.version, about.cover.position
    try:
        game_of_position(kind.name, text, version).position(text)
    except GipfelError as error:
        yield f"the cover, {text!r} in the version {version!r}, is not a position of the game: {error}"
