"""LYNGK in words: what to do now, why not, how it ended."""

import re

from gipfel.board import OFF
from gipfel.draw.target import Path, Target
from gipfel.games.core.side import Outcome, concluded
from gipfel.games.core.turn_words import TurnWords
from gipfel.games.lyngk.rules import (
    CAPTURED,
    CLAIM,
    CLAIMING,
    CLAIMS,
    COLOURS,
    JOKER,
    LIMIT,
    MADE_SIX,
    MOVE,
    NUMBER_OF_SPOTS,
    ONE_CLAIM,
    PASS,
    PHASE,
    RULES,
    SPOTS,
    STACK,
    claims_of,
    height,
    links,
    owner,
    pieces_in,
    seen_from,
    top,
)
from gipfel.kernel.state import BLACK, SIDE, WHITE, State
from gipfel.locale import listed, note, say, say_many, sentence

PLAYERS = (note("Player 1"), note("Player 2"))
LETTERS = "IBRGKJ"
"""The colours and the joker in the notation."""
COLOUR_NAMES = ("ivory", "blue", "red", "green", "black", "joker")
"""For programs: pieces, planes and targets; by colour as all that follows, the joker last."""
COLOUR_WORDS = (
    note("ivory (I)"),
    note("blue (B)"),
    note("red (R)"),
    note("green (G)"),
    note("black (K)"),
    note("joker"),
)
"""The same for players, with the letters of the notation."""

# --- How it ended -----------------------------------------------------------------------------------

SIX, EQUAL = "six", "equal"
_CAPTURED = re.compile(r"captured ([0-9]+)-([0-9]+)")
_STACKS = re.compile(r"stacks of ([1-5]) ([0-9]+)-([0-9]+)")


def reason(state: State) -> str:
    """Why the game ended: a stack of six, or the first number that differs, captured stacks before others."""
    if state[PHASE] == MADE_SIX:
        return SIX
    captured = [state[CAPTURED + side] for side in (WHITE, BLACK)]
    if captured[WHITE] != captured[BLACK]:
        return f"captured {captured[WHITE]}-{captured[BLACK]}"
    for high in range(state[LIMIT] - 1, 0, -1):
        white, black = (own_stacks(state, side, high) for side in (WHITE, BLACK))
        if white != black:
            return f"stacks of {high} {white}-{black}"
    return EQUAL


def own_stacks(state: State, side: int, high: int) -> int:
    """How many stacks of a height a side's colours top."""
    own = claims_of(state, side)
    return sum(height(state, spot) == high and top(state, spot) in own for spot in range(NUMBER_OF_SPOTS))


def conclusion(outcome: Outcome) -> str:
    """How the game ended, in one sentence."""
    captured, stacks = _CAPTURED.fullmatch(outcome.reason), _STACKS.fullmatch(outcome.reason)
    if not (captured or stacks or outcome.reason in (SIX, EQUAL)):
        return concluded(outcome, PLAYERS)
    if outcome.winner is None or outcome.reason == EQUAL:
        return say("The game is a draw.")
    player = say(PLAYERS[outcome.winner])
    if captured:
        number, others = _winners_first(outcome, captured[1], captured[2])
        return say_many(
            "{player} wins with {n} collected stack to {others}.",
            "{player} wins with {n} collected stacks to {others}.",
            number,
            player=player,
            others=others,
        )
    if stacks:
        number, others = _winners_first(outcome, stacks[2], stacks[3])
        return say(
            "{player} wins: own stacks of height {height}, {number} to {others}.",
            player=player,
            number=number,
            height=int(stacks[1]),
            others=others,
        )
    return say("{player} wins with a stack of six.", player=player)


def _winners_first(outcome: Outcome, white: str, black: str) -> tuple[int, int]:
    numbers = int(white), int(black)
    return numbers if outcome.winner == WHITE else (numbers[1], numbers[0])


# --- What to do now ---------------------------------------------------------------------------------

MOVE_ONLY = note("{player}: point at a stack, then at the stack on top of which it goes.")
MOVE_OR_CLAIM = note("{player}: move a stack on top of another one. Before that you may claim a colour.")
CLAIM_ONLY = note("{player}: you can move only after a claim. Choose a colour.")
PASS_ONLY = note("{player} cannot move and passes.")


def task(state: State) -> str:
    """What the player to act has to do now."""
    return say(_task(state), player=PLAYERS[state[SIDE]])


def _task(state: State) -> str:
    codes = RULES.codes(state)
    if PASS in codes:
        return PASS_ONLY
    if codes[-1] < CLAIM:
        return MOVE_ONLY
    return MOVE_OR_CLAIM if codes[0] < CLAIM else CLAIM_ONLY


def turn_words(text: str) -> TurnWords | None:
    """A turn with a claim, its colour as a word; None for one that is a move alone."""
    claim, _, move = text.partition(",")
    if claim not in [*LETTERS[:COLOURS]]:
        return None
    colour = say(COLOUR_WORDS[LETTERS.index(claim)])
    return TurnWords(listed([colour, move]) if move else colour)


def pile(state: State, point: str) -> tuple[str, ...]:
    """What stands on a spot, from the top down, in words for players."""
    return tuple(say(COLOUR_WORDS[piece]) for piece in reversed(pieces_on(state, point)))


def pieces_on(state: State, point: str) -> list[int]:
    """The pieces on a spot given by its name, from the bottom up."""
    return pieces_in(state[STACK + SPOTS.index[point]]) if point in SPOTS.index else []


# --- Why not ----------------------------------------------------------------------------------------
# Objections are half sentences, which notation quotes.


def why_not_legal(state: State, code: int) -> str:
    """Why a decision is not legal; like all answers here, nothing if it is."""
    if code == PASS:
        return why_no_pass(state)
    if code >= CLAIM:
        return why_no_claim(state, code - CLAIM)
    return why_no_move(state, *divmod(code, MOVE))


def why_no_pass(state: State) -> str:
    """Why the player to act cannot pass."""
    return "" if PASS in RULES.codes(state) else note("you have a move, and whoever can move must move")


def why_no_claim(state: State, colour: int) -> str:
    """Why a colour cannot be claimed."""
    if owner(state, colour) is not None:
        return note("this colour is claimed already")
    if state[PHASE] == CLAIMING:
        return note("only one colour can be claimed in a turn")
    if state[CLAIMS + state[SIDE]] >= ONE_CLAIM:
        return note("a player can claim only two colours")
    return (
        "" if CLAIM + colour in RULES.codes(state) else note("even with this colour there would be no move")
    )


def why_no_move(state: State, start: int, goal: int) -> str:
    """Why a stack cannot go there."""
    return why_no_start(state, start) or _why_no_goal(state, start, goal)


def why_no_start(state: State, spot: int) -> str:
    """Why the stack on a spot may not be moved; its surroundings do not matter."""
    name, colour = SPOTS.names[spot], top(state, spot)
    if not height(state, spot):
        return note("there is no stack on {space}", space=name)
    if colour == JOKER:
        return note("a joker alone never moves")
    if owner(state, colour) == 1 - state[SIDE]:
        return note("the stack on {space} belongs to {player}", space=name, player=PLAYERS[1 - state[SIDE]])
    if height(state, spot) == state[LIMIT]:
        return note("the stack on {space} is full", space=name)
    return ""


def _why_no_goal(state: State, start: int, goal: int) -> str:
    """Why a stack that may be moved cannot land on a spot."""
    here, there = SPOTS.names[start], SPOTS.names[goal]
    if start == goal:
        return note("{space} and {goal} are the same space", space=here, goal=there)
    if not height(state, goal):
        return note("there is no stack on {space}", space=there)
    if not reach(state, start) >> goal & 1:
        if SPOTS.direction(start, goal) == OFF:
            return note("{space} and {goal} are not on one line", space=here, goal=there)
        return note("another stack stands between {space} and {goal}", space=here, goal=there)
    upper, lower = (pieces_in(state[STACK + spot]) for spot in (start, goal))
    if {*upper} & {*lower} - {JOKER}:
        return note("the two stacks have a colour in common")
    if len(upper) + len(lower) > state[LIMIT]:
        return note("no stack can be higher than {limit}", limit=state[LIMIT])
    if owner(state, top(state, start)) is None and len(lower) > len(upper):
        return note("a neutral stack cannot go onto a higher one")
    return ""


def reach(state: State, start: int) -> int:
    """The spots of all stacks that a stack sees, directly or by links of its own colour, as bits."""
    colour = top(state, start)
    linked = links(state, colour, 1 << start) if owner(state, colour) == state[SIDE] else 1 << start
    return seen_from(state, linked)


def why_not(state: State, prefix: Path, target: Target) -> str:
    """Why pointing at this target leads to no decision."""
    return sentence(_why_not(state, prefix, target) or note("nothing can be done there now"))


def _why_not(state: State, prefix: Path, target: Target) -> str:
    if target.kind == "button":
        return why_no_pass(state)
    if target.kind == "tray" and target.name in COLOUR_NAMES[:COLOURS]:
        return why_no_claim(state, COLOUR_NAMES.index(target.name))
    if target.kind != "spot" or target.name not in SPOTS.index:
        return note("there is no such space")
    spot = SPOTS.index[target.name]
    starts = [SPOTS.index[step.name] for step in prefix if step.name in SPOTS.index]
    if starts:
        return why_no_move(state, starts[0], spot)
    return why_no_start(state, spot) or note(
        "the stack on {space} can go onto none of the stacks that it sees", space=target.name
    )
