"""Learned evaluations: a small network whose inputs are the pieces on their points.

A game lists its active inputs, for instance "a white ring on e5", as numbers (`NetworkInputs`). Every input
has a partner: the same with the colours exchanged. The network sees a position twice, from the side that is
to act and from the other one. Each view is a sum of rows of weights: the rows of the active inputs, and one
that is always added. The HIDDEN sums of each view, cut off below 0 and above 1, are weighted and added to the
weighted features of the game's evaluation. The weights of this last step depend on the bucket of the
position, such as opening or ending.

All numbers are integers, so that results are the same interpreted and compiled, on every machine. Several
sums share one integer, LANE bits for each: adding two integers adds all of them at once, and compilers add
several integers in one instruction. So that no lane becomes negative, every weight is stored plus `middle`,
and no sum of as many rows as there can be exceeds LANE - 1 bits (bit 63 stays free).

    integer      63     48 47     32 31     16 15      0
                ┌─────────┬─────────┬─────────┬─────────┐
                │ sum 3   │ sum 2   │ sum 1   │ sum 0   │
                └─────────┴─────────┴─────────┴─────────┘
    row          WORDS integers for White's view, then WORDS for Black's

A game may say which inputs differ from those of another position (`changes`). Then the sums of the position
before a decision are kept in a slot of the scratch space, and only rows of what differs are added and
subtracted. A slot contains the sums of some position, whichever that is, so results never depend on it.
"""

import json
import sys
from array import array
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from types import FunctionType
from typing import Any

from gipfel.kernel.evaluation import HIGHEST, LEVEL, SLOT, SLOTS_AT, Evaluation, measure
from gipfel.kernel.link import kernel, placeholder
from gipfel.kernel.state import SIDE, State

HIDDEN = 32
"""The number of sums of each view."""
LANE, LANES = 16, 4
"""Bits of a sum, and how many sums an integer holds."""
LANE_MASK = (1 << LANE) - 1
LARGEST_SUM = (1 << (LANE - 1)) - 1
WORDS = HIDDEN // LANES
ROW = 2 * WORDS
"""The size of a row: both views."""
OUT_BITS = 10
"""The last weights have this number of bits after the point."""

LONGEST_HEAD = 10_000
"""Bytes of the first line of a file."""

# Parts of the scratch space: first the features, then the active inputs, then the sums.
INPUTS_AT = 32
SUMS_AT = 192
AT_A_TIME = 8
"""Rows that are added at a time; those that are missing to a multiple of this are empty."""
MOST_INPUTS = SUMS_AT - INPUTS_AT - AT_A_TIME
REMOVED_AT = (INPUTS_AT + SUMS_AT) // 2
"""Inputs that are no longer active; those that have become active are at INPUTS_AT."""
MOST_CHANGED = REMOVED_AT - INPUTS_AT - AT_A_TIME
CHANGED_AT_A_TIME = 4
COUNTED = 8
"""`changes` returns one number in the lowest bits, as many as this, and another one above."""

# Parts of a slot, which is at first empty. First the sums.
ROWS_IN = ROW
"""How many rows the sums contain."""
KNOWN_AT = ROW + 8
"""What the game's kernel `changes` knows of the position."""
MOST_KNOWN = SLOT - KNOWN_AT

# Entries of the table NUMBERS.
ONE, MIDDLE, ALWAYS, EMPTY, FEATURES = range(5)
"""The sum that counts as 1, what is added to each stored weight, the row that is always added, a row of
zeros, how many features there are."""


@placeholder
def inputs(state: State, room: State) -> int:
    """Write the active inputs into `room`, from INPUTS_AT on; returns their number."""
    raise AssertionError


@placeholder
def changes(state: State, room: State, before: int, after: int) -> int:
    """Write the inputs that are active now but not in the position that `room` describes at `before`, from
    INPUTS_AT on, those that are active there but not now from REMOVED_AT on, and describe this one at
    `after`.

    Where `room` is 0 it describes that nothing is active. Returns the second number and, above COUNTED bits,
    the first one.
    """
    raise AssertionError


@placeholder
def bucket(state: State) -> int:
    """The number of the bucket of a position."""
    raise AssertionError


ROWS: list[int] = []
OUT: list[int] = []
NUMBERS: list[int] = []
"""Placeholders: `learned_evaluate` replaces them by the tables of a game.

OUT has for each bucket 2 * HIDDEN weights of the sums, a constant, and the weights of the features."""


@kernel("int64(int64[::1], int64[::1])")
def network_score(state: State, room: State) -> int:
    """How good an unfinished position is for White: the weighted features, and what the network adds."""
    return network_added(state, room, features_score(state, room))


@kernel("int64(int64[::1], int64[::1])")
def features_score(state: State, room: State) -> int:
    """The weighted features alone."""
    measure(state, room)
    features = NUMBERS[FEATURES]
    first = bucket(state) * (2 * HIDDEN + 1 + features) + 2 * HIDDEN + 1
    total = 0
    for i in range(features):
        total += room[i] * OUT[first + i]
    return total


@kernel("int64(int64[::1], int64[::1], int64)")
def network_added(state: State, room: State, score: int) -> int:
    """The score of the features, and what the network adds."""
    side = state[SIDE]
    first = bucket(state) * (2 * HIDDEN + 1 + NUMBERS[FEATURES])
    offset = summed(state, room) * NUMBERS[MIDDLE]
    own = SUMS_AT + WORDS * side
    other = SUMS_AT + WORDS - WORDS * side
    total = OUT[first + 2 * HIDDEN] + weighted_sums(room, own, offset, first)
    total += weighted_sums(room, other, offset, first + HIDDEN)
    total >>= OUT_BITS
    if side != 0:
        total = -total
    return min(max(score + total, -HIGHEST), HIGHEST)


@kernel("int64(int64[::1], int64[::1])")
def summed(state: State, room: State) -> int:
    """Add up the rows of a position, and return their number."""
    count = inputs(state, room)
    add_rows(room, count)
    return count + 1


@kernel("int64(int64[::1], int64[::1])")
def summed_by_changes(state: State, room: State) -> int:
    """The same, from the sums of the position one level before."""
    before = SLOTS_AT + SLOT * room[LEVEL]
    after = before + SLOT
    found = changes(state, room, before + KNOWN_AT, after + KNOWN_AT)
    added = found >> COUNTED
    removed = found & ((1 << COUNTED) - 1)
    if room[before + ROWS_IN] == 0:
        room[INPUTS_AT + added] = NUMBERS[ALWAYS]
        added += 1
    for i in range(CHANGED_AT_A_TIME):
        room[INPUTS_AT + added + i] = NUMBERS[EMPTY]
        room[REMOVED_AT + removed + i] = NUMBERS[EMPTY]
    for k in range(ROW):
        room[SUMS_AT + k] = room[before + k]
    # First what is subtracted, so that no lane overflows.
    for i in range(REMOVED_AT, REMOVED_AT + removed, CHANGED_AT_A_TIME):
        add_four(room, i, -1)
    for i in range(INPUTS_AT, INPUTS_AT + added, CHANGED_AT_A_TIME):
        add_four(room, i, 1)
    for k in range(ROW):
        room[after + k] = room[SUMS_AT + k]
    count = room[before + ROWS_IN] + added - removed
    room[after + ROWS_IN] = count
    return count


@kernel("void(int64[::1], int64, int64)")
def add_four(room: State, i: int, sign: int) -> None:
    """Add four rows, or subtract them."""
    a = ROW * room[i]
    b = ROW * room[i + 1]
    c = ROW * room[i + 2]
    d = ROW * room[i + 3]
    for k in range(ROW):
        room[SUMS_AT + k] += sign * (ROWS[a + k] + ROWS[b + k] + ROWS[c + k] + ROWS[d + k])


@kernel("void(int64[::1], int64)")
def add_rows(room: State, count: int) -> None:
    """Add up the rows of the active inputs, and the one that is always added.

    AT_A_TIME rows are added at a time: sums stay in memory, and each addition waits for the one before. With
    four rows instead of eight this took three times as long.
    """
    last = INPUTS_AT + count
    room[last] = NUMBERS[ALWAYS]
    for i in range(last + 1, last + AT_A_TIME):
        room[i] = NUMBERS[EMPTY]
    first = ROW * room[INPUTS_AT]
    for k in range(ROW):
        room[SUMS_AT + k] = ROWS[first + k]
    for i in range(INPUTS_AT + 1, last + 1, AT_A_TIME):
        a = ROW * room[i]
        b = ROW * room[i + 1]
        c = ROW * room[i + 2]
        d = ROW * room[i + 3]
        e = ROW * room[i + 4]
        f = ROW * room[i + 5]
        g = ROW * room[i + 6]
        h = ROW * room[i + 7]
        for k in range(ROW):
            four = ROWS[a + k] + ROWS[b + k] + ROWS[c + k] + ROWS[d + k]
            room[SUMS_AT + k] += four + ROWS[e + k] + ROWS[f + k] + ROWS[g + k] + ROWS[h + k]


@kernel("int64(int64[::1], int64, int64, int64)")
def weighted_sums(room: State, sums: int, offset: int, weights: int) -> int:
    """The weighted sums of a view, each cut off below 0 and above 1."""
    one = NUMBERS[ONE]
    total = 0
    for lane in range(LANES):
        for k in range(WORDS):
            value = ((room[sums + k] >> (LANE * lane)) & LANE_MASK) - offset
            total += min(max(value, 0), one) * OUT[weights + WORDS * lane + k]
    return total


@dataclass(frozen=True, eq=False)
class NetworkInputs:
    """What the network of a game sees."""

    points: int
    """How many points the board has. The first inputs are `kind * points + point`."""
    kinds: int
    """How many kinds of pieces a point can hold, from White's view: own ones and the opponent's."""
    partners: tuple[int, ...]
    """For each kind the same kind of the other colour."""
    others: int
    """How many inputs follow that belong to no point."""
    other_partners: tuple[int, ...]
    """For each of them the same for the other colour, counted from the first of them."""
    most: int
    """No position has more active inputs than this."""
    inputs: Callable[[State, State], int]
    bucket: Callable[[State], int]
    buckets: int
    changes: Callable[[State, State, int, int], int] | None = None
    """A kernel with which sums are updated, where that is faster than adding up all rows."""

    @property
    def number(self) -> int:
        """The number of inputs."""
        return self.points * self.kinds + self.others

    @property
    def bind(self) -> dict[str, Callable[..., Any]]:
        """The kernels that replace the placeholders of this module."""
        bound: dict[str, Callable[..., Any]] = {"inputs": self.inputs, "bucket": self.bucket}
        return bound if self.changes is None else {**bound, "changes": self.changes}

    @property
    def middle(self) -> int:
        """What is added to each stored weight; no weight is larger."""
        return LARGEST_SUM // (2 * (self.most + 1))

    def partner(self, i: int) -> int:
        """The same input with the colours exchanged."""
        placed = self.points * self.kinds
        if i >= placed:
            return placed + self.other_partners[i - placed]
        kind, point = divmod(i, self.points)
        return self.partners[kind] * self.points + point

    def moved(self, i: int, symmetry: Sequence[int]) -> int:
        """The same input on the point to which a symmetry of the board takes its point."""
        if i >= self.points * self.kinds:
            return i
        kind, point = divmod(i, self.points)
        return kind * self.points + symmetry[point]


class BadNetwork(ValueError):
    """A file that is not the network of this game."""


@dataclass(frozen=True)
class Network:
    """The weights of a network, as its file has them."""

    one: int
    rows: "array[int]"
    """HIDDEN weights of each input, from its own side's view, and at the end those that are always added."""
    out: "array[int]"
    about: dict[str, Any]
    """How it was made."""

    def write(self, path: Path) -> None:
        """Write the file: a line of JSON, then the weights as small integers, the lowest byte first."""
        head = {**self.about, "one": self.one, "rows": len(self.rows), "out": len(self.out)}
        path.write_bytes(json.dumps(head).encode() + b"\n" + _little(self.rows) + _little(self.out))


def is_network(path: Path) -> bool:
    """Does a file look like a network, and not like weights by name?"""
    try:
        with open(path, "rb") as file:
            return isinstance(json.loads(file.readline(LONGEST_HEAD)), dict)
    except (OSError, ValueError):
        return False


def read_network(path: Path, known: NetworkInputs, features: int) -> Network:
    """Read the network of a game. Raises BadNetwork."""
    try:
        line, _, body = path.read_bytes().partition(b"\n")
        head = json.loads(line)
        rows, out = array("h"), array("i")
        split = head["rows"] * rows.itemsize
        rows.frombytes(body[:split])
        out.frombytes(body[split:])
        one = int(head["one"])
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise BadNetwork(f"no network can be read from {path.name}: {error}") from error
    wanted = ((known.number + 1) * HIDDEN, known.buckets * (2 * HIDDEN + 1 + features))
    if (len(rows), len(out)) != wanted or head["out"] != len(out):
        raise BadNetwork(f"{path.name} is a network of other inputs or features; train it again")
    if sys.byteorder == "big":
        rows.byteswap()
        out.byteswap()
    if any(abs(weight) > known.middle for weight in rows):
        raise BadNetwork(f"{path.name} has weights that are too large; train it again")
    return Network(one, rows, out, head)


def _little(values: "array[int]") -> bytes:
    if sys.byteorder == "big":
        values = array(values.typecode, values)
        values.byteswap()
    return values.tobytes()


def learned_evaluate(known: NetworkInputs, network: Network, evaluation: Evaluation) -> Any:
    """The kernel `network_score` with the tables of a network."""
    return learned_kernels(known, network, evaluation)["evaluate"]


def learned_kernels(known: NetworkInputs, network: Network, evaluation: Evaluation) -> dict[str, Any]:
    """The kernels `evaluate`, `rough` and `refined` with the tables of a network."""
    names = {
        **network_score.__globals__,
        "measure": evaluation.measure,
        **known.bind,
        "ROWS": packed_rows(known, network),
        "OUT": [*network.out],
        "NUMBERS": [network.one, known.middle, known.number, known.number + 1, len(evaluation.features)],
    }
    if known.changes is not None:
        names["summed"] = summed_by_changes
    used = ("add_four", "add_rows", "summed", "weighted_sums", "features_score", "network_added")
    for name in (*used, "network_score"):
        names[name] = _with(names, names[name])
    kernels = {
        "evaluate": names["network_score"],
        "rough": names["features_score"],
        "refined": names["network_added"],
    }
    for name, twin in kernels.items():
        twin.__name__ = name
    return kernels


def _with(names: dict[str, Any], function: Any) -> Any:
    """A copy of a kernel that finds its global names here."""
    twin = FunctionType(function.__code__, names, function.__name__)
    twin.__module__ = function.__module__
    twin.__dict__.update(function.__dict__)
    return twin


def packed_rows(known: NetworkInputs, network: Network) -> list[int]:
    """The table ROWS: for each input its weights in White's view, then in Black's. The last row is empty."""
    views = [_packed(network.rows[i : i + HIDDEN], known.middle) for i in range(0, len(network.rows), HIDDEN)]
    always = known.number
    partners = [*(known.partner(i) for i in range(always)), always]
    rows = [word for i, partner in enumerate(partners) for word in views[i] + views[partner]]
    return rows + [0] * ROW


def _packed(weights: Sequence[int], middle: int) -> list[int]:
    """HIDDEN weights in WORDS integers: the first lanes of all of them, then the second lanes, and so on."""
    return [
        sum((weight + middle) << (LANE * lane) for lane, weight in enumerate(weights[k::WORDS]))
        for k in range(WORDS)
    ]


@dataclass(frozen=True, eq=False)
class LearnedEvaluation:
    """The network of a game, which is read when it is first used."""

    inputs: NetworkInputs
    path: Path

    @property
    def is_trained(self) -> bool:
        """Is there a file? A game that is being developed may have none yet."""
        return self.path.exists()

    def added_to(self, evaluation: Evaluation, path: Path | None = None) -> Evaluation:
        """An evaluation with this network, or another one, instead of its weighted sum. Raises BadNetwork."""
        network = read_network(path or self.path, self.inputs, len(evaluation.features))
        return replace(evaluation, learned=None, **learned_kernels(self.inputs, network, evaluation))
