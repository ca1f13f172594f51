"""Analyses in notebooks: a board with the best decision, and a table of the lines."""

from gipfel.draw.markup import element, escaped
from gipfel.engine.search.analysis import Analysis, Line
from gipfel.engine.verdicts import verdict
from gipfel.games.core.notebook import beside_board, decision_marks
from gipfel.games.core.position import Position
from gipfel.locale import say

LONGEST_LINE = 12
"""How many decisions of a line are shown."""
CELL = "text-align: left; vertical-align: top; padding: .2em .6em"
NUMBER = "text-align: right; vertical-align: top; padding: .2em .6em; white-space: nowrap"


def analysis_html(analysis: Analysis) -> str:
    """The position with the best decision marked, the lines with their expected results, and the effort."""
    position = analysis.position
    head = element("tr", *(element("th", name, style=CELL) for name in ("%", "verdict", "line")))
    rows = (_row(position, line) for line in analysis.lines)
    side = say(position.game.side_names[position.side])
    text = element("p", element("b", escaped(f"{side}: {analysis.decision.text}")), style="margin: 0 0 .5em")
    text += element("table", head, *rows, style="border-collapse: collapse; margin: 0")
    effort = f"depth {analysis.depth}, {analysis.nodes:,} nodes, {analysis.seconds:.2f} s"
    text += element("p", effort, style="margin: .5em 0 0; opacity: .7")
    return beside_board(position, decision_marks(analysis.decision), text)


def _row(position: Position, line: Line) -> str:
    shown = [decision.text for decision in line.decisions[:LONGEST_LINE]]
    more = " …" if len(line.decisions) > LONGEST_LINE else ""
    return element(
        "tr",
        element("td", f"{line.per_cent:.1f}", style=NUMBER),
        element("td", escaped(verdict(position, line)), style=CELL),
        element("td", escaped(" ".join(shown) + more), style=CELL),
    )
