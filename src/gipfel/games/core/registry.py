"""Which games there are, and where their folders are. A game is loaded when it is first needed.

A game is a package with a module `game` that offers its Game class as GAME. Beside it there may be `about`,
`rulebook` and the folders `locale` and `courses`. Games are found in three places: every folder beside
`core`, packages that were registered, and packages that other distributions name as entry points of the group
`gipfel.games`.
"""

import logging
from collections.abc import Iterator, Mapping
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any
from unicodedata import combining, normalize

from gipfel.games.core.game import Game
from gipfel.locale import add_catalogues
from gipfel.notation import formats
from gipfel.notation.collection import add_readers, add_writers
from gipfel.notation.errors import BrokenGame, PositionError, UnknownGame, check_text

if TYPE_CHECKING:
    from gipfel.games.core.about import About
    from gipfel.notation.collection import Reader
    from gipfel.notation.collection_writer import Writer

GAMES = Path(__file__).parents[1]
SHARED = "core"
"""The only folder beside those of games."""
ENTRY_POINTS = "gipfel.games"

logger = logging.getLogger("gipfel.games")

_registered: dict[str, str] = {}


def register(name: str, package: str) -> None:
    """Register a game whose folder is elsewhere; `package` is the name of its Python package."""
    _registered[name] = package


# --- Finding games --------------------------------------------------------------------------------


@cache
def _own() -> Mapping[str, str]:
    """The packages of the games that are folders of Gipfel, by name."""
    folders = (path.parent.name for path in GAMES.glob("*/__init__.py"))
    return {name: f"gipfel.games.{name}" for name in sorted(folders) if name != SHARED}


@cache
def _others() -> Mapping[str, str]:
    """The packages of games from other distributions, by name."""
    from importlib.metadata import entry_points

    found: dict[str, str] = {}
    for point in sorted(entry_points(group=ENTRY_POINTS), key=lambda point: (point.name, point.value)):
        if point.name in found or point.name in _own() or point.name in _registered:
            logger.warning(
                "%s: the game %s is left out, there is one of that name already", point.value, point.name
            )
        else:
            found[point.name] = point.module
    return found


def _package(name: str) -> str | None:
    """The package of a game; entry points are read only for names that are not known here."""
    return _own().get(name) or _registered.get(name) or _others().get(name)


def known_name(name: str) -> str:
    """The name of the game that is meant, whatever its case and accents: `punct` for `PÜNCT`.

    A name that no game has stays as it is. What people type is read with this; everything else takes names as
    they are, so that caches have one entry for each game.
    """
    if not isinstance(name, str) or name in _own() or name in _registered:
        return name
    plain = _plain(name)
    if plain in _own() or plain in _registered:
        return plain
    return plain if plain in _others() and name not in _others() else name


def _plain(name: str) -> str:
    """A name in small letters without accents."""
    letters = normalize("NFKD", name.strip().casefold())
    return "".join(letter for letter in letters if not combining(letter))


def forget_games() -> None:
    """Clear the cache of games; needed only if packages were installed while the program runs."""
    for found in (_own, _others, _loaded, about):
        found.cache_clear()
    _reported.clear()


def found_names() -> tuple[str, ...]:
    """The names of all games that were found, in their order; some may turn out to be broken."""
    return tuple(sorted(_packages(), key=_listed))


def _packages() -> Mapping[str, str]:
    """The packages of all games, by name."""
    return {**_own(), **_registered, **_others()}


def _listed(name: str) -> tuple[int, str, str]:
    """A sort key: games of the series in its order, which loads none of them, then the others by title."""
    from gipfel.games.core.about import LAST

    order = about(name).order
    return (order, "" if order < LAST else _title(name), name)


def _title(name: str) -> str:
    """The title of a game as a sort key; a broken game has only its name."""
    found = _loaded(name)
    return (name if isinstance(found, BrokenGame) else found.title).casefold()


def game_names() -> tuple[str, ...]:
    """The names of all games that can be played, in the order in which they are listed."""
    return tuple(name for name in found_names() if not _is_left_out(name))


def _is_left_out(name: str) -> bool:
    """Is a game broken? Lists leave it out, so the log says it."""
    problem = problem_of(name)
    if problem is not None:
        _warn_once(str(problem))
    return problem is not None


_reported: set[str] = set()


def _warn_once(message: str) -> None:
    """Log a warning that this process has not logged before."""
    if message not in _reported:
        _reported.add(message)
        logger.warning("%s", message)


# --- Loading games --------------------------------------------------------------------------------


@cache
def _loaded(name: str) -> type[Game] | BrokenGame:
    """The Game class of a name, or the error that prevents loading it."""
    package = _package(name)
    assert package is not None
    try:
        kind: type[Game] = import_module(f"{package}.game").GAME
        if kind.name != name:
            return BrokenGame(
                f"{name} cannot be loaded: its class in {package}.game has the name {kind.name!r} "
                f"instead of {name!r}"
            )
        kind().start(seed=1)
    except (Exception, SystemExit) as error:  # a module that ends the program is broken, too
        return BrokenGame(f"{name} cannot be loaded: {type(error).__name__}: {error}")
    return kind


def problem_of(name: str) -> BrokenGame | None:
    """The error that prevents loading a game; None if it can be loaded."""
    found = _loaded(name)
    return found if isinstance(found, BrokenGame) else None


def game_type(name: str) -> type[Game]:
    """The Game class of a name. Raises UnknownGame, or BrokenGame if its folder cannot be loaded."""
    check_name(name)
    found = _loaded(name)
    if isinstance(found, BrokenGame):
        raise BrokenGame(str(found))
    return found


def check_name(name: str) -> None:
    """Raises UnknownGame if there is no game of that name."""
    if _package(name) is None:
        raise UnknownGame(f"there is no game {name!r}; there are {', '.join(game_names())}")


def game(name: str, version: str | None = None, **options: Any) -> Game:
    """A game in a version (the first one if none is named) with its options."""
    return game_type(name)(version, **options)


def upgraded_options(
    name: str, number: int, version: str | None, options: Mapping[str, Any]
) -> Mapping[str, Any]:
    """Options that were written down in format `number`, as they are written today.

    The options of a game that cannot be loaded stay as they are.
    """
    if number >= formats.NEWEST or _package(name) is None:
        return options
    kind = _loaded(name)
    if isinstance(kind, BrokenGame):
        return options
    return kind.upgraded_options(number, version or kind.versions[0], options)


def game_of_position(
    name: str, text: str, version: str | None = None, options: Mapping[str, Any] | None = None
) -> Game:
    """The game a position text is written for: the text decides, a contradicting version is an error."""
    check_text(text, "a position", PositionError)
    kind = game_type(name)
    options = dict(options or {})
    found = kind.version_in(text)
    if found is None:
        return kind(version, **options)
    text_version, text_options = found
    if version is not None and kind(version).version != text_version:
        raise PositionError(f"the position is one of {name} {text_version}, not of {version}")
    for option, value in options.items():
        if option in text_options and str(text_options[option]) != str(value):
            raise PositionError(f"the position has {option}={text_options[option]}, not {value}")
    return kind(text_version, **{**text_options, **options})


# --- What else is in a game's folder --------------------------------------------------------------


def part_of(name: str, part: str) -> ModuleType | None:
    """A module of a game's folder; None if there is none, or if it is broken, which the log says."""
    module = f"{_package(name)}.{part}"
    try:
        return None if find_spec(module) is None else import_module(module)
    except (Exception, SystemExit) as error:
        _warn_once(f"{module} cannot be loaded: {type(error).__name__}: {error}")
        return None


@cache
def about(name: str) -> "About":
    """What the program says and knows about a game; the defaults if its folder has none."""
    from gipfel.games.core.about import About

    module = part_of(name, "about")
    found = getattr(module, "ABOUT", None)
    if module is not None and not isinstance(found, About):
        logger.warning("%s has no ABOUT; defaults are used", module.__name__)
    return found if isinstance(found, About) else About()


def folder_of(name: str) -> Path:
    """The folder of a game. Raises UnknownGame."""
    check_name(name)
    spec = find_spec(_package(name) or "")
    if spec is None or not spec.submodule_search_locations:
        raise UnknownGame(f"{name} has no folder")
    return Path(next(iter(spec.submodule_search_locations)))


def _catalogue_folders() -> Iterator[Path]:
    """Where the translations of all games are."""
    for name in _packages():
        try:
            folder = folder_of(name) / "locale"
        except (ImportError, UnknownGame):
            continue  # a package that cannot be imported has no texts either
        if folder.is_dir():
            yield folder


add_catalogues(_catalogue_folders)


# --- Formats of other programs ----------------------------------------------------------------------


def _readers() -> "list[Reader]":
    from gipfel.games.core.importing import collection_readers

    return collection_readers()


def _writers() -> "list[Writer]":
    from gipfel.games.core.exporting import SGF_WRITER

    return [SGF_WRITER]


add_readers(_readers)
add_writers(_writers)
