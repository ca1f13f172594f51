"""Prints the result of a match."""

from typing import TYPE_CHECKING

from gipfel.arena.schedule import Match, Schedule
from gipfel.arena.standings import Meeting, Standings
from gipfel.arena.statistics import elo_text
from gipfel.cli.matches import Played
from gipfel.cli.tables import print_table
from gipfel.cli.text import plural

if TYPE_CHECKING:
    from rich.console import Console
    from rich.table import Table

MOST_FAILURES = 5
"""The most failures of a player that are printed in full."""


def show(played: Played) -> None:
    """Print tables, why the match stopped, and where its games are."""
    from rich.console import Console

    console = Console(highlight=False)
    standings = played.standings
    if len(standings.names) > 2:
        print_table(_rating_table(standings), console)
        print(played.match.event or "Cross table:")
        print_table(_cross_table(played.match, standings), console)
    print_table(_meeting_table(standings), console)
    for player, failures in enumerate(standings.failures):
        for reason in failures[:MOST_FAILURES]:
            print(f"{standings.names[player]}: {reason}")
        if len(failures) > MOST_FAILURES:
            print(f"{standings.names[player]}: {plural(len(failures) - MOST_FAILURES, 'more failure')}")
    if played.sprt is not None:
        lower, upper = played.sprt.bounds
        print(f"LLR {played.sprt.llr(standings.meetings[0].pairs):.2f}, bounds {lower:.2f} and {upper:.2f}")
    if standings.adjudicated:
        print(f"{plural(standings.adjudicated, 'game')} of {standings.games} ended by adjudication.")
    if played.ratings_path is not None:
        _show_kept(console, played)
    print(f"Stopped: {played.reason}.")
    print(f"White scored {100 * standings.white_score:.1f} %. The games are in {played.path}")


def _rating_table(standings: Standings) -> "Table":
    from rich.table import Table

    table = Table("player")
    for heading in ("Elo", "± 95 %", "failures"):
        table.add_column(heading, justify="right")
    for player in standings.ranking:
        rating = standings.ratings[player]
        failures = str(len(standings.failures[player]) or "")
        table.add_row(standings.names[player], f"{rating.elo:+z.0f}", f"{rating.error:.0f}", failures)
    return table


def _cross_table(match: Match, standings: Standings) -> "Table":
    """Who scored how much against whom; columns have the places of the opponents."""
    from rich.table import Table

    swiss = match.schedule is Schedule.SWISS
    table = Table()
    table.add_column("", justify="right")
    table.add_column("player", overflow="fold")
    numbers = map(str, range(1, len(standings.places) + 1))
    for heading in ("points", "games", *(["Buchholz"] if swiss else []), *numbers):
        table.add_column(heading, justify="right", no_wrap=True)
    if noted := any(place.note for place in standings.places):
        table.add_column("note")
    for place, cells in zip(standings.places, standings.cross_table, strict=True):
        tie_break = [f"{place.tie_break:g}"] if swiss else []
        table.add_row(
            f"{place.place}.",
            standings.names[place.player],
            f"{place.points:g}",
            str(place.games),
            *tie_break,
            *cells,
            *([place.note] if noted else []),
        )
    return table


def _show_kept(console: "Console", played: Played) -> None:
    """The ratings over all matches of the file."""
    from rich.table import Table

    groups = {rating.group for rating in played.ratings}
    for group in sorted(groups):
        print(f"Ratings in {played.ratings_path}:")
        table = Table("player")
        for heading in ("Elo", "± 95 %", "pairs"):
            table.add_column(heading, justify="right")
        for rating in played.ratings:
            if rating.group == group:
                table.add_row(rating.player, f"{rating.elo:+z.0f}", f"{rating.error:.0f}", str(rating.pairs))
        print_table(table, console)
    if len(groups) > 1:
        print("Players of different tables have not met, so their ratings cannot be compared.")
    if not groups:
        print(f"No ratings in {played.ratings_path} yet: no pair of games of two players is complete.")


def _meeting_table(standings: Standings) -> "Table":
    from rich.table import Table

    table = Table()
    for heading in ("first", "second"):
        table.add_column(heading, overflow="fold")
    for heading in ("games", "+ = -", "score", "95 %", "Elo", "better"):
        table.add_column(heading, justify="right", no_wrap=True)
    for meeting in standings.meetings:
        table.add_row(*_cells(meeting))
    return table


def _cells(meeting: Meeting) -> list[str]:
    low, high = meeting.pairs.interval
    return [
        meeting.first,
        meeting.second,
        str(meeting.games),
        f"{meeting.wins} {meeting.draws} {meeting.losses}",
        f"{100 * meeting.pairs.score:.1f} %",
        f"{100 * low:.1f}–{100 * high:.1f}",
        elo_text(meeting.pairs),
        f"{100 * meeting.pairs.superiority:.1f} %",
    ]
