"""Puzzles for a page: as exercises, the puzzle of a day, and decisions that miss the line."""

from datetime import date
from functools import cache
from hashlib import sha256

from gipfel.draw.target import Path
from gipfel.games.core.pointing import point
from gipfel.games.core.position import Decision
from gipfel.games.core.registry import game_names
from gipfel.learn import exercise_types as types
from gipfel.learn.answers import Answer, Verdict, answer_tree
from gipfel.learn.exercise import exercise
from gipfel.learn.lines import Line, learner_acts
from gipfel.learn.puzzles import WIN, Puzzle, puzzles_of
from gipfel.learn.same_answers import is_same_answer, same_answers
from gipfel.locale import note, say, say_many
from gipfel.notation.errors import GipfelError

SOLVED = note("Solved!")


class NotAMistake(GipfelError):
    """There is nothing to explain about what was pointed at."""


def puzzle_exercise(puzzle: Puzzle) -> types.Exercise:
    """A puzzle as closed data. Node n is the position after n decisions of the line. Raises GipfelError.

    Pointing at the same answer in another form plays the decision of the line.
    """
    decisions = tuple(puzzle.decisions())
    solver = decisions[0].side
    replies = tuple(not learner_acts(decision.position, solver) for decision in decisions)
    line = Line(" / ".join(puzzle.line), decisions, replies)
    tree = answer_tree(decisions[0].position, [Answer(line, Verdict.RIGHT, SOLVED)])
    return exercise(tree, same=lambda decision: same_answers(decision.position, decision.code))


def question(puzzle: Puzzle) -> str:
    """What is to be found, in the current language."""
    if puzzle.kind == WIN:
        return say_many("Find the win: {n} turn.", "Find the win: {n} turns.", puzzle.own_turns)
    return say_many(
        "Find the best decisions: {n} turn.", "Find the best decisions: {n} turns.", puzzle.own_turns
    )


def wrong_decision(puzzle: Puzzle, played: int, path: Path) -> Decision:
    """What a solver has pointed at after some decisions of the line. Raises NotAMistake, GipfelError."""
    line = puzzle.decisions()
    if played >= len(line) or not learner_acts(line[played].position, line[0].side):
        raise NotAMistake(say("The solver does not decide there."))
    decision = point(line[played].position, path).complete
    if decision is None:
        raise NotAMistake(say("That is not a complete decision."))
    if is_same_answer(decision.position, decision.code, line[played].code):
        raise NotAMistake(say("That is the right decision."))
    return decision


def refutation(decision: Decision, expected: tuple[str, ...], most: int) -> list[Decision]:
    """A decision and the first `most` decisions that an engine expects after it."""
    shown, position = [decision], decision.position.play(decision)
    for text in expected[:most]:
        shown.append(position.decision(text))
        position = position.play(shown[-1])
    return shown


# --- The puzzle of the day --------------------------------------------------------------------------------


def games_with_puzzles() -> list[str]:
    """The names of the games that have puzzles."""
    return [name for name in game_names() if puzzles_of(name)]


def puzzle_of_day(day: date) -> Puzzle:
    """The same for everybody: each day another game, and no puzzle twice before all of its game were shown.

    Raises GipfelError if there are no puzzles.
    """
    names = sorted(games_with_puzzles())
    if not names:
        raise GipfelError("no game has puzzles")
    rounds, turn = divmod(day.toordinal(), len(names))
    mixed = _mixed(names[turn])
    return mixed[rounds % len(mixed)]


@cache
def _mixed(name: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game in an order that has nothing to do with how hard they are."""
    return tuple(sorted(puzzles_of(name), key=lambda puzzle: sha256(puzzle.id.encode()).digest()))
