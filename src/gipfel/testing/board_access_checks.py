"""Checks of board access (`gipfel.games.core.board_access`): it says what the picture shows."""

from collections.abc import Iterable

import gipfel
from gipfel.games.core.board_access import drawn_pieces


def check_board_access(positions: Iterable[gipfel.Position]) -> None:
    """Pieces are where the picture shows some, on points of the board; numbers are whole and not negative."""
    for position in positions:
        pieces, points = position.pieces(), {*position.points}
        assert pieces.keys() <= points, f"{position}: pieces stand beside the board"
        drawn = drawn_pieces(position.game.scene(position.state)).keys() & points
        assert pieces.keys() == drawn, f"{position}: pieces() and the picture differ"
        for point, piece in pieces.items():
            assert isinstance(piece, gipfel.BoardPiece), f"{point} has no BoardPiece but {piece!r}"
            assert piece.side in (*gipfel.Side, None), f"{point}: {piece}"
            assert piece.kind, f"{point}: {piece} has no kind"
            assert piece.height >= 1, f"{point}: {piece}"
        for side in (*gipfel.Side, None):
            for name, number in position.reserves(side).items():
                assert type(number) is int, f"{position}: {name} of {side}"
                assert number >= 0, f"{position}: {number} {name} of {side}"
