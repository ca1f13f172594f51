"""TAMSK with time for learning programs: observations and actions of levels 2 and 3.

Times are whole minutes and seconds, rounded up; so a glass with some sand left never looks lost. The time at
which a lost glass ran out can decide the game: it is a negative time.

The decisions of the player on turn come first, then those that the other player can make meanwhile. Programs
that let only the side to act decide, such as batches, never meet the latter. Resigning is no action.
"""

from gipfel.games.core.encoding import ActionGroup, Channel, Encoding, by_table
from gipfel.games.tamsk.encoding_parts import (
    ENTRIES,
    SHARED_PLANES,
    SHARED_PLANES_END,
    SHARED_SCALARS,
    SHARED_SCALARS_END,
    STEPS,
    moves,
    observe_board,
    observe_stocks,
)
from gipfel.games.tamsk.events import (
    BONUS,
    BONUS_RING,
    BONUS_UNTIL,
    CANCEL,
    DECLINE,
    FLIP,
    FROM_HAND,
    GRAB,
    GRAB_HAND,
    HELD,
    IDLE,
    NOW,
    OTHER,
    OWN,
    OWN_ONLY,
    PENDING,
    PLACE,
    PLACE_WITH_RING,
    RIGHT_PHASE,
    RIGHT_SPACE,
    RIGHT_UNTIL,
    RING,
    RUNS_OUT,
    STEAL,
    STEAL_PHASE,
    TIMER,
    TIMER_COUNTS,
    WAIT,
    WITH_RING,
)
from gipfel.games.tamsk.rules import GLASSES, NUMBER_OF_SPACES, PRIME, SPACE_OF, SPACES
from gipfel.kernel.link import kernel
from gipfel.kernel.state import SIDE, State

# --- Observations ---------------------------------------------------------------------------------

MOST_MINUTES = 60
MOST_SECONDS = 59
LONG_AGO = -127
"""Minutes; a glass that ran out before that looks as if it was then."""
LONGEST_WINDOW = 60

IDLE_GLASSES, LOST_GLASSES, MINUTES, SECONDS, HELD_GLASSES, RIGHTS = (
    SHARED_PLANES_END + NUMBER_OF_SPACES * plane for plane in (0, 1, 2, 3, 4, 6)
)
PLANES = (
    *SHARED_PLANES,
    Channel("idle glasses", "1 where a glass stands that was never turned"),
    Channel("lost glasses", "1 where a glass stands that has run out"),
    Channel(
        "minutes",
        "until the glass runs out, or, negative, since it has run out: whole minutes",
        MOST_MINUTES,
        LONG_AGO,
    ),
    Channel("seconds", "the seconds of the same time", MOST_SECONDS, -MOST_SECONDS),
    Channel("our held glass", "1 where the glass belongs that we hold"),
    Channel("their held glass", "1 where the glass belongs that they hold"),
    Channel("our ring right", "1 where we have moved without a ring, as long as that matters"),
    Channel("their ring right", "1 where they have moved without a ring, as long as that matters"),
)


def _right(whose: str, who: str, others: str) -> tuple[Channel, ...]:
    """What is known of a player's ring right."""
    return (
        Channel(f"{whose} right", f"1 if {who} may drop the ring, and {others} may steal it afterwards"),
        Channel(f"{whose} last right", f"1 if {who} may drop the ring, and nobody may steal it afterwards"),
        Channel(f"{whose} missed right", f"1 if {others} may steal the ring"),
        Channel(f"{whose} right ends", "seconds until that ends", LONGEST_WINDOW),
    )


SCALARS = (
    *SHARED_SCALARS,
    Channel("we hold from hand", "1 if we hold a glass that is not on the board yet"),
    Channel("they hold from hand", "1 if they hold a glass that is not on the board yet"),
    *_right("our", "we", "they"),
    *_right("their", "they", "we"),
    Channel("bonus to come", "1 if we may drop a bonus ring when we have moved"),
    Channel("our bonus", "1 if we may drop a bonus ring now"),
    Channel("their bonus", "1 if they may drop a bonus ring now"),
    Channel("bonus ends", "seconds until that ends", LONGEST_WINDOW),
    Channel("timer minutes", "until the timer is empty: whole minutes", MOST_MINUTES),
    Channel("timer seconds", "the seconds of the same time", MOST_SECONDS),
    Channel("timer counts", "1 if the timer was turned in this turn"),
)
AT_SCALARS = len(PLANES) * NUMBER_OF_SPACES
RIGHT_SCALARS = 4
AT_HELD = AT_SCALARS + SHARED_SCALARS_END
AT_RIGHTS = AT_HELD + 2
AT_BONUS = AT_RIGHTS + 2 * RIGHT_SCALARS


@kernel("void(int64[::1], int8[::1])")
def observe(state: State, out: State) -> None:
    """What all levels share, then sand, held glasses, ring rights, bonus and timer."""
    us = state[SIDE]
    for i in range(SHARED_PLANES_END, AT_SCALARS):
        out[i] = 0
    observe_board(state, out)
    observe_stocks(state, out, AT_SCALARS)
    observe_sand(state, out)
    for whose in range(2):
        side = us if whose == 0 else 1 - us
        held = state[HELD + side]
        out[AT_HELD + whose] = held == FROM_HAND
        if held != 0 and held != FROM_HAND:
            out[HELD_GLASSES + NUMBER_OF_SPACES * whose + held - 1] = 1
        observe_right(state, out, side, whose)
        out[AT_BONUS + 1 + whose] = state[BONUS] == side + 1
    timer = seconds_until(state, state[TIMER])
    out[AT_BONUS] = state[PENDING]
    out[AT_BONUS + 3] = seconds_until(state, state[BONUS_UNTIL])
    out[AT_BONUS + 4] = timer // 60
    out[AT_BONUS + 5] = timer % 60
    out[AT_BONUS + 6] = state[TIMER_COUNTS]


@kernel("void(int64[::1], int8[::1])")
def observe_sand(state: State, out: State) -> None:
    """For each glass whether it is idle or lost, and the time until or since it ran out."""
    glasses = state[GLASSES] | state[GLASSES + 1]
    while glasses != 0:
        bit = glasses & -glasses
        glasses ^= bit
        space = SPACE_OF[bit % PRIME]
        runs_out = state[RUNS_OUT + space]
        if runs_out == IDLE:
            out[IDLE_GLASSES + space] = 1
        elif runs_out > state[NOW]:
            seconds = seconds_until(state, runs_out)
            out[MINUTES + space] = seconds // 60
            out[SECONDS + space] = seconds % 60
        else:
            seconds = (state[NOW] - runs_out) // 1000
            out[LOST_GLASSES + space] = 1
            out[MINUTES + space] = max(-(seconds // 60), LONG_AGO)
            out[SECONDS + space] = -(seconds % 60)


@kernel("void(int64[::1], int8[::1], int64, int64)")
def observe_right(state: State, out: State, side: int, whose: int) -> None:
    """The ring right of a side, which is ours (0) or theirs (1)."""
    phase = state[RIGHT_PHASE + side]
    at = AT_RIGHTS + RIGHT_SCALARS * whose
    out[at] = phase == OWN
    out[at + 1] = phase == OWN_ONLY
    out[at + 2] = phase == STEAL_PHASE
    out[at + 3] = seconds_until(state, state[RIGHT_UNTIL + side])
    if state[RIGHT_SPACE + side] != 0:
        out[RIGHTS + NUMBER_OF_SPACES * whose + state[RIGHT_SPACE + side] - 1] = 1


@kernel("int64(int64[::1], int64)")
def seconds_until(state: State, time: int) -> int:
    """How many seconds a time is away, rounded up; 0 if it is over."""
    return max(time - state[NOW] + 999, 0) // 1000


# --- Actions --------------------------------------------------------------------------------------

EVERYWHERE = range(NUMBER_OF_SPACES)


def _at_spaces(name: str, meaning: str) -> ActionGroup:
    return ActionGroup(name, NUMBER_OF_SPACES, meaning, keys=EVERYWHERE)


def _either(prefix: str, words: str) -> tuple[ActionGroup, ...]:
    """What a player may do in turn and out of turn, in the order of the decisions."""
    return (
        _at_spaces(f"{prefix}put", f"put the held glass down on a space{words}"),
        _at_spaces(f"{prefix}put with ring", f"put it down and drop a ring there{words}"),
        ActionGroup(f"{prefix}put back", 1, f"put the held glass back{words}"),
        ActionGroup(f"{prefix}ring", 1, f"drop the ring of our move{words}"),
        ActionGroup(f"{prefix}decline", 1, f"give up the ring of our move{words}"),
        ActionGroup(f"{prefix}steal", 1, f"steal the ring of their move{words}"),
        _at_spaces(f"{prefix}bonus ring", f"drop a bonus ring on a space{words}"),
    )


ACTIONS = (
    *moves("", " without a ring"),
    *moves(" with ring", " and drop a ring"),
    _at_spaces("grab", "take a glass in the hand and hold it"),
    ActionGroup("grab from hand", 1, "hold a glass that is not on the board yet"),
    *_either("", ""),
    ActionGroup("wait", 1, "wait, when nothing else is possible"),
    *_either("other: ", ", as the player who is not on turn"),
    ActionGroup("other: turn timer", 1, "turn the timer, as the player who is not on turn"),
)
EITHER = (
    *range(PLACE, PLACE + NUMBER_OF_SPACES),
    *range(PLACE_WITH_RING, PLACE_WITH_RING + NUMBER_OF_SPACES),
    *(CANCEL, RING, DECLINE, STEAL),
    *range(BONUS_RING, BONUS_RING + NUMBER_OF_SPACES),
)
CODES = [
    *STEPS,
    *ENTRIES,
    *(WITH_RING + way for way in (*STEPS, *ENTRIES)),
    *range(GRAB, GRAB + NUMBER_OF_SPACES),
    GRAB_HAND,
    *EITHER,
    WAIT,
    *(OTHER + event for event in (*EITHER, FLIP)),
]
action_of, decision_of = by_table(CODES, __name__)

TIMED = Encoding(
    board=SPACES,
    planes=PLANES,
    scalars=SCALARS,
    actions=ACTIONS,
    observe=observe,
    action_of=action_of,
    decision_of=decision_of,
)
