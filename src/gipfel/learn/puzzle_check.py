"""Checks puzzles independently of how they were made: is the line legal, and its answer the only one?

The search that checks has none of the techniques with which the engine saves time, and another number of
nodes and another table than the one that made the puzzles. It asks for a smaller margin, since its scores
differ a little. In games with very many decisions wins of two turns are checked by trying everything: that
the line wins, by the rules alone; that nothing else does, with the same kernels that made the puzzle, which
tests compare with the rules.
"""

from dataclasses import dataclass
from functools import cached_property

from gipfel.engine.search.proof import Answer, Prover
from gipfel.games.core.game import Game
from gipfel.games.core.position import Decision
from gipfel.games.core.search_tuning import FORMER
from gipfel.learn.deep_search import DeepSearch
from gipfel.learn.forced_wins import ForcedWins
from gipfel.learn.puzzles import LONGEST, SHORTEST, WIN, Puzzle
from gipfel.learn.same_answers import same_answers
from gipfel.notation.errors import GipfelError

FORCED_LINE = 3
"""The number of decisions of a win of two turns."""


@dataclass(frozen=True, slots=True)
class CheckLimits:
    """How thoroughly a puzzle is checked."""

    nodes: int = 400_000
    """For the search of each own choice."""
    wide_nodes: int = 16_000
    """The same in games with very many decisions, where a node is worth more."""
    rivals: int = 200_000
    """For proofs that another decision wins, at each own choice."""
    proof: int = 3_000_000
    """For the proof that the line wins."""
    margin: float = 10
    """In points of winning chance."""
    table: int = 4
    """The size of the tables, in MB."""


class PuzzleChecker:
    """Checks puzzles of one version of a game."""

    def __init__(self, game: Game, limits: CheckLimits | None = None) -> None:
        self.limits = limits or CheckLimits()
        self.search = DeepSearch(game, FORMER, self.limits.table)
        self.game = game

    @cached_property
    def wins(self) -> ForcedWins:
        return ForcedWins(self.game)

    @cached_property
    def prover(self) -> Prover:
        """Proves wins by the rules alone."""
        return Prover(self.game)

    def problems(self, puzzle: Puzzle) -> list[str]:
        """What is wrong with a puzzle, a sentence each; nothing if it is sound."""
        try:
            line = puzzle.decisions()
        except GipfelError as error:
            return [str(error)]
        found = form_problems(puzzle, line)
        if found:
            return found
        if self.search.is_wide and puzzle.kind == WIN:
            return self.problems_of_forced(line)
        if puzzle.kind == WIN and not self.search.is_proven(line[0].position, self.limits.proof):
            found.append("it is not proven that the line wins")
        for decision in own_choices(line):
            found += self.rivals_of(decision)
        return found

    def problems_of_forced(self, line: list[Decision]) -> list[str]:
        """The same for wins in games with very many decisions, where everything is tried."""
        if len(line) != FORCED_LINE or line[-1].side != line[0].side:
            return ["its line has to be a decision, a reply and a decision that wins"]
        faster = self.wins.at_once(line[0].position.state)
        found = [f"{line[0].position.text_of(code)} wins at once" for code in faster]
        for form in same_answers(line[0].position, line[0].code):
            after = line[0].position.play(form)
            if self.prover.wins(after.state, line[0].side, 2, self.limits.proof) is not Answer.YES:
                found.append(f"it is not proven that {line[0].position.text_of(form)} wins")
        many = len(line[0].position.codes)
        found += _other_answers(line[0], self.wins.in_two(line[0].position.state, many) or [])
        found += _other_answers(line[-1], self.wins.at_once(line[-1].position.state))
        return found

    def rivals_of(self, decision: Decision) -> list[str]:
        """The decisions that are as good as that of the line, or nearly."""
        limits, position = self.limits, decision.position
        nodes = limits.wide_nodes if self.search.is_wide else limits.nodes
        choice = self.search.choice(position, nodes)
        if choice.best != decision.code:
            return [f"{position.text_of(choice.best)} seems better than {decision.text}"]
        if choice.second is not None and choice.margin < limits.margin:
            second = position.text_of(choice.second)
            return [f"{second} is nearly as good as {decision.text}: {choice.margin:.0f} points"]
        winning = self.search.other_wins(position, decision.code, limits.rivals)
        return [f"{position.text_of(code)} wins, too, instead of {decision.text}" for code in winning]


def _other_answers(decision: Decision, winning: list[int]) -> list[str]:
    """What is wrong if these decisions win, and a line goes on with one of them."""
    position, forms = decision.position, same_answers(decision.position, decision.code)
    found = [f"{position.text_of(code)} does not win" for code in forms if code not in winning]
    others = [code for code in winning if code not in forms]
    return found + [f"{position.text_of(code)} wins, too, instead of {decision.text}" for code in others]


def own_choices(line: list[Decision]) -> list[Decision]:
    """The solver's decisions in a line at which there was a choice."""
    solver = line[0].side
    return [one for one in line if one.side == solver and len(one.position.codes) > 1]


def form_problems(puzzle: Puzzle, line: list[Decision]) -> list[str]:
    """What is wrong with a puzzle without any search."""
    if not line:
        return ["its line is empty"]
    choices = own_choices(line)
    turns = {choice.position.turn for choice in choices}
    found = []
    if not choices or choices[0] is not line[0] or choices[-1] is not line[-1]:
        found.append("its line has to begin and end with a choice of the solver")
    if not SHORTEST <= len(turns) <= LONGEST or len(turns) != puzzle.own_turns:
        found.append(f"its line has {len(turns)} turns with a choice, and own_turns is {puzzle.own_turns}")
    if any(decision.position.contest is not None for decision in line):
        found.append("a contest is played in its line")
    return found
