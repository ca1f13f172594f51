"""The rule pages in docs/rules, and their blocks that can be run.

docs/rules/README.md explains the blocks to readers. An `example` block is a list of steps: each line has a
keyword and an argument, and they are run from top to bottom with one position that changes as they go. A
`perft` block is a table of counts.
"""

import re
import shlex
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

import pytest

import gipfel
from gipfel import BLACK, WHITE, Game, GipfelError, Position, Side
from gipfel.games.core.registry import game_type
from gipfel.kernel.perft import Perft
from tests.helpers.paths import ROOT

FOLDER = ROOT / "docs" / "rules"
INDEX = FOLDER / "README.md"
GAMES = {"potentials": "project"}
"""Pages that are not named after their game."""

SLOW = "slow"
"""Before a line that takes long."""
FENCE = re.compile(r"^```(?P<language>[^\n]*)\n(?P<text>.*?)^```$", re.S | re.M)


@dataclass(frozen=True)
class Block:
    """A fenced block of a page, with the place at which it stands."""

    page: Path
    line: int
    kind: str
    text: str

    @property
    def name(self) -> str:
        """Where the block begins."""
        return f"{self.page.name}:{self.line}"

    def lines(self) -> Iterator[tuple[int, str]]:
        """The lines with their numbers; a line that begins with a blank continues the one before."""
        number, whole = 0, ""
        for here, line in enumerate(self.text.splitlines(), self.line + 1):
            if line.startswith(" "):
                whole += " " + line.strip()
                continue
            if whole:
                yield number, whole
            number, whole = here, line.strip()
        if whole:
            yield number, whole


def pages() -> list[Path]:
    """All rule pages."""
    return sorted(FOLDER.glob("*.md"))


def blocks(page: Path) -> list[Block]:
    """The blocks of a page that can be run."""
    text = page.read_text(encoding="utf-8")
    return [
        Block(page, text.count("\n", 0, match.start()) + 1, match["language"], match["text"])
        for match in FENCE.finditer(text)
        if match["language"] in ("example", "perft")
    ]


def game_of(page: Path) -> str:
    """The game a page is about."""
    return GAMES.get(page.stem, page.stem)


def described_game(text: str) -> Game:
    """The game that `gipf basic extra_black=2` describes; the version may be left out."""
    name, *rest = shlex.split(text)
    options = dict(word.split("=", 1) for word in rest if "=" in word)
    version = next((word for word in rest if "=" not in word), None)
    return gipfel.game(name, version, **options)


# --- Perft tables -----------------------------------------------------------------------------------


@dataclass(frozen=True)
class Count:
    """One number of a perft table."""

    game: str
    positions: bool
    depth: int
    number: int
    slow: bool

    def __str__(self) -> str:
        return f"{self.game} {'positions' if self.positions else 'turns'} {self.depth}"

    def check(self) -> None:
        """Compare the number with a count."""
        start = described_game(self.game).start(seed=0)
        check_count(start, self.depth, self.number, distinct=self.positions, compiled=self.slow)


def counts(block: Block) -> Iterator[Count]:
    """The numbers of a perft table: a line a game, a column a depth, a star behind what takes long."""
    header, *rows = filter(str.strip, block.text.splitlines())
    depths = [int(word) for word in header.split() if word.isdecimal()]
    for row in rows:
        words = row.split()
        numbers = words[-len(depths) :]
        label = " ".join(words[: -len(depths)])
        name, _, what = label.partition(", ")
        assert what in ("", "positions"), f"{block.name}: what does {what!r} mean?"
        for depth, number in zip(depths, numbers, strict=True):
            if number != "-":
                yield Count(
                    name, bool(what), depth, int(number.rstrip("*").replace("_", "")), number.endswith("*")
                )


def check_count(position: Position, depth: int, number: int, *, distinct: bool, compiled: bool) -> None:
    """Sequences of complete turns, or the different positions they lead to."""
    perft = Perft(position.game.rules, fast=compiled)
    found = (perft.distinct if distinct else perft.count)(position.state, depth)
    assert found == number, f"there are {found}"


# --- Examples ---------------------------------------------------------------------------------------


@dataclass
class Example:
    """Runs the lines of an example."""

    block: Block
    named: dict[str, Position]
    """Positions that examples of the page have given a name."""
    game: Game | None = None
    here: Position | None = None
    slow: bool = False
    """Run what takes long as well, compiled?"""
    compiled: bool = field(default=False, init=False)
    steps: dict[str, Callable[[str], None]] = field(init=False)

    def __post_init__(self) -> None:
        self.steps = {
            name.removeprefix("step_").replace("_", "-"): getattr(self, name)
            for name in dir(self)
            if name.startswith("step_")
        }

    def run(self) -> None:
        """Run all lines; a failure tells which one."""
        for number, line in self.block.lines():
            takes_long = line.startswith(f"{SLOW} ")
            if takes_long and not self.slow:
                continue
            self.compiled = takes_long
            try:
                self._run_line(line.removeprefix(SLOW).strip())
            except (AssertionError, GipfelError, pytest.fail.Exception) as error:
                raise AssertionError(f"{self.block.page.name}:{number}: {line}\n{error}") from error

    def _run_line(self, line: str) -> None:
        keyword, _, argument = line.partition(" ")
        assert keyword in self.steps, f"unknown keyword {keyword!r}; there are {', '.join(self.steps)}"
        self.steps[keyword](argument.strip())

    @property
    def position(self) -> Position:
        assert self.here is not None, "no position was given yet"
        return self.here

    # Beginning

    def step_game(self, text: str) -> None:
        self.game = described_game(text)
        if not self.game.random_start:
            self.here = self.game.start()

    def step_seed(self, text: str) -> None:
        assert self.game is not None
        self.here = self.game.start(seed=int(text))

    def step_position(self, text: str) -> None:
        if text in self.named:
            self.here = self.named[text]
            self.game = self.here.game
        else:
            self.here = self._read(text)
            assert str(self.here) == text, f"the canonical text is {self.here}"

    def _read(self, text: str) -> Position:
        game = self.game
        if game is None:
            kind = game_type(game_of(self.block.page))
            said = kind.version_in(text)
            version, options = (None, {}) if said is None else said
            game = gipfel.game(kind.name, version, **options)
        return game.position(text)

    def step_name(self, text: str) -> None:
        self.named[text] = self.position

    # Playing

    def step_play(self, text: str) -> None:
        for decision in text.split(", "):
            self.here = self.position.play(decision)

    def step_turn(self, text: str) -> None:
        for turn in text.split(", "):
            before = self.position.turn
            self.here = self.position.play_turn(turn)
            assert self.here.turn == before + 1, f"{turn} is not exactly one turn"

    def step_event(self, text: str) -> None:
        for event in text.split(", "):
            self.here = self._after_event(event)

    def _after_event(self, event: str) -> Position:
        time, side, token = event.split()
        return self.position.at(int(time)).play(token, _side(side))

    def step_time(self, text: str) -> None:
        self.here = self.position.at(int(text))

    # What is true now

    def step_gives(self, text: str) -> None:
        assert str(self.position) == text, f"it is {self.position}"
        if not self.position.outcome:
            assert self.position.game.position(text) == self.position

    def step_side(self, text: str) -> None:
        name = self.position.game.side_names[self.position.side]
        assert name == text, f"it is {name}"

    def step_outcome(self, text: str) -> None:
        outcome = self.position.outcome
        found = "none" if outcome is None else str(outcome)
        assert text in (found, found.split()[0]), f"it is {found}"

    def step_count(self, text: str) -> None:
        wanted, _, beginning = text.partition(" of ")
        number = sum(decision.startswith(beginning) for decision in self._texts())
        assert number == int(wanted), f"there are {number}"

    def step_legal(self, text: str) -> None:
        found = self._texts()
        for decision in text.split(", "):
            assert decision in found, f"{decision} is not legal"

    def step_only(self, text: str) -> None:
        assert self._texts() == set(text.split(", ")), f"there are {', '.join(sorted(self._texts()))}"

    def _texts(self) -> set[str]:
        return {decision.text for decision in self.position.decisions()}

    def step_reads(self, text: str) -> None:
        written, canonical = text.split(" as ")
        found = self.position.decision(written).text
        assert found == canonical, f"{written} is read as {found}"

    def step_reads_turn(self, text: str) -> None:
        written, canonical = text.split(" as ")
        found = self.position.game.write_turn(self.position.turn_decisions(written))
        assert found == canonical, f"{written} is read as {found}"

    # What is refused

    def step_illegal(self, text: str) -> None:
        self._refused(text, self.position.play)

    def step_illegal_turn(self, text: str) -> None:
        self._refused(text, self.position.play_turn)

    def step_illegal_event(self, text: str) -> None:
        self._refused(text, self._after_event)

    def step_illegal_position(self, text: str) -> None:
        self._refused(text, self._read)

    def step_illegal_game(self, text: str) -> None:
        self._refused(text, described_game)

    def _refused(self, text: str, attempt: Callable[[str], object]) -> None:
        what, _, why = text.partition(" because ")
        with pytest.raises(GipfelError) as error:
            attempt(what)
        assert why in str(error.value), f"the message is: {error.value}"

    # Counting

    def step_perft(self, text: str) -> None:
        depth, number = map(int, text.split())
        check_count(self.position, depth, number, distinct=False, compiled=self.compiled)

    def step_distinct(self, text: str) -> None:
        depth, number = map(int, text.split())
        check_count(self.position, depth, number, distinct=True, compiled=self.compiled)


def _side(letter: str) -> Side:
    """Red plays as White."""
    return BLACK if letter == "b" else WHITE
