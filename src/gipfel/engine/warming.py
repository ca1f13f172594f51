"""Compiling games beforehand, so that nobody who plays has to wait."""

from dataclasses import dataclass
from time import process_time

from gipfel.engine.players.levels import make_searcher, with_endings
from gipfel.games.core.registry import game_type
from gipfel.kernel.compile_cache import NotStored, has_stored_all, only_stored_kernels


@dataclass(frozen=True, slots=True)
class Warmed:
    """What was done for a game."""

    game: str
    was_ready: bool
    """Nothing had to be compiled."""
    stored: bool
    """Others find what was compiled."""
    seconds: float
    """The CPU time that it took."""


def warm(name: str) -> Warmed:
    """Compile what levels, hints and analyses need in all versions of a game. Raises CannotCompile."""
    begin = process_time()
    was_ready = True
    try:
        with only_stored_kernels():
            _load(name)
    except NotStored:
        was_ready = False
        _load(name)
    return Warmed(name, was_ready, has_stored_all(), process_time() - begin)


def _load(name: str) -> None:
    kind = game_type(name)
    for version in kind.versions:
        game = kind(version)
        with_endings(make_searcher(game), game)
