"""Looks positions up in games that are counted already, without a file."""

from collections.abc import Iterable

from gipfel.explorer.answer import Answer, Tally, total_of
from gipfel.explorer.building import DEFAULT_TURNS, numbers_of
from gipfel.explorer.counting import CountedGame
from gipfel.explorer.explorer import played_decisions
from gipfel.games.core.position import Position
from gipfel.games.core.position_keys import identity_of, position_keys


def look_up_in(games: Iterable[CountedGame], position: Position, turns: int = DEFAULT_TURNS) -> Answer:
    """What was played in a position and its images in some games; the same game counts once."""
    tallies: dict[int, list[int]] = {}
    if position.contest is None:
        key, identity = position_keys(position.game).key(position.state), identity_of(position.game)
        for game in {game.digest: game for game in games}.values():
            if identity_of(game.game) != identity:
                continue
            once = {step.after: step for step in game.steps if step.before == key and step.turn < turns}
            for after, step in once.items():
                numbers = numbers_of(game, step)
                known = tallies.get(after, [0] * len(numbers))
                tallies[after] = [one + other for one, other in zip(known, numbers, strict=True)]
    found = {after: Tally(*numbers) for after, numbers in tallies.items()}
    played = played_decisions(position, found) if found else ()
    return Answer(position, played, total_of(one.tally for one in played), turns)
