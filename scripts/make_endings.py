"""Make the endings of the tests: late positions of engine games, solved and checked by another method.

    .venv/bin/python -m scripts.make_endings gipf zertz --count 40 --seed 1

Low and middle levels play against each other. The last positions of each game are solved by proof-number
search with the nodes that the tests allow, beginning with the earliest. A win is taken if exhaustive search
with growing depth proves it, too, and finds how many decisions it takes; a draw, if listing all positions
that can follow gives a draw. In games that count a lead the best lead is checked by listing them all.

The file of a game tells how many games were played for it: the same command continues there until there are
enough positions.
"""

import argparse
from collections import Counter
from dataclasses import dataclass
from pathlib import Path

from rich.progress import Progress
from scripts.exhaustive import TooLarge, best_lead
from scripts.make_tactics import LevelGames, versions_of

import gipfel
from gipfel.engine.players.levels import search_of
from gipfel.engine.search.proof import OutOfNodes, proves
from gipfel.engine.solving import Solution, solve
from gipfel.games.core.about import DEEP, WIDE
from gipfel.games.core.game import Game
from gipfel.games.core.position import Position
from gipfel.games.core.side import Side

FOLDER = Path(__file__).parents[1] / "tests" / "engine" / "search" / "endings"
MOST_LISTED = 20_000
"""The most positions that are listed."""
MEGABYTES = 32
SLACK = 2
"""Endings must be solved with this share of the nodes that the tests allow."""
RESULTS = {Side.WHITE: "1-0", Side.BLACK: "0-1", None: "1/2-1/2"}


@dataclass(frozen=True)
class Style:
    """How the endings of a game are made."""

    nodes: int = 300_000
    """The nodes that the tests allow for the result."""
    budget: int = 3_000_000
    """The most nodes of the other method."""
    levels: tuple[int, ...] = (4, 5, 4, 6)
    look_back: int = 30
    """The number of last decisions of a game whose positions are tried."""
    apart: int = 3
    """One in this number of them is tried."""
    longest: int = 14
    """The longest wins that are taken, in decisions of both sides."""
    most_short: int = 8
    """At most one position in this number is won in one or two decisions."""


STYLES = {
    DEEP: Style(),
    WIDE: Style(nodes=800_000, levels=(2, 3), look_back=5, apart=1, longest=3, most_short=1),
}
"""By the search of the engine: best-first search is for games with very many decisions."""


@dataclass(frozen=True)
class Ending:
    """A position with its proven result."""

    version: str
    position: str
    result: str
    detail: str
    """`7` decisions, or `+5` for a best lead; `-` for a draw."""

    def __str__(self) -> str:
        return " | ".join((self.version, self.position, self.result, self.detail))


class Maker:
    """Makes the endings of one version of a game."""

    def __init__(self, game: Game, style: Style, seed: int) -> None:
        game.compile()
        self.game = game
        self.style = style
        self.seed = seed
        self.games = LevelGames(game, style.levels, seed)
        self.prover = proves(game)

    def ending(self, number: int, short_too: bool) -> Ending | None:
        """The earliest late position of a game that is solved and checked, if there is one."""
        style = self.style
        decisions = self.games.played(number).decisions[-style.look_back :]
        for decision in decisions[number % style.apart :: style.apart]:
            position = self.game.position(str(decision.position))  # as a reader of the text will find it
            if len(position.codes) > 1 and not position.by_chance and position.played is position:
                ending = self.checked(position)
                if ending is not None and (short_too or ending.detail not in ("1", "2")):
                    return ending
        return None

    def checked(self, position: Position) -> Ending | None:
        """The ending of a position if both methods agree on it; None if one of them does not get there."""
        solution = solve(position, None, nodes=self.style.nodes // SLACK, megabytes=MEGABYTES)
        if not solution.solved:
            return None
        try:
            detail = self._detail(solution)
        except (OutOfNodes, TooLarge):
            return None
        if detail is None:
            return None
        return Ending(position.game.version, str(position), RESULTS[solution.winner], detail)

    def _detail(self, solution: Solution) -> str | None:
        """What the other method finds out; None if a win is too long. Raises OutOfNodes or TooLarge."""
        position, winner = solution.position, solution.winner
        if self.game.endings.counts_lead:
            if not solution.lead_is_best:
                return None
            lead = best_lead(position, MOST_LISTED)
            assert lead == (solution.lead or 0) * (-1 if winner == Side.BLACK else 1), position
            return f"{lead:+}" if lead else "-"
        if winner is None:
            assert best_lead(position, MOST_LISTED) == 0, position
            return "-"
        decisions = self.prover.length(position.state, winner, self.style.longest, self.style.budget)
        return None if decisions is None else str(decisions)


class File:
    """The file of a game: positions, and how many games were played for them."""

    def __init__(self, name: str, seed: int) -> None:
        self.path = FOLDER / f"{name}.txt"
        self.name = name
        self.seed = seed
        self.games = 0
        self.endings: list[Ending] = []
        if self.path.exists():
            self._read()

    def _read(self) -> None:
        for line in self.path.read_text(encoding="utf-8").splitlines():
            if line.startswith("games "):
                seed, self.games = (int(word) for word in line.split()[1:])
                if seed != self.seed:
                    raise SystemExit(f"{self.path} was made with --seed {seed}; delete it first")
            elif not line.startswith(("#", "nodes ")):
                self.endings.append(Ending(*line.split(" | ")))

    def write(self, style: Style) -> None:
        """Write what was found so far."""
        made = f"scripts.make_endings {self.name} --seed {self.seed}"
        order = sorted(self.endings, key=lambda e: (e.version, e.result, len(e.detail), e.detail, e.position))
        lines = [
            f"# Solved endings, each checked by another method: {made}",
            "# version | position | result | decisions until the win, or White's best lead; - for draws",
            f"nodes {style.nodes}",
            f"games {self.seed} {self.games}",
            *map(str, order),
        ]
        FOLDER.mkdir(exist_ok=True)
        self.path.write_text("\n".join(lines) + "\n", encoding="utf-8")


def make(name: str, count: int, seed: int) -> None:
    """Find endings of a game until there are enough."""
    file = File(name, seed)
    style = STYLES[search_of(gipfel.game(name))]
    makers = [Maker(gipfel.game(name, version), style, seed) for version in versions_of(name)]
    with Progress() as progress:
        bar = progress.add_task(name, total=count, completed=len(file.endings))
        while len(file.endings) < count:
            short = Counter(ending.detail for ending in file.endings)
            short_too = (short["1"] + short["2"]) * style.most_short <= len(file.endings)
            ending = makers[file.games % len(makers)].ending(file.games, short_too)
            file.games += 1
            if ending is not None and ending not in file.endings:
                file.endings.append(ending)
            file.write(style)
            progress.update(bar, completed=len(file.endings))


def main() -> None:
    """Make what the command line asks for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("games", nargs="*", default=gipfel.game_names())
    parser.add_argument("--count", type=int, default=40)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    for name in arguments.games:
        make(name, arguments.count, arguments.seed)


if __name__ == "__main__":
    main()
