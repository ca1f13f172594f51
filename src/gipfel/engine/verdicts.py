"""Scores in words: who is winning, and by how much."""

from gipfel.engine.search.analysis import Line
from gipfel.games.core.position import Position
from gipfel.games.core.registry import about
from gipfel.games.core.side import Side
from gipfel.kernel.evaluation import per_cent
from gipfel.locale import say, say_many

EVEN = 0.3
"""A smaller lead, in pieces or in the unit of the game, counts as even."""
SLIGHT = 0.75
"""A smaller lead is a slight one."""


def verdict(position: Position, line: Line) -> str:
    """Who is better after a line, in words: `White is about 2 pieces ahead`."""
    better = position.side if line.score > 0 else position.side.other
    name = say(position.game.side_names[better])
    if line.proven:
        return _winning(name, line, better)
    return _lead(position, abs(line.score), name)


def expected_result(position: Position, line: Line) -> str:
    """The expected result in per cent: `62 % for White`."""
    white = line.per_cent if position.side == Side.WHITE else 100 - line.per_cent
    better = Side.WHITE if white >= 50 else Side.BLACK
    name = say(position.game.side_names[better])
    return say("{number} % for {side}", number=round(max(white, 100 - white)), side=name)


def _lead(position: Position, score: int, name: str) -> str:
    played = position.played
    if played is None:
        return say("this contest has no board to judge")
    if not played.game.has_evaluation:
        return say("{number} % for {side}", number=round(per_cent(score)), side=name)
    lead = score / played.game.evaluation.worth
    if lead < EVEN:
        return say("about even")
    if lead < SLIGHT:
        return say("{side} is slightly better", side=name)
    return say("{side} is about {lead} ahead", side=name, lead=about(played.game.name).lead(round(lead)))


def _winning(name: str, line: Line, winner: Side) -> str:
    turns = _turns_to_win(line, winner)
    if turns is None:
        return say("{side} is winning", side=name)
    if turns <= 1 and line.decisions[0].side == winner:
        return say("{side} is winning in this turn", side=name)
    return say_many("{side} is winning in {n} turn", "{side} is winning in {n} turns", turns, side=name)


def _turns_to_win(line: Line, winner: Side) -> int | None:
    """How many turns of the winner the line takes; None if it does not reach the end of the game."""
    position, turns = line.decisions[0].position, 0
    for decision in line.decisions:
        if position.outcome is not None or decision.code not in position.codes:
            return None
        side, before = position.side, position.turn
        position = position.play(decision.code)
        if side == winner and (position.turn > before or position.outcome is not None):
            turns += 1
    return None if position.outcome is None else turns
