"""Arguments and options that several commands have: game, version, position, database."""

from pathlib import Path
from typing import Annotated

import typer

from gipfel.cli import completion
from gipfel.games.core.game import LARGEST_SEED, Game
from gipfel.games.core.options import check_options
from gipfel.games.core.position import Position
from gipfel.games.core.registry import game_of_position, game_type, known_name
from gipfel.notation.errors import MenuError, OptionError

GameName = Annotated[
    str,
    typer.Argument(
        metavar="GAME",
        autocompletion=completion.games,
        help="The game; `gipfel games` lists them.",
        show_default=False,
        callback=known_name,
    ),
]
Version = Annotated[
    str | None,
    typer.Option(
        "--version",
        metavar="VERSION",
        autocompletion=completion.versions,
        help="Its version; the first one if none is named.",
        show_default=False,
    ),
]
PositionText = Annotated[
    str | None,
    typer.Option(
        "--position",
        metavar="TEXT",
        help="A position in the game's notation; it decides the version. The start if left out.",
        show_default=False,
    ),
]
Options = Annotated[
    list[str] | None,
    typer.Option(
        "--option",
        metavar="NAME=VALUE",
        autocompletion=completion.options,
        help="An option of the game; may be repeated.",
        show_default=False,
    ),
]
MenuFile = Annotated[
    Path | None,
    typer.Option(
        "--menu",
        metavar="FILE",
        help="A menu; it says version and options. `gipfel menu` explains it.",
        show_default=False,
    ),
]
Seed = Annotated[
    int | None,
    typer.Option(
        "--seed",
        metavar="N",
        min=-LARGEST_SEED,
        max=LARGEST_SEED,
        help="Makes everything random reproducible.",
        show_default=False,
    ),
]
Picture = Annotated[
    Path | None,
    typer.Option("--svg", metavar="FILE", help="Write the picture into an SVG file.", show_default=False),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON, for programs.")]
DatabaseUrl = Annotated[
    str | None,
    typer.Option(
        help="Where the tables are kept; SQLite in the user's data folder if not named.",
        envvar="GIPFEL_DATABASE_URL",
        show_envvar=True,
    ),
]


def read_options(texts: list[str] | None) -> dict[str, str]:
    """Options written as `name=value`."""
    options: dict[str, str] = {}
    for text in texts or ():
        name, equals, value = (part.strip() for part in text.partition("="))
        if not equals or not name:
            raise OptionError(f"the option {text!r} must be written as name=value")
        if name in options:
            raise OptionError(f"the option {name!r} is given twice")
        options[name] = value
    return options


def agreed(
    menu: Path | None, name: str, version: str | None, options: list[str] | None
) -> tuple[str | None, list[str] | None]:
    """Version and options, from the menu if there is one; the command line must not contradict it."""
    if menu is None:
        return version, options
    from gipfel.project.menu.menu import menu as read_menu

    found = read_menu(menu)
    game = found.game()
    if game.name != known_name(name) or version not in (None, game.version):
        requested = f"{name} {version or ''}".rstrip()
        raise MenuError(f"{menu}: the menu is one of {game.name} {game.version}, not of {requested}")
    for option, value in _checked(type(game), options).items():
        if str(game.options.get(option)) != value:
            raise MenuError(f"{menu}: the menu has {option}={game.options.get(option)}, not {value}")
    for remark in found.remarks:
        typer.echo(f"{menu}: {remark}", err=True)
    return game.version, [f"{option}={value}" for option, value in game.agreed_options.items()]


def menu_headers(menu: Path | None) -> dict[str, str]:
    """What a menu says besides the game, as headers of a record: its title, its clock."""
    if menu is None:
        return {}
    from gipfel.project.menu.menu import menu as read_menu

    return read_menu(menu).headers


def chosen_game(name: str, version: str | None, options: list[str] | None = None) -> Game:
    """The game that the arguments describe."""
    kind = game_type(known_name(name))
    return kind(version, **_checked(kind, options))


def chosen_position(
    name: str,
    version: str | None,
    position: str | None,
    options: list[str] | None = None,
    seed: int | None = None,
) -> Position:
    """The position that the arguments describe; its text decides the version."""
    name = known_name(name)
    if position is None:
        return chosen_game(name, version, options).start(seed=seed)
    checked = _checked(game_type(name), options)
    return game_of_position(name, position, version, checked).position(position)


def _checked(kind: type[Game], options: list[str] | None) -> dict[str, str]:
    """The options; only names that the game knows, so that none becomes another keyword argument."""
    given = read_options(options)
    check_options(
        dict.fromkeys(given.keys() - {o.name for o in kind.all_options}), kind.all_options, kind.name
    )
    return given
