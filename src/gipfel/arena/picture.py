"""The ratings of a match as a picture: a bar for each player, a whisker for what is not known."""

from math import ceil

from gipfel.arena.standing import Standing
from gipfel.draw.markup import Value, element, words
from gipfel.draw.svg import FONT
from gipfel.draw.theme import Theme, Tokens
from gipfel.games.game import Game
from gipfel.notation.errors import GipfelError

WIDTH = 760.0
EDGE = 28.0
HEAD = 84.0
FOOT = 52.0
ROW = 40.0
BAR = 18.0
WHISKER = 5.0
NAMES = 210.0
FIGURES = 96.0
LONGEST_NAME = 23
STEPS = (10, 20, 50, 100, 200, 500, 1000)
MOST_LINES = 8
"""Elo between two lines of the grid: the smallest step that needs no more lines than this."""
ZOOM = 2
FONTS = "Segoe UI, Helvetica Neue, Roboto, Noto Sans, Liberation Sans, Arial, DejaVu Sans"


class NoPng(GipfelError):
    """PNG files cannot be drawn here."""


def drawn(game: Game, stand: Standing, theme: Theme = Theme.LIGHT) -> str:
    """The ratings as an SVG document, the strongest player on top."""
    return _Chart(game, stand, theme.tokens).document()


class _Chart:
    """Where everything goes."""

    def __init__(self, game: Game, stand: Standing, tokens: Tokens) -> None:
        self.game = game
        self.stand = stand
        self.tokens = tokens
        self.accent = tokens.accent(game.name)
        self.height = HEAD + ROW * len(stand.names) + FOOT
        reach = max(abs(rating.elo) + rating.error for rating in stand.ratings)
        self.step = next((step for step in STEPS if 2 * reach / step <= MOST_LINES), STEPS[-1])
        self.reach = self.step * max(1, ceil(reach / self.step))

    def x(self, elo: float) -> float:
        """Where a rating lies."""
        left, right = EDGE + NAMES, WIDTH - EDGE - FIGURES
        return left + (elo + self.reach) / (2 * self.reach) * (right - left)

    def document(self) -> str:
        rows = [self._row(place, player) for place, player in enumerate(self.stand.ranking)]
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
        games = f"{self.stand.games} games; Elo, mean 0, whiskers hold 95 %"
        return words(version, EDGE, 48, font_size=19, font_weight="600", fill=self.tokens.text) + words(
            games, EDGE, 68, font_size=13, fill=self.tokens.muted
        )

    def _grid(self) -> str:
        top, bottom = HEAD, self.height - FOOT
        lines = []
        for elo in range(-self.reach, self.reach + 1, self.step):
            style: dict[str, Value] = {"stroke": self.tokens.line, "stroke_width": 1.5 if elo == 0 else 1}
            style["stroke_opacity"] = 0.9 if elo == 0 else 0.25
            lines.append(element("line", x1=self.x(elo), x2=self.x(elo), y1=top, y2=bottom, **style))
            label = f"{elo:+d}" if elo else "0"
            lines.append(
                words(
                    label,
                    self.x(elo),
                    bottom + 18,
                    font_size=12,
                    text_anchor="middle",
                    fill=self.tokens.muted,
                )
            )
        return "".join(lines)

    def _row(self, place: int, player: int) -> str:
        rating = self.stand.ratings[player]
        y = HEAD + ROW * (place + 0.5)
        left, right = sorted((self.x(0), self.x(rating.elo)))
        bar = element(
            "rect", x=left, y=y - BAR / 2, width=right - left, height=BAR, rx=3, fill=self.accent.line
        )
        name = self.stand.names[player]
        shown = name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…"
        return "".join(
            [
                bar,
                self._whisker(rating.elo - rating.error, rating.elo + rating.error, y),
                words(shown, EDGE, y + 5, font_size=15, fill=self.tokens.text),
                words(
                    f"{rating.elo:+.0f} ± {rating.error:.0f}",
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
        # A pale line below keeps the whisker visible where it lies on the bar.
        under = element("path", d=path, stroke=self.tokens.panel, stroke_width=4, fill="none")
        return under + element("path", d=path, stroke=self.tokens.text, stroke_width=1.8, fill="none")


def check_png() -> None:
    """Raises NoPng, with what helps, if PNG files cannot be drawn here."""
    try:
        import resvg_py  # noqa: F401
    except ImportError as error:
        raise NoPng(
            "a PNG picture needs the package 'resvg-py'; install it with: pip install 'gipfel[png]', "
            "or ask for an .svg"
        ) from error
    if _rendered(_sample("Elo")) == _rendered(_sample("")):
        raise NoPng(f"no font was found for a PNG picture; install one of {FONTS}, or ask for an .svg")


def _sample(text: str) -> str:
    letters = words(text, 0, 20, font_family=FONT)
    return element("svg", letters, xmlns="http://www.w3.org/2000/svg", width=40, height=30)


def png(svg: str) -> bytes:
    """An SVG document as a PNG file."""
    return _rendered(svg)


def _rendered(svg: str) -> bytes:
    import resvg_py

    # A renderer without a browser knows no system-ui; usual fonts of all systems are named instead.
    return bytes(resvg_py.svg_to_bytes(svg_string=svg.replace(FONT, FONTS), zoom=ZOOM))
