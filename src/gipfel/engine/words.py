"""Scores in words: who is winning, and by how much."""

from gipfel.engine.inside import played_in
from gipfel.engine.thought import Line
from gipfel.games.position import Position
from gipfel.games.side import Side

NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
EVEN = 0.3
"""Less than so many pieces (or what else is counted) is no lead."""
SLIGHT = 0.75
"""Less than this is a slight lead."""


def verdict(position: Position, line: Line) -> str:
    """Who is better after a line, as players say it: `White is about two pieces ahead`."""
    better = position.side if line.score > 0 else position.side.other
    name = position.game.side_names[better]
    if line.proven:
        return f"{name} is winning{_how_soon(line, better)}"
    return _lead(position, abs(line.score), name)


def expectation(position: Position, line: Line) -> str:
    """The expected result in per cent: `62 % for White`."""
    white = line.per_cent if position.side == Side.WHITE else 100 - line.per_cent
    better = Side.WHITE if white >= 50 else Side.BLACK
    return f"{max(white, 100 - white):.0f} % for {position.game.side_names[better]}"


def _lead(position: Position, score: int, name: str) -> str:
    inner, _ = played_in(position)
    if inner is None:
        return "nothing to choose between"
    one, many = inner.game.evaluation.unit
    lead = score / inner.game.evaluation.worth
    if lead < EVEN:
        return "about even"
    if lead < SLIGHT:
        return f"{name} is slightly better"
    number = round(lead)
    words = NUMBERS[number] if number < len(NUMBERS) else str(number)
    return f"{name} is about {words} {one if number == 1 else many} ahead"


def _how_soon(line: Line, winner: Side) -> str:
    """In how many turns of the winner, if the line goes as far as the end."""
    position, turns = line.decisions[0].position, 0
    for decision in line.decisions:
        if position.outcome is not None or decision.code not in position.codes:
            return ""
        side, before = position.side, position.turn
        position = position.play(decision.code)
        if side == winner and (position.turn > before or position.outcome is not None):
            turns += 1
    if position.outcome is None:
        return ""
    return " in this turn" if turns <= 1 and line.decisions[0].side == winner else f" in {_turns(turns)}"


def _turns(number: int) -> str:
    return "1 turn" if number == 1 else f"{number} turns"
