"""Positions that differ only by a symmetry of the board: one text for all of them, and their decisions."""

from collections.abc import Iterator

from gipfel.board import Permutation
from gipfel.games.core.game import Game
from gipfel.games.core.position import Decision, Position
from gipfel.kernel.state import State


class SharedText:
    """The text that a position shares with all its images: the first of their texts in alphabetical order."""

    def __init__(self, position: Position) -> None:
        self.position = position
        texts = _texts_of_images(position.game, position.state)
        self.text = min(text for text, _ in texts)
        self.symmetries = tuple(symmetry for text, symmetry in texts if text == self.text)
        """Those that take the position to the image with this text; several if the position is symmetric."""

    def image(self, symmetry: Permutation | None = None) -> Position:
        """The image with the shared text, under one of `symmetries`."""
        return image_of(self.position, self.symmetries[0] if symmetry is None else symmetry)


def _texts_of_images(game: Game, state: State) -> list[tuple[str, Permutation]]:
    """The texts of all images of a state; a game without symmetries has only the state itself."""
    if not game.symmetries:
        return [(game.write_state(state), ())]
    return [(game.write_state(game.transformed(state, symmetry)), symmetry) for symmetry in game.symmetries]


def image_of(position: Position, symmetry: Permutation) -> Position:
    """The position under a symmetry; the empty one changes nothing."""
    if not symmetry:
        return position
    return position.game.position_of(position.game.transformed(position.state, symmetry))


def decision_behind(position: Position, symmetry: Permutation, decision: Decision) -> Decision | None:
    """The decision of a position that a symmetry takes to a decision of its image; None if there is none.

    It is found by where it leads: games know the images of states, not of decisions.
    """
    if not symmetry:
        return Decision(position, decision.code)
    game = position.game
    after = game.transformed(decision.position.play(decision).state, _inverse(symmetry))
    wanted = game.rules.essence(after)
    return next((found for found, reached in _reached(position) if reached == wanted), None)


def _reached(position: Position) -> Iterator[tuple[Decision, tuple[int, ...]]]:
    """The decisions of a position, and what makes the positions that they lead to equal to others."""
    for decision in position.decisions():
        yield decision, position.game.rules.essence(position.play(decision).state)


def _inverse(symmetry: Permutation) -> Permutation:
    back = [0] * len(symmetry)
    for point, image in enumerate(symmetry):
        back[image] = point
    return tuple(back)
