"""Legal games of PÜNCT that are as long as one likes: two pieces walk on two lines of the board."""

from itertools import cycle

DIRECTIONS = range(6)
"""The ways in which a piece can lie at a place."""
WHITE = [f"e{row}:{turned}" for row in range(4, 12) for turned in DIRECTIONS]
BLACK = [f"m{row}:{turned}" for row in range(8, 16) for turned in DIRECTIONS][1:]
"""Where the pieces lie in turn. The lengths, 48 and 47, have no common factor: positions repeat late."""


def long_game(number: int) -> list[str]:
    """The decisions of a game that goes on; up to 9000 of them."""
    walks = cycle(WHITE), cycle(BLACK)
    pieces = [next(walk) for walk in walks]
    decisions = [f"+L{piece}" for piece in pieces]
    while len(decisions) < number:
        side = len(decisions) % 2
        place, pieces[side] = pieces[side].partition(":")[0], next(walks[side])
        decisions.append(f"{place}-{pieces[side]}")
    return decisions[:number]


def long_record(number: int) -> str:
    """The record of such a game."""
    turns = [f"{turn}. {decision}" for turn, decision in enumerate(long_game(number), 1)]
    return "\n".join(["Gipfel record 2", "game: punct", "", *turns, "result: *", ""])
