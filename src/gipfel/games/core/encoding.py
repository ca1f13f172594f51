"""Encodings: positions as fixed numbers of small integers, and decisions as indices, for learning programs.

A game adds a module `encoding.py` to its folder. It has either `ENCODING`, one `Encoding` for all versions,
or a function `encoding_for(game)` that returns the one of a version. Nothing has to be registered: the
module is imported when `game.encoding` is first used. The tests that every game passes check it.

An observation is one row of integers: the planes (for each plane one value for each point of the board),
then the scalars. It is always seen from the side to act: "ours" and "theirs", never White's and Black's.
An action is an index into the action space, which is the groups of actions one after the other.

The three kernels (see `kernel/link.py` for what a kernel may use):

    @kernel("void(int64[::1], int8[::1])")
    def observe(state, out): ...       writes every entry of `out`, whatever was in it before

    @kernel("int64(int64[::1], int64)")
    def action_of(state, code): ...    the action of a legal decision

    @kernel("int64(int64[::1], int64)")
    def decision_of(state, action): ...    the decision of a legal action

`decision_of` is called with any action of the action space, legal or not. If the action is not legal it may
return any number, but must read nothing outside its arrays; the callers check the answer. Both directions
are inverse to each other on legal decisions, and no two legal decisions of a position have the same action.
Where a decision has the same action in every position, `by_table` makes both kernels.

Symmetries are permutations that do not depend on the position. So an action has to name what is done by
points of the board, not by an order in which the rules happen to list it: where the rules let one of
several equal decisions stand for all, the action says what they have in common. What symmetries move follows
from `keys`: for each action of a group its points, in a tuple (see `Key`). A group without keys is not moved.
`exchanged` says which planes change places, e.g. planes for directions.

The same holds for the sides: with the sides exchanged, observation and legal actions stay the same.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from math import prod
from types import FunctionType
from typing import TYPE_CHECKING, Any, NamedTuple

from gipfel.board import Board, Permutation
from gipfel.kernel.link import Narrow, kernel, link, placeholder
from gipfel.kernel.state import State
from gipfel.notation.errors import GipfelError, IllegalDecision

if TYPE_CHECKING:
    from numpy import int8
    from numpy.typing import NDArray

    from gipfel.games.core.game import Game
    from gipfel.games.core.position import Decision, Position

    Int8Array = NDArray[int8]

Key = int | str | frozenset[int] | tuple["Key", ...]
"""What an action is about: a point, a set of points, a text that no symmetry changes, or several of these."""
ObserveKernel = Callable[[State, State], None]
ActionKernel = Callable[[State, int], int]
ListKernel = Callable[[State, State, int, State, int], None]
PlaneImage = Callable[[int, Permutation], int]

SMALLEST, LARGEST = -128, 127
"""The values of an observation are within these bounds."""


class NoEncoding(GipfelError):
    """The game has no encoding, or a position cannot be encoded."""


class IllegalAction(IllegalDecision):
    """An action that is out of range, or that is not legal in this position."""


@placeholder
def observe(state: State, out: State) -> None:
    """Write the observation of a state into `out`, which is an array of int8."""
    raise AssertionError


@placeholder
def action_of(state: State, code: int) -> int:
    """The action of a legal decision."""
    raise AssertionError


@placeholder
def decision_of(state: State, action: int) -> int:
    """The decision of a legal action; any number for an action that is not legal."""
    raise AssertionError


@dataclass(frozen=True, slots=True)
class Channel:
    """A plane (one value for each point) or a scalar of an observation."""

    name: str
    meaning: str
    """What the values mean, as a phrase for the documentation."""
    highest: int = 1
    """No value is higher than this."""
    lowest: int = 0


@dataclass(frozen=True, slots=True)
class ActionGroup:
    """A range of the action space: actions of one kind."""

    name: str
    size: int
    meaning: str
    """What the actions do, as a phrase for the documentation."""
    factors: tuple[tuple[str, int], ...] = ()
    """How an index is composed, for the documentation: names and numbers, the last one changes fastest."""
    keys: Sequence[Key] = ()
    """For each action what it is about; empty if no symmetry moves these actions."""

    def __post_init__(self) -> None:
        if self.keys and len(self.keys) != self.size:
            raise ValueError(f"the actions {self.name} are {self.size}, but have {len(self.keys)} keys")
        if self.factors and prod(number for _, number in self.factors) != self.size:
            raise ValueError(f"the factors of the actions {self.name} do not multiply to {self.size}")

    def images(self, symmetry: Permutation) -> list[int]:
        """Where a symmetry takes each action of the group."""
        if not self.keys:
            return [*range(self.size)]
        number = {key: index for index, key in enumerate(self.keys)}
        if len(number) != self.size:
            raise ValueError(f"two actions {self.name} have the same key")
        return [number[moved(key, symmetry)] for key in self.keys]


def moved(key: Key, symmetry: Permutation) -> Key:
    """A key with its points taken where a symmetry takes them."""
    match key:
        case str():
            return key
        case int():
            return symmetry[key]
        case frozenset():
            return frozenset(symmetry[point] for point in key)
    return tuple([moved(part, symmetry) for part in key])


class EncodedSymmetry(NamedTuple):
    """A symmetry of the game: entry i of an observation, or of a mask, goes to the entry permutation[i].

    With NumPy: `image[..., symmetry.observation] = observation`, `image[..., symmetry.actions] = mask`.
    """

    observation: tuple[int, ...]
    actions: tuple[int, ...]


@placeholder
def list_actions(state: State, codes: State, count: int, out: State, first: int) -> None:
    """Write the actions of the `count` legal decisions in `codes` into `out`, from `first` on."""
    raise AssertionError


@kernel("void(int64[::1], int64[::1], int64, int64[::1], int64)")
def one_by_one(state: State, codes: State, count: int, out: State, first: int) -> None:
    """The default of `list_actions`; a game that knows a faster way has a kernel of its own."""
    for i in range(count):
        out[first + i] = action_of(state, codes[i])


class EncodingKernels(NamedTuple):
    """The kernels of an encoding, ready to run."""

    observe: ObserveKernel
    action_of: ActionKernel
    decision_of: ActionKernel
    list_actions: ListKernel


# --- Games in which a decision has the same action in every position -------------------------------

CODES: list[int] = []
ACTIONS: list[int] = []
"""Placeholders: `by_table` replaces them by the tables of a game."""


@kernel("int64(int64[::1], int64)")
def action_in_table(state: State, code: int) -> int:
    """The action of a decision."""
    return ACTIONS[code]


@kernel("int64(int64[::1], int64)")
def decision_in_table(state: State, action: int) -> int:
    """The decision of an action."""
    return CODES[action]


def by_table(codes: list[int], module: str) -> tuple[ActionKernel, ActionKernel]:
    """The kernels `action_of` and `decision_of`, from the code of each action; `module` is the caller's."""
    actions = [0] * (max(codes) + 1)
    for action, code in enumerate(codes):
        actions[code] = action
    tables: dict[str, list[int]] = {"CODES": codes, "ACTIONS": Narrow(actions)}
    return _with_tables(action_in_table, tables, module), _with_tables(decision_in_table, tables, module)


def _with_tables(generic: ActionKernel, tables: dict[str, list[int]], module: str) -> ActionKernel:
    twin = FunctionType(generic.__code__, {**generic.__globals__, **tables}, generic.__name__)
    twin.__module__ = module
    twin.__dict__.update(generic.__dict__)
    return twin


# --- Encodings ------------------------------------------------------------------------------------


def stays(plane: int, symmetry: Permutation) -> int:
    """The default of `exchanged`: no planes change places."""
    return plane


@dataclass(frozen=True, eq=False)
class Encoding:
    """How positions of a game become observations, and decisions actions."""

    board: Board
    """Its points, in their order, are the places in a plane."""
    planes: tuple[Channel, ...]
    scalars: tuple[Channel, ...]
    """Numbers behind the planes: reserves, phases, what is captured."""
    actions: tuple[ActionGroup, ...]
    observe: ObserveKernel
    action_of: ActionKernel
    decision_of: ActionKernel
    list_actions: ListKernel = one_by_one
    """A kernel: the actions of all legal decisions, if there is a faster way than one by one."""
    exchanged: PlaneImage = stays
    """Which plane takes the place of a plane under a symmetry of the board."""
    exchanged_scalars: PlaneImage = stays
    """The same for scalars, e.g. numbers of pieces of which one is the mirror image of the other."""
    numbers: Sequence[int] = ()
    """For each point its number in `Game.symmetries`, if these are symmetries of a larger board."""

    @property
    def points(self) -> tuple[str, ...]:
        """The names of the points, in the order in which they are in a plane."""
        return tuple(self.board.names)

    @cached_property
    def size(self) -> int:
        """How many integers an observation has."""
        return len(self.planes) * len(self.board) + len(self.scalars)

    @cached_property
    def number_of_actions(self) -> int:
        """The size of the action space."""
        return sum(group.size for group in self.actions)

    @cached_property
    def ranges(self) -> dict[str, range]:
        """The actions of each group, by its name."""
        found, first = {}, 0
        for group in self.actions:
            found[group.name] = range(first, first + group.size)
            first += group.size
        return found

    @property
    def bind(self) -> dict[str, Callable[..., Any]]:
        """The kernels that replace the placeholders of this module."""
        return {
            "observe": self.observe,
            "action_of": self.action_of,
            "decision_of": self.decision_of,
            "list_actions": self.list_actions,
        }

    @cached_property
    def interpreted(self) -> EncodingKernels:
        """The kernels as plain functions on lists."""
        return self._linked(fast=False)

    @cached_property
    def compiled(self) -> EncodingKernels:
        """The kernels, compiled."""
        return self._linked(fast=True)

    def _linked(self, fast: bool) -> EncodingKernels:
        return EncodingKernels(
            link(self.observe, self.bind, fast),
            link(self.action_of, self.bind, fast),
            link(self.decision_of, self.bind, fast),
            link(self.list_actions, self.bind, fast),
        )

    def bounds(self) -> "tuple[Int8Array, Int8Array]":
        """The lowest and the highest value of each entry of an observation."""
        import numpy

        channels = [channel for channel in self.planes for _ in range(len(self.board))] + [*self.scalars]
        lowest = numpy.array([channel.lowest for channel in channels], numpy.int8)
        return lowest, numpy.array([channel.highest for channel in channels], numpy.int8)

    def planes_of(self, observation: "Int8Array") -> "Int8Array":
        """The planes of one or many observations: the last axis becomes two, planes and points. A view."""
        values = observation[..., : len(self.planes) * len(self.board)]
        return values.reshape(*observation.shape[:-1], len(self.planes), len(self.board))

    def scalars_of(self, observation: "Int8Array") -> "Int8Array":
        """The scalars of one or many observations. A view."""
        return observation[..., len(self.planes) * len(self.board) :]

    def symmetries(self, game: "Game") -> tuple[EncodedSymmetry, ...]:
        """The symmetries of the game (`Game.symmetries`, in the same order) as permutations."""
        return tuple([self._encoded(self._on_board(symmetry)) for symmetry in game.symmetries])

    def _on_board(self, symmetry: Permutation) -> Permutation:
        """A symmetry of the game as a permutation of the points of this board."""
        if not self.numbers:
            return symmetry
        return tuple([self.numbers.index(symmetry[number]) for number in self.numbers])

    def _encoded(self, symmetry: Permutation) -> EncodedSymmetry:
        points = len(self.board)
        entries = [
            self.exchanged(plane, symmetry) * points + symmetry[point]
            for plane in range(len(self.planes))
            for point in range(points)
        ]
        scalars = [self.exchanged_scalars(scalar, symmetry) for scalar in range(len(self.scalars))]
        entries += [len(self.planes) * points + scalar for scalar in scalars]
        actions: list[int] = []
        for group in self.actions:
            first = len(actions)
            actions += [first + image for image in group.images(symmetry)]
        return EncodedSymmetry(tuple(entries), tuple(actions))


@lru_cache(maxsize=256)
def encoding_of(game: "Game") -> Encoding:
    """The encoding of a game in its version. Raises NoEncoding."""
    encoding = game.own_encoding()
    if encoding is None:
        raise NoEncoding(
            f"{game.name} {game.version} has no encoding; a module encoding.py in its folder would add one"
        )
    return encoding


# --- Positions ------------------------------------------------------------------------------------


def observation(position: "Position") -> "Int8Array":
    """The observation of a position, as an array of int8."""
    import numpy

    encoding = _of(position)
    if position.game.kernels.fast:
        array = numpy.zeros(encoding.size, numpy.int8)
        encoding.compiled.observe(position.game.kernels.array(position.state), array)  # type: ignore[arg-type]
        return array
    out = [0] * encoding.size
    encoding.interpreted.observe(position.state, out)
    return numpy.array(out, numpy.int8)


def legal_actions(position: "Position") -> list[int]:
    """The actions of the legal decisions, in the order of `Position.decisions()`."""
    codes = position.codes
    actions = [0] * len(codes)
    _of(position).interpreted.list_actions(position.state, codes, len(codes), actions, 0)
    return actions


def legal_mask(position: "Position") -> "Int8Array":
    """An array of int8 with a 1 for each legal action; all zero when the game is over."""
    import numpy

    mask = numpy.zeros(_of(position).number_of_actions, numpy.int8)
    mask[legal_actions(position)] = 1
    return mask


def action_of_decision(position: "Position", decision: "Decision | str | int") -> int:
    """The action of a legal decision: a `Decision`, its text, or its number. Raises IllegalDecision."""
    encoding = _of(position)
    if isinstance(decision, str):
        decision = position.decision(decision)
    code = decision if isinstance(decision, int) else decision.code
    if isinstance(decision, bool) or code not in position.codes:
        position.play(decision)  # raises the error that says what is legal
    return encoding.interpreted.action_of(position.state, code)


def decision_of_action(position: "Position", action: int) -> "Decision":
    """The legal decision of an action. Raises IllegalAction."""
    from gipfel.games.core.position import Decision

    encoding = _of(position)
    number, most = _whole(action), encoding.number_of_actions
    if number is None or not 0 <= number < most:
        raise IllegalAction(f"{action!r} is no action: actions are whole numbers from 0 to {most - 1}")
    if position.outcome is not None:
        raise IllegalAction(f"action {number} is not legal: {position.legal_summary()}")
    code, state = encoding.interpreted.decision_of(position.state, number), position.state
    if code not in position.codes or encoding.interpreted.action_of(state, code) != number:
        some = ", ".join(str(legal) for legal in legal_actions(position)[:3])
        raise IllegalAction(
            f"action {number} is not legal here: {len(position.codes)} actions are legal, e.g. {some}"
        )
    return Decision(position, code)


def _whole(action: object) -> int | None:
    """A whole number, also one of NumPy; None if it is something else."""
    if isinstance(action, bool) or not hasattr(action, "__index__"):
        return None
    return int(action.__index__())


def _of(position: "Position") -> Encoding:
    """The encoding of a position's game. Raises NoEncoding."""
    if position.contest is not None:
        raise NoEncoding(
            "a contest is being played inside the turn, which this encoding does not contain; "
            "the position of the contest's game is position.played"
        )
    return encoding_of(position.game)
