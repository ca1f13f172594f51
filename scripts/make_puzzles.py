"""Make puzzles from games that levels of the engine play against each other.

    .venv/bin/python -m scripts.make_puzzles gipf --number 70 --seed 1 --out gipf.jsonl

Every position of a game in which one decision seems far ahead is searched deeply, and so is each further own
choice of the line: see docs/puzzles.md for what is asked of a puzzle. A game gives one puzzle at most, and no
version gives most of them. Each puzzle is appended to the file as soon as it is found; the same command
continues after the game of the last one. Run it with `nice -n 19`.

    .venv/bin/python -m scripts.make_puzzles gipf --again --out gipf.jsonl

asks the levels again for the puzzles of a file and gives these their ratings and themes again, after levels,
their scale or a theme have changed.
"""

import argparse
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from hashlib import sha256
from itertools import pairwise
from pathlib import Path
from random import Random

from rich.progress import Progress

import gipfel
from gipfel.arena.openings import opening, usual_turns
from gipfel.engine.players.levels import limits_of, make_searcher, noise_of, search_of, tuning_of
from gipfel.engine.search.analysis import Searcher
from gipfel.games.core.about import WIDE
from gipfel.games.core.game import Game
from gipfel.games.core.images import SharedText
from gipfel.games.core.level_settings import HIGHEST, LOWEST
from gipfel.games.core.playthrough import Playthrough
from gipfel.games.core.position import Position
from gipfel.games.core.registry import game_type
from gipfel.games.core.side import Side
from gipfel.kernel.evaluation import per_cent
from gipfel.learn.deep_search import Choice, DeepSearch
from gipfel.learn.forced_wins import MOST_SAME, ForcedWins, forced_line
from gipfel.learn.puzzle_rating import LEVELS, SEEDS, level_of, rating_of
from gipfel.learn.puzzles import (
    BEST,
    LONGEST,
    NOT_MEASURED,
    SHORTEST,
    WIN,
    Proof,
    Puzzle,
    Source,
    read_puzzles,
    write_puzzle,
)
from gipfel.learn.same_answers import is_same_answer
from gipfel.learn.themes import themes_of

REPORTS = Path(__file__).parents[1] / "docs" / "reports" / "strength"
Choose = Callable[[Position], Choice | None]
"""The choice of a position if it has one answer."""
LONGEST_GAME = 400
"""In decisions."""
SMALL_TABLE = 1
"""In MB."""
NEARLY = 0.8
"""Short searches ask for this part of the margin."""
FEW = 2
"""If more decisions win than this, they are compared before all are looked for."""
MOST_OF_A_LEVEL = 2
"""At most one puzzle in this number has the same level."""
MOST_OF_A_VERSION = 4
"""At most one in this number is of the same version, if there are as many versions."""


@dataclass(frozen=True)
class Style:
    """How the puzzles of a game are made."""

    scan: int = 4_000
    """The nodes with which every position of a game is searched."""
    quick: int = 40_000
    """The nodes with which a line is tried before it is searched deeply."""
    nodes: tuple[int, int] = (200_000, 800_000)
    """The nodes of the two deep searches, which must agree."""
    proof: int = 1_500_000
    """The nodes of a proof that the best decision wins."""
    rivals: int = 300_000
    """The nodes for proofs that another decision wins, too: there must be none."""
    levels: tuple[int, ...] = (4, 5, 6)
    """The levels that play the games."""
    margin: float = 25
    """How far the best decision is ahead, in points of winning chance."""
    margin_of_win: float = 40
    """The same where it wins by force."""
    least: float = 35
    """The least winning chance after the best decision, in per cent."""
    forced: int = 0
    """Only wins of two turns are looked for, in this number of positions before the end of each game."""
    beside: int = 16
    """How many other decisions that lead to such a position are tried."""
    replies: int = 60_000
    """The number of replies that may be tried to find all wins of two turns of a position."""


STYLES = {WIDE: Style(levels=(6, 7), forced=9)}
"""By the search of the engine: best-first search is for games with very many decisions."""


@dataclass(frozen=True)
class Found:
    """A line in which every own choice is sound."""

    start: Position
    codes: tuple[int, ...]
    own_turns: int
    wins: bool
    """Does the search see a forced win?"""
    margin: float


class Maker:
    """Makes the puzzles of one version of a game."""

    def __init__(self, game: Game, seed: int, margin: float | None = None) -> None:
        game.compile()
        self.game = game
        self.seed = seed
        style = STYLES.get(search_of(game), Style())
        self.style = style if margin is None else replace(style, margin=margin)
        self.players: dict[tuple[int, int], Searcher] = {}
        self.scale = scale_of(game.name)

    @cached_property
    def deep(self) -> DeepSearch:
        return DeepSearch(self.game)

    @cached_property
    def wins(self) -> ForcedWins:
        return ForcedWins(self.game)

    @cached_property
    def short(self) -> DeepSearch:
        """For short searches, of which there are many."""
        return DeepSearch(self.game, table=SMALL_TABLE)

    # --- Games and their positions ------------------------------------------------------------------

    def player(self, level: int, seed: int) -> Searcher:
        """A level as a searcher; levels without noise do not depend on the seed."""
        key = (level, seed if noise_of(self.game, level) else 0)
        if key not in self.players:
            tuning = tuning_of(self.game, level, table=1)
            self.players[key] = make_searcher(self.game, level, seed=key[1], tuning=tuning)
        return self.players[key]

    def chosen(self, position: Position, level: int, seed: int) -> int:
        """The decision of a level."""
        if len(position.codes) == 1:
            return position.codes[0]
        return self.player(level, seed).think(position, limits_of(self.game, level)).decision.code

    def played(self, number: int) -> Playthrough:
        """A game between two levels; it ends early where a contest is played."""
        levels, chance = self.style.levels, Random(f"puzzles {self.seed} {number}")
        playthrough = opening(self.game, usual_turns(self.game), self.seed, number)
        seats = [chance.choice(levels), chance.choice(levels)]
        for player in self.players.values():
            player.forget()
        while (position := playthrough.position).outcome is None:
            if position.contest is not None or len(playthrough.decisions) >= LONGEST_GAME:
                break
            code = self.chosen(position, seats[position.side], number % SEEDS)
            playthrough.play(position.text_of(code))
        return playthrough

    def begun(self, number: int) -> list[Position]:
        """The first positions of the turns of a game."""
        decisions = [*self.played(number).decisions]
        begun = [
            after.position
            for before, after in pairwise(decisions)
            if is_over_turn(before.position, after.position)
        ]
        return [position for position in begun if position.turn >= usual_turns(self.game)]

    def positions(self, number: int) -> Iterator[Position]:
        """The first positions of turns that a text can describe, in an order that depends on the number."""
        begun = self.begun(number)
        Random(number).shuffle(begun)
        yield from filter(None, map(self.read_again, begun))

    def read_again(self, before: Position) -> Position | None:
        """A position with a choice, as a reader of its text will find it; None if that is another one."""
        if before.outcome is not None or before.contest is not None or len(before.codes) < 2:
            return None
        position = self.game.position(str(before))
        if position.game == self.game and self.essence(position) == self.essence(before):
            return position
        return None

    def essence(self, position: Position) -> object:
        return self.game.rules.essence(position.state)

    # --- One puzzle ---------------------------------------------------------------------------------

    def puzzle(self, number: int) -> Puzzle | None:
        """The first sound puzzle in a game that is not trivial."""
        if self.style.forced:
            return self.forced_puzzle(number)
        for position in self.positions(number):
            if not self.is_promising(position, self.style.scan):
                continue
            if self.line(position, self.quick_choice, self.short, self.style.quick) is None:
                continue
            found = self.line(position, self.sound_choice, self.deep, self.style.nodes[0])
            if found is None:
                continue
            proven = self.deep.is_proven(found.start, self.style.proof) if found.wins else 0
            proof = Proof(self.style.nodes[1], int(found.margin), proven)
            puzzle = self.rated(found.start, found.codes, found.own_turns, proof, Source(self.seed, number))
            if puzzle.found[0] < SEEDS:
                return puzzle
        return None

    def forced_puzzle(self, number: int) -> Puzzle | None:
        """The first win of two turns in a game, or beside it, that has one solution and is not trivial."""
        for position, winners in self.attacked(number):
            line = forced_line(self.wins, position, winners)
            if line is not None:
                proof = Proof(line.nodes, NOT_MEASURED, line.replies)
                puzzle = self.rated(position, line.codes, 2, proof, Source(self.seed, number))
                if puzzle.found[0] < SEEDS:
                    return puzzle
        return None

    def attacked(self, number: int) -> Iterator[tuple[Position, list[int]]]:
        """The last positions of a game with wins of two turns, with these wins.

        After each of them those that other decisions before it lead to.
        """
        last = self.begun(number)[-self.style.forced :]
        for before, after in reversed([*pairwise(last)]):
            position = self.read_again(after)
            winners = self.winners(position)
            if position is not None and winners:
                yield position, winners
                yield from self.beside(before)

    def beside(self, before: Position) -> Iterator[tuple[Position, list[int]]]:
        """The same after the most promising decisions of a position."""
        replies = [code for code, wins in self.wins.replies(before.state) if not wins]
        for code in replies[: self.style.beside]:
            position = self.read_again(before.play(code))
            winners = self.winners(position)
            if position is not None and winners:
                yield position, winners

    def winners(self, position: Position | None) -> list[int]:
        """The decisions that win in two turns; none if one wins at once, or if too much had to be tried.

        Only some, if they are several answers.
        """
        if position is None or self.wins.at_once(position.state):
            return []
        found = self.wins.in_two(position.state, FEW, self.style.replies) or []
        if len(found) > FEW and all(is_same_answer(position, found[0], code) for code in found):
            found = self.wins.in_two(position.state, MOST_SAME, self.style.replies) or []
        return found

    def is_promising(self, position: Position, nodes: int) -> bool:
        """Does one decision seem to be far ahead?"""
        return self.is_ahead(self.short.glance(position, nodes), self.style.margin * NEARLY)

    def is_ahead(self, choice: Choice, margin: float) -> bool:
        return choice.margin >= margin and per_cent(choice.score) >= self.style.least

    def line(self, start: Position, choose: Choose, search: DeepSearch, nodes: int) -> Found | None:
        """The longest line from a position in which every own choice has one answer; None if it is short.

        It ends before the first own choice with several answers. The other side's best defence is searched
        with this number of nodes; of equally good ones that is taken which leaves one answer.
        """
        answer = remembered(choose)
        first = answer(start)
        if first is None:
            return None
        codes, margins, turns = list[int](), list[float](), set[int]()
        position, complete = start, 0
        while position.outcome is None and position.contest is None:
            if position.side != start.side:
                position, code = defended(position, start.side, answer, search.equal_best(position, nodes))
                codes.append(code)
                continue
            code = position.codes[0]
            if len(position.codes) > 1:
                choice = answer(position)
                if choice is None or (first.wins and not choice.wins):
                    break
                if len(turns | {position.turn}) > LONGEST:
                    break
                code, complete = choice.best, len(codes) + 1
                margins.append(choice.margin)
                turns.add(position.turn)
            codes.append(code)
            position = position.play(code)
        if len(turns) < SHORTEST:
            return None
        return Found(start, tuple(codes[:complete]), len(turns), first.wins, min(margins))

    def quick_choice(self, position: Position) -> Choice | None:
        """The choice if a short search finds one decision far ahead."""
        choice = self.short.choice(position, self.style.quick)
        return choice if self.is_ahead(choice, self.style.margin * NEARLY) else None

    def sound_choice(self, position: Position) -> Choice | None:
        """The choice if two deep searches agree on it and no other decision is proven to win.

        Its second decision is from the search in which one came closest.
        """
        style = self.style
        choices = [self.deep.choice(position, nodes) for nodes in style.nodes]
        last = choices[-1]
        if any(one.best != last.best or not self.is_ahead(one, style.margin) for one in choices):
            return None
        if last.wins and last.margin < style.margin_of_win:
            return None
        if self.deep.other_wins(position, last.best, style.rivals):
            return None
        closest = min(choices, key=lambda one: one.margin)
        return replace(last, second=closest.second, second_score=closest.second_score)

    # --- Its difficulty and its words ---------------------------------------------------------------

    def rated(
        self, start: Position, codes: tuple[int, ...], own_turns: int, proof: Proof, source: Source
    ) -> Puzzle:
        """The puzzle with its difficulty and its themes."""
        texts = []
        position = start
        for code in codes:
            texts.append(position.text_of(code))
            position = position.play(code)
        puzzle = Puzzle(
            game=self.game.name,
            id=id_of(start),
            version=self.game.version,
            options=dict(self.game.changed_options),
            position=str(start),
            line=tuple(texts),
            kind=WIN if proof.proven else BEST,
            own_turns=own_turns,
            level=0,
            rating=0,
            themes=(),
            found=(),
            proof=proof,
            source=source,
        )
        return self.described(puzzle)

    def described(self, puzzle: Puzzle) -> Puzzle:
        return described(replace(puzzle, found=self.hits(puzzle)), self.scale)

    def hits(self, puzzle: Puzzle) -> tuple[int, ...]:
        """For each level: with how many of the seeds it finds the whole line."""
        hits = []
        for level in LEVELS:
            if noise_of(self.game, level):
                hits.append(sum(self.finds(puzzle, level, seed) for seed in range(1, SEEDS + 1)))
            else:
                hits.append(SEEDS * self.finds(puzzle, level, 0))
        return tuple(hits)

    def finds(self, puzzle: Puzzle, level: int, seed: int) -> bool:
        """Does a level make all own decisions of the line?"""
        position = self.game.position(puzzle.position)
        side = position.side
        self.player(level, seed).forget()
        for text in puzzle.line:
            code = position.decision(text).code
            if position.side == side:
                chosen = self.chosen(position, level, seed)
                if not is_same_answer(position, chosen, code):
                    return False
            position = position.play(code)
        return True


def described(puzzle: Puzzle, scale: Mapping[int, float]) -> Puzzle:
    """A puzzle with its level and rating, from the levels that find it, and with the themes of its line."""
    return replace(
        puzzle,
        level=level_of(puzzle.found),
        rating=rating_of(puzzle.found, scale),
        themes=themes_of(puzzle.decisions()),
    )


def remembered(choose: Choose) -> Choose:
    """The same, but no position object is searched twice."""
    known: dict[int, tuple[Position, Choice | None]] = {}  # has the positions, so that their ids stay theirs

    def answer(position: Position) -> Choice | None:
        if id(position) not in known:
            known[id(position)] = (position, choose(position))
        return known[id(position)][1]

    return answer


def defended(position: Position, solver: Side, answer: Choose, replies: list[int]) -> tuple[Position, int]:
    """The position after the first of some replies that leaves one answer, or after the first; the reply."""
    after = [position.play(code) for code in replies]
    for reached, code in zip(after, replies, strict=True):
        asks = reached.outcome is None and reached.contest is None and reached.side == solver
        if asks and len(reached.codes) > 1 and answer(reached) is not None:
            return reached, code
    return after[0], replies[0]


def is_over_turn(before: Position, after: Position) -> bool:
    """Is the turn of the side that has just decided over?"""
    return after.outcome is not None or (after.side, after.turn) != (before.side, before.turn)


def id_of(position: Position) -> str:
    """A short name that stays the same, and is the same for all images of a position."""
    text = f"{position.game.name} {position.game.version} {SharedText(position).text}"
    return sha256(text.encode()).hexdigest()[:8]


def versions_of(name: str) -> tuple[str, ...]:
    """The turn-based versions."""
    versions = game_type(name).versions
    return tuple(version for version in versions if gipfel.game(name, version).clockwork is None)


def scale_of(name: str) -> dict[int, float]:
    """The ratings of the levels of a game, as measured for docs/reports/strength.md."""
    report = json.loads(next(REPORTS.glob(f"{name}-*.json")).read_text(encoding="utf-8"))
    return {level: report["ratings"][f"level:{level}"]["elo"] for level in range(LOWEST, HIGHEST + 1)}


def make(
    name: str, versions: tuple[str, ...], number: int, seed: int, margin: float | None, path: Path
) -> None:
    """Append puzzles to a file until it has this number."""
    puzzles = [*read_puzzles(path, name)] if path.exists() else []
    makers = [Maker(gipfel.game(name, version), seed, margin) for version in versions]
    most = max(number // MOST_OF_A_VERSION, -(-number // len(makers)) + 2)
    of_version = Counter(puzzle.version for puzzle in puzzles)
    of_level = Counter(puzzle.level for puzzle in puzzles)
    known = {puzzle.id for puzzle in puzzles}
    game_number = max((puzzle.source.game for puzzle in puzzles), default=-1) + 1
    with Progress() as progress:
        bar = progress.add_task(name, total=number, completed=len(puzzles))
        while len(puzzles) < number:
            maker = makers[game_number % len(makers)]
            progress.update(bar, description=f"{name}, game {game_number}")
            wanted = of_version[maker.game.version] < most
            puzzle = maker.puzzle(game_number) if wanted else None
            game_number += 1
            if puzzle is None or puzzle.id in known or of_level[puzzle.level] >= number / MOST_OF_A_LEVEL:
                continue
            known.add(puzzle.id)
            of_version[puzzle.version] += 1
            of_level[puzzle.level] += 1
            puzzles.append(puzzle)
            with path.open("a", encoding="utf-8") as file:
                file.write(write_puzzle(puzzle) + "\n")
            progress.advance(bar)


def describe_again(name: str, path: Path) -> None:
    """Ask the levels again for the puzzles of a file, and give these their ratings and themes again."""
    puzzles = [*read_puzzles(path, name)]
    games = {version: gipfel.game(name, version) for version in versions_of(name)}
    makers = {version: Maker(game, seed=1, margin=None) for version, game in games.items()}
    with Progress() as progress:
        asked = progress.track(puzzles, description=name)
        lines = [write_puzzle(makers[puzzle.version].described(puzzle)) + "\n" for puzzle in asked]
    path.write_text("".join(lines), encoding="utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", help="a game, or one version of it: gipf/basic")
    parser.add_argument("--number", type=int, default=70)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--margin", type=float, help="points of winning chance; by default that of the style")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument(
        "--again", action="store_true", help="ask the levels again, for all puzzles of the file"
    )
    arguments = parser.parse_args()
    name, _, version = arguments.game.partition("/")
    if arguments.again:
        describe_again(name, arguments.out)
    else:
        versions = (version,) if version else versions_of(name)
        make(name, versions, arguments.number, arguments.seed, arguments.margin, arguments.out)


if __name__ == "__main__":
    main()
