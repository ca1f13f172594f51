"""Compiles what the tests need of every game, before they start.

python -m tests.helpers.compiled_kernels

The kernels of a game share most of their parts. A process that compiles all of them compiles each part once;
spread over the processes of the tests, the same parts would be compiled several times.
"""

import os
import sys
from concurrent.futures import ProcessPoolExecutor

import gipfel
from gipfel.engine.players.levels import make_searcher
from gipfel.engine.search.proof import Prover
from gipfel.engine.search.proof_number_searcher import ProofNumberSearcher
from gipfel.games.core.registry import game_type
from gipfel.kernel.link import can_compile, link
from gipfel.kernel.perft import Perft


def compile_game(name: str) -> None:
    """Compile the kernels of all versions of a game: rules, evaluation, searches, perft."""
    for version in game_type(name).versions:
        game = gipfel.game(name, version)
        game.compile()
        known = game.evaluation
        for kernel in (known.measure, known.evaluate, known.follow_up, known.urgent, known.promise):
            link(kernel)
        Perft(game.rules, fast=True)
        Prover(game)
        if game.clockwork is None:
            ProofNumberSearcher(game)
        make_searcher(game)


def main() -> int:
    if not can_compile():
        return 0
    print("Compiling the games for the tests (once) ...", flush=True)
    with ProcessPoolExecutor(os.cpu_count()) as processes:
        # The last games are the largest: they come first, so that no process waits long for the other.
        for _ in processes.map(compile_game, reversed(gipfel.game_names())):
            pass
    return 0


if __name__ == "__main__":
    sys.exit(main())
