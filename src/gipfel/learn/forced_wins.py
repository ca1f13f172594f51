"""Wins of two turns, by trying everything: the first decision, each reply, and whether it can be won then.

For games whose turns have one decision, of which there are very many. A decision wins in two turns if after
every reply the game is won at once. Nothing is left out; hints only say which replies are tried first. A
game's folder may have a module `answers` with a kernel `winning`, which finds what wins at once faster than
by playing everything.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NamedTuple

from gipfel.games.core.game import Game
from gipfel.games.core.position import Position
from gipfel.games.core.registry import part_of
from gipfel.kernel.hints import NO_HINTS, allows, hint, survey
from gipfel.kernel.link import can_compile, kernel, link
from gipfel.kernel.rules import decisions, outcome, play
from gipfel.kernel.state import ONGOING, SIDE, WHITE_WINS, State, copy
from gipfel.kernel.winning import ROOM, SPARE, by_playing, winning
from gipfel.learn.same_answers import is_same_answer, same_answers

START, AFTER, REPLIED, PLAYED = range(4)
"""The states: the start, after the first decision, after the reply, and one to try decisions in."""
GOOD_REPLIES = 12
"""This number of replies that refuted other decisions are tried first."""
PROMISING = 60
"""Then this number of replies, in the order of their hints."""
GOOD_ANSWERS = 8
"""This number of answers that won after other replies are tried before all are looked for."""
NONE = -1
TRIED = -2
"""Stands for the hint of a reply that has been tried."""
TOO_MANY = -3
"""The limit of replies is used up."""
NO_LIMIT = 1 << 60


class Workspace(NamedTuple):
    """The arrays of a search."""

    states: list[State]
    choices: State
    """The decisions of the start; at the end, those that win."""
    replies: State
    hints: State
    """Of the replies."""
    answers: State
    good: State
    """Replies that refuted other decisions, the last one first."""
    good_answers: State
    """Answers that won after other replies to the same decision, the last one first."""
    room: State
    nodes: State
    """How many replies were tried, and how many may be."""


@kernel("int64(Workspace, int64)")
def wins_in_two(work: Workspace, most: int) -> int:
    """Write the decisions of the start that win in two turns into `choices`; returns their number.

    It stops when there are more than `most`. TOO_MANY if the limit of replies does not suffice.
    """
    start = work.states[START]
    after = work.states[AFTER]
    choices = work.choices
    found = 0
    for i in range(decisions(start, choices)):
        copy(start, after)
        play(after, choices[i])
        result = outcome(after)
        if result == ONGOING:
            reply = refutation(work, 1 - start[SIDE])
            if reply == TOO_MANY:
                return TOO_MANY
            if reply == NONE:
                result = WHITE_WINS + start[SIDE]
        if result == WHITE_WINS + start[SIDE]:
            choices[found] = choices[i]
            found += 1
            if found > most:
                return found
    return found


@kernel("int64(Workspace, int64)", inline=False)
def refutation(work: Workspace, defender: int) -> int:
    """A reply after the first decision after which the game is not won at once; NONE if there is none."""
    after = work.states[AFTER]
    good = work.good
    for i in range(GOOD_ANSWERS):
        work.good_answers[i] = NONE
    for i in range(GOOD_REPLIES):
        code = good[i]
        if code != NONE and allows(after, work.answers, code) != 0 and holds(work, code, defender) != 0:
            move_to_front(good, i)
            return code
    replies = work.replies
    hints = work.hints
    count = decisions(after, replies)
    survey(after, work.room)
    for i in range(count):
        hints[i] = hint(after, work.room, replies[i])
    for tried in range(count):
        if work.nodes[0] >= work.nodes[1]:
            return TOO_MANY
        best = next_reply(hints, count, tried)
        hints[best] = TRIED
        if holds(work, replies[best], defender) != 0:
            good[GOOD_REPLIES - 1] = replies[best]
            move_to_front(good, GOOD_REPLIES - 1)
            return replies[best]
    return NONE


@kernel("int64(int64[::1], int64, int64)")
def next_reply(hints: State, count: int, tried: int) -> int:
    """The most promising reply that has not been tried; any, if many have been."""
    best = NONE
    for i in range(count):
        if hints[i] != TRIED and (best == NONE or hints[i] > hints[best]):
            best = i
            if tried >= PROMISING:
                break
    return best


@kernel("void(int64[::1], int64)")
def move_to_front(numbers: State, at: int) -> None:
    """Move an entry to the front."""
    moved = numbers[at]
    for i in range(at, 0, -1):
        numbers[i] = numbers[i - 1]
    numbers[0] = moved


@kernel("int64(Workspace, int64, int64)", inline=False)
def holds(work: Workspace, reply: int, defender: int) -> int:
    """1 if the attacker does not win at once after a reply."""
    replied = work.states[REPLIED]
    copy(work.states[AFTER], replied)
    play(replied, reply)
    work.nodes[0] += 1
    result = outcome(replied)
    if result != ONGOING:
        return int(result != WHITE_WINS + 1 - defender)
    if is_answered(work, 1 - defender) != 0:
        return 0
    if winning(replied, work.states[PLAYED], work.answers, work.room) == 0:
        return 1
    work.good_answers[GOOD_ANSWERS - 1] = work.answers[0]
    move_to_front(work.good_answers, GOOD_ANSWERS - 1)
    return 0


@kernel("int64(Workspace, int64)")
def is_answered(work: Workspace, attacker: int) -> int:
    """1 if an answer that won after another reply wins again."""
    replied = work.states[REPLIED]
    played = work.states[PLAYED]
    for i in range(GOOD_ANSWERS):
        code = work.good_answers[i]
        if code == NONE:
            return 0
        if allows(replied, work.answers, code) != 0:
            copy(replied, played)
            play(played, code)
            if outcome(played) == WHITE_WINS + attacker:
                move_to_front(work.good_answers, i)
                return 1
    return 0


@kernel("int64(Workspace)")
def count_answers(work: Workspace) -> int:
    """For each reply after the first decision, write its hint, and to `choices` how many decisions then win.

    Returns the number of replies.
    """
    after = work.states[AFTER]
    replied = work.states[REPLIED]
    count = decisions(after, work.replies)
    survey(after, work.room)
    for i in range(count):
        work.hints[i] = hint(after, work.room, work.replies[i])
    for i in range(count):
        copy(after, replied)
        play(replied, work.replies[i])
        work.choices[i] = 0
        if outcome(replied) == ONGOING:
            work.choices[i] = winning(replied, work.states[PLAYED], work.answers, work.room)
    return count


class ForcedWins:
    """Finds all wins of one and of two turns in positions of one game."""

    def __init__(self, game: Game, fast: bool | None = None) -> None:
        fast = can_compile() if fast is None else fast
        self.game = game
        bind = _bind(game)
        title = f"{game.rules.title}, wins"
        self._wins_in_two = link(wins_in_two, bind, fast, title)
        self._count_answers = link(count_answers, bind, fast, title)
        self._winning = link(bind["winning"], bind, fast, title)
        kernels = game.rules.arrays(fast)
        many = game.rules.most + SPARE
        self._kernels = kernels
        self._work = Workspace(
            states=kernels.table(4, game.rules.size),
            choices=kernels.zeros(many),
            replies=kernels.zeros(many),
            hints=kernels.zeros(many),
            answers=kernels.zeros(many),
            good=kernels.array([NONE] * GOOD_REPLIES),
            good_answers=kernels.array([NONE] * GOOD_ANSWERS),
            room=kernels.zeros(ROOM),
            nodes=kernels.zeros(2),
        )

    @property
    def nodes(self) -> int:
        """How many replies the last search of two turns has tried."""
        return int(self._work.nodes[0])

    def at_once(self, state: State) -> list[int]:
        """The decisions that win at once."""
        work = self._work
        count = self._winning(self._kernels.array(state), work.states[PLAYED], work.answers, work.room)
        return [int(code) for code in work.answers[:count]]

    def in_two(self, state: State, most: int, limit: int = NO_LIMIT) -> list[int] | None:
        """The decisions that win within two turns; some of them, if there are more than `most`.

        None if more than `limit` replies have to be tried.
        """
        work = self._work
        for i, value in enumerate(state):
            work.states[START][i] = value
        for i in range(GOOD_REPLIES):
            work.good[i] = NONE
        work.nodes[0], work.nodes[1] = 0, limit
        count = self._wins_in_two(work, most)
        return None if count == TOO_MANY else [int(code) for code in work.choices[:count]]

    def replies(self, state: State) -> list[tuple[int, int]]:
        """The replies in a position, the most promising first, each with how many decisions then win."""
        work = self._work
        for i, value in enumerate(state):
            work.states[AFTER][i] = value
        numbers = sorted(range(self._count_answers(work)), key=lambda i: -work.hints[i])
        return [(int(work.replies[i]), int(work.choices[i])) for i in numbers]


def _bind(game: Game) -> dict[str, Callable[..., Any]]:
    """The kernels of a game."""
    own = getattr(part_of(game.name, "answers"), "winning", by_playing)
    return {**NO_HINTS, **game.rules.bind, **game.evaluation.bind, "winning": own}


# --- Lines of puzzles -------------------------------------------------------------------------------------

MOST_SAME = 16
"""No answer has more forms than this."""


@dataclass(frozen=True, slots=True)
class ForcedLine:
    """A win of two turns whose answers are the only ones."""

    codes: tuple[int, int, int]
    """The first decision, the reply, and the decision that wins."""
    nodes: int
    """How many replies were tried to find that no other answer wins in two turns."""
    replies: int
    """How many replies there are to the first decision; the game is won after each of them."""


def forced_line(wins: ForcedWins, position: Position, winners: list[int]) -> ForcedLine | None:
    """The only win of two turns of a position; None if there is another one.

    `winners` is what `wins.in_two` has just returned for it; no decision may win at once. All replies lose
    equally fast. The most promising is taken that leaves one answer.
    """
    first = only_answer(position, winners)
    if first is None:
        return None
    nodes, after = wins.nodes, position.play(first)
    replies = wins.replies(after.state)
    for reply, number in replies:
        if not 1 <= number <= MOST_SAME:
            continue
        asked = after.play(reply)
        last = only_answer(asked, wins.at_once(asked.state))
        if last is not None and asked.side == position.side:
            return ForcedLine((first, reply, last), nodes, len(replies))
    return None


def only_answer(position: Position, codes: list[int]) -> int | None:
    """The first of some decisions if they are one answer in all its forms; None otherwise."""
    if not codes or not all(is_same_answer(position, codes[0], code) for code in codes[1:]):
        return None
    return codes[0] if {*codes} == {*same_answers(position, codes[0])} else None
