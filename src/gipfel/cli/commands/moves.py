"""The command `moves`: lists the legal decisions of a position."""

from gipfel.cli.arguments import (
    GameName,
    MenuFile,
    Options,
    PositionText,
    Seed,
    Version,
    agreed,
    chosen_position,
)


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
