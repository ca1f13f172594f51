"""Games that push pieces in from the edge: what a search hopes for from a push."""

from gipfel.board.pushing import block_to_push, moved_on
from gipfel.board.rows import four_on_any_axis
from gipfel.kernel.link import kernel

ROW, ROW_OF_THEIRS = 1000, -500


@kernel("int64(int64, int64, int64, int64, int64)")
def rows_of_push(mine: int, theirs: int, bit: int, line: int, shift: int) -> int:
    """What a push promises by its rows: much for one of mine, less than nothing for one of theirs."""
    if (mine | theirs) & bit != 0:
        block = block_to_push(mine | theirs, line, shift)
        mine = moved_on(mine, block, shift)
        theirs = moved_on(theirs, block, shift)
    my_row = int(four_on_any_axis(mine | bit) != 0)
    return ROW * my_row + ROW_OF_THEIRS * int(four_on_any_axis(theirs) != 0)
