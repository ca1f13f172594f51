"""A study as one HTML page that needs no server and no network: boards are stepped through in the page."""

import json
from base64 import b64encode
from hashlib import sha256
from html import escape
from importlib.resources import files

from gipfel.draw.css import theme_sheet
from gipfel.draw.markup import number
from gipfel.draw.paints import paints
from gipfel.draw.picture import PAGE_INK, PREFIX
from gipfel.draw.scene import Mark, Scene
from gipfel.draw.svg import (
    FONT,
    MARGIN,
    Box,
    common_frame,
    edge_labels,
    ground,
    last_marks,
    row_mark,
    won_marks,
)
from gipfel.draw.symbols import Symbols
from gipfel.games.core.registry import about
from gipfel.locale import languages, say, using_language
from gipfel.notation.record import Record
from gipfel.studies.study import Block, Study
from gipfel.studies.tree import Line, Node, Tree

PAGE = """\
<!doctype html>
<html lang="{language}" dir="{direction}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; \
script-src '{hash}'; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>{style}</style>
</head>
<body>
<svg class="definitions" aria-hidden="true" focusable="false"><defs>{definitions}</defs></svg>
<main>
<h1 dir="auto">{title}</h1>
{body}
</main>
<script>{script}</script>
</body>
</html>
"""
BUTTONS = (
    ("first", "To the first turn", "M4 4h2.4v12H4zM16 4v12l-8.5-6z"),
    ("back", "One back", "M14.5 4v12L6 10z"),
    ("on", "One on", "M5.5 4v12L14 10z"),
    ("last", "To the end", "M4 4v12l8.5-6zM13.6 4H16v12h-2.4z"),
)
"""Steps, what they do, and their icons in a square of 20."""


def script_hash() -> str:
    """What a content security policy says of the only script of a page."""
    return "sha256-" + b64encode(sha256(_own_file("page.js").encode()).digest()).decode()


def study_page(study: Study) -> str:
    """The page of a study. Raises GipfelError if a turn of one of its boards is not legal."""
    with using_language(study.language):
        return _Page(study).html()


class _Page:
    """Draws the boards of a study; pieces that look alike are drawn once for all of them."""

    def __init__(self, study: Study) -> None:
        self._study = study
        self._symbols = Symbols(PAGE_INK, "piece")
        self._games: set[str] = set()

    def html(self) -> str:
        body = "\n".join(self._chapters())
        style = theme_sheet({name: about(name).accent for name in sorted(self._games)}) + _own_file(
            "page.css"
        )
        script = _own_file("page.js")
        language = self._study.language
        return PAGE.format(
            language=language,
            direction=next(known.direction for known in languages() if known.code == language),
            hash=script_hash(),
            title=escape(self._study.title),
            style=style.replace("FONT", FONT),
            definitions=paints(PREFIX, "var(--shadow)") + self._symbols.definitions(),
            body=body,
            script=script,
        )

    def _chapters(self) -> list[str]:
        return [
            f'<section><h2 dir="auto">{escape(chapter.title)}</h2>\n'
            f"{''.join(map(self._block, chapter.blocks))}</section>"
            for chapter in self._study.chapters
        ]

    def _block(self, block: Block) -> str:
        return self._board(block) if isinstance(block, Record) else _text(block)

    def _board(self, record: Record) -> str:
        tree = Tree(record)
        self._games.add(tree.game.name)
        box = common_frame(node.scene for node in tree.nodes).padded(MARGIN)
        grounds: dict[str, int] = {}
        shown = [self._node(node, grounds) for node in tree.nodes]
        data = json.dumps({"grounds": [*grounds], "nodes": shown}, ensure_ascii=False)
        first, title = tree.nodes[0].scene, escape(tree.game.full_title)
        return (
            f'<figure class="study-board" data-game="{tree.game.name}" tabindex="0" role="group" '
            f'aria-label="{title}">\n<div class="shown">'
            f"{_picture(title, box, next(iter(grounds)), str(shown[0]['things']))}"
            f'<p class="state" aria-live="polite">{escape(_state(first))}</p>{_buttons()}</div>\n'
            f'<div class="turns">{_lines(tree)}</div>\n'
            f'<script type="application/json">{data.replace("<", chr(92) + "u003c")}</script></figure>\n'
        )

    def _node(self, node: Node, grounds: dict[str, int]) -> dict[str, object]:
        """What the page shows of a position: its board by number, what is on it, and what it says."""
        scene = node.scene
        board = ground(scene, PAGE_INK) + edge_labels(scene, scene.labels, PAGE_INK)
        return {
            "parent": node.parent,
            "ground": grounds.setdefault(board, len(grounds)),
            "things": self._things(scene),
            "state": _state(scene),
        }

    def _things(self, scene: Scene) -> str:
        pieces = (self._symbols.use(piece, PAGE_INK.at(piece.at)) for piece in scene.pieces)
        return "".join(
            [
                *(row_mark(mark, PAGE_INK) for mark in scene.marks if mark.kind == "row"),
                last_marks(_marks(scene, "last"), PAGE_INK),
                *pieces,
                won_marks(_marks(scene, "won"), PAGE_INK),
            ]
        )


def _marks(scene: Scene, kind: str) -> list[Mark]:
    return [mark for mark in scene.marks if mark.kind == kind]


def _own_file(name: str) -> str:
    return (files("gipfel.studies") / name).read_text(encoding="utf-8")


def _text(text: str) -> str:
    paragraphs = (escape(part) for part in text.split("\n\n") if part.strip())
    return "".join(f'<p class="text" dir="auto">{part}</p>\n' for part in paragraphs)


def _picture(title: str, box: Box, board: str, things: str) -> str:
    view = " ".join(map(number, (box.left, box.top, box.right - box.left, box.bottom - box.top)))
    return (
        f'<svg class="board" viewBox="{view}" role="img" aria-label="{title}" dir="ltr">'
        f'<g class="ground">{board}</g><g class="things">{things}</g></svg>'
    )


def _buttons() -> str:
    made = (
        f'<button type="button" data-step="{step}" aria-label="{escape(say(text))}" '
        f'title="{escape(say(text))}"><svg viewBox="0 0 20 20" aria-hidden="true">'
        f'<path d="{icon}"/></svg></button>'
        for step, text, icon in BUTTONS
    )
    return f'<div class="buttons" dir="ltr">{"".join(made)}</div>'


def _state(scene: Scene) -> str:
    """What lies beside the board, in words; the side to act is marked."""
    return " · ".join(f"{'▶ ' if tray.active else ''}{tray}" for tray in scene.trays if tray.stocks)


def _lines(tree: Tree) -> str:
    """The game, and lines that go on after its end."""
    after = "".join(_line(tree, line) for line in tree.continuations)
    return _line(tree, tree.main) + (f'<div class="after">{after}</div>' if after else "")


def _line(tree: Tree, line: Line) -> str:
    """The turns of a line as a list, with its variations below the turns that they replace."""
    items = []
    for node, variations in zip(line.nodes, line.variations, strict=True):
        below = "".join(_line(tree, variation) for variation in variations)
        items.append(f"<li>{_turn(tree.nodes[node], node)}{below}</li>")
    name = tree.nodes[line.nodes[0]].name if line.nodes else ""
    heading = f'<p class="name" dir="auto">{escape(name)}</p>' if name else ""
    return f"{heading}<ol>{''.join(items)}</ol>" if items else ""


def _turn(node: Node, place: int) -> str:
    turn = node.turn
    assert turn is not None
    mark = f" <b>{turn.mark}</b>" if turn.mark else ""
    chance = turn.evaluation.chance if turn.evaluation else None
    value = "" if chance is None else " <small>" + say("{number} %", number=round(chance)) + "</small>"
    comment = f'<span class="comment" dir="auto">{escape(node.comment)}</span>' if node.comment else ""
    label = f'<bdi dir="ltr">{node.number}. {escape(turn.text)}</bdi>{mark}{value}'
    return f'<button type="button" data-node="{place}">{label}</button>{comment}'
