"""Draws the ratings of a match: a bar for each player, with an error bar."""

from collections.abc import Sequence
from math import ceil, floor

from gipfel.arena.ratings import Rating
from gipfel.arena.standings import Standings
from gipfel.draw.markup import Value, element, words
from gipfel.draw.png import NoPng as NoPng
from gipfel.draw.png import check_png as check_png
from gipfel.draw.png import png as png
from gipfel.draw.svg import FONT
from gipfel.draw.theme import Theme
from gipfel.games.core.game import Game
from gipfel.games.core.registry import about

WIDTH = 760.0
EDGE = 28.0
HEAD = 84.0
FOOT = 52.0
ROW = 40.0
BAR = 18.0
WHISKER = 5.0
PALE = 0.42
"""How much of its colour a bar has; the whisker on it stays the darkest thing in the row."""
LETTER = 8.4
"""About the width of a letter of a name."""
GAP = 28.0
"""The gap between the chart and the texts beside it: half a label of the grid."""
FIGURES = 104.0
LONGEST_NAME = 34
STEPS = (10, 20, 50, 100, 200, 500, 1000, 2000, 5000)
MOST_LINES = 7
"""Elo between two lines of the grid: the smallest step that needs no more lines than this."""


def drawn(game: Game, standings: Standings, theme: Theme = Theme.LIGHT) -> str:
    """The ratings as an SVG document, the strongest player on top."""
    order = standings.ranking
    bars = [(standings.names[player], standings.ratings[player]) for player in order]
    return chart(game, bars, f"{standings.games} games · Elo, mean 0 · error bars: 95 %", theme)


def chart(game: Game, bars: Sequence[tuple[str, Rating]], caption: str, theme: Theme = Theme.LIGHT) -> str:
    """An SVG document with a bar for each rating, from the top down."""
    return _Chart(game, bars, caption, theme).document()


class _Chart:
    """Where everything goes."""

    def __init__(self, game: Game, bars: Sequence[tuple[str, Rating]], caption: str, theme: Theme) -> None:
        self.game = game
        self.caption = caption
        self.tokens = theme.tokens
        self.accent = theme.accent(about(game.name).accent)
        self.height = HEAD + ROW * len(bars) + FOOT
        self.names = [_shortened(name) for name, _ in bars]
        self.ratings = [rating for _, rating in bars]
        self.left = EDGE + LETTER * max(map(len, self.names)) + GAP
        low = min(0.0, *(rating.elo - rating.error for rating in self.ratings))
        high = max(0.0, *(rating.elo + rating.error for rating in self.ratings))
        self.step = next((step for step in STEPS if high - low <= (MOST_LINES - 2) * step), STEPS[-1])
        self.low = self.step * min(-1 if low else 0, floor(low / self.step))
        self.high = self.step * max(1, ceil(high / self.step))

    def x(self, elo: float) -> float:
        """Where a rating lies."""
        right = WIDTH - EDGE - FIGURES - GAP
        return self.left + (elo - self.low) / (self.high - self.low) * (right - self.left)

    def document(self) -> str:
        rows = [self._row(place) for place in range(len(self.ratings))]
        background = element("rect", width=WIDTH, height=self.height, fill=self.tokens.page)
        panel = element(
            "rect",
            x=EDGE / 2,
            y=EDGE / 2,
            width=WIDTH - EDGE,
            height=self.height - EDGE,
            rx=12,
            fill=self.tokens.panel,
        )
        content = "".join([background, panel, self._title(), self._grid(), *rows])
        return element(
            "svg",
            content,
            xmlns="http://www.w3.org/2000/svg",
            viewBox=f"0 0 {WIDTH:g} {self.height:g}",
            width=WIDTH,
            height=self.height,
            font_family=FONT,
            role="img",
        )

    def _title(self) -> str:
        version = f"{self.game.title} {self.game.version}"
        return words(version, EDGE, 48, font_size=19, font_weight="600", fill=self.tokens.text) + words(
            self.caption, EDGE, 68, font_size=13, fill=self.tokens.muted
        )

    def _grid(self) -> str:
        top, bottom = HEAD, self.height - FOOT
        lines = []
        for elo in range(self.low, self.high + 1, self.step):
            style: dict[str, Value] = {"stroke": self.tokens.line, "stroke_width": 1.5 if elo == 0 else 1}
            style["stroke_opacity"] = 0.9 if elo == 0 else 0.25
            lines.append(element("line", x1=self.x(elo), x2=self.x(elo), y1=top, y2=bottom, **style))
            lines.append(
                words(
                    _signed(elo),
                    self.x(elo),
                    bottom + 18,
                    font_size=12,
                    text_anchor="middle",
                    fill=self.tokens.muted,
                )
            )
        return "".join(lines)

    def _row(self, place: int) -> str:
        rating = self.ratings[place]
        y = HEAD + ROW * (place + 0.5)
        left, right = sorted((self.x(0), self.x(rating.elo)))
        bar = element(
            "rect",
            x=left,
            y=y - BAR / 2,
            width=right - left,
            height=BAR,
            fill=self.accent.line,
            fill_opacity=PALE,
        )
        return "".join(
            [
                bar,
                self._whisker(rating.elo - rating.error, rating.elo + rating.error, y),
                words(self.names[place], EDGE, y + 5, font_size=15, fill=self.tokens.text),
                words(
                    f"{_signed(rating.elo)} ± {rating.error:.0f}",
                    WIDTH - EDGE,
                    y + 5,
                    font_size=14,
                    text_anchor="end",
                    fill=self.tokens.text,
                    style="font-variant-numeric:tabular-nums",
                ),
            ]
        )

    def _whisker(self, low: float, high: float, y: float) -> str:
        ends = [self.x(low), self.x(high)]
        path = f"M{ends[0]:.1f} {y:g}H{ends[1]:.1f}" + "".join(
            f"M{end:.1f} {y - WHISKER:g}V{y + WHISKER:g}" for end in ends
        )
        return element("path", d=path, stroke=self.tokens.text, stroke_width=1.8, fill="none")


def _shortened(name: str) -> str:
    """A name that fits; settings at its end often make the difference, so the middle is left out."""
    if len(name) <= LONGEST_NAME:
        return name
    end = LONGEST_NAME // 3
    return f"{name[: LONGEST_NAME - 1 - end]}…{name[-end:]}"


def _signed(elo: float) -> str:
    """A rating with its sign; a minus as wide as a plus, and none at all for zero."""
    return f"{elo:+.0f}".replace("-", "−") if round(elo) else "0"
