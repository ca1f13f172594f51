"""The batch: n games of one kind, their observations, legal actions and results as arrays."""

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, cast

import numpy as np

from gipfel.batch import kernels as generic
from gipfel.batch.arrays import RESULTS, LegalLists, Playouts, RandomPlay, Step
from gipfel.batch.kernels import BEGIN, CUT_OFF, USED
from gipfel.batch.memory import MOST_GAMES, ROOM_FOR_EACH, lay_out, new_games, new_lists, new_room
from gipfel.batch.starts import start_states
from gipfel.batch.workers import Workers
from gipfel.games.core.encoding import IllegalAction
from gipfel.games.core.game import LARGEST_SEED, Game
from gipfel.games.core.playthrough import MOST_TURNS
from gipfel.games.core.position import Position
from gipfel.kernel.link import F, can_compile, link
from gipfel.kernel.state import BLACK_WINS, DRAW, SIDE, TURN, WHITE_WINS, State
from gipfel.notation.errors import OptionError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

    Int8Array = NDArray[np.int8]
    Int64Array = NDArray[np.int64]

RangeWork = Callable[[int, int, int], Any]
"""What is done for a range of games: its number, and the games from one to before another."""
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
        self._kernels = game.rules.arrays(can_compile())
        self._ranges = [*pairwise(number * i // self.threads for i in range(self.threads + 1))]
        terms = [game.repetitions, limit, int(auto_reset), game.rules.most]
        self._games = new_games(game, self._kernels, number, start_states(game, starts, seed), seed, terms)
        self._rooms = [new_room(game, self._kernels, terms) for _ in self._ranges]
        self._sizes = [game.rules.most + ROOM_FOR_EACH * (end - begin) for begin, end in self._ranges]
        self._lists = new_lists(self._kernels, number, lay_out(self._rooms, self._sizes))
        self._chosen = self._kernels.zeros(number)
        self._steps = 0
        self._workers = Workers(self.threads)
        self.reset()

    def reset(self) -> None:
        """Begin all games anew."""
        begin_games = self._linked(generic.begin_games)
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
        return RESULTS[np.asarray(self._games.over, np.int64)]

    def position(self, number: int) -> Position:
        """The position of one game; it does not know the positions before it."""
        index = _checked("number", number, 0, self.number - 1)
        return self.game.position_of([int(value) for value in self._games.states[index]])

    def observe(self, out: "Int8Array | None" = None) -> "Int8Array":
        """The observations, from the side to act; written into `out` if it is given, a row for each game."""
        rows: Int8Array = self._output(out, self.encoding.size)
        self._in_ranges(self._observe(rows))
        return rows

    def masks(self, out: "Int8Array | None" = None) -> "Int8Array":
        """A 1 for each legal action; written into `out` if it is given, a row for each game."""
        rows: Int8Array = self._output(out, self.encoding.number_of_actions)
        self._in_ranges(self._mask(rows))
        return rows

    def legal_lists(self) -> LegalLists:
        """The legal decisions of all games."""
        firsts, counts, codes = (np.asarray(array) for array in self._lists)
        return LegalLists(firsts, counts, codes, partial(self._encoded, self._steps))

    def _encoded(self, steps: int) -> "Int64Array":
        """The actions of the legal decisions. Raises OptionError if there was a step since."""
        if steps != self._steps:
            raise OptionError("ask for the actions of legal lists before the next step")
        lists, actions = self._lists, np.zeros(len(self._lists.codes), np.int64)
        encode, written = self._linked(generic.encode_lists), cast(State, actions)
        self._in_ranges(lambda n, begin, end: encode(self._games.states, lists, written, begin, end))
        return actions

    # --- Playing ---

    def step(
        self, actions: "ArrayLike", observations: "Int8Array | None" = None, masks: "Int8Array | None" = None
    ) -> Step:
        """Play one action in each game. Raises IllegalActions, and then plays none.

        If arrays are given, the new observations and masks are written into them. The actions of games that
        are over, without `auto_reset`, do not matter.
        """
        given = self._kernels.array(self._whole_numbers(actions))
        find, most, wrong = (
            self._linked(generic.find_decisions),
            self.encoding.number_of_actions,
            [self.number],
        )

        def find_range(n: int, begin: int, end: int) -> None:
            found = find(self._games, self._lists, given, self._chosen, most, begin, end)
            if found < end:
                wrong.append(found)

        self._in_ranges(find_range)
        if (game := min(wrong)) < self.number:
            raise self._illegal(game, f"action {given[game]} is not legal", self.legal_lists().of(game))
        return self._play(observations, masks)

    def choose(
        self, numbers: "ArrayLike", observations: "Int8Array | None" = None, masks: "Int8Array | None" = None
    ) -> Step:
        """Play in each game the decision that has this number in its legal list; the first one is 0.

        Otherwise like `step`, and faster.
        """
        given, counts = self._whole_numbers(numbers), np.asarray(self._lists.counts)
        if not (given.view(np.uint64) < counts.view(np.uint64)).all():
            wrong = np.flatnonzero((counts > 0) & ~((given >= 0) & (given < counts)))
            if len(wrong):
                what = f"there is no legal decision with the number {given[wrong[0]]}"
                raise self._illegal(int(wrong[0]), what, np.arange(counts[wrong[0]]))
        pick, chosen = self._linked(generic.pick_decisions), self._kernels.array(given)
        return self._play(
            observations, masks, lambda n, begin, end: pick(self._lists, chosen, self._chosen, begin, end)
        )

    def _play(
        self, observations: "Int8Array | None", masks: "Int8Array | None", pick: RangeWork | None = None
    ) -> Step:
        """Play the chosen decisions, and write what is asked for; `pick` chooses them for a range."""
        step, further = self._linked(generic.step_games), list[RangeWork]()
        if observations is not None:
            further.append(self._observe(self._output(observations, self.encoding.size)))
        if masks is not None:
            further.append(self._mask(self._output(masks, self.encoding.number_of_actions)))

        def step_range(n: int, begin: int, end: int) -> int:
            if pick is not None and begin == self._ranges[n][0]:
                pick(n, begin, end)
            return step(self._games, self._lists, self._rooms[n], self._chosen, begin, end)

        self._fill_lists(step_range, further)
        return Step(np.array(self._games.ended, np.int64))

    def random_steps(self, number: int = 1) -> RandomPlay:
        """Play this number of random decisions in each game."""
        _checked("number", number, 1, LONGEST)
        play = self._linked(generic.random_steps)
        self._in_ranges(lambda n, begin, end: play(self._games, self._rooms[n], begin, end, number))
        self._list_all()
        return RandomPlay(*self._played())

    def playouts(self, number: int = 1) -> Playouts:
        """Play this number of random games from each position to their ends; the positions stay."""
        _checked("number", number, 1, LONGEST)
        found: Any = np.zeros((self.number, CUT_OFF + 1), np.int64)
        play = self._linked(generic.random_games)
        self._in_ranges(lambda n, begin, end: play(self._games, self._rooms[n], begin, end, number, found))
        found[:, DRAW] += found[:, CUT_OFF]
        return Playouts(found[:, [WHITE_WINS, BLACK_WINS, DRAW]], self._played()[0])

    def _played(self) -> tuple[int, int]:
        """Decisions and finished games of all threads."""
        decisions, finished = np.sum([room.played for room in self._rooms], axis=0)
        return int(decisions), int(finished)

    # --- Legal lists ---

    def _list_all(self) -> None:
        lister = self._linked(generic.list_games)
        self._fill_lists(
            lambda n, begin, end: lister(self._games, self._lists, self._rooms[n], begin, end), []
        )

    def _fill_lists(self, fill: Callable[[int, int, int], int], further: list[RangeWork]) -> None:
        """Fill new lists, then do what else there is to do for each range.

        `fill` returns the first game that finds no room: then there is made more, and it goes on.
        """
        self._steps += 1
        lay_out(self._rooms, self._sizes)
        reached = [begin for begin, _ in self._ranges]

        def fill_range(n: int, begin: int, end: int) -> None:
            reached[n] = fill(n, reached[n], end)
            if reached[n] == end:
                for work in further:
                    work(n, begin, end)

        self._in_ranges(fill_range)
        while any(game < end for game, (_, end) in zip(reached, self._ranges, strict=True)):
            self._make_room(reached)
            self._in_ranges(fill_range)

    def _make_room(self, reached: list[int]) -> None:
        """Double the room of all lists. Those up to the games that were reached are kept."""
        short, used = self._lists, [int(room.region[USED]) for room in self._rooms]
        begins = [int(room.region[BEGIN]) for room in self._rooms]
        self._sizes = [2 * size for size in self._sizes]
        self._lists = new_lists(self._kernels, self.number, lay_out(self._rooms, self._sizes))
        for n, (first, _) in enumerate(self._ranges):
            region, length = self._rooms[n].region, used[n] - begins[n]
            begin = int(region[BEGIN])
            region[USED] = begin + length
            self._lists.codes[begin : begin + length] = short.codes[begins[n] : used[n]]
            self._lists.counts[first : reached[n]] = short.counts[first : reached[n]]
            for i in range(first, reached[n]):
                self._lists.firsts[i] = short.firsts[i] - begins[n] + begin

    # --- Inside ---

    def _linked(self, function: F) -> F:
        """A kernel of this package for this game."""
        if function not in self._links:
            title = f"{self.game.title}, {function.__name__}"
            self._links[function] = link(function, self._bind, self._kernels.fast, title)
        return self._links[function]  # type: ignore[return-value]

    def _in_ranges(self, work: RangeWork) -> None:
        """Do something for every range of games: in threads, if there are several."""
        if self.threads == 1:
            work(0, 0, self.number)
        else:
            self._workers.run(lambda n: work(n, *self._ranges[n]))

    def _observe(self, rows: Any) -> RangeWork:
        observe, states = self._linked(generic.observe_games), self._games.states
        return lambda n, begin, end: observe(states, rows, begin, end)

    def _mask(self, rows: Any) -> RangeWork:
        mask, states, entries = self._linked(generic.mask_games), self._games.states, rows.view(np.int8)
        return lambda n, begin, end: mask(states, self._lists, self._rooms[n].out, entries, begin, end)

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
