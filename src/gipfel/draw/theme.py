"""Themes: what the page looks like, and what boards and pieces are made of."""

from dataclasses import replace
from enum import Enum

from gipfel.draw.themes import box, contrast, plain, wood
from gipfel.draw.tokens import COPPER, Accent, Accents, PieceColours, Tokens

__all__ = ["COPPER", "Accent", "Accents", "BoardTheme", "PieceColours", "Theme", "Tokens"]


class BoardTheme(Enum):
    """What boards and pieces are made of."""

    PLAIN = "plain"
    BOX = "box"
    WOOD = "wood"
    CONTRAST = "contrast"


class Theme(Enum):
    """A light or a dark page."""

    LIGHT = "light"
    DARK = "dark"

    @property
    def tokens(self) -> Tokens:
        """The colours of this theme with plain boards."""
        return self.tokens_of(BoardTheme.PLAIN)

    def tokens_of(self, board: BoardTheme) -> Tokens:
        """The colours of this theme with boards of a kind."""
        return _TABLES[board][self is Theme.DARK]

    def accent(self, accents: Accents) -> Accent:
        """The colour of a game on the page."""
        return accents.dark if self is Theme.DARK else accents.light

    def board_accent(self, accents: Accents, board: BoardTheme) -> Accent:
        """The colour of a game on a board."""
        return accents.dark if self.tokens_of(board).dark_board else accents.light

    def on_page(self, board: BoardTheme) -> Tokens:
        """The colours of a game without a board: what is on the board otherwise is on the page."""
        tokens, page = self.tokens_of(board), self.tokens
        if tokens.dark_board == page.dark_board:
            return tokens
        return replace(tokens, target=page.target, on_accent=page.on_accent)


_TABLES = {
    BoardTheme.PLAIN: (plain.LIGHT, plain.DARK),
    BoardTheme.BOX: (box.LIGHT, box.DARK),
    BoardTheme.WOOD: (wood.LIGHT, wood.DARK),
    BoardTheme.CONTRAST: (contrast.LIGHT, contrast.DARK),
}
