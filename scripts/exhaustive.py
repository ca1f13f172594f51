"""Solves small positions by listing everything that can follow: slow, and independent of other searches."""

from gipfel.games.core.position import Position
from gipfel.kernel.endings import LOW, ROOM
from gipfel.kernel.link import can_compile, link
from gipfel.kernel.state import BLACK, ONGOING, SIDE, State

Key = tuple[int, ...]


class TooLarge(Exception):
    """More positions can follow than allowed, or chance decides in one of them."""


def best_lead(position: Position, most: int) -> int:
    """White's final lead with best play of both sides; 1, 0 or -1 where the game counts none.

    Play without an end is a draw. Raises TooLarge if more than `most` positions can follow.
    """
    graph = _Graph(position, most)
    return graph.best_lead()


class _Graph:
    """All positions that can follow a position."""

    def __init__(self, position: Position, most: int) -> None:
        game = position.game
        self.game = game
        self.rules = game.rules.linked(can_compile())
        self.agreed, self.out = self.rules.array(game.contest_odds()), self.rules.zeros(game.rules.most)
        self.odds = link(game.evaluation.odds, game.evaluation.bind, can_compile())
        self.root = game.rules.essence(position.state)
        self.values: dict[Key, int] = {}
        self.sides: dict[Key, int] = {}
        self.children: dict[Key, set[Key]] = {}
        self.parents: dict[Key, set[Key]] = {}
        waiting = [position.state]
        self.sides[self.root] = position.state[SIDE]
        while waiting:
            waiting += self._expand(waiting.pop())
            if len(self.sides) > most:
                raise TooLarge(f"more than {most} positions")

    def _expand(self, plain: State) -> list[State]:
        """Note what follows a state; those states that are new."""
        key = self.game.rules.essence(plain)
        state = self.rules.array(plain)
        if self.odds(state, self.agreed, self.out) != 0:
            raise TooLarge("chance decides in a position that can follow")
        new: list[State] = []
        self.children[key] = set()
        for code in self.rules.codes(state):
            after = self.rules.array(state)
            self.rules.play(after, code)
            plain_after = [int(value) for value in after]
            child = self.game.rules.essence(plain_after)
            self.children[key].add(child)
            self.parents.setdefault(child, set()).add(key)
            if child not in self.sides:
                self.sides[child] = plain_after[SIDE]
                if self.rules.outcome(after) == ONGOING:
                    new.append(plain_after)
                else:
                    self.values[child] = self._final_lead(plain_after)
        return new

    def _final_lead(self, state: State) -> int:
        room = [0] * ROOM
        link(self.game.endings.bounds, self.game.rules.bind, False)(state, room)
        return room[LOW]

    def best_lead(self) -> int:
        """Go back from the finished positions to all whose value follows from those known."""
        waiting = [parent for key in self.values for parent in self.parents[key]]
        while waiting:
            key = waiting.pop()
            value = None if key in self.values else self._value(key)
            if value is not None:
                self.values[key] = value
                waiting += self.parents.get(key, ())
        return self.values.get(self.root, 0)

    def _value(self, key: Key) -> int | None:
        """The value of a position if it follows from what is known about its children."""
        known = [self.values[child] for child in self.children[key] if child in self.values]
        sign = -1 if self.sides[key] == BLACK else 1
        best = max((sign * value for value in known), default=None)
        if best is None:
            return None
        wins = best > 0 and not self.game.endings.counts_lead
        return sign * best if wins or len(known) == len(self.children[key]) else None
