"""What happens inside a turn besides the game itself, as the terminal shows it: chance, and contests."""

from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from gipfel.games.core.position import Decision, Position
from gipfel.games.core.side import Side

if TYPE_CHECKING:
    from gipfel.project.contests.commit_reveal import Proof
    from gipfel.project.potentials.position import ProvenDecision


Thrown = dict[str, "Proof"]
"""What chance has brought before, by the contest it was for: taking a decision back does not throw again."""


def drawn(position: Position, chance: Random, thrown: Thrown) -> Decision | None:
    """What a die, a coin, a card or a lot shows that is due; the secrets behind it come from `chance`."""
    if not position.game.has_contests:
        return position.draw(chance)
    from gipfel.project.potentials.position import ProjectPosition

    assert isinstance(position, ProjectPosition)
    if position.contest is None or not position.contest.by_chance:
        return None
    occasion = f"{position.contest.purpose} {position.contest.state_text}"
    if occasion in thrown:
        return position.proven(thrown[occasion])
    if decision := position.draw(chance):
        thrown[occasion] = decision.proof
    return decision


def told(decision: Decision) -> str:
    """What was decided in a contest, or by chance with everything that proves it; empty otherwise."""
    if not decision.position.game.has_contests:
        return ""
    from gipfel.project.potentials.position import ProvenDecision
    from gipfel.project.potentials.turns import contest_of

    contest = contest_of(decision)
    if contest is None:
        return ""
    if isinstance(decision, ProvenDecision):
        return f"{decision.text}, by chance: {_proof(decision)}"
    return f"{decision.side} ({contest.name}): {decision.text}"


def _proof(decision: "ProvenDecision") -> str:
    """The commitments and what they hid, so that anybody can check the result."""
    from gipfel.project.contests.commit_reveal import commitment

    secrets = {side: decision.proof.secret(side) for side in Side}
    return "; ".join(f"{side} committed to {commitment(s)}, revealed {s}" for side, s in secrets.items())


def on_this_board(decisions: Sequence[Decision], position: Position) -> Sequence[Decision]:
    """The decisions of a turn whose changes can be seen: on the board of a contest those of its own turn."""
    if not position.game.has_contests:
        return decisions
    here, _ = _board(position)
    seen = [(decision, *_board(decision.position)) for decision in decisions]
    turns = [turn for _, board, turn in seen if board == here]
    return [decision for decision, board, turn in seen if board == here and turn == turns[-1]]


def _board(position: Position) -> tuple[str, int]:
    """Which contest is going on (none is empty), and how many turns a game that is played in it has had."""
    from gipfel.project.contests.contest import GameContest
    from gipfel.project.potentials.position import ProjectPosition

    contest = position.contest if isinstance(position, ProjectPosition) else None
    if contest is None:
        return "", 0
    return contest.purpose, contest.position.turn if isinstance(contest, GameContest) else 0
