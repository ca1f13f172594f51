"""Many boards on one page: a whole game at a glance. Pages have the shape of A4."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from math import ceil
from textwrap import shorten, wrap
from typing import NamedTuple

from gipfel.draw.canvas import Canvas
from gipfel.draw.markup import Value, element, escaped, number, words
from gipfel.draw.paints import paints
from gipfel.draw.scene import Scene
from gipfel.draw.svg import FONT, UNIT, Box, bounds, drawn_board
from gipfel.draw.symbols import Symbols
from gipfel.draw.theme import COPPER, Accents, BoardTheme, Theme

WIDTH, HEIGHT = 1240.0, 1754.0
"""Pixels of a page."""
EDGE = 56.0
HEAD = 96.0
FOOT = 40.0
GAP = 26.0
LINE = 19.0
LETTER, SMALL_LETTER = 9.2, 7.1
"""About the widths of a letter of a caption, and of what stands below a board."""
SMALL_LINE = 16.0
MOST_LINES = 2
"""Lines of a caption."""
COLUMNS, LONG_COLUMNS = range(3, 6), range(2, 5)
"""How many boards may be side by side; fewer of those that are much wider than high."""
LONG = 1.5
PREFIX = "sheet"


class Panel(NamedTuple):
    """One board of a sheet, with what is written above and below it."""

    scene: Scene
    caption: str
    below: tuple[str, ...] = ()
    short: str = ""
    """A shorter caption, for boards that are too narrow for the other one."""


@dataclass(frozen=True, slots=True)
class Style:
    """How a sheet looks."""

    theme: Theme = Theme.LIGHT
    board: BoardTheme = BoardTheme.PLAIN
    accent: Accents = COPPER
    letters: bool = False
    columns: int = 0
    """Boards side by side; 0 for a number with which all boards fit on a page, if there is one."""


DEFAULT = Style()


@dataclass(slots=True)
class Sheet:
    """Boards in their order, laid out on pages."""

    title: str
    subtitle: str
    panels: Sequence[Panel]
    style: Style = DEFAULT
    _box: Box = field(init=False)
    _canvas: Canvas = field(init=False)

    def __post_init__(self) -> None:
        style = self.style
        scene = self.panels[0].scene
        tokens = style.theme.tokens_of(style.board) if scene.outline else style.theme.on_page(style.board)
        if style.letters:
            tokens = replace(tokens, letters="visible")
        on_board = style.theme.board_accent(style.accent, style.board)
        accent = on_board if scene.outline else style.theme.accent(style.accent)
        self._canvas = Canvas(tokens, accent, UNIT, PREFIX)
        self._box = Box(0, 0, 0, 0)
        for panel in self.panels:
            self._box = self._box.including(bounds(panel.scene, panel.scene.labels, self._canvas))

    @property
    def columns(self) -> int:
        """How many boards are side by side."""
        return self.style.columns or self.columns_for(len(self.panels))

    def columns_for(self, boards: int) -> int:
        """The fewest columns with which so many boards fit on a page, or the most that can be read well."""
        width, height = self._size
        choice = LONG_COLUMNS if width > LONG * height else COLUMNS
        return next((columns for columns in choice if self.per_page(columns) >= boards), choice[-1])

    def per_page(self, columns: int) -> int:
        """How many boards fit on a page."""
        rows = int((HEIGHT - EDGE - HEAD - FOOT + GAP) // (self._cell_height(columns) + GAP))
        return columns * max(1, rows)

    @property
    def _size(self) -> tuple[float, float]:
        return self._box.right - self._box.left, self._box.bottom - self._box.top

    def _cell_height(self, columns: int) -> float:
        width = _cell_width(columns)
        lines = max(len(_below_lines(panel, width)) for panel in self.panels)
        board = self._size[1] * width / self._size[0]
        return MOST_LINES * LINE + board + lines * SMALL_LINE + 6

    def pages(self) -> list[str]:
        """The pages as SVG documents."""
        size = self.per_page(self.columns)
        parts = [self.panels[first : first + size] for first in range(0, len(self.panels), size)]
        return [self._page(part, place, len(parts)) for place, part in enumerate(parts, 1)]

    def _page(self, panels: Sequence[Panel], place: int, of: int) -> str:
        canvas = self._canvas
        symbols = Symbols(canvas, "piece")
        cells = "".join(self._cell(panel, at, symbols) for at, panel in enumerate(panels))
        rows = ceil(len(panels) / self.columns)
        height = HEIGHT if of > 1 else EDGE + HEAD + rows * (self._cell_height(self.columns) + GAP) + FOOT
        page = self.style.theme.tokens.page
        return element(
            "svg",
            element("title", escaped(self.title)),
            element("defs", paints(canvas.prefix, canvas.tokens.shadow), symbols.definitions()),
            element("rect", width=WIDTH, height=height, fill=page),
            self._head(),
            cells,
            self._foot(place, of, height),
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {number(WIDTH)} {number(height)}",
            width=WIDTH,
            height=height,
            font_family=FONT,
            role="img",
        )

    def _head(self) -> str:
        tokens = self.style.theme.tokens
        title = shorten(self.title, 80, placeholder="…")
        under = shorten(self.subtitle, 130, placeholder="…")
        return words(title, EDGE, EDGE + 30, font_size=32, font_weight=600, fill=tokens.text) + words(
            under, EDGE, EDGE + 60, font_size=17, fill=tokens.muted
        )

    def _foot(self, place: int, of: int, height: float) -> str:
        if of == 1:
            return ""
        muted = self.style.theme.tokens.muted
        return words(
            f"{place} / {of}", WIDTH - EDGE, height - FOOT / 2, font_size=15, text_anchor="end", fill=muted
        )

    def _cell(self, panel: Panel, at: int, symbols: Symbols) -> str:
        row, column = divmod(at, self.columns)
        width = _cell_width(self.columns)
        left = EDGE + column * (width + GAP)
        top = EDGE + HEAD + row * (self._cell_height(self.columns) + GAP)
        scale = width / self._size[0]
        board_top = top + MOST_LINES * LINE
        x, y = left - self._box.left * scale, board_top - self._box.top * scale
        board = drawn_board(panel.scene, panel.scene.labels, self._canvas, symbols)
        placed = element("g", board, transform=f"translate({number(x)} {number(y)}) scale({scale:.4f})")
        below = self._below(panel, left, board_top + self._size[1] * scale, width)
        return self._caption(panel, left, board_top, width) + placed + below

    def _caption(self, panel: Panel, left: float, bottom: float, width: float) -> str:
        """The caption above a board; its last line is next to the board."""
        letters = int(width / LETTER)
        lines = wrap(panel.caption, letters, break_on_hyphens=False)
        if len(lines) > MOST_LINES:
            text = panel.short or panel.caption
            lines = wrap(text, letters, max_lines=MOST_LINES, placeholder=" …", break_on_hyphens=False)
        top = bottom - len(lines) * LINE
        style: dict[str, Value] = {"font_size": 15, "font_weight": 600, "fill": self.style.theme.tokens.text}
        return "".join(words(line, left, top + i * LINE + 12, **style) for i, line in enumerate(lines))

    def _below(self, panel: Panel, left: float, top: float, width: float) -> str:
        lines = _below_lines(panel, width)
        style: dict[str, Value] = {"font_size": 12, "fill": self.style.theme.tokens.muted}
        return "".join(words(line, left, top + i * SMALL_LINE + 15, **style) for i, line in enumerate(lines))


def _below_lines(panel: Panel, width: float) -> list[str]:
    """What stands below a board, in lines that fit."""
    letters = int(width / SMALL_LETTER)
    return [line for text in panel.below for line in wrap(text, letters, max_lines=2, placeholder=" …")]


def _cell_width(columns: int) -> float:
    return (WIDTH - 2 * EDGE - GAP * (columns - 1)) / columns
