"""The batch: n games of one kind, their observations, legal actions and results as arrays."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

import numpy as np

from gipfel.batch import kernels as generic
from gipfel.batch import sharing
from gipfel.batch.arrays import RESULTS, LegalLists, Playouts, RandomPlay, Step
from gipfel.batch.kernels import CUT_OFF, FINISHED, PLAYED, Games, Lists
from gipfel.batch.memory import (
    MOST_GAMES,
    ROOM_FOR_EACH,
    chunk_size,
    enlarged,
    new_games,
    new_lists,
    new_room,
    new_work,
)
from gipfel.batch.sharing import (
    BEGIN_GAMES,
    CHECK,
    DRAW_NUMBERS,
    ENCODE,
    FIND,
    KINDS,
    LIST,
    LIST_ANEW,
    MASK,
    NUMBER,
    OBSERVE,
    PICK,
    PLAY,
    SHORT,
    TO_ACTIONS,
    WRONG,
    Work,
)
from gipfel.batch.starts import start_states
from gipfel.batch.workers import Workers
from gipfel.games.core.encoding import IllegalAction
from gipfel.games.core.game import LARGEST_SEED, Game
from gipfel.games.core.playthrough import MOST_TURNS
from gipfel.games.core.position import Position
from gipfel.kernel.link import F, can_compile, link
from gipfel.kernel.state import BLACK_WINS, DRAW, SIDE, TURN, WHITE_WINS
from gipfel.notation.errors import OptionError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

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
        game: Game,
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
        if not isinstance(game, Game):
            raise OptionError(f"{game!r} is no game; make one with gipfel.game(...)")
        self.game = game
        self.encoding = game.encoding
        self.number = _checked("number", number, 1, MOST_GAMES)
        self.threads = min(_checked("threads", threads, 1, MOST_THREADS), number)
        _checked("seed", seed, -LARGEST_SEED, LARGEST_SEED)
        limit = _checked("most_turns", most_turns, 1, LONGEST)
        self._bind = bindings(game)
        self._links: dict[Callable[..., Any], Callable[..., Any]] = {}
        self._kernels = kernels = game.rules.arrays(can_compile())
        terms = [game.repetitions, limit, int(auto_reset), game.rules.most]
        games = new_games(game, kernels, number, start_states(game, starts, seed), seed, terms)
        self._each = chunk_size(number)
        self._size = game.rules.most + ROOM_FOR_EACH * self._each
        used = self.threads if kernels.fast else 1
        work = new_work(game, kernels, number, used, self._each)
        self._share(games, new_lists(kernels, number, len(work.claims), self._size), work)
        self._outputs: list[Any] = [None, None]
        self._steps = 0
        self._workers = Workers(work.control, [new_room(game, kernels, terms) for _ in range(used)])
        self.reset()

    def _share(self, games: Games, lists: Lists, work: Work) -> None:
        """Let the threads use these arrays."""
        self._games, self._lists = games, lists
        self._work = work._replace(actions=self._kernels.zeros(len(lists.codes)))
        self._arguments = self._games, self._lists, self._work

    def reset(self) -> None:
        """Begin all games anew."""
        self._list(BEGIN_GAMES)

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
        return RESULTS[np.asarray(self._games.over, np.int64)]

    def position(self, number: int) -> Position:
        """The position of one game; it does not know the positions before it."""
        index = _checked("number", number, 0, self.number - 1)
        return self.game.position_of([int(value) for value in self._games.states[index]])

    def observe(self, out: "Int8Array | None" = None) -> "Int8Array":
        """The observations, from the side to act; written into `out` if it is given, a row for each game."""
        rows: Int8Array = self._output(out, self.encoding.size)
        self._run(self._written(rows, None))
        return rows

    def masks(self, out: "Int8Array | None" = None) -> "Int8Array":
        """A 1 for each legal action; written into `out` if it is given, a row for each game."""
        rows: Int8Array = self._output(out, self.encoding.number_of_actions)
        self._run(self._written(None, rows))
        return rows

    def legal_lists(self) -> LegalLists:
        """The legal decisions of all games."""
        firsts, counts, codes = (np.asarray(array) for array in self._lists[:3])
        return LegalLists(firsts, counts, codes, partial(self._encoded, self._steps))

    def _encoded(self, steps: int) -> "Int64Array":
        """The actions of the legal decisions. Raises OptionError if there was a step since."""
        if steps != self._steps:
            raise OptionError("ask for the actions of legal lists before the next step")
        self._run(ENCODE)
        return np.asarray(self._work.actions)

    # --- Playing ---

    def step(
        self, actions: "ArrayLike", observations: "Int8Array | None" = None, masks: "Int8Array | None" = None
    ) -> Step:
        """Play one action in each game. Raises IllegalActions, and then plays none.

        If arrays are given, the new observations and masks are written into them. The actions of games that
        are over, without `auto_reset`, do not matter.
        """
        given, written = self._give(actions), self._written(observations, masks)
        self._run(FIND)
        if self._work.control[WRONG]:
            counts, chosen = np.asarray(self._lists.counts), np.asarray(self._work.chosen)
            game = int(np.flatnonzero((counts > 0) & (chosen == generic.NONE))[0])
            raise self._illegal(game, f"action {given[game]} is not legal", self.legal_lists().of(game))
        return self._play(PLAY | written)

    def choose(
        self, numbers: "ArrayLike", observations: "Int8Array | None" = None, masks: "Int8Array | None" = None
    ) -> Step:
        """Play in each game the decision that has this number in its legal list; the first one is 0.

        Otherwise like `step`, and faster.
        """
        given, written = self._give(numbers), self._written(observations, masks)
        step = self._play(CHECK | PICK | PLAY | written)
        if self._work.control[WRONG]:
            counts = np.asarray(self._lists.counts)
            game = int(np.flatnonzero((counts > 0) & ((given < 0) | (given >= counts)))[0])
            what = f"there is no legal decision with the number {given[game]}"
            raise self._illegal(game, what, np.arange(counts[game]))
        return step

    def _play(self, kinds: int) -> Step:
        """Play the chosen decisions."""
        self._list(kinds)
        return Step(np.array(self._games.ended, np.int64))

    def random_numbers(self, out: "Int64Array | None" = None) -> "Int64Array":
        """A random number from each legal list, for `choose`; 0 for a game that is over.

        Written into `out`, an array of int64, if it is given. The games' own random numbers are used, as in
        `random_steps`.
        """
        return self._drawn(DRAW_NUMBERS, out)

    def random_actions(self, out: "Int64Array | None" = None) -> "Int64Array":
        """The same as actions, for `step`."""
        return self._drawn(DRAW_NUMBERS | TO_ACTIONS, out)

    def _drawn(self, kinds: int, out: "Int64Array | None") -> "Int64Array":
        numbers = np.empty(self.number, np.int64) if out is None else out
        fits = isinstance(numbers, np.ndarray) and numbers.shape == (self.number,)
        if not fits or numbers.dtype != np.int64 or not numbers.flags.writeable:
            raise OptionError(f"out must be a writeable array of int64 with the shape ({self.number},)")
        self._run(kinds)
        numbers[:] = self._work.given
        return numbers

    def random_steps(self, number: int = 1) -> RandomPlay:
        """Play this number of random decisions in each game."""
        self._list(PLAY, _checked("number", number, 1, LONGEST))
        return RandomPlay(*self._played())

    def playouts(self, number: int = 1) -> Playouts:
        """Play this number of random games from each position to their ends; the positions stay."""
        control, results = self._work.control, self._work.results
        control[NUMBER] = _checked("number", number, 1, LONGEST)
        for row in results if isinstance(results, list) else [results]:
            row[:] = [0] * (CUT_OFF + 1)
        self._workers.run(self._linked(sharing.share_playouts), self._arguments)
        found = np.array(results, np.int64)
        found[:, DRAW] += found[:, CUT_OFF]
        return Playouts(found[:, [WHITE_WINS, BLACK_WINS, DRAW]], self._played()[0])

    def _played(self) -> tuple[int, int]:
        """Decisions and finished games of random play."""
        decisions, finished = np.sum(np.asarray(self._lists.regions)[:, [PLAYED, FINISHED]], axis=0)
        return int(decisions), int(finished)

    # --- Legal lists ---

    def _list(self, kinds: int, number: int = 0) -> None:
        """Do something with the games, and fill new lists, for which there is made more room if needed."""
        self._run(kinds | LIST_ANEW | LIST, number)
        if self._work.control[WRONG]:
            return
        self._steps += 1
        while self._work.control[SHORT]:
            self._size *= 2
            lists = enlarged(self._kernels, self._lists, self._each, self._size)
            self._share(self._games, lists, self._work)
            self._run(LIST | kinds & (OBSERVE | MASK))

    # --- Inside ---

    def _linked(self, function: F) -> F:
        """A kernel of this package for this game."""
        if function not in self._links:
            title = f"{self.game.title}, {function.__name__}"
            self._links[function] = link(function, self._bind, self._kernels.fast, title)
        return self._links[function]  # type: ignore[return-value]

    def _run(self, kinds: int, number: int = 0) -> None:
        """Do something with all games: in threads, if there are several."""
        control = self._work.control
        control[KINDS], control[NUMBER] = kinds, number
        self._workers.run(self._linked(sharing.share_steps), self._arguments)

    def _written(self, observations: "Int8Array | None", masks: "Int8Array | None") -> int:
        """Let observations and masks be written into these arrays, if they are given."""
        kinds = 0
        if observations is not None:
            kinds |= OBSERVE
            self._write_into(0, self._output(observations, self.encoding.size))
        if masks is not None:
            kinds |= MASK
            self._write_into(1, self._output(masks, self.encoding.number_of_actions).view(np.int8))
        return kinds

    def _write_into(self, which: int, rows: Any) -> None:
        """Note an array, so that it exists as long as a thread may write into it."""
        if self._outputs[which] is not rows:
            self._outputs[which] = rows
            self._work.outputs[which] = rows.ctypes.data if self._kernels.fast else rows

    def _give(self, numbers: "ArrayLike") -> "Int64Array":
        """Let all threads see what the user has chosen."""
        given = self._whole_numbers(numbers)
        self._work.given[:] = given if self._kernels.fast else given.tolist()
        return given

    def _entries(self, entry: int) -> "Int64Array":
        """One entry of all states."""
        states: Any = self._games.states
        if isinstance(states, list):
            return np.array([state[entry] for state in states], np.int64)
        return states[:, entry].copy()  # type: ignore[no-any-return]

    def _whole_numbers(self, given: "ArrayLike") -> "Int64Array":
        """One number for each game. Raises IllegalActions."""
        array = np.asarray(given)
        if array.dtype.kind not in "iu" or array.shape != (self.number,):
            raise IllegalActions(
                f"{self.number} whole numbers are needed, one for each game; "
                f"this is an array of {array.dtype} with the shape {array.shape}"
            )
        return np.ascontiguousarray(array, np.int64)

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


def bindings(game: Game) -> dict[str, Callable[..., Any]]:
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
        "repetition_hash": repetition or generic.not_counted,
    }


def _checked(name: str, value: int, lowest: int, highest: int) -> int:
    """A whole number within bounds. Raises OptionError."""
    if isinstance(value, bool) or not isinstance(value, int) or not lowest <= value <= highest:
        raise OptionError(f"{name} is {value!r}; it must be a whole number from {lowest} to {highest}")
    return value
