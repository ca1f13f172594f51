"""Make the opening book of a version of a game: search its first positions, and write what was found.

    .venv/bin/python -m scripts.make_book gipf --version standard --positions 200 --seconds 0.5
    .venv/bin/python -m scripts.make_book zertz --version extended --option rings=43 --positions 60

A position is searched for its best lines. The book then grows along the best decisions of both sides: next in
turn is the position that is reached with the smallest mistakes, and all its good decisions get their own
searches, which replace their scores. Positions that differ by a symmetry of the board are searched once.

Every search is kept in a work file: after an interruption the same command goes on where it stopped, and with
more `--positions` the book grows on. At the end its section in `book.txt` of the game's folder is replaced.
To use several cores, make several books at a time.
"""

import json
import os
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Iterator
from dataclasses import dataclass, field
from heapq import heappop, heappush
from pathlib import Path
from typing import Any

import gipfel
from gipfel.engine.players.levels import make_searcher
from gipfel.engine.search.analysis import Analysis, Searcher, SearchLimits
from gipfel.games.core.book import (
    FILE,
    TURNS,
    BookDecision,
    Section,
    read_book,
    section_name,
    write_book,
)
from gipfel.games.core.game import Game
from gipfel.games.core.images import SharedText
from gipfel.games.core.position import Position
from gipfel.games.core.registry import folder_of
from gipfel.kernel.evaluation import CERTAIN, FARTHEST_WIN
from gipfel.notation.errors import GipfelError

MARGIN = 50
"""Usually decisions that are this much worse than the best one are still played."""
LOOKED_AT = 120
"""Decisions that seem to be this much worse are still looked at: their own searches may find them better."""
LONGEST = 4
"""The search of a symmetric position, which needs more lines, may take up to this many times as long."""
DEPTH_COST = 25
"""What every decision adds to the cost of a position, besides the mistake that it is."""
REPORT = 20
"""Without a terminal, a line is printed after this number of positions."""

Scores = dict[str, dict[str, int]]
"""For each position the scores of its decisions, for the side to act."""


@dataclass(slots=True)
class Node:
    """A position that was searched."""

    position: Position
    turn: int
    decisions: dict[str, int]
    """What the search found: scores for the side to act, by the decisions' texts."""
    next: dict[str, str] = field(default_factory=dict)
    """Where decisions lead: the shared text of the next position with a choice, unless the game is over."""


class Maker:
    """A book that grows. Positions are known by the texts that they share with their images."""

    def __init__(self, game: Game, limits: SearchLimits, work: Path) -> None:
        self.game = game
        self.limits = limits
        self.work = work
        self.nodes: dict[str, Node] = {}
        self.turns: dict[str, int] = {}
        """The number of turns before each position that was met."""
        self._searcher: Searcher | None = None
        self.root = self._met(with_choice(game.start()), 0)

    def _met(self, position: Position, turns_before: int) -> str:
        """The shared text of a position; notes its turn."""
        text = SharedText(position).text
        turn = turns_before + position.turn
        self.turns[text] = min(turn, self.turns.get(text, turn))
        return text

    # --- The work file -------------------------------------------------------------------------------

    def resume(self) -> None:
        """Read the searches of an earlier run. Raises GipfelError if they belong to another book."""
        if not self.work.exists():
            self.work.parent.mkdir(parents=True, exist_ok=True)
            self.work.write_text(json.dumps(self.arguments) + "\n", encoding="utf-8")
            return
        head, *lines = self.work.read_text(encoding="utf-8").splitlines() or [""]
        if head != json.dumps(self.arguments):
            raise GipfelError(
                f"{self.work} is not the work file of this book: it begins with {head[:200]!r}; "
                f"use the same arguments as before, or another --work file"
            )
        for line in lines:
            try:
                found = json.loads(line)
            except ValueError:
                break  # the run was interrupted while it wrote this line
            self._add(found["position"], found["turn"], found["decisions"])
        whole = "".join(f"{line}\n" for line in [head, *lines[: len(self.nodes)]])
        self.work.write_text(whole, encoding="utf-8")

    @property
    def arguments(self) -> dict[str, Any]:
        """What the searches depend on."""
        limit = "seconds" if self.limits.nodes is None else "nodes"
        return {
            "game": self.game.name,
            "section": section_name(self.game),
            limit: getattr(self.limits, limit),
            "lines": self.limits.lines,
        }

    def _add(self, text: str, turn: int, decisions: dict[str, int]) -> None:
        position = self.game.position(text)
        node = self.nodes[text] = Node(position, turn, decisions)
        for decision in decisions:
            after = with_choice(position.play(decision))
            if after.outcome is None and after.played is after:
                node.next[decision] = self._met(after, turn)

    # --- Searching -----------------------------------------------------------------------------------

    def grow(self, number: int) -> Iterator[int]:
        """Search positions until there are `number` of them; yields how many there are."""
        while len(self.nodes) < number and (missing := self._next()):
            for text in missing:
                self._search(text)
                yield len(self.nodes)

    def _next(self) -> list[str]:
        """What to search next: all that follows the position with the lowest cost (see DEPTH_COST)."""
        if not self.nodes:
            return [self.root]
        scores = self.scores()
        queue = [(0, self.root)]
        seen = set()
        while queue:
            cost, text = heappop(queue)
            if text in seen:
                continue
            seen.add(text)
            missing = [after for after in self.nodes[text].next.values() if after not in self.nodes]
            if missing:
                return list(dict.fromkeys(missing))
            best = max(scores[text].values())
            for decision, after in self.nodes[text].next.items():
                mistake = best - scores[text][decision]
                if not is_proven(scores[text][decision]):
                    heappush(queue, (cost + mistake + DEPTH_COST, after))
        return []

    def _search(self, text: str) -> None:
        """Search a position for its best lines, and keep them."""
        position = self.game.position(text)
        same = len(SharedText(position).symmetries)
        longer = min(same, LONGEST)
        limits = SearchLimits(
            seconds=self.limits.seconds and self.limits.seconds * longer,
            nodes=self.limits.nodes and self.limits.nodes * longer,
            lines=min(self.limits.lines * same, len(position.codes)),
        )
        if self._searcher is None:
            self._searcher = make_searcher(self.game)
            self._searcher.prepare()
        analysis = self._searcher.think(position, limits)
        decisions = good_decisions(analysis, self.limits.lines)
        turn = self.turns[text]
        found = {"position": text, "turn": turn, "depth": analysis.depth, "decisions": decisions}
        with open(self.work, "a", encoding="utf-8") as file:
            file.write(json.dumps(found) + "\n")
        self._add(text, turn, decisions)

    # --- Results -------------------------------------------------------------------------------------

    def scores(self) -> Scores:
        """The scores of all positions.

        Where all that follows a position has been searched, these searches count; otherwise its own does, so
        that only scores of equally deep searches are compared.
        """
        scores: Scores = {}
        for text in self.nodes:
            self._score(text, scores, frozenset())
        return scores

    def _score(self, text: str, scores: Scores, before: frozenset[str]) -> None:
        """Add the scores of a position and of all that follow it; `before` are those that lead to it."""
        if text in scores:
            return
        node = self.nodes[text]
        found = dict(node.decisions)
        before = before | {text}
        known = [after for after in node.next.values() if after in self.nodes and after not in before]
        for after in known:
            self._score(after, scores, before)
        if len(known) == len(node.next):
            for decision, after in node.next.items():
                best = max(scores[after].values())
                found[decision] = best if self.nodes[after].position.side == node.position.side else -best
        scores[text] = found

    def section(self, margin: int = MARGIN) -> Section:
        """The section of the book."""
        positions = {text: close_decisions(found, margin) for text, found in self.scores().items()}
        made = {key: value for key, value in self.arguments.items() if key not in ("game", "section")}
        turns = max(node.turn for node in self.nodes.values())
        return Section({TURNS: turns, "positions": len(positions), **made}, positions)


def good_decisions(analysis: Analysis, most: int) -> dict[str, int]:
    """The scores of the best decisions of a search; one for all that lead to images of the same position."""
    best = lowest = analysis.lines[0].score
    decisions: dict[str, int] = {}
    reached: set[str] = set()
    for line in analysis.lines:
        # Best-first search puts decisions last that it has hardly visited, whatever their score.
        if not best - LOOKED_AT <= line.score <= lowest or len(decisions) == most:
            break
        lowest = line.score
        after = SharedText(analysis.position.play(line.decisions[0])).text
        if after not in reached:
            reached.add(after)
            decisions[line.decisions[0].text] = line.score
    return decisions


def with_choice(position: Position) -> Position:
    """The position after all decisions that are the only legal ones."""
    while position.outcome is None and position.played is position and len(position.codes) == 1:
        position = position.play(position.codes[0])
    return position


def is_proven(score: int) -> bool:
    """Is a score a certain win or loss? There is nothing more to find out."""
    return abs(score) >= CERTAIN - FARTHEST_WIN


def close_decisions(scores: dict[str, int], margin: int = MARGIN) -> tuple[BookDecision, ...]:
    """The decisions that are played, best first."""
    best = max(scores.values())
    close = [text for text in scores if scores[text] >= best - margin]
    return tuple(BookDecision(text, scores[text]) for text in sorted(close, key=lambda text: -scores[text]))


def replace_section(path: Path, game: Game, section: Section, margin: int = MARGIN) -> None:
    """Write a section into the book of a game; the sections of its other versions stay."""
    sections: dict[str, Section] = {}
    if path.exists():
        known, sections = read_book(path, game.name)
        if known != margin:
            raise GipfelError(f"{path} was made with the margin {known}, not {margin}; delete it first")
    write_book(path, game.name, margin, {**sections, section_name(game): section})


# --- The command ---------------------------------------------------------------------------------------


def main() -> int:
    """Make a section of a book."""
    given = arguments()
    os.environ.setdefault("GIPFEL_CLOCK", "cpu")  # seconds of this process, however busy the machine is
    try:
        options = dict(option.split("=", 1) for option in given.option)
        game = gipfel.game(given.game, given.version, **options)
        if game.clockwork is not None or game.random_start:
            raise GipfelError(f"{game.name} {game.version} has no fixed beginning, so there can be no book")
        title = f"{game.name} {section_name(game)}"
        work = given.work or Path("books") / f"{title.replace(' ', '-')}.jsonl"
        limits = SearchLimits(None if given.nodes else given.seconds, given.nodes, lines=given.lines)
        maker = Maker(game, limits, work)
        maker.resume()
        with_progress(title, maker, given.positions)
        path = given.out or folder_of(game.name) / FILE
        path.parent.mkdir(parents=True, exist_ok=True)
        replace_section(path, game, maker.section(given.margin), given.margin)
    except (GipfelError, OSError) as error:
        print(f"make_book: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nmake_book: stopped; the same command goes on where it stopped", file=sys.stderr)
        return 130
    print(f"{title}: {len(maker.nodes)} positions are in {path}, which has {path.stat().st_size} bytes")
    return 0


def arguments() -> Namespace:
    """The command line."""
    parser = ArgumentParser(
        description="Make the opening book of a version of a game by search.",
        epilog="Example: nice python -m scripts.make_book gipf --version standard --positions 200",
    )
    parser.add_argument("game")
    parser.add_argument("--version", help="the first one by default")
    parser.add_argument("--option", action="append", default=[], help="an option of the game: rings=43")
    parser.add_argument("--positions", type=int, default=200, help="how many positions (default: 200)")
    parser.add_argument("--seconds", type=float, default=0.5, help="CPU time for each (default: 0.5)")
    parser.add_argument("--nodes", type=int, help="nodes for each instead")
    parser.add_argument("--lines", type=int, default=5, help="best lines of each search (default: 5)")
    parser.add_argument(
        "--margin",
        type=int,
        default=MARGIN,
        help=f"play decisions that are at most this much worse than the best one (default: {MARGIN})",
    )
    parser.add_argument("--work", type=Path, help="the work file (default: books/GAME-VERSION.jsonl)")
    parser.add_argument("--out", type=Path, help=f"the book (default: {FILE} in the folder of the game)")
    given = parser.parse_args()
    if min(given.positions, given.seconds, given.lines, given.nodes or 1) <= 0:
        parser.error("--positions, --seconds, --nodes and --lines are numbers above 0")
    if not 0 <= given.margin <= LOOKED_AT:
        parser.error(f"--margin is a number from 0 to {LOOKED_AT}")
    if any("=" not in option for option in given.option):
        parser.error("--option takes a name and a value, such as rings=43")
    return given


def with_progress(title: str, maker: Maker, number: int) -> None:
    """Let the book grow, and say how far it is."""
    begin, before = time.monotonic(), len(maker.nodes)
    terminal = sys.stderr.isatty()
    for done in maker.grow(number):
        left = (time.monotonic() - begin) / (done - before) * max(0, number - done)
        line = f"{title}: {done} of {number} positions, about {left:.0f} s left"
        if terminal:
            print(f"\r{line} ", end="", file=sys.stderr, flush=True)
        elif done % REPORT == 0:
            print(line, file=sys.stderr, flush=True)
    if terminal:
        print(file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
