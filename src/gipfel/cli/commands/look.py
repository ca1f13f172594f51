"""Looking at games and positions: `games`, `show`, `moves`."""

from typing import Annotated

import typer

from gipfel.cli.arguments import (
    GameName,
    MenuFile,
    Options,
    Picture,
    PositionText,
    Seed,
    Version,
    agreed,
    chosen_position,
)
from gipfel.games.core import registry
from gipfel.games.core.game import Game
from gipfel.games.core.options import Option


def games() -> None:
    """List the games with their versions (the default first) and options."""
    print("\n\n".join(_description(registry.game_type(name)) for name in registry.game_names()))


def _description(kind: type[Game]) -> str:
    default, *others = kind.versions
    lines = [f"{kind.name}  {kind.title}", f"  versions: {', '.join([f'{default} (default)', *others])}"]
    lines += [f"  option {_option(option)}" for option in kind.all_options]
    return "\n".join(lines)


def _option(option: Option) -> str:
    values = "|".join(map(str, option.values))
    where = f" (version {', '.join(option.versions)} only)" if option.versions else ""
    return f"{option.name}={values}  {option.help}{where}"


def show(
    game: GameName,
    version: Version = None,
    position: PositionText = None,
    option: Options = None,
    menu: MenuFile = None,
    seed: Seed = None,
    svg: Picture = None,
    dark: Annotated[bool, typer.Option("--dark", help="Dark colours in the SVG file.")] = False,
) -> None:
    """Show a position as a picture in text and as its position text; optionally write an SVG file."""
    from gipfel.cli.files import write_picture
    from gipfel.cli.play.screen import picture
    from gipfel.draw.svg import Theme

    version, option = agreed(menu, game, version, option)
    shown = chosen_position(game, version, position, option, seed)
    if svg is not None:
        write_picture(svg, shown.svg(theme=Theme.DARK if dark else Theme.LIGHT))
    print(picture(shown))
    print(shown)
    if svg is not None:
        print(f"The picture is in {svg}.")


def moves(
    game: GameName,
    version: Version = None,
    position: PositionText = None,
    option: Options = None,
    menu: MenuFile = None,
    seed: Seed = None,
) -> None:
    """List the legal decisions of a position, one a line and nothing else."""
    version, option = agreed(menu, game, version, option)
    for decision in chosen_position(game, version, position, option, seed).decisions():
        print(decision.text)
