"""What people are told who look at a position and do not play it."""

from gipfel.games.core.position import Position
from gipfel.locale import say


def whose_turn(position: Position) -> str:
    """Whose turn it is, what chance is to decide, or how the game ended."""
    if position.outcome is not None or position.by_chance:
        return position.task
    board = position.board
    turn = say("It is {side}'s turn.", side=say(board.game.side_names[board.side]))
    return turn if board is position else say("{game} contest. {task}", game=board.game.title, task=turn)
