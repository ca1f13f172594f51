"""The standings of a match: the results of each two players, and the ratings that follow from them."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from math import isfinite
from typing import Any

from gipfel.arena.adjudication import ADJUDICATED
from gipfel.arena.games import GameResult
from gipfel.arena.places import Place, places
from gipfel.arena.ratings import Rating, ratings
from gipfel.arena.schedule import Match
from gipfel.arena.sprt import Sprt
from gipfel.arena.statistics import Pairs


@dataclass(frozen=True, slots=True)
class Meeting:
    """The games of two players, from the first one's point of view."""

    first: str
    second: str
    wins: int
    draws: int
    losses: int
    pairs: Pairs
    """The pairs of which both games are played."""

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """The points of the first player."""
        return self.wins + self.draws / 2


@dataclass(frozen=True)
class Standings:
    """All meetings of a match, the ratings, and the failures."""

    names: list[str]
    meetings: list[Meeting]
    ratings: list[Rating]
    failures: list[list[str]]
    """For each player, the reasons of its failures."""
    white_score: float
    """White's share of all points."""
    places: list[Place]
    """All players, the first one at the top: by points, or how far they came in a knockout."""
    adjudicated: int = 0
    """The games that were ended early by the scores that both players reported."""

    @property
    def games(self) -> int:
        return sum(meeting.games for meeting in self.meetings)

    @property
    def cross_table(self) -> list[list[str]]:
        """The points of each player against each other one, such as `5.5/8`, in the order of `places`."""
        points: dict[tuple[str, str], tuple[float, int]] = {}
        for meeting in self.meetings:
            points[meeting.first, meeting.second] = meeting.points, meeting.games
            points[meeting.second, meeting.first] = meeting.games - meeting.points, meeting.games
        order = [self.names[place.player] for place in self.places]
        return [[_cell(points.get((row, column)), row == column) for column in order] for row in order]

    @property
    def ranking(self) -> list[int]:
        """The players by number, the strongest first."""
        return sorted(range(len(self.names)), key=lambda player: -self.ratings[player].elo)


def compute_standings(match: Match, results: Iterable[GameResult]) -> Standings:
    """The standings after some games."""
    games = [*results]
    known = {game.key: game for game in games}
    pairings = match.pairings(known)
    pairs = {
        pairing: _pairs([game for game in games if (game.key.first, game.key.second) == pairing])
        for pairing in pairings
    }
    return Standings(
        names=match.names,
        meetings=[_meeting(match, pairing, games, pairs[pairing]) for pairing in pairings],
        ratings=ratings(len(match.players), pairs),
        failures=_failures(match, games),
        white_score=_white_score(games),
        places=places(match, known),
        adjudicated=sum(game.reason.startswith(ADJUDICATED) for game in games),
    )


def _cell(points: tuple[float, int] | None, own: bool) -> str:
    if own or points is None or not points[1]:
        return "–" if own else ""
    return f"{points[0]:g}/{points[1]}"


def _pairs(games: Iterable[GameResult]) -> Pairs:
    scores: dict[int, list[int]] = {}
    for game in games:
        scores.setdefault(game.key.pair, []).append(game.half_points)
    return Pairs.of(sum(both) for both in scores.values() if len(both) == 2)


def _meeting(match: Match, pairing: tuple[int, int], games: list[GameResult], pairs: Pairs) -> Meeting:
    points = Counter(game.half_points for game in games if (game.key.first, game.key.second) == pairing)
    first, second = pairing
    return Meeting(match.names[first], match.names[second], points[2], points[1], points[0], pairs)


def _failures(match: Match, games: list[GameResult]) -> list[list[str]]:
    failures: list[list[str]] = [[] for _ in match.players]
    for game in games:
        if game.failed:
            failures[game.key.white if game.failed == "white" else game.key.black].append(game.reason)
    return failures


def _white_score(games: list[GameResult]) -> float:
    points = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}
    return sum(points[game.score] for game in games) / len(games) if games else 0.5


def summary(match: Match, standings: Standings, reason: str, sprt: Sprt | None = None) -> dict[str, Any]:
    """A match as JSON."""
    data: dict[str, Any] = {
        "match": match.identity,
        "stopped": reason,
        "games": standings.games,
        "white_score": round(standings.white_score, 4),
        "meetings": [meeting_json(meeting) for meeting in standings.meetings],
        "ratings": [
            {
                "player": standings.names[player],
                "elo": round(standings.ratings[player].elo, 1),
                "error": round(standings.ratings[player].error, 1),
                "failures": len(standings.failures[player]),
            }
            for player in standings.ranking
        ],
        "places": [
            {
                "place": place.place,
                "player": standings.names[place.player],
                "points": place.points,
                "games": place.games,
                "tie_break": place.tie_break,
                "note": place.note,
            }
            for place in standings.places
        ],
        "adjudicated": standings.adjudicated,
    }
    if sprt is not None:
        data["sprt"] = {
            "elo0": sprt.elo0,
            "elo1": sprt.elo1,
            "alpha": sprt.alpha,
            "beta": sprt.beta,
            "llr": round(sprt.llr(standings.meetings[0].pairs), 3),
            "bounds": [round(bound, 3) for bound in sprt.bounds],
        }
    return data


def meeting_json(meeting: Meeting) -> dict[str, Any]:
    """A meeting as JSON."""
    pairs = meeting.pairs
    return {
        "first": meeting.first,
        "second": meeting.second,
        "games": meeting.games,
        "wins": meeting.wins,
        "draws": meeting.draws,
        "losses": meeting.losses,
        "pairs": list(pairs.counts),
        "score": round(pairs.score, 4),
        "score_interval": [round(end, 4) for end in pairs.interval],
        "elo": _finite(pairs.elo),
        "elo_interval": [_finite(end) for end in pairs.elo_interval],
        "superiority": round(pairs.superiority, 4),
    }


def _finite(number: float) -> float | None:
    """JSON has no infinity."""
    return round(number, 1) if isfinite(number) else None
