"""SGF as the Boardspace server writes it: every click of a player is a node.

    ; P0[0 Start P0]
    ; P0[1 dropb F 3]TM[18012]
    ; P0[2 done]

`P0` and `P1` are the players. A step has a number (not in the oldest files), a word and what it is about; a
turn ends with `Done`, which the oldest files leave out. Properties of the first and of the last node say who
the players are, how long they thought, and who won: in the language of the player whose program wrote the
file. What the words of a game mean is known in the folder of that game.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, TypeVar

from gipfel.notation.sgf import SgfGame, escaped, readable

SETUP = "SU"
SITE = "Boardspace"
_PLAYER = re.compile(r"P(-?[0-9]{1,2})")
_NUMBER = re.compile(r"[0-9]{1,9}")
_DATE = re.compile(r"(?:[A-Za-z]{3},? )?([A-Z][a-z]{2})[a-z]* ([0-9]{1,2})\b.*?\b((?:19|20)[0-9]{2})\b")
_MONTHS = ("jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec")
_INFORMATION = frozenset(
    ("id", "time", "ranking", "rank", "country", "uid", "fingerprint", "color", "colour", "score")
)
"""Words that say something about a player and are no steps."""
_DRAWN = (
    *("draw", "tie", "tied", "unentschieden", "remis", "nulle", "égalité", "empate", "tablas", "patta"),
    *("pareggio", "ничья", "gelijkspel", "oavgjort", "引き分け", "平局", "döntetlen", "remíza", "egalitate"),
)
"""How a draw is called in the languages of the server's players."""


class Step(NamedTuple):
    """One click of a player: its word in lower case, and what follows the word."""

    player: int
    word: str
    about: tuple[str, ...]
    offset: int
    time: int | None = None
    """Milliseconds that the player has needed for the whole game up to here."""

    @property
    def text(self) -> str:
        """The step as it is written in messages."""
        return " ".join((f"P{self.player}", self.word, *self.about))


@dataclass(slots=True)
class BoardspaceGame:
    """The steps of a game and what else the file says about it."""

    setup: tuple[str, ...]
    """The words of the set-up, in lower case; the first one is the name of the game there."""
    steps: list[Step] = field(default_factory=list)
    names: dict[int, str] = field(default_factory=dict)
    ratings: dict[int, str] = field(default_factory=dict)
    date: str = ""
    """As 2017-07-09; empty if the file does not say it clearly."""
    result: str = ""
    """A sentence in some language that names the winner."""

    def winner(self) -> int | None:
        """The player whom the sentence on the result names; None if it is missing, unclear or a draw."""
        named = [(len(name), player) for player, name in self.names.items() if name and name in self.result]
        named.sort(reverse=True)
        if not named or (len(named) > 1 and named[0][0] == named[1][0]):
            return None
        return named[0][1]

    @property
    def drawn(self) -> bool:
        """Does the sentence on the result say that nobody won?"""
        words = re.findall(r"\w+", self.result.casefold())
        return self.winner() is None and any(word in _DRAWN for word in words)


def setup_of(game: SgfGame) -> tuple[str, ...]:
    """The words of the set-up in lower case, the name of the game first; none if it is not Boardspace's."""
    if not any(_PLAYER.fullmatch(found.name) for node in game.nodes[:3] for found in node):
        return ()
    return tuple((game.first(SETUP) or game.first("GM") or "").lower().split())


def read_boardspace(game: SgfGame) -> BoardspaceGame:
    """What a game written by Boardspace says."""
    found = BoardspaceGame(setup_of(game))
    for node in game.main_line():
        for name, values, offset in node:
            player = _PLAYER.fullmatch(name)
            if player is not None:
                _read_step(found, int(player[1]), values[0], offset)
            elif name == "TM":
                _read_time(found, values[0])
            elif name == "RE":
                found.result = readable(values[0]).strip()
            elif name == "DT":
                found.date = _date(values[0])
    return found


def _read_step(game: BoardspaceGame, player: int, value: str, offset: int) -> None:
    words = value.split()
    if words and _NUMBER.fullmatch(words[0]):
        del words[0]
    if not words:
        return
    word = words[0].lower()
    if word not in _INFORMATION:
        game.steps.append(Step(player, word, tuple(words[1:]), offset))
    elif word == "id" and len(words) > 1:
        game.names[player] = readable(value).strip().partition("id")[2].strip().strip('"').strip()
    elif word in ("ranking", "rank") and len(words) > 1 and words[1].isdecimal():
        game.ratings[player] = words[1]


def _read_time(game: BoardspaceGame, value: str) -> None:
    """The time of the step in the same node."""
    if game.steps and _NUMBER.fullmatch(value):
        game.steps[-1] = game.steps[-1]._replace(time=int(value))


def _date(text: str) -> str:
    found = _DATE.search(text)
    if found is None or found[1].lower() not in _MONTHS or not 1 <= int(found[2]) <= 31:
        return ""
    return f"{found[3]}-{_MONTHS.index(found[1].lower()) + 1:02}-{int(found[2]):02}"


# --- Shuffled set-ups -----------------------------------------------------------------------------

T = TypeVar("T")
FACTOR, SUMMAND, STATES = 0x5DEECE66D, 0xB, 1 << 48
"""Java's generator of random numbers, a linear congruence of 48 bits, of which the server has a copy."""
ROUNDS = 4
"""How often the server exchanges every item with another one."""


def server_numbers(key: int, bound: int) -> Iterator[int]:
    """The random numbers below a bound that the server draws with a key, without end."""
    state = (key ^ FACTOR) % STATES
    while True:
        state = (state * FACTOR + SUMMAND) % STATES
        drawn = state >> 17
        if bound & (bound - 1) == 0:
            yield drawn * bound >> 31
        elif drawn - drawn % bound + bound <= 1 << 31:  # the last, incomplete part is not used
            yield drawn % bound


def server_shuffled(items: Sequence[T], key: int) -> list[T]:
    """The items in the order in which the server shuffles them with a key."""
    mixed, numbers = [*items], server_numbers(key, len(items))
    for at in (at for _ in range(ROUNDS) for at in range(len(mixed))):
        other = next(numbers)
        mixed[at], mixed[other] = mixed[other], mixed[at]
    return mixed


# --- Writing --------------------------------------------------------------------------------------

WrittenStep = tuple[int, str, int | None]
"""The player, what is clicked, and how many milliseconds the player has needed so far if that is known."""


def write_boardspace(
    properties: list[tuple[str, str]], names: tuple[str, str], steps: Iterable[WrittenStep]
) -> str:
    """A game as Boardspace writes it, from the properties of its first node and its steps."""
    lines = ["(;"]
    lines += [f"{name}[{escaped(value)}]" for name, value in properties]
    lines += [f'P{player}[id "{escaped(name)}"]' for player, name in enumerate(names)]
    for number, (player, text, time) in enumerate(steps):
        clock = "" if time is None else f"TM[{time}]"
        lines.append(f"; P{int(player)}[{number} {escaped(text)}]{clock}")
    return "\n".join([*lines, ")"]) + "\n"
