"""The panel beside the board: the title, a card for each tray, and the sentence in a box."""

from collections.abc import Sequence
from textwrap import shorten, wrap
from typing import NamedTuple

from gipfel.draw.canvas import Canvas
from gipfel.draw.markup import element, words
from gipfel.draw.scene import Scene, Stock, Tray
from gipfel.draw.symbols import Symbols

WIDTH = 344.0
GAP = 14.0
PADDING = 20.0
ROUND = 12.0
"""All lengths here are in pixels: a card does not grow with the board."""

STOCK_HEIGHT = 34.0
FAN_WIDTH = 166.0
"""The widest fan of pieces of a stock; more pieces overlap more."""
FAN_STEP = 19.0
CUP = 8.5

LINE_HEIGHT = 22.0
LETTERS = 34
"""How many letters fit on a line of the sentence."""


class Block(NamedTuple):
    """A part of the panel, drawn from y = 0 downwards."""

    markup: str
    height: float


def panel(scene: Scene, canvas: Canvas, symbols: Symbols) -> Block:
    """The whole panel, with symbols of its own size; empty if there is nothing to show."""
    blocks = [_card(tray, canvas, symbols) for tray in scene.trays]
    if scene.sentence:
        blocks.append(_sentence(scene.sentence, canvas))
    if blocks and scene.title:
        blocks.insert(0, _title(scene.title, canvas))
    return _stacked(blocks)


def _stacked(blocks: Sequence[Block]) -> Block:
    """Blocks below one another."""
    parts: list[str] = []
    y = 0.0
    for block in blocks:
        parts.append(element("g", block.markup, transform=f"translate(0 {y:g})"))
        y += block.height + GAP
    return Block("".join(parts), max(y - GAP, 0.0))


def _title(title: str, canvas: Canvas) -> Block:
    text = shorten(title, 32, placeholder="…")
    return Block(words(text, 2, 20, font_size=20, font_weight=600, fill=canvas.tokens.text), 30)


def _card(tray: Tray, canvas: Canvas, symbols: Symbols) -> Block:
    """The card of one player: the name and the stocks. The active player's card has a frame and an arrow."""
    height = PADDING * 2 + 20 + STOCK_HEIGHT * len(tray.stocks)
    indent = 18.0 if tray.active else 0.0
    parts = [_frame(tray.active, height, canvas)]
    if tray.active:
        parts.append(element("path", d=f"M{PADDING:g} {PADDING:g}v14l11-7z", fill=canvas.accent.line))
    name = shorten(tray.title, 34, placeholder="…")
    parts.append(
        words(name, PADDING + indent, PADDING + 13, font_size=16, font_weight=600, fill=canvas.tokens.text)
    )
    for i, stock in enumerate(tray.stocks):
        parts.append(_stock(stock, PADDING + 42 + STOCK_HEIGHT * i, canvas, symbols))
    return Block("".join(parts), height)


def _frame(active: bool, height: float, canvas: Canvas) -> str:
    stroke = {"stroke": canvas.accent.line, "stroke_width": "2.5"} if active else {}
    return element("rect", width=WIDTH, height=height, rx=ROUND, fill=canvas.tokens.panel, **stroke)


def _stock(stock: Stock, y: float, canvas: Canvas, symbols: Symbols) -> str:
    """Equal pieces in a fan, and to the right their name and number."""
    right = WIDTH - PADDING
    count = words(f"{stock.count}", right, y + 6, font_size=18, font_weight=600, fill=canvas.tokens.text)
    name = words(stock.name, right - 32, y + 5, font_size=14, fill=canvas.tokens.muted)
    figures = element("g", name, count, text_anchor="end", style="font-variant-numeric:tabular-nums")
    return _cups(stock, y, canvas) + _fan(stock, y, symbols) + figures


def _cups(stock: Stock, y: float, canvas: Canvas) -> str:
    """A cup for each piece that is wanted."""
    cups = [element("circle", cx=PADDING + 10 + FAN_STEP * i, cy=y, r=CUP) for i in range(stock.goal)]
    return element("g", *cups, fill="none", stroke=canvas.tokens.muted) if cups else ""


def _fan(stock: Stock, y: float, symbols: Symbols) -> str:
    step = min(FAN_STEP, FAN_WIDTH / max(stock.count - 1, 1))
    first = PADDING + 10
    return "".join(symbols.use(stock.piece, (first + step * i, y)) for i in range(stock.count))


def _sentence(sentence: str, canvas: Canvas) -> Block:
    """The sentence in a box of the accent colour, on as many lines as it needs."""
    lines = _balanced(sentence)
    height = LINE_HEIGHT * len(lines) + 2 * 15
    box = element("rect", width=WIDTH, height=height, rx=ROUND, fill=canvas.accent.box)
    text = [words(line, WIDTH / 2, 15 + 16 + LINE_HEIGHT * i) for i, line in enumerate(lines)]
    style = {
        "text_anchor": "middle",
        "font_size": "16",
        "font_weight": "600",
        "fill": canvas.tokens.on_accent,
    }
    return Block(box + element("g", *text, **style), height)


def _balanced(sentence: str) -> list[str]:
    """The sentence on as few lines as possible, which are as equal in length as possible."""
    fewest = len(wrap(sentence, LETTERS, break_on_hyphens=False))
    longest_word = max(map(len, sentence.split()), default=1)
    for width in range(min(longest_word, LETTERS), LETTERS):
        lines = wrap(sentence, width, break_on_hyphens=False)
        if len(lines) == fewest:
            return lines
    return wrap(sentence, LETTERS, break_on_hyphens=False)
