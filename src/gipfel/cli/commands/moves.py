"""The command `moves`: lists the legal decisions of a position."""

from gipfel.cli.arguments import (
    GameName,
    Json,
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
    json: Json = False,
) -> None:
    """List the legal decisions of a position, one a line and nothing else."""
    version, option = agreed(menu, game, version, option)
    listed = chosen_position(game, version, position, option, seed)
    if json:
        from gipfel.cli.json_output import decision_data, position_data, print_json

        print_json(position_data(listed) | {"decisions": [decision_data(d) for d in listed.decisions()]})
        return
    for decision in listed.decisions():
        print(decision.text)
