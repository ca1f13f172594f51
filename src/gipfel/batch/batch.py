"""The batch: n games of one kind, their observations, legal actions and results as arrays."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any

import numpy as np

from gipfel.batch import kernels as batch_kernels
from gipfel.batch.arrays import RESULTS, LegalLists, Playouts, RandomPlay, Step
from gipfel.batch.kernels import CUT_OFF
from gipfel.batch.memory import MOST_GAMES, enlarged, new_games, new_room
from gipfel.batch.starts import start_states
from gipfel.games.core.encoding import IllegalAction
from gipfel.games.core.playthrough import MOST_TURNS
from gipfel.games.core.position import Position
from gipfel.kernel.link import F, can_compile, link
from gipfel.kernel.state import BLACK_WINS, DRAW, SIDE, TURN, WHITE_WINS, State
from gipfel.notation.errors import OptionError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    from gipfel.games.core.game import Game

    Int8Array = NDArray[np.int8]
    Int64Array = NDArray[np.int64]

MOST_THREADS = 256
LONGEST = 1_000_000
"""The most steps or random games that one call plays for each game, and the highest limit of turns."""


class IllegalActions(IllegalAction):
    """An action for a game of a batch that is not legal; no game has changed."""


class Batch:
    """n games that are played at the same time."""

    def __init__(
        self,
        game: "Game",
        number: int,
        *,
        seed: int = 0,
        threads: int = 1,
        auto_reset: bool = True,
        most_turns: int = MOST_TURNS,
        starts: "int | Sequence[Position]" = 1024,
    ) -> None:
        """Begin `number` games. The same seed gives the same games, whatever the number of threads.

        With `auto_reset` a game that is over begins anew within the same step. A game with `most_turns`
        turns is stopped without a winner. Where the set-up is random, `starts` of them are made, and every
        game draws one; it can also be a list of positions to begin with.
        """
        self.game = game
        self.encoding = game.encoding
        self.number = _checked("number", number, 1, MOST_GAMES)
        self.threads = min(_checked("threads", threads, 1, MOST_THREADS), number)
        self._bind = bindings(game)
        self._links: dict[Callable[..., Any], Callable[..., Any]] = {}
        self._steps = 0
        self._kernels = game.rules.arrays(can_compile())
        terms = [
            game.repetitions,
            _checked("most_turns", most_turns, 1, LONGEST),
            int(auto_reset),
            game.rules.most,
        ]
        bounds = [number * i // self.threads for i in range(self.threads + 1)]
        self._ranges = [*pairwise(bounds)]
        self._rooms = [new_room(game, self._kernels, end - begin, terms) for begin, end in self._ranges]
        self._games = new_games(game, self._kernels, number, start_states(game, starts, seed), seed, terms)
        self._chosen = self._kernels.zeros(number)
        self._pool = ThreadPoolExecutor(self.threads) if self.threads > 1 else None
        self.reset()

    def reset(self) -> None:
        """Begin all games anew."""
        self._steps += 1
        begin_games = self._linked(batch_kernels.begin_games)
        self._in_ranges(lambda n, begin, end: begin_games(self._games, begin, end))
        self._list_all()

    # --- What the games show ---

    @property
    def sides(self) -> "Int8Array":
        """The side to act in each game: WHITE or BLACK."""
        return self._entries(SIDE).astype(np.int8)

    @property
    def turns(self) -> "Int64Array":
        """How many turns of each game are complete."""
        return self._entries(TURN)

    @property
    def results(self) -> "Int8Array":
        """The result of each game that is over and has not begun anew, otherwise ONGOING."""
        return RESULTS[np.asarray(self._games.over)]

    def position(self, number: int) -> Position:
        """The position of one game; it does not know the positions before it."""
        index = range(self.number)[number]
        return self.game.position_of([int(value) for value in self._games.states[index]])

    def observe(self, out: "Int8Array | None" = None) -> "Int8Array":
        """The observations, from the side to act; written into `out` if it is given, a row for each game."""
        rows = self._output(out, self.encoding.size)
        observe = self._linked(batch_kernels.observe_games)
        self._in_ranges(lambda n, begin, end: observe(self._games, rows, begin, end))
        return rows

    def masks(self, out: "Int8Array | None" = None) -> "Int8Array":
        """A 1 for each legal action; written into `out` if it is given, a row for each game."""
        rows = self._output(out, self.encoding.number_of_actions)
        mask = self._linked(batch_kernels.mask_games)
        entries = rows.view(np.int8)
        self._in_ranges(lambda n, begin, end: mask(self._games, self._rooms[n], entries, begin, end))
        return rows

    def legal_lists(self) -> LegalLists:
        """The legal decisions of all games, one after the other."""
        if self.threads == 1:
            firsts = np.asarray(self._rooms[0].firsts)
            return LegalLists(
                firsts, np.asarray(self._rooms[0].codes[: firsts[-1]]), partial(self._encoded, self._steps)
            )
        parts = [np.asarray(room.codes[: room.firsts[len(room.firsts) - 1]]) for room in self._rooms]
        before = np.cumsum([0, *map(len, parts)])
        starts = [
            np.asarray(room.firsts[:-1]) + first for room, first in zip(self._rooms, before, strict=False)
        ]
        return LegalLists(
            np.concatenate([*starts, before[-1:]]), np.concatenate(parts), partial(self._encoded, self._steps)
        )

    def _encoded(self, steps: int, lists: LegalLists) -> "Int64Array":
        """The actions of legal lists. Raises OptionError if they are no longer the current ones."""
        if steps != self._steps:
            raise OptionError("ask for the actions of legal lists before the next step")
        actions = np.zeros(len(lists.codes), np.int64)
        encode = self._linked(batch_kernels.encode_lists)
        before = lists.starts[[begin for begin, _ in self._ranges]]
        self._in_ranges(
            lambda n, begin, end: encode(self._games, self._rooms[n], actions, int(before[n]), begin, end)
        )
        return actions

    # --- Playing ---

    def step(self, actions: "ArrayLike") -> Step:
        """Play one action in each game. Raises IllegalActions, and then plays none.

        The actions of games that are over, without `auto_reset`, do not matter.
        """
        given = self._whole_numbers(actions)
        pick, most = self._linked(batch_kernels.pick_by_action), self.encoding.number_of_actions
        for room, (begin, end) in zip(self._rooms, self._ranges, strict=True):
            if (wrong := pick(self._games, room, given, self._chosen, most, begin, end)) < end:
                raise self._illegal(
                    wrong, f"action {given[wrong]} is not legal", self.legal_lists().of(wrong)
                )
        return self._play()

    def choose(self, numbers: "ArrayLike") -> Step:
        """Play in each game the decision that has this number in its legal list; the first one is 0.

        This is faster than `step`. Raises IllegalActions, and then plays none.
        """
        given = self._whole_numbers(numbers)
        pick = self._linked(batch_kernels.pick_by_number)
        for room, (begin, end) in zip(self._rooms, self._ranges, strict=True):
            if (wrong := pick(room, given, self._chosen, begin, end)) < end:
                legal = np.arange(self.legal_lists().counts[wrong])
                raise self._illegal(
                    wrong, f"there is no legal decision with the number {given[wrong]}", legal
                )
        return self._play()

    def _play(self) -> Step:
        """Play the chosen decisions."""
        step = self._linked(batch_kernels.step_games)
        self._steps += 1

        def step_range(n: int, begin: int, end: int) -> None:
            first = begin
            while (first := step(self._games, self._rooms[n], self._chosen, begin, first, end)) < end:
                self._enlarge(n, first - begin)

        self._in_ranges(step_range)
        return Step(np.array(self._games.ended, np.int64))

    def random_steps(self, number: int = 1) -> RandomPlay:
        """Play this number of random decisions in each game."""
        _checked("number", number, 1, LONGEST)
        self._steps += 1
        play = self._linked(batch_kernels.random_steps)
        self._in_ranges(lambda n, begin, end: play(self._games, self._rooms[n], begin, end, number))
        self._list_all()
        return RandomPlay(*self._counted())

    def playouts(self, number: int = 1) -> Playouts:
        """Play this number of random games from each position to their ends; the positions stay."""
        _checked("number", number, 1, LONGEST)
        found = np.zeros((self.number, CUT_OFF + 1), np.int64)
        play = self._linked(batch_kernels.random_games)
        self._in_ranges(lambda n, begin, end: play(self._games, self._rooms[n], begin, end, number, found))
        found[:, DRAW] += found[:, CUT_OFF]
        return Playouts(found[:, [WHITE_WINS, BLACK_WINS, DRAW]], self._counted()[0])

    def _counted(self) -> tuple[int, int]:
        """Decisions and finished games of all threads."""
        return sum(int(r.counts[0]) for r in self._rooms), sum(int(r.counts[1]) for r in self._rooms)

    # --- Inside ---

    def _linked(self, generic: F) -> F:
        """A kernel of this package for this game."""
        if generic not in self._links:
            title = f"{self.game.title}, {generic.__name__}"
            self._links[generic] = link(generic, self._bind, self._kernels.fast, title)
        return self._links[generic]  # type: ignore[return-value]

    def _in_ranges(self, work: Callable[[int, int, int], Any]) -> None:
        """Do something for every range of games: in threads, if there are several."""
        if self._pool is None:
            work(0, 0, self.number)
        else:
            begins, ends = zip(*self._ranges, strict=True)
            for _ in self._pool.map(work, range(self.threads), begins, ends):
                pass

    def _list_all(self) -> None:
        lister = self._linked(batch_kernels.list_games)

        def list_range(n: int, begin: int, end: int) -> None:
            first = begin
            while (first := lister(self._games, self._rooms[n], begin, first, end)) < end:
                self._enlarge(n, first - begin)

        self._in_ranges(list_range)

    def _enlarge(self, n: int, row: int) -> None:
        """Make more room for the lists of a range; those up to a row are kept."""
        self._rooms[n] = enlarged(self._rooms[n], self._kernels, int(self._rooms[n].firsts[row]))

    def _entries(self, entry: int) -> "Int64Array":
        """One entry of all states."""
        states = self._games.states
        if isinstance(states, list):
            return np.array([state[entry] for state in states], np.int64)
        return states[:, entry].copy()  # type: ignore[unreachable]

    def _whole_numbers(self, given: "ArrayLike") -> State:
        """One number for each game, as kernels need them. Raises IllegalActions."""
        array = np.asarray(given)
        if array.dtype.kind not in "iu" or array.shape != (self.number,):
            raise IllegalActions(
                f"{self.number} whole numbers are needed, one for each game; "
                f"this is an array of {array.dtype} with the shape {array.shape}"
            )
        return self._kernels.array(array)

    def _illegal(self, game: int, what: str, legal: "Int64Array") -> IllegalActions:
        some = ", ".join(str(one) for one in legal[:3])
        return IllegalActions(
            f"game {game}: {what}; {len(legal)} are legal, e.g. {some}. Nothing was played."
        )

    def _output(self, out: Any, width: int) -> Any:
        """The array to write into. Raises OptionError if it does not fit."""
        shape = (self.number, width)
        if out is None:
            return np.zeros(shape, np.int8)
        fits = isinstance(out, np.ndarray) and out.shape == shape and out.dtype in (np.int8, np.bool_)
        if not fits or not out.flags.c_contiguous or not out.flags.writeable:
            raise OptionError(f"out must be a writeable, contiguous array of int8 with the shape {shape}")
        return out


def bindings(game: "Game") -> dict[str, Callable[..., Any]]:
    """The kernels of a game that take the places of the placeholders. Raises OptionError."""
    repetition = game.rules.repetition_hash
    if game.repetitions and repetition is None:
        raise OptionError(
            f"{game.name} has a rule of repetition, but no kernel for it: its Rules need repetition_hash"
        )
    return {
        **game.rules.bind,
        **game.encoding.bind,
        "odds": game.evaluation.odds,
        "repetition_hash": repetition or batch_kernels.not_counted,
    }


def _checked(name: str, value: int, lowest: int, highest: int) -> int:
    """A whole number within bounds. Raises OptionError."""
    if isinstance(value, bool) or not isinstance(value, int) or not lowest <= value <= highest:
        raise OptionError(f"{name} is {value!r}; it must be a whole number from {lowest} to {highest}")
    return value
