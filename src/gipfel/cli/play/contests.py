"""What happens inside a turn besides the game itself, as the terminal shows it: chance, and contests."""

from collections.abc import Mapping, Sequence
from random import Random

from gipfel.cli.play.seats import Seat
from gipfel.games.core.contest import contest_after
from gipfel.games.core.playthrough import Playthrough
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.side import SIDE_NAMES, Side
from gipfel.locale import ENGLISH, current_language, say

Thrown = dict[str, str]
"""What chance has brought before, by its occasion: taking a decision back does not throw again."""


def throw(position: Position, chance: Random, thrown: Thrown) -> Decision | None:
    """Throw the die, coin, card or lot that decides now: its result; its secrets come from `chance`."""
    contest = position.contest
    if contest is not None and contest.occasion in thrown:
        return position.decision(thrown[contest.occasion])
    decision = position.throw(chance)
    if contest is not None and decision is not None:
        thrown[contest.occasion] = decision.text_with_proof
    return decision


def announcement(decision: Decision) -> str:
    """What was decided in a contest, or by chance with everything that proves it; empty otherwise."""
    contest = decision.position.contest
    if contest is None:
        return ""
    if decision.secrets:
        return say("{decision}, by chance: {proof}", decision=decision.text, proof=_proof(decision))
    name = in_english(contest.name, contest.title)
    return f"{called(decision.position, decision.side)} ({name}): {decision.text}"


def in_english(recorded: str, translated: str) -> str:
    """What records call something, for readers of English; others read it in their language."""
    return recorded if current_language() == ENGLISH else translated


def conclusion(game: Playthrough) -> str:
    """How the last contest ended and what follows."""
    last = game.decisions[-1]
    end = contest_after(last, game.position.contest)
    return "" if end is None else last.position.contest_ended(end)


def called(position: Position, side: Side) -> str:
    """What a side is called on the board that is shown: in a contest the colours may be swapped."""
    return say(names_on_board(position)[side])


def names_on_board(position: Position) -> tuple[str, str]:
    """The names of both sides on the board that is shown, in English."""
    roles = None if position.contest is None else position.contest.roles
    return position.game.side_names if roles is None else roles


def remark(position: Position, seats: Mapping[Side, Seat]) -> str:
    """Who has which side of a contest's game if it differs, or that an engine believes what is reported."""
    contest = position.contest
    if contest is None:
        return ""
    people = [side for side in Side if seats[side].human]
    if contest.kind == "report":
        return say("The engine was not there: it trusts what you report.") if len(people) == 1 else ""
    sides = position.game.side_names
    if contest.roles is None or contest.roles == sides:
        return ""
    if len(people) == 1:
        return say("You are {side} here.", side=called(position, people[0]))
    if contest.roles[0] == sides[1] or contest.roles[1] == sides[0]:
        return say("The colours are swapped in this contest.")
    return say(
        "Who plays {side} in the main game is {role} here.",
        side=say(sides[0]),
        role=called(position, Side.WHITE),
    )


def _proof(decision: Decision) -> str:
    """The commitments and what they hid, so that anybody can check the result."""
    return "; ".join(
        say(
            "{side} committed to {digest}, revealed {secret}",
            side=SIDE_NAMES[known.side],
            digest=known.commitment,
            secret=known.secret,
        )
        for known in decision.secrets
    )


def on_this_board(decisions: Sequence[Decision], position: Position) -> Sequence[Decision]:
    """The decisions of a turn whose changes can be seen: on the board of a contest those of its own turn."""
    here, _ = _board(position)
    seen = [(decision, *_board(decision.position)) for decision in decisions]
    turns = [turn for _, board, turn in seen if board == here]
    return [decision for decision, board, turn in seen if board == here and turn == turns[-1]]


def _board(position: Position) -> tuple[str, int]:
    """Which contest is going on (empty for none), and how many turns a game that is played in it has had."""
    contest = position.contest
    if contest is None:
        return "", 0
    return contest.purpose, 0 if contest.played is None else contest.played.turn
