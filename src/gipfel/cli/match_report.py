"""Prints the result of a match."""

from typing import TYPE_CHECKING

from gipfel.arena.standings import Meeting, Standings
from gipfel.arena.statistics import elo_text
from gipfel.cli.matches import Played
from gipfel.cli.tables import print_table
from gipfel.cli.text import plural

if TYPE_CHECKING:
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
    print_table(_meeting_table(standings), console)
    for player, failures in enumerate(standings.failures):
        for reason in failures[:MOST_FAILURES]:
            print(f"{standings.names[player]}: {reason}")
        if len(failures) > MOST_FAILURES:
            print(f"{standings.names[player]}: {plural(len(failures) - MOST_FAILURES, 'more failure')}")
    if played.sprt is not None:
        lower, upper = played.sprt.bounds
        print(f"LLR {played.sprt.llr(standings.meetings[0].pairs):.2f}, bounds {lower:.2f} and {upper:.2f}")
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
        table.add_row(standings.names[player], f"{rating.elo:+.0f}", f"{rating.error:.0f}", failures)
    return table


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
