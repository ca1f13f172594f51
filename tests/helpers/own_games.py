"""Gipfel's own games, and those that have an optional part: games of other packages are tested there."""

from gipfel.games.core.registry import folder_of, game_names, game_type, part_of

OWN = tuple(name for name in game_names() if game_type(name).__module__.startswith("gipfel."))
"""The games whose folders are in this repository, in their order."""
NAMES = sorted({word for name in OWN for word in game_type(name).title.split() if word.isupper()})
"""The words that all languages share: GIPF, PÜNCT and so on."""
WITH_RULEBOOK = tuple(name for name in OWN if part_of(name, "rulebook") is not None)
TRANSLATED = tuple(name for name in OWN if (folder_of(name) / "locale").is_dir())
WITH_EVALUATION = tuple(name for name in OWN if game_type(name)().has_evaluation)


def versions_of(names: tuple[str, ...]) -> list[tuple[str, str]]:
    """These games in every version."""
    return [(name, version) for name in names for version in game_type(name).versions]
