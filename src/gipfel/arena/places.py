"""The places of a match of several players: by points, or by how far they came in a knockout."""

from collections import Counter
from dataclasses import dataclass

from gipfel.arena.rounds import Results, winner
from gipfel.arena.rounds import swiss_entrant as entrant
from gipfel.arena.schedule import Match, Schedule


@dataclass(frozen=True, slots=True)
class Place:
    """The place of a player, and what it rests on."""

    place: int
    """Players with everything equal share a place."""
    player: int
    points: float
    """From games; in a Swiss system also from rounds without an opponent, which count as won."""
    games: int
    tie_break: float = 0.0
    """In a Swiss system: Buchholz, the points of all opponents."""
    note: str = ""
    """What else is to say: a round without an opponent, the round in which a player was beaten."""


def places(match: Match, results: Results) -> list[Place]:
    """All players, the first one at the top."""
    if match.schedule is Schedule.KNOCKOUT:
        return _knockout_places(match, results)
    if match.schedule is Schedule.SWISS:
        return _swiss_places(match, results)
    points, games = _points(results)
    everybody = range(len(match.players))
    return _ranked([(player, points[player] / 2, games[player], 0.0, "") for player in everybody])


def _points(results: Results) -> tuple[Counter[int], Counter[int]]:
    """The half points and the number of games of each player."""
    points: Counter[int] = Counter()
    games: Counter[int] = Counter()
    for key, result in results.items():
        points[key.first] += result.half_points
        points[key.second] += 2 - result.half_points
        games[key.first] += 1
        games[key.second] += 1
    return points, games


def _ranked(rows: list[tuple[int, float, int, float, str]]) -> list[Place]:
    """Rows of player, points, games, tie-break and note, sorted by points and tie-break."""
    keys = sorted(((points, more) for _, points, _, more, _ in rows), reverse=True)
    placed = [
        Place(keys.index((points, more)) + 1, player, points, games, more, note)
        for player, points, games, more, note in rows
    ]
    return sorted(placed, key=lambda place: (place.place, place.player))


def _swiss_places(match: Match, results: Results) -> list[Place]:
    """By points, then by Buchholz. Only rounds that are over count."""
    meetings = match.meetings(results)
    over = {
        number: all(meeting.is_over(results) for meeting in meetings if meeting.round == number)
        for number in {meeting.round for meeting in meetings}
    }
    finished = [meeting for meeting in meetings if over[meeting.round]]
    entrants = [entrant(player, finished, results) for player in range(len(match.players))]
    points = [known.points / 2 for known in entrants]
    _, games = _points({key: results[key] for meeting in finished for key in meeting.keys})
    return _ranked(
        [
            (
                known.number,
                points[known.number],
                games[known.number],
                sum(points[opponent] for opponent in known.opponents),
                ("bye" if known.byes == 1 else f"{known.byes} byes") if known.byes else "",
            )
            for known in entrants
        ]
    )


def _knockout_places(match: Match, results: Results) -> list[Place]:
    """By the round in which a player was beaten; who is still in comes first."""
    points, games = _points(results)
    beaten: dict[int, int] = {}
    seeded: set[int] = set()
    for meeting in match.meetings(results):
        if meeting.second is not None and meeting.is_over(results):
            won = winner(meeting, results)
            loser = meeting.second if won == meeting.first else meeting.first
            beaten[loser] = meeting.round
            first, second = meeting.points(results)
            if first == second:
                seeded.add(loser)
    rows = []
    for player in range(len(match.players)):
        number = beaten.get(player)
        note = "" if number is None else f"out in round {number}"
        note += " by the seeding, after a tie" if player in seeded else ""
        rows.append((number or match.number_of_rounds + 1, player, note))
    order = sorted((number for number, _, _ in rows), reverse=True)
    placed = [
        Place(order.index(number) + 1, player, points[player] / 2, games[player], 0.0, note)
        for number, player, note in rows
    ]
    return sorted(placed, key=lambda place: (place.place, place.player))
