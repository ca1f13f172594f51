"""Observations as names: what is where, and the scalars that are not 0."""

import gipfel


def planes(position: gipfel.Position) -> dict[str, dict[str, int]]:
    """For each plane that is not empty the points that have a value other than 0."""
    encoding = position.game.encoding
    values = encoding.planes_of(position.observation())
    found = {
        channel.name: {name: int(value) for name, value in zip(encoding.points, plane, strict=True) if value}
        for channel, plane in zip(encoding.planes, values, strict=True)
    }
    return {name: plane for name, plane in found.items() if plane}


def scalars(position: gipfel.Position) -> dict[str, int]:
    """The scalars that are not 0."""
    encoding = position.game.encoding
    values = encoding.scalars_of(position.observation())
    return {
        channel.name: int(value) for channel, value in zip(encoding.scalars, values, strict=True) if value
    }


def group_of(position: gipfel.Position, decision: str) -> str:
    """The name of the group that the action of a decision belongs to."""
    action = position.action(decision)
    return next(name for name, actions in position.game.encoding.ranges.items() if action in actions)
