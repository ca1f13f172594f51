"""Who plays whom, how often, and on which terms."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from enum import StrEnum
from functools import cached_property
from itertools import combinations, pairwise
from typing import Any

from gipfel.arena.games import GameJob, GameKey, GameResult, Terms
from gipfel.arena.names import told_apart
from gipfel.arena.opening_lines import OpeningLine, digest
from gipfel.arena.rounds import (
    Meeting,
    Results,
    knockout_meetings,
    most_swiss_rounds,
    swiss_meetings,
    usual_swiss_rounds,
)
from gipfel.engine.players.player import PlayerSource
from gipfel.engine.players.specs import ENGINE
from gipfel.games.core.game import Game
from gipfel.notation.errors import OptionError
from gipfel.pairing.knockout import knockout_rounds

MOST_IN_ROUNDS = 64
"""The most players of a Swiss system or of a knockout."""
NO_RESULTS: Mapping[GameKey, GameResult] = {}


class Schedule(StrEnum):
    """Which players meet."""

    ROUND_ROBIN = "round-robin"
    LADDER = "ladder"
    GAUNTLET = "gauntlet"
    SWISS = "swiss"
    KNOCKOUT = "knockout"

    @property
    def in_rounds(self) -> bool:
        """Do the pairings follow from the results of earlier rounds?"""
        return self in (Schedule.SWISS, Schedule.KNOCKOUT)

    def pairings(self, players: int) -> list[tuple[int, int]]:
        """The players that meet: everybody, neighbours in the list, or the first one all others."""
        everybody = range(players)
        if self is Schedule.LADDER:
            return [*pairwise(everybody)]
        if self is Schedule.GAUNTLET:
            return [(0, other) for other in everybody[1:]]
        return [*combinations(everybody, 2)]


@dataclass(frozen=True)
class Match:
    """A match of two or more players."""

    game: Game
    players: tuple[PlayerSource, ...]
    terms: Terms
    pairs: int
    """Pairs of games for each two players that meet; in a Swiss system and a knockout, for each round."""
    schedule: Schedule = Schedule.ROUND_ROBIN
    rounds: int = 0
    """Of a Swiss system; 0 for as many as find a winner."""
    event: str = ""
    """The name of the event, for records."""
    openings: tuple[OpeningLine, ...] = ()
    """The openings of the pairs, one after the other; if empty they are random, or from the book."""
    announced: tuple[str, ...] = ()
    """The names of the players as external engines tell them; empty as long as none was started."""

    def __post_init__(self) -> None:
        players = len(self.players)
        if players < 2:
            raise OptionError("a match needs two players or more; name each one with --player")
        if self.schedule.in_rounds and players > MOST_IN_ROUNDS:
            raise OptionError(f"the schedule {self.schedule} is for at most {MOST_IN_ROUNDS} players")
        if self.rounds and self.schedule is not Schedule.SWISS:
            raise OptionError("only the schedule swiss has a number of rounds; leave --rounds out")
        if self.rounds > most_swiss_rounds(players):
            raise OptionError(
                f"in a Swiss system {players} players play at most {most_swiss_rounds(players)} rounds, "
                f"since then all have met, not {self.rounds}"
            )

    # --- Games ----------------------------------------------------------------------------------------

    @property
    def number_of_rounds(self) -> int:
        """The rounds of a Swiss system or of a knockout; of other schedules the pairs of each two players."""
        if self.schedule is Schedule.SWISS:
            return self.rounds or usual_swiss_rounds(len(self.players))
        return knockout_rounds(len(self.players)) if self.schedule is Schedule.KNOCKOUT else self.pairs

    def meetings(self, results: Results) -> list[Meeting]:
        """The meetings of a Swiss system or of a knockout that are known after some results."""
        players = len(self.players)
        if self.schedule is Schedule.SWISS:
            return swiss_meetings(players, self.number_of_rounds, self.pairs, results)
        return knockout_meetings(players, self.pairs, results)

    def pairings(self, results: Results = NO_RESULTS) -> list[tuple[int, int]]:
        """The players that meet, by number, as far as it is known after some results."""
        if not self.schedule.in_rounds:
            return self.schedule.pairings(len(self.players))
        both = [(meeting.first, meeting.second) for meeting in self.meetings(results)]
        return [*dict.fromkeys((first, second) for first, second in both if second is not None)]

    def games(self, results: Results = NO_RESULTS) -> int:
        """The number of games; a knockout that is tied has more than were planned."""
        players = len(self.players)
        planned = len(self.schedule.pairings(players))
        if self.schedule is Schedule.SWISS:
            planned = self.number_of_rounds * (players // 2)
        elif self.schedule is Schedule.KNOCKOUT:
            extra = sum(meeting.pairs - self.pairs for meeting in self.meetings(results))
            return 2 * (self.pairs * (players - 1) + extra)
        return 2 * self.pairs * planned

    def jobs(self, results: Results = NO_RESULTS) -> Iterator[GameJob]:
        """All games that are known after some results.

        Without rounds these are the first pair of each pairing, then the second pair of each, and so on.
        """
        if self.schedule.in_rounds:
            for meeting in self.meetings(results):
                for key in meeting.keys:
                    yield self.job(key, meeting.round)
            return
        for pair in range(self.pairs):
            for first, second in self.pairings():
                for swapped in (False, True):
                    yield self.job(GameKey(first, second, pair, swapped), pair + 1)

    def job(self, key: GameKey, number: int = 0) -> GameJob:
        """The game of a key, in a round."""
        names = self.names
        return GameJob(
            key,
            self.game,
            self.players[key.white],
            self.players[key.black],
            self.terms,
            names=(names[key.white], names[key.black]),
            event=self.event,
            round=number,
            line=self.openings[key.pair % len(self.openings)] if self.openings else None,
        )

    # --- Names ----------------------------------------------------------------------------------------

    def with_names(self, names: tuple[str, ...]) -> "Match":
        """The match with the names that external engines have told; other players keep their own."""
        engines = any(player.kind == ENGINE for player in self.players)
        return replace(self, announced=names) if engines and names else self

    @property
    def own_names(self) -> tuple[str, ...]:
        """The names of the players, which may be equal."""
        return self.announced or tuple(player.name for player in self.players)

    @cached_property
    def names(self) -> list[str]:
        """The names of the players; equal names are told apart."""
        return told_apart(self.own_names, self.players)

    @property
    def identity(self) -> dict[str, Any]:
        """What identifies the match; the number of games may change, unless pairings follow from results."""
        in_rounds = {"pairs": self.pairs, "rounds": self.number_of_rounds} if self.schedule.in_rounds else {}
        openings = {"openings": digest(self.openings)} if self.openings else {}
        return {
            "game": self.game.name,
            "version": self.game.version,
            "options": {name: str(value) for name, value in self.game.written_options.items()},
            "players": [player.text for player in self.players],
            "schedule": str(self.schedule) if len(self.players) > 2 or self.schedule.in_rounds else "",
            **in_rounds,
            **openings,
            **_terms(self.terms),
        }


LATER_TERMS = ("book", "win_rule", "draw_rule")
"""Terms that older files do not have; they identify a match only if they are used."""


def _terms(terms: Terms) -> dict[str, Any]:
    data = {name: value for name, value in asdict(terms).items() if name not in LATER_TERMS or value}
    if terms.clock is not None and terms.clock.turns is None:
        del data["clock"]["turns"]
    return data
