"""Opening books: decisions for the first positions of a game, with scores of long searches.

A game's folder may have a file `book.txt`, which `scripts/make_book.py` makes:

    {"format": 1, "game": "gipf", "margin": 50, "checksum": "0123456789abcdef"}
    [standard] {"positions": 200, "seconds": 0.6, ...}
    position TAB decision score TAB decision score ...

A section belongs to a version, or to one with options (`[extended rings=43]`); behind its name is how it was
made. Of a position and all its images under the symmetries of the board one is in the file. Its decisions are
those whose scores, in thousandths of a logit, are at most `margin` below the best one.
"""

import json
import logging
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from hashlib import sha256
from pathlib import Path
from random import Random
from typing import Any

from gipfel.board import Permutation
from gipfel.games.core.game import Game
from gipfel.games.core.images import SharedText, decision_behind
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.registry import folder_of
from gipfel.notation.errors import GipfelError, UnknownGame

FILE = "book.txt"
FORMAT = 1
TURNS = "turns"
"""The entry of a section's head that says up to which number of turns it has positions."""

logger = logging.getLogger("gipfel.games")


class BadBook(GipfelError):
    """A book cannot be used. The message says why."""


@dataclass(frozen=True, slots=True)
class BookDecision:
    """A decision of a book."""

    text: str
    score: int
    """For the side to act, in thousandths of a logit."""


@dataclass(frozen=True, slots=True)
class Section:
    """The positions of one version."""

    made: Mapping[str, Any]
    """How it was made, and TURNS."""
    positions: Mapping[str, tuple[BookDecision, ...]] = field(default_factory=dict)
    """The decisions in each position, best first, by the text that it shares with its images."""


def section_name(game: Game) -> str:
    """The name of a game's section: its version, and the options that differ from their defaults."""
    return " ".join([game.version, *(f"{name}={value}" for name, value in game.changed_options.items())])


class Book:
    """The opening book of one game in one version."""

    def __init__(self, path: Path, section: Section, margin: int) -> None:
        self.path = path
        self.section = section
        self.margin = margin
        self._damaged = False

    def decision(self, position: Position, chance: Random) -> Decision | None:
        """A decision chosen at random, better ones more often; None outside the book.

        A book that turns out to be damaged is not used any more, which the log says.
        """
        if self._damaged or position.turn > self.section.made[TURNS]:
            return None
        shared = SharedText(position)
        known = self.section.positions.get(shared.text, ())
        if not known:
            return None
        weights = [self.margin + 1 - (known[0].score - one.score) for one in known]
        chosen = chance.choices(known, weights)[0]
        try:
            return _decision_in(shared, chosen, chance.choice(shared.symmetries))
        except BadBook as error:
            self._damaged = True
            _warn(self.path, error)
            return None


def _decision_in(shared: SharedText, chosen: BookDecision, symmetry: Permutation) -> Decision:
    """The decision that the book means, in the position as it is. Raises BadBook."""
    try:
        in_image = shared.image(symmetry).decision(chosen.text)
    except GipfelError as error:
        raise BadBook(f"in the position {shared.text}: {error}") from error
    found = decision_behind(shared.position, symmetry, in_image)
    if found is None:
        raise BadBook(f"{chosen.text} in {shared.text} has no counterpart in {shared.position}")
    return found


def book_of(game: Game) -> Book | None:
    """The opening book of a game; None if there is none, or if it is damaged, which the log says."""
    if game.clockwork is not None or game.random_start:
        return None
    try:
        path = folder_of(game.name) / FILE
    except UnknownGame:  # a game that is not registered has no folder
        return None
    try:
        margin, sections = _read_once(path, game.name)
    except BadBook as error:
        _warn(path, error)
        return None
    section = sections.get(section_name(game))
    return None if section is None else Book(path, section, margin)


_warned: set[Path] = set()


def _warn(path: Path, error: BadBook) -> None:
    """Log once that a book is not used."""
    if path not in _warned:
        _warned.add(path)
        logger.warning(
            "%s is damaged: %s. The engine plays without it; install Gipfel again",
            path,
            error,
        )


@cache
def _read_once(path: Path, name: str) -> tuple[int, Mapping[str, Section]]:
    return read_book(path, name) if path.exists() else (0, {})


def read_book(path: Path, name: str) -> tuple[int, dict[str, Section]]:
    """The margin and the sections of a file. Raises BadBook."""
    try:
        first, _, body = path.read_text(encoding="utf-8").partition("\n")
        head = json.loads(first)
        if (head["format"], head["game"]) != (FORMAT, name):
            raise BadBook(f"it should be a book of {name} in format {FORMAT}, but its first line is {first}")
        if head["checksum"] != _checksum(body):
            raise BadBook("its checksum is wrong")
        return int(head["margin"]), _read_sections(body)
    except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
        raise BadBook(f"it cannot be read ({type(error).__name__}: {error})") from error


def _read_sections(body: str) -> dict[str, Section]:
    sections: dict[str, Section] = {}
    positions: dict[str, tuple[BookDecision, ...]] = {}
    for line in body.splitlines():
        if line.startswith("["):
            name, _, made = line[1:].partition("] ")
            positions = {}
            sections[name] = Section(json.loads(made), positions)
            int(sections[name].made[TURNS])  # raises KeyError or ValueError
        else:
            text, *decisions = line.split("\t")
            positions[text] = tuple(map(_read_decision, decisions))
    return sections


def _read_decision(text: str) -> BookDecision:
    decision, _, score = text.rpartition(" ")
    return BookDecision(decision, int(score))


def write_book(path: Path, name: str, margin: int, sections: Mapping[str, Section]) -> None:
    """Write a file that `read_book` reads."""
    body = "".join(_section_text(title, sections[title]) for title in sorted(sections))
    head = {"format": FORMAT, "game": name, "margin": margin, "checksum": _checksum(body)}
    path.write_text(f"{json.dumps(head)}\n{body}", encoding="utf-8", newline="\n")


def _section_text(title: str, section: Section) -> str:
    lines = [f"[{title}] {json.dumps(section.made)}"]
    for text in sorted(section.positions):
        decisions = (f"{one.text} {one.score}" for one in section.positions[text])
        lines.append("\t".join([text, *decisions]))
    return "".join(f"{line}\n" for line in lines)


def _checksum(body: str) -> str:
    return sha256(body.encode()).hexdigest()[:16]
