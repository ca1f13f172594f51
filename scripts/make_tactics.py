"""Make the tactical positions of the tests: forced wins, found by the engine and proven by exhaustive search.

    python scripts/make_tactics.py gipf zertz --count 24 --seed 1

Low and middle levels play against each other. Late positions of their games in which the engine sees a
forced win, with half the nodes the tests allow, are proven: how many decisions the win takes at most, and
which first decisions keep it within that number. Wins that need no reply of the other side are left out, and
so are positions in which many decisions win. A game gives one position at most, and no version or colour
gives most of them. The same arguments make the same positions, as long as the engine does not change.
"""

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from rich.progress import Progress

import gipfel
from gipfel.arena.openings import opening, usual_turns
from gipfel.engine.players.levels import limits_of, make_searcher, search_of
from gipfel.engine.search.analysis import Analysis, Searcher, SearchLimits, line_of
from gipfel.engine.search.proof import Answer, OutOfNodes, proves
from gipfel.engine.search.tree_searcher import TreeSearcher
from gipfel.games.core.about import DEEP, WIDE
from gipfel.games.core.game import Game
from gipfel.games.core.level_settings import HIGHEST as HIGHEST_LEVEL
from gipfel.games.core.playthrough import Playthrough
from gipfel.games.core.position import Position
from gipfel.games.core.registry import about, game_type
from gipfel.kernel.evaluation import CERTAIN, FARTHEST_WIN, HIGHEST

FOLDER = Path(__file__).parents[1] / "tests" / "engine" / "search" / "tactics"
LONGEST_GAME = 400
FEW = 4
"""At most one in this number of decisions may win."""
SLACK = 2
"""The engine must find a win with this share of the nodes that the tests allow."""


@dataclass(frozen=True)
class Style:
    """How the positions of a game are made."""

    nodes: int = 200_000
    """The nodes that the tests allow the engine."""
    budget: int = 4_000_000
    """The most nodes of a proof."""
    shortest: int = 5
    """The shortest wins that are taken, in decisions of both sides."""
    longest: int = 13
    levels: tuple[int, ...] = (4, 5, 6, 7)
    look_back: int = 20
    """The number of last decisions of a game that are searched."""


STYLES = {
    DEEP: Style(),
    WIDE: Style(nodes=40_000, budget=25_000_000, shortest=3, levels=(2, 3), look_back=4),
}
"""By the search of the engine: best-first search is for games with very many decisions."""


def style_of(name: str) -> Style | None:
    """How the positions of a game are made; None if the engine plays it by random games alone."""
    return STYLES.get(search_of(gipfel.game(name)))


def versions_of(name: str) -> tuple[str, ...]:
    """The turn-based versions; only the first one if versions are only presets for composing an evening."""
    versions = game_type(name).versions
    if about(name).composed:
        return versions[:1]
    return tuple(version for version in versions if gipfel.game(name, version).clockwork is None)


@dataclass(frozen=True)
class Tactic:
    """A position with a proven win: how many decisions it takes, and the first ones that keep to that."""

    position: Position
    decisions: int
    winning: tuple[str, ...]

    def __str__(self) -> str:
        version = self.position.game.version
        return f"{version} | {self.position} | {self.decisions} | {' '.join(self.winning)}"


class FixedStepSearcher:
    """Grows a tree in equal steps, so that the speed of the machine has no influence."""

    STEP = 5

    def __init__(self, grown: TreeSearcher) -> None:
        self.grown = grown

    def think(self, position: Position, limits: SearchLimits) -> Analysis:
        self.grown.plant(position)
        self.grown.grow(1)
        while limits.nodes and self.grown.nodes < limits.nodes and not self.grown.is_done():
            self.grown.grow(self.STEP)
        lines = tuple(line_of(position, score, codes) for score, codes in self.grown.best_lines(position, 1))
        return Analysis(position, lines, 0, self.grown.nodes, 0.0)

    def forget(self) -> None:
        self.grown.forget()


def reproducible_level(game: Game, level: int = HIGHEST_LEVEL, seed: int = 0) -> Searcher | FixedStepSearcher:
    """A level that always plays the same."""
    engine = make_searcher(game, level, seed=seed)
    return FixedStepSearcher(engine) if isinstance(engine, TreeSearcher) else engine


class LevelGames:
    """Games between levels of the engine, the same ones for the same seed."""

    def __init__(self, game: Game, levels: tuple[int, ...], seed: int) -> None:
        self.game = game
        self.levels = levels
        self.seed = seed
        self.players = {level: reproducible_level(game, level, seed) for level in levels}

    def played(self, number: int) -> Playthrough:
        """The game of this number: from a random opening, between two of the levels."""
        playthrough = opening(self.game, usual_turns(self.game), self.seed, number)
        levels = self.levels
        seats = [levels[number % len(levels)], levels[number // len(levels) % len(levels)]]
        for player in self.players.values():
            player.forget()
        while playthrough.position.outcome is None and len(playthrough.decisions) < LONGEST_GAME:
            position = playthrough.position
            level = seats[position.side]
            playthrough.play(self.players[level].think(position, limits_of(self.game, level)).decision)
        return playthrough


class Maker:
    """Makes the positions of one game in one version."""

    def __init__(self, game: Game, style: Style, seed: int) -> None:
        game.compile()
        self.game = game
        self.style = style
        self.seed = seed
        self.engine = reproducible_level(game)
        self.games = LevelGames(game, style.levels, seed)
        self.prover = proves(game)

    def tactics(self, number: int) -> Iterator[Tactic]:
        """The positions with proven wins in the last part of a game, the earliest first."""
        for decision in self.games.played(number).decisions[-self.style.look_back :]:
            position = self.game.position(str(decision.position))  # as a reader of the text will find it
            if len(position.codes) >= FEW and (tactic := self.tactic(position)):
                yield tactic

    def tactic(self, position: Position) -> Tactic | None:
        """The proven win of a position, if it has one that is hard enough to find."""
        style = self.style
        choice, longest = self.seen_win(position, style.nodes // SLACK)
        if not longest:
            return None
        state, side = position.state, position.side
        after = position.play(choice).state
        if self.prover.wins(after, side, longest - 1, style.budget) is not Answer.YES:
            return None
        try:
            decisions = self.prover.length(state, side, longest, style.budget)
            if decisions is None or decisions < style.shortest or is_won_in_one_turn(position):
                return None
            winning = self.prover.winning(state, side, decisions, style.budget)
        except OutOfNodes:
            return None
        if len(winning) * FEW > len(position.codes) or choice not in winning:
            return None
        if not self.is_found_with_more(position, winning):
            return None
        return Tactic(position, decisions, tuple(sorted(position.text_of(code) for code in winning)))

    def seen_win(self, position: Position, nodes: int) -> tuple[int, int]:
        """The engine's choice and the length of its win; 0 if it does not qualify."""
        self.engine.forget()
        analysis = self.engine.think(position, SearchLimits(nodes=nodes))
        score = analysis.lines[0].score
        length = 0
        if isinstance(self.engine, FixedStepSearcher) and score == HIGHEST:  # all searched replies lose
            length = self.style.shortest
        elif score >= CERTAIN - FARTHEST_WIN and self.style.shortest <= CERTAIN - score <= self.style.longest:
            length = CERTAIN - score
        return analysis.decision.code, length

    def is_found_with_more(self, position: Position, winning: list[int]) -> bool:
        """Best-first search may drop a win that it has found: does it still see it later?"""
        if not isinstance(self.engine, FixedStepSearcher):
            return True
        later = [self.seen_win(position, self.style.nodes * more) for more in (1, SLACK)]
        return all(length and choice in winning for choice, length in later)


def is_won_in_one_turn(position: Position) -> bool:
    """Can the side to act win before the other side acts, with more than one decision?"""
    here = [position] if position.game.rules.longest_turn > 1 else []
    while here:
        after = [p.play(code) for p in here for code in p.codes]
        if any(p.outcome is not None and p.outcome.winner == position.side for p in after):
            return True
        here = [p for p in after if p.outcome is None and p.side == position.side]
    return False


def make(name: str, style: Style, count: int, seed: int, first: int) -> list[Tactic]:
    """The positions of a game, about as many of each version and colour."""
    versions = versions_of(name)
    makers = [Maker(gipfel.game(name, version), style, seed) for version in versions]
    most = -(-count // (2 * len(makers))) + 1
    tactics: list[Tactic] = []
    kinds: Counter[object] = Counter()
    with Progress() as progress:
        bar = progress.add_task(name, total=count)
        number = first
        while len(tactics) < count:
            for tactic in makers[number % len(makers)].tactics(number):
                kind = (tactic.position.game.version, tactic.position.side)
                if kinds[kind] < most:
                    kinds[kind] += 1
                    tactics.append(tactic)
                    progress.advance(bar)
                    break
            number += 1
    return sorted(tactics, key=lambda t: (versions.index(t.position.game.version), t.decisions, str(t)))


def write(name: str, style: Style, tactics: list[Tactic], seed: int, first: int) -> None:
    made = f"scripts/make_tactics.py {name} --count {len(tactics)} --seed {seed} --first {first}"
    lines = [
        f"# Forced wins, proven: {made}",
        "# version | position | decisions until the game is won, at most | first decisions that win so",
        f"nodes {style.nodes}",
        *map(str, tactics),
    ]
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{name}.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", default=gipfel.game_names())
    parser.add_argument("--count", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game that is played")
    arguments = parser.parse_args()
    for name in arguments.games:
        style = style_of(name)
        if style is None:
            print(f"{name}: no positions, since random games prove nothing")
            continue
        tactics = make(name, style, arguments.count, arguments.seed, arguments.first)
        write(name, style, tactics, arguments.seed, arguments.first)


if __name__ == "__main__":
    main()
