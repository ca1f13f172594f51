"""Decisions that are the same answer to a puzzle: a right one of them is right in any form.

A game's folder may have a module `answers` with a function

    def look_after(state: State, code: int) -> Hashable

Decisions with equal values are the same answer. Without it each decision is an answer of its own.
"""

from collections.abc import Callable, Hashable
from typing import cast

from gipfel.games.core.position import Position
from gipfel.games.core.registry import part_of
from gipfel.kernel.state import State

LookAfter = Callable[[State, int], Hashable]


def _itself(state: State, code: int) -> Hashable:
    """The default: no two decisions are the same answer."""
    return code


def look_after(name: str) -> LookAfter:
    """The function of a game."""
    return cast(LookAfter, getattr(part_of(name, "answers"), "look_after", _itself))


def is_same_answer(position: Position, one: int, other: int) -> bool:
    """Are two legal decisions of a position the same answer?"""
    if one == other:
        return True
    look = look_after(position.game.name)
    return look is not _itself and look(position.state, one) == look(position.state, other)


def same_answers(position: Position, code: int) -> list[int]:
    """The legal decisions that are the same answer as this one, which is among them."""
    look = look_after(position.game.name)
    if look is _itself:
        return [code]
    state = position.state
    wanted = look(state, code)
    return [other for other in position.codes if look(state, other) == wanted]
