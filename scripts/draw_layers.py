"""Draw docs/images/layers.svg: the packages in layers, each of which imports only those below it.

python scripts/draw_layers.py
"""

from pathlib import Path
from xml.sax.saxutils import escape

LAYERS = [
    ("interfaces", ("web", "cli", "server")),
    ("matches", ("table", "arena", "environments", "explorer", "studies")),
    ("lessons", ("learn",)),
    ("players", ("engine",)),
    ("many games", ("batch",)),
    ("joined games", ("project",)),
    ("games", ("games/core", "games/<name>, one folder for each game")),
    ("texts and pictures", ("notation", "draw")),
    ("foundation", ("board", "kernel", "locale", "pairing")),
]
WIDTH, HEIGHT, LABEL, GAP = 860, 56, 150, 10
FILE = Path(__file__).parents[1] / "docs" / "images" / "layers.svg"


def picture() -> str:
    total = len(LAYERS) * (HEIGHT + GAP) + GAP
    rows = [_row(number, label, names) for number, (label, names) in enumerate(LAYERS)]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {total}" font-family="sans-serif" '
        f'font-size="15" role="img"><title>The layers of Gipfel</title>'
        f'<rect width="{WIDTH}" height="{total}" rx="8" fill="#f6f4ef"/>{"".join(rows)}</svg>\n'
    )


def _row(number: int, label: str, names: tuple[str, ...]) -> str:
    top = GAP + number * (HEIGHT + GAP)
    width = (WIDTH - LABEL - GAP * (len(names) + 1)) / len(names)
    middle = top + HEIGHT / 2 + 5
    boxes = [
        f'<rect x="{LABEL + GAP + i * (width + GAP):g}" y="{top}" width="{width:g}" height="{HEIGHT}" rx="6" '
        f'fill="#dbe4ea" stroke="#54707f"/>'
        f'<text x="{LABEL + GAP + i * (width + GAP) + width / 2:g}" y="{middle:g}" text-anchor="middle" '
        f'fill="#1d2b33">{escape(name)}</text>'
        for i, name in enumerate(names)
    ]
    return f'<text x="{GAP}" y="{middle:g}" fill="#5a5347">{escape(label)}</text>{"".join(boxes)}'


if __name__ == "__main__":
    FILE.write_text(picture(), encoding="utf-8")
