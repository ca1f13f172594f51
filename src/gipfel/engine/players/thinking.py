"""Thinkers as players: they keep to limits, think inside contests too, and remember what they planned."""

from collections.abc import Callable
from dataclasses import replace
from random import Random
from threading import Event
from typing import TypeVar

from gipfel.engine.inside import guess, played_in
from gipfel.engine.players.greedy import reaction
from gipfel.engine.players.levels import USUAL_SECONDS
from gipfel.engine.players.player import Player
from gipfel.engine.search.thought import Limits, Line, Report, Thinker, Thought
from gipfel.games.core.game import Game
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.side import Side

Maker = Callable[[Game], Thinker]
LimitsOf = Callable[[Game], Limits]


def smaller(one: Limits, other: Limits) -> Limits:
    """Limits that keep to both; as many lines as the second asks for."""
    return Limits(
        seconds=_least(one.seconds, other.seconds),
        nodes=_least(one.nodes, other.nodes),
        depth=_least(one.depth, other.depth),
        lines=other.lines,
    )


N = TypeVar("N", int, float)


def _least(one: N | None, other: N | None) -> N | None:
    return other if one is None else one if other is None else min(one, other)


class ThinkerOfAll:
    """Thinks about positions of any game, and of the games played in contests inside them.

    Limits of its own depend on the game: a level looks less far in one game than in another.
    """

    def __init__(self, make: Maker, own_limits: LimitsOf, seed: int | None = None) -> None:
        self._make = make
        self._own_limits = own_limits
        self._chance = Random(seed)
        self._thinkers: dict[Game, Thinker] = {}

    def prepare(self, game: Game) -> None:
        """A game will be played: do now what takes long the first time, and let go of other games."""
        self._thinkers = {known: thinker for known, thinker in self._thinkers.items() if known == game}
        self._thinker(game)

    def forget(self) -> None:
        """A new game begins."""
        for thinker in self._thinkers.values():
            thinker.forget()

    def think(
        self,
        position: Position,
        limits: Limits,
        stop: Event | None = None,
        report: Report | None = None,
    ) -> Thought:
        """What the thinker of the game that is really played thinks of the position."""
        inner, _ = played_in(position)
        if inner is None:
            return self._guess(position)

        def told(thought: Thought) -> None:
            if report is not None:
                report(_outside(thought, position))

        thought = self._thinker(inner.game).think(inner, self.limits(inner, limits), stop, told)
        return _outside(thought, position)

    def limits(self, position: Position, asked: Limits) -> Limits:
        """What it keeps to: its own limits in this game and those that are asked for."""
        return smaller(self._own_limits(position.game), asked)

    def _guess(self, position: Position) -> Thought:
        """A call of a coin, a report: there is nothing to think about."""
        line = Line(0, (guess(position, self._chance),))
        return Thought(position, (line,), 0, 0, 0.0)

    def _thinker(self, game: Game) -> Thinker:
        if game not in self._thinkers:
            self._thinkers[game] = self._make(game)
        return self._thinkers[game]


def _outside(thought: Thought, position: Position) -> Thought:
    """A thought about what is really played as one about the whole position."""
    if thought.position is position:
        return thought
    lines = tuple(replace(line, decisions=_outer_decisions(position, line)) for line in thought.lines)
    return replace(thought, position=position, lines=lines)


def _outer_decisions(position: Position, line: Line) -> tuple[Decision, ...]:
    """Decisions of the game inside a contest as those of the whole game."""
    outer: list[Decision] = []
    for decision in line.decisions:
        _, outward = played_in(position)
        outer.append(outward(decision.code))
        position = position.play(outer[-1])
    return tuple(outer)


class ThinkerPlayer(Player):
    """A thinker at the board. What it planned for the rest of its turn it plays without thinking again."""

    def __init__(self, name: str, thinker: ThinkerOfAll) -> None:
        self.name = name
        self._thinker = thinker
        self._plan: list[Decision] = []

    def react(self, position: Position, side: Side, limits: Limits) -> Decision | None:
        return reaction(position, side)

    def begin(self, game: Game) -> None:
        self._thinker.forget()
        self._thinker.prepare(game)
        self._plan = []

    def choose(self, position: Position, limits: Limits) -> Decision:
        planned = [decision for decision in self._plan if decision.position == position]
        if planned:
            return Decision(position, planned[0].code)
        decisions = position.decisions()
        if len(decisions) == 1:
            return decisions[0]
        thought = self._thinker.think(position, self._bounded(position, limits))
        self._plan = rest_of_turn(thought.lines[0])
        return Decision(position, thought.decision.code)

    def _bounded(self, position: Position, limits: Limits) -> Limits:
        both = self._thinker.limits(position, limits)
        unlimited = both.seconds is None and both.nodes is None and both.depth is None
        return replace(limits, seconds=USUAL_SECONDS) if unlimited else limits


def rest_of_turn(line: Line) -> list[Decision]:
    """What a line says the side to act does after its first decision, until the turn is over."""
    first, *others = line.decisions
    begin, rest = first.position, []
    position = begin.play(first)
    for decision in others:
        going_on = position.outcome is None and (position.side, position.turn) == (begin.side, begin.turn)
        if not going_on or played_in(position)[0] is not position or decision.code not in position.codes:
            break
        rest.append(Decision(position, decision.code))
        position = position.play(rest[-1])
    return rest
