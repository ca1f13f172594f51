"""How long an evening takes: turns, contests and minutes, from games that the engine played.

The table beside this module and the lengths of single games in their folders are made by
`scripts/measure_evenings.py`. A menu that was not measured is estimated from the measured one that is most
like it, and from the length of each linked game.
"""

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from statistics import fmean, quantiles
from typing import TYPE_CHECKING, Any

from gipfel.games.core.game import Game
from gipfel.games.core.lengths import measured_length
from gipfel.games.core.options import Value
from gipfel.games.core.registry import game, game_names
from gipfel.games.gipf.rules import RESERVE
from gipfel.locale import note, say, say_many, sentence
from gipfel.project.menu.keys import SIDES
from gipfel.project.potentials import linking, rules
from gipfel.project.potentials.agreement import BASES, CHANCE, OUTSIDE, PROJECT, start_state
from gipfel.project.potentials.linking import KIND_LETTERS

if TYPE_CHECKING:
    from gipfel.project.menu.menu import Menu

TABLE = Path(__file__).with_name("lengths.json")
FORMS = (linking.OFF, linking.CHALLENGE, linking.MUST_WIN)
"""The forms of linking that are measured."""

SECONDS = 30
"""An ordinary pace: seconds for a turn, in the main game and in contests alike, where no time runs.

On a server where people play much, the median of recorded games is 5 (DVONN) to 20 (ZÈRTZ) seconds a turn.
Two who play now and then take longer; with half a minute a game of GIPF takes three quarters of an hour.
A game that runs in real time has a pace of its own.
"""
OUTSIDE_TURNS = 40
"""A game that the program does not have: nobody knows, so 20 minutes are assumed."""

Quartiles = tuple[float, float, float]


# --- Measured games -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Measured:
    """A game that was played to its end."""

    turns: int
    uses: Mapping[str, int]
    """Announced uses of both sides by the letter of the kind."""
    contests: Sequence[tuple[str, int]]
    """What was played, and in how many turns."""
    seconds: float = SECONDS
    """For a turn of the main game."""

    @property
    def contest_turns(self) -> int:
        """The turns of all contests; a throw counts as one."""
        return sum(max(turns, 1) for _, turns in self.contests)

    @property
    def minutes(self) -> float:
        """How long people take."""
        in_contests = sum(max(turns, 1) * seconds_of(link) for link, turns in self.contests)
        return (self.turns * self.seconds + in_contests) / 60


def seconds_of(link: str, time: Value = linking.REAL) -> float:
    """How long people take for a turn of what a potential is linked to, or of a single game."""
    if time != linking.REAL or link.split()[0] not in game_names():
        return SECONDS
    clockwork = linking.linked_game(link, time).clockwork
    return SECONDS if clockwork is None else clockwork.pace / 1000


def summary(games: Sequence[Measured]) -> dict[str, Any]:
    """A row of an evening: lower quartile, median and upper quartile; and mean numbers, for estimates."""
    uses = {letter: fmean(game.uses.get(letter, 0) for game in games) for letter in KIND_LETTERS}
    return {
        **game_summary(games),
        "uses": _quartiles(sum(game.uses.values()) for game in games),
        "contests": _quartiles(len(game.contests) for game in games),
        "contest_turns": _quartiles(game.contest_turns for game in games),
        "mean_uses": {letter: round(number, 2) for letter, number in uses.items() if number},
        "mean_contests": round(fmean(len(game.contests) for game in games), 2),
    }


def game_summary(games: Sequence[Measured]) -> dict[str, Any]:
    """A row of a single game: lower quartile, median and upper quartile."""
    return {
        "n": len(games),
        "turns": _quartiles(game.turns for game in games),
        "minutes": _quartiles(game.minutes for game in games),
    }


def _quartiles(numbers: Iterable[float]) -> list[int]:
    listed = [*numbers]
    found = quantiles(listed, n=4, method="inclusive") if len(listed) > 1 else listed * 3
    return [round(number) for number in found]


@cache
def table() -> dict[str, Any]:
    """The level that played, and the measured evenings by preset and form."""
    found: dict[str, Any] = json.loads(TABLE.read_text(encoding="utf-8"))
    return found


def measured_game(name: str) -> Game:
    """The game of a row of the table: `evening must-win`."""
    preset, form = name.split()
    return game(PROJECT, preset, **{linking.MODE: form}).live


# --- The length of a menu -------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Length:
    """How long an evening takes."""

    minutes: Quartiles
    """Half of the evenings are between the first and the last."""
    turns: int
    """Of the main game."""
    contests: int
    contest_turns: int
    games: int
    """The number of measured games it rests on; 0 if it is estimated."""

    @property
    def time(self) -> str:
        """How long it takes in words: `2½ hours`."""
        return time_text(self.minutes[1])

    @property
    def sentence(self) -> str:
        """About how long it takes, in the current language."""
        time, least, most = (time_text(self.minutes[i]) for i in (1, 0, 2))
        about = say(MEASURED if self.games else ESTIMATED, time=time)
        if least != most:
            about = say(
                "{about}; half of the evenings take between {least} and {most}",
                about=about,
                least=least,
                most=most,
            )
        return sentence(about) + " " + self._parts()

    def _parts(self) -> str:
        turns = say_many("{n} turn", "{n} turns", self.turns)
        if not self.contests:
            return say("{turns} are usual.", turns=turns)
        contests = say_many("{n} contest", "{n} contests", self.contests)
        if self.contest_turns <= self.contests:
            return say("{turns} and {contests} are usual.", turns=turns, contests=contests)
        return say(
            "{turns} and {contests} are usual, and {inner} within the contests.",
            turns=turns,
            contests=contests,
            inner=say_many("{n} turn", "{n} turns", self.contest_turns),
        )

    @property
    def basis(self) -> str:
        """What the numbers rest on, in the current language."""
        if not self.games:
            return say(
                "Estimated from measured games and contests that are like it, at {seconds} seconds a turn.",
                seconds=SECONDS,
            )
        return say(
            "Measured in {games} games of the engine against itself, at {seconds} seconds a turn.",
            games=self.games,
            seconds=SECONDS,
        )


MEASURED = note("about {time}")
ESTIMATED = note("an estimate: about {time}")


def time_text(minutes: float) -> str:
    """A time in words, not more precise than it can be: minutes in fives, then half hours."""
    if minutes < 88:
        return say_many("{n} minute", "{n} minutes", max(5, 5 * round(minutes / 5)))
    hours, half = divmod(round(minutes / 30), 2)
    return say("{hours}½ hours", hours=hours) if half else say_many("{n} hour", "{n} hours", hours)


def length_of(menu: "Menu") -> Length | None:
    """How long a menu takes: measured, or estimated; None for a game of which nothing is known."""
    if not menu.has_potentials:
        row = measured_length(menu.name, menu.game().version)
        return None if row is None else _of_game(row)
    kind = menu.game().at_table(menu.clock)
    agreed = _agreed(kind)
    for name, row in table()["evenings"].items():
        if _agreed_row(name) == agreed:
            return _of_row(row)
    return _Estimate(kind).length()


def _of_row(row: Mapping[str, Any]) -> Length:
    low, middle, high = row["minutes"]
    return Length((low, middle, high), row["turns"][1], row["contests"][1], row["contest_turns"][1], row["n"])


def _of_game(row: Mapping[str, Any]) -> Length:
    low, middle, high = row["minutes"]
    return Length((low, middle, high), row["turns"][1], 0, 0, row["n"])


def _agreed(kind: Game) -> tuple[Any, ...]:
    """What makes two menus the same evening."""
    return start_state(kind.options), [_Player(kind, side).links for side in range(len(SIDES))]


@cache
def _agreed_row(name: str) -> tuple[Any, ...]:
    return _agreed(measured_game(name))


# --- Estimates ------------------------------------------------------------------------------------


class _Player:
    """What a side has in a game: its potentials and their links, by the letters of the kinds."""

    def __init__(self, kind: Game, side: int) -> None:
        state = start_state(kind.options)
        first = rules.POOL + rules.KINDS * side
        pool = zip(KIND_LETTERS, state[first : first + rules.KINDS], strict=True)
        self.basics = state[RESERVE + side]
        self.pool = {letter: number for letter, number in pool if number}
        self.links = {
            letter: link
            for letter in self.pool
            if state[rules.LINKED] and (link := linking.link_of(kind.options, letter, side)) != linking.FREE
        }
        self.challenges = state[rules.BUDGET + side]


class _Evening:
    """What both sides have, as far as the length depends on it."""

    def __init__(self, kind: Game) -> None:
        self.players = [_Player(kind, side) for side in range(len(SIDES))]
        linked = any(player.links for player in self.players)
        self.form = str(kind.options[linking.MODE]) if linked else linking.OFF
        self.base = str(kind.options["base"])
        self.plays_on = kind.options[linking.ULTIMATE_LOSS]

    def number(self, letter: str) -> int:
        """How many potentials of a kind both sides have together."""
        return sum(player.pool.get(letter, 0) for player in self.players)

    def distance(self, other: "_Evening") -> float:
        """How different two evenings are: in the pieces of both sides, and in when a side has lost."""
        pools = sum(abs(self.number(letter) - other.number(letter)) for letter in KIND_LETTERS)
        both = zip(self.players, other.players, strict=True)
        basics = sum(abs(one.basics - two.basics) for one, two in both)
        return pools + basics + 12 * (self.plays_on != other.plays_on) + 24 * (self.form != other.form)


@cache
def _measured() -> dict[str, _Evening]:
    return {name: _Evening(measured_game(name)) for name in table()["evenings"]}


class _Estimate:
    """The length of an evening that was not measured: the main game, and uses times their contests."""

    def __init__(self, kind: Game) -> None:
        self.evening = _Evening(kind)
        self.time = kind.options[linking.TIME]
        self.rows: dict[str, dict[str, Any]] = table()["evenings"]
        self.by_likeness = sorted(self.rows, key=lambda name: self.evening.distance(_measured()[name]))

    def length(self) -> Length:
        contests = dict(self._contests())
        total = sum(contests.values())
        contest_turns = {link: number * _turns_of(link) for link, number in contests.items()}
        turns = self._turns()
        in_contests = sum(number * seconds_of(link, self.time) for link, number in contest_turns.items())
        minutes = (turns * SECONDS + in_contests) / 60
        low, middle, high = self.rows[self.by_likeness[0]]["minutes"]
        spread = (minutes * low / middle, minutes, minutes * high / middle)
        return Length(spread, round(turns), round(total), round(sum(contest_turns.values())), 0)

    def _turns(self) -> float:
        """Turns of the main game, as in the evening most like it; another GIPF is longer or shorter."""
        like = self.by_likeness[0]
        of_base = {base: _turns_of(f"gipf {base}") for base in BASES}
        same_base = self.rows[like]["turns"][1]
        return float(same_base * of_base[self.evening.base] / of_base[_measured()[like].base])

    def _contests(self) -> Iterator[tuple[str, float]]:
        """How many contests each link leads to."""
        uses: dict[str, float] = {}
        for player in self.evening.players:
            for letter, link in player.links.items():
                uses[link] = uses.get(link, 0.0) + player.pool[letter] * self._uses_of_each(letter)
        share = self._share(sum(uses.values()))
        return ((link, share * number) for link, number in uses.items())

    def _share(self, uses: float) -> float:
        """The part of the uses of linked potentials that lead to a contest."""
        if self.evening.form != linking.CHALLENGE or not uses:
            return 1.0
        challenged = self._challenged() * uses
        budgets = [player.challenges for player in self.evening.players]
        return (challenged if rules.UNLIMITED in budgets else min(challenged, sum(budgets))) / uses

    def _challenged(self) -> float:
        """The part of all uses that is challenged where the number of challenges is not limited."""
        for name in self.by_likeness:
            evening, uses = _measured()[name], sum(self.rows[name]["mean_uses"].values())
            unlimited = any(player.challenges == rules.UNLIMITED for player in evening.players)
            if evening.form == linking.CHALLENGE and unlimited and uses:
                return float(self.rows[name]["mean_contests"] / uses)
        return 1.0

    def _uses_of_each(self, letter: str) -> float:
        """How often a potential of a kind is used, in the evening most like this one that has the kind."""
        for name in self.by_likeness:
            number = _measured()[name].number(letter)
            if number:
                return float(self.rows[name]["mean_uses"].get(letter, 0) / number)
        return 1.0


def _turns_of(link: str) -> float:
    """The turns of a contest; a throw counts as one."""
    name, *version = link.split()[:2]
    if name in CHANCE:
        return 1.0
    row = None if name == OUTSIDE else measured_length(name, *version)
    return float(OUTSIDE_TURNS if row is None else row["turns"][1])
