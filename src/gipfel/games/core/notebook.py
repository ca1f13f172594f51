"""Games in notebooks: HTML that needs nothing else, with all texts escaped."""

from collections.abc import Iterable
from itertools import islice

from gipfel.draw.markup import element, escaped
from gipfel.draw.scene import Mark
from gipfel.games.core.marks import last_move
from gipfel.games.core.playthrough import Playthrough
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.shown import marks_of_last_turn

MOST_TURNS = 400
"""How many turns of a game are listed, the last ones."""
BOARD = "flex: 0 1 28rem; min-width: 14rem"
TEXT = "flex: 1 1 18rem; min-width: 14rem; text-align: left"
LIST = "margin: 0; padding-left: 3.5em"
SCROLLED = "max-height: 22rem; overflow-y: auto; display: flex; flex-direction: column-reverse"
"""A long list of turns begins scrolled to its end."""


def beside_board(position: Position, marks: Iterable[Mark], text: str) -> str:
    """A board with HTML beside it, or below it where there is little room."""
    svg = position.svg(*marks).replace("<svg ", '<svg style="max-width: 100%; height: auto" ', 1)
    return element(
        "div",
        element("div", svg, style=BOARD),
        element("div", text, style=TEXT),
        style="display: flex; flex-wrap: wrap; gap: 1rem; align-items: flex-start",
    )


def decision_marks(decision: Decision) -> tuple[Mark, ...]:
    """What a decision would do, drawn over the position it is made in: what moves, or what is pointed at."""
    moves = last_move(decision)
    if moves:
        return moves
    scene = decision.position.scene()
    places = (scene.place(target) for target in decision.path)
    found = tuple(dict.fromkeys(place for place in places if place is not None))
    return (Mark("target", found),) if found else ()


def playthrough_html(game: Playthrough) -> str:
    """The last position of a game with its last turn marked, its turns, and how it ended."""
    position = game.position
    texts = game.turn_texts()
    left_out = max(0, len(texts) - MOST_TURNS)
    turns = "".join(element("li", escaped(text)) for text in islice(texts, left_out, None))
    ending = position.game.conclusion(position.outcome) if position.outcome is not None else position.task
    text = element("p", element("b", escaped(position.game.full_title)), style="margin: 0 0 .5em")
    if left_out:
        text += element("p", f"{left_out} turns before …")
    if turns:
        turns = element("ol", turns, start=str(left_out + 1), style=LIST)
        text += element("div", turns, style=SCROLLED)
    text += element("p", escaped(ending), style="margin: .5em 0 0")
    return beside_board(position, marks_of_last_turn(game.decisions, position), text)
