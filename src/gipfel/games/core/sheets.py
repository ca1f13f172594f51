"""A whole game as pictures on a page: a board after every turn, or after every n-th."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import ceil

from gipfel.draw.sheet import DEFAULT, Panel, Sheet, Style
from gipfel.games.core.playthrough import Playthrough
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.registry import about
from gipfel.games.core.shown import marks_of_last_turn
from gipfel.notation.errors import GipfelError
from gipfel.notation.record import Record

MOST_BOARDS = 1000
"""A page with more boards is of no use, and drawing them takes minutes."""
MOST_COLUMNS = 12
MOST_TRAYS = 3


def sheet_pages(
    game: Playthrough, record: Record | None = None, every: int | None = None, style: Style = DEFAULT
) -> list[str]:
    """The pages of a game as SVG documents; `record` has what the heading says about it.

    A board is drawn after every `every` turns, and at the end. If it is not given, it is chosen so that the
    whole game fits on one page.
    """
    if every is not None and every < 1:
        raise GipfelError(f"a board is drawn after every 1, 2, … turns, not after every {every}")
    if not 0 <= style.columns <= MOST_COLUMNS:
        raise GipfelError(f"there can be 1 to {MOST_COLUMNS} boards side by side, not {style.columns}")
    style = replace(style, accent=about(game.start.game.name).accent)
    turns = [turn for turn, _ in game.turns()]
    headers = record.headers if record is not None else {}
    title = game.start.game.full_title
    players = " – ".join(headers[side] for side in ("white", "black") if headers.get(side))
    result = ""
    if record is not None and record.result != "*":
        result = f"{record.result} {record.reason}".strip()
    subtitle = " · ".join(filter(None, (players, headers.get("date", ""), _length(turns), result)))
    if every is None:
        every = _every(game, len(turns), style)
    if len(turns) > MOST_BOARDS * every:
        raise GipfelError(f"a sheet has at most {MOST_BOARDS} boards; the game has {len(turns)} turns")
    return Sheet(title, subtitle, [*_panels(game, turns, every)], style).pages()


def _length(turns: Sequence[Sequence[Decision]]) -> str:
    return f"{len(turns)} turn{'' if len(turns) == 1 else 's'}"


def _every(game: Playthrough, turns: int, style: Style) -> int:
    """After how many turns a board is drawn if all boards are to fit on one page."""
    sample = Sheet("", "", [_panel(game.start, (), ""), _panel(game.position, (), "")], style)
    boards = sample.per_page(style.columns or sample.columns_for(turns + 1)) - 1
    return max(1, ceil(turns / max(1, boards)))


def _panels(game: Playthrough, turns: Sequence[Sequence[Decision]], every: int) -> Iterator[Panel]:
    """The start, and the position after every n-th turn and after the last one."""
    texts = game.turn_texts()
    ends = [*(turn[0].position for turn in turns[1:]), game.position][: len(turns)]
    yield _panel(game.start, (), "Start")
    shown = 0
    for number, (turn, after) in enumerate(zip(turns, ends, strict=True), 1):
        if number % every == 0 or number == len(turns):
            caption = " ".join(_numbered(i + 1, texts[i]) for i in range(shown, number))
            short = f"{shown + 1}.–{number}. … {texts[number - 1]}" if number > shown + 1 else ""
            yield _panel(after, turn, caption)._replace(short=short)
            shown = number


def _numbered(number: int, text: str) -> str:
    """A turn with its number, in one piece."""
    return f"{number}. {text}".replace(" ", "\N{NO-BREAK SPACE}")


def _panel(position: Position, turn: Sequence[Decision], caption: str) -> Panel:
    scene = position.scene()
    marks = marks_of_last_turn(turn, position, scene)
    filled = (replace(tray, stocks=tuple(s for s in tray.stocks if s.count)) for tray in scene.trays)
    trays = tuple(str(tray) for tray in filled if tray.stocks)
    return Panel(replace(scene, marks=scene.marks + marks), caption, trays[:MOST_TRAYS])
