"""How far before the end of a game positions are solved: by proofs, and by the search of the players.

    .venv/bin/python -m benchmarks.endings dvonn zertz --games 12 --nodes 200000

Level 5 plays games. Of each, positions some decisions before the end are tried: by proof-number search (both
sides' wins, with the game's bounds of the final lead, and without them if it has any), and by the players'
search, with as many nodes. The table has the per cent that are solved: for the search, with a proven score.
"""

from argparse import ArgumentParser

from rich.console import Console
from rich.table import Table

import gipfel
from gipfel.arena.openings import opening, usual_turns
from gipfel.engine.players.levels import limits_of, make_searcher
from gipfel.engine.search.analysis import Searcher, SearchLimits
from gipfel.engine.search.proof_number_searcher import Claim, ProofNumberSearcher
from gipfel.games.core.game import Game
from gipfel.games.core.position import Position
from gipfel.games.core.side import Side
from gipfel.kernel.endings import Endings, plain_bounds

LEVEL = 5
LONGEST_GAME = 400
BEFORE_THE_END = (6, 10, 14, 18, 22, 26)


def main() -> None:
    """Measure the games of the command line."""
    parser = ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("games", nargs="+")
    parser.add_argument("--games", type=int, default=12, dest="number", help="how many games are played")
    parser.add_argument("--nodes", type=int, default=200_000, help="for each position")
    given = parser.parse_args()
    table = Table("game", "method", *(f"{before} before the end" for before in BEFORE_THE_END))
    for name in given.games:
        game = gipfel.game(name)
        positions = [late_positions(game, number) for number in range(given.number)]
        for method, solved in solvers(game, given.nodes).items():
            shares = [
                share([solved(late[before]) for late in positions if before in late])
                for before in BEFORE_THE_END
            ]
            table.add_row(name, method, *shares)
    Console().print(table)


def share(results: list[bool]) -> str:
    """How many of some positions are solved."""
    return f"{100 * sum(results) / len(results):.0f} %" if results else "-"


def late_positions(game: Game, number: int) -> dict[int, Position]:
    """Positions of a game by the number of decisions to its end."""
    level = make_searcher(game, LEVEL, seed=1)
    playthrough = opening(game, usual_turns(game), 1, number)
    while playthrough.position.outcome is None and len(playthrough.decisions) < LONGEST_GAME:
        position = playthrough.position
        playthrough.play(level.think(position, limits_of(game, LEVEL)).decision)
    decisions = playthrough.decisions
    return {n: decisions[len(decisions) - n].position for n in BEFORE_THE_END if n <= len(decisions)}


class Proofs:
    """Is a win of either side proven, or a draw?"""

    def __init__(self, game: Game, nodes: int, endings: Endings) -> None:
        copy = type(game)(game.version, **dict(game.options))
        copy.endings = endings  # type: ignore[misc]
        self.searcher = ProofNumberSearcher(copy, 32)
        self.nodes = nodes

    def __call__(self, position: Position) -> bool:
        self.searcher.forget()
        claims = []
        for side in Side:
            answer = self.searcher.ask(position.state, side, lambda nodes: self.nodes // 2 - nodes)
            claims.append(answer.claim)
        return Claim.PROVEN in claims or claims == [Claim.DISPROVEN] * 2


class Search:
    """Does the search of the players find a proven score?"""

    def __init__(self, searcher: Searcher, nodes: int) -> None:
        self.searcher = searcher
        self.nodes = nodes

    def __call__(self, position: Position) -> bool:
        self.searcher.forget()
        return self.searcher.think(position, SearchLimits(nodes=self.nodes)).lines[0].proven


def solvers(game: Game, nodes: int) -> dict[str, Proofs | Search]:
    """The methods to compare."""
    own = game.endings
    found: dict[str, Proofs | Search] = {"proofs": Proofs(game, nodes, own)}
    if own.bounds is not plain_bounds:
        plain = Endings(may_recur=own.may_recur, identity=own.identity, efforts=own.efforts)
        found["proofs, without bounds"] = Proofs(game, nodes, plain)
    found["search"] = Search(make_searcher(game, seed=1), nodes)
    return found


if __name__ == "__main__":
    main()
