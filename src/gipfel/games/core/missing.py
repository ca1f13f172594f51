"""Which optional parts a game does not have, and what takes their place."""

from collections.abc import Iterator

from gipfel.games.core.about import points
from gipfel.games.core.game import Game
from gipfel.games.core.registry import about, folder_of, game_type, part_of


def missing_parts(name: str) -> list[str]:
    """One sentence for every optional part that a game does not have. Raises UnknownGame."""
    kind = game_type(name)
    return [
        f"{name} has no {part}: {instead}" for part, instead in (*_modules(name, kind), *_words(name, kind))
    ]


def _modules(name: str, kind: type[Game]) -> Iterator[tuple[str, str]]:
    if getattr(part_of(name, "rulebook"), "RULEBOOK", None) is None:
        yield "rulebook", "the page shows the summary instead"
    if not kind().has_evaluation:
        yield "evaluation", "the engine plays by random games (UCT)"
    if kind().own_encoding() is None:
        yield "encoding", "learning programs get no observations and no actions"
    if not _has(kind, "paths"):
        yield "pointing", "places named in a decision's text are pointed at, or a button with the text"
    if not _has(kind, "changes"):
        yield "changes", "animations follow from the difference between two pictures"
    if not _has(kind, "task"):
        yield "words", "players read sentences that fit any game"
    if not _has(kind, "pieces"):
        yield "pieces", "what stands where is read from its picture, which takes longer"
    if part_of(name, "keys") is None:
        yield "keys", "an explorer makes every image of a position, which takes longer"
    if not (folder_of(name) / "locale").is_dir():
        yield "translations", "its texts are English in every language"


def _has(kind: type[Game], method: str) -> bool:
    """Does a game define a method itself, in its class or in a module of its folder?"""
    return getattr(kind, method) is not getattr(Game, method)


def _words(name: str, kind: type[Game]) -> Iterator[tuple[str, str]]:
    if part_of(name, "about") is None:
        yield "about", "names, levels, openings and colours are the usual ones"
        return
    known = about(name)
    for version in kind.versions:
        if version not in known.versions:
            yield f"words for the version {version}", "the page shows its name"
    for option in kind.all_options:
        if option.name not in known.options and not known.composed:
            yield f"words for the option {option.name}", "the page shows its name and help"
    if known.cover is None:
        yield "cover", "the page shows the start position"
    if known.editor is None:
        yield "editor form", "positions are edited as text"
    if known.lead is points and kind().has_evaluation:
        yield "unit of a lead", "a lead is counted in points"
    if not known.levels:
        yield "levels of its own", "the usual levels are used"
