"""What chance brings in a game of the arena: reproducible from a seed, and proven like any other."""

from random import Random

from gipfel.games.position import Decision, Position
from gipfel.games.side import Side


def drawn(position: Position, chance: Random) -> Decision | None:
    """What a die, a coin, a card or a lot shows that is due; None where somebody decides."""
    decision = position.draw()
    if decision is None:
        return None
    from gipfel.project.chance import SECRET, Proof
    from gipfel.project.position import ProjectPosition

    if not isinstance(position, ProjectPosition):
        return decision
    return position.proven(Proof(*(chance.randbytes(SECRET).hex() for _ in Side)))
