"""Asks the engine whether it agrees with the tips of all rulebooks, and says where it prefers something else.

.venv/bin/python scripts/check_tips.py gipf --nodes 300000
"""

import argparse

import gipfel
from gipfel.engine.players.levels import make_searcher
from gipfel.engine.search.analysis import Analysis, SearchLimits
from gipfel.games.core.rulebook import Tip, rulebook

LINES = 5
CLOSE = 3.0
"""Per cent by which the expected result of a tip may be below that of the best decision."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=gipfel.game_names())
    parser.add_argument("--nodes", type=int, default=200_000)
    arguments = parser.parse_args()
    for name in arguments.games:
        for tip in rulebook(name).tips:
            print(f"{name:8} {_judged(name, tip, arguments.nodes)}  {tip.title}", flush=True)


def _judged(name: str, tip: Tip, nodes: int) -> str:
    """`ok` if every decision of a tip is about as good as the best one, and what the engine expects."""
    game = gipfel.game(name, tip.version)
    game.compile()
    position, verdicts = game.position(tip.position), []
    for text in tip.play:
        decision = position.decision(text)
        analysis = make_searcher(game, seed=1).think(position, SearchLimits(nodes=nodes, lines=LINES))
        verdicts.append(_verdict(analysis, decision.text))
        position = position.play(decision)
    return "; ".join(verdicts)


def _verdict(analysis: Analysis, text: str) -> str:
    """`ok a4-d4 87 %, next 52 %`."""
    expected = {line.decisions[0].text: line.per_cent for line in analysis.lines}
    best, found = max(expected.values()), expected.get(text)
    if found is None:
        return f"NO {text} is not among the best {LINES}, which begin with {analysis.decision.text}"
    agreed = "ok" if found >= best - CLOSE else "NO"
    others = [value for other, value in expected.items() if other != text]
    return f"{agreed} {text} {found:.0f} %, next {max(others, default=0):.0f} %"


if __name__ == "__main__":
    main()
