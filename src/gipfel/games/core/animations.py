"""A game, or some of its turns, as a sequence of pictures: one before them, and one after each turn."""

from collections.abc import Sequence

from gipfel.draw.svg import common_frame, svg
from gipfel.draw.theme import BoardTheme, Theme
from gipfel.games.core.playthrough import Playthrough
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.registry import about
from gipfel.games.core.shown import marks_of_last_turn
from gipfel.notation.errors import GipfelError

MOST_TURNS = 300
"""Turns of an animated picture; more take minutes to draw."""


def animation_pictures(
    game: Playthrough,
    first: int = 1,
    last: int | None = None,
    *,
    theme: Theme = Theme.LIGHT,
    board: BoardTheme = BoardTheme.PLAIN,
    letters: bool = False,
    most: int = MOST_TURNS,
) -> list[str]:
    """SVG documents of the position before turn `first` and after each turn up to `last`.

    All of them show the board in the same place. Raises GipfelError if there are no such turns.
    """
    turns = [turn for turn, _ in game.turns()]
    last = len(turns) if last is None else last
    _check(first, last, len(turns), most)
    ends = [game.start, *(turn[0].position for turn in turns[1:]), game.position][: len(turns) + 1]
    before: Sequence[Decision] = turns[first - 2] if first > 1 else ()
    shown: list[tuple[Position, Sequence[Decision]]] = [(ends[first - 1], before)]
    shown += [(ends[number], turns[number - 1]) for number in range(first, last + 1)]
    scenes = []
    for position, turn in shown:
        bare = position.scene()
        scenes.append(position.scene(*marks_of_last_turn(turn, position, bare)))
    frame, accent = common_frame(scenes), about(game.start.game.name).accent
    return [svg(scene, theme, board=board, accent=accent, letters=letters, frame=frame) for scene in scenes]


def _check(first: int, last: int, turns: int, most: int) -> None:
    if not turns:
        raise GipfelError("nothing has been played yet; an animated picture needs at least one turn")
    if not 1 <= first <= last <= turns:
        raise GipfelError(f"the game has the turns 1 to {turns}; there are no turns {first} to {last}")
    if last - first >= most:
        raise GipfelError(
            f"an animated picture has at most {most} turns, not {last - first + 1}; choose fewer of them"
        )
