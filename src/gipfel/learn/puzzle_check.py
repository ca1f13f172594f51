"""Checks puzzles independently of how they were made: is the line legal, and its answer the only one?

The search that checks has none of the techniques with which the engine saves time, and another number of
nodes and another table than the one that made the puzzles. It asks for a smaller margin, since its scores
differ a little.
"""

from dataclasses import dataclass

from gipfel.games.core.game import Game
from gipfel.games.core.position import Decision
from gipfel.games.core.search_tuning import FORMER
from gipfel.learn.deep_search import DeepSearch
from gipfel.learn.puzzles import LONGEST, SHORTEST, WIN, Puzzle
from gipfel.notation.errors import GipfelError


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

    def problems(self, puzzle: Puzzle) -> list[str]:
        """What is wrong with a puzzle, a sentence each; nothing if it is sound."""
        try:
            line = puzzle.decisions()
        except GipfelError as error:
            return [str(error)]
        found = form_problems(puzzle, line)
        if found:
            return found
        if puzzle.kind == WIN and not self.search.is_proven(line[0].position, self.limits.proof):
            found.append("it is not proven that the line wins")
        for decision in own_choices(line):
            found += self.rivals_of(decision)
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
