"""The command `stats`: counts the games of collections."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Annotated

import typer

from gipfel.cli.game_files import INCOMPLETE, MOST_REPORTED, Files, GameFiles, MostReported, Names, Report
from gipfel.cli.help import wrapped
from gipfel.cli.tables import plain_table

if TYPE_CHECKING:
    from gipfel.notation.collection_stats import CollectionStats, Results, VersionStats


def stats(
    files: Files,
    most: Annotated[
        int,
        typer.Option(
            "--most", "-n", metavar="N", min=0, max=100_000, help="How many players and first turns."
        ),
    ] = 10,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of tables.")] = False,
    problems: MostReported = MOST_REPORTED,
    names: Names = False,
    report: Report = None,
) -> None:
    """Count games by game, version and result; their lengths, players and first turns.

    Games that cannot be read are named and left out; the exit code is then 1. Rules are not checked: `gipfel
    replay` does that.

    Examples:

    - `gipfel stats match.txt.gz`

    - `gipfel filter all.parquet --player Ada | gipfel stats - --json`
    """
    from gipfel.notation.collection_stats import CollectionStats

    found = CollectionStats()
    with GameFiles(files, "counting", names=names, reported=problems, report_file=report) as games:
        for _, record in games.records():
            found.add(record)
    if json:
        from json import dumps

        print(dumps({**found.data(most), "broken": games.broken}, ensure_ascii=False, indent=2))
    else:
        print("\n".join(_lines(found, most, games.broken)))
    if games.broken:
        raise typer.Exit(INCOMPLETE)


def _lines(found: "CollectionStats", most: int, broken: int) -> Iterator[str]:
    """Everything as text."""
    from gipfel.cli.text import plural

    left_out = f" ({broken} broken ones left out)" if broken else ""
    dates = f", {found.dates[0]} to {found.dates[1]}" if found.dates else ""
    yield from wrapped(f"{plural(found.results.games, 'game')}{left_out}{dates}")
    for (name, version), version_stats in sorted(found.versions.items()):
        yield ""
        yield from _version_lines(f"{name} {version}".strip(), version_stats, most)
    if players := found.most_active(most):
        yield ""
        rows = [
            (name, player.games, player.wins, player.draws, player.losses, _per_cent(player.per_cent))
            for name, player in players
        ]
        yield from plain_table(("player", "games", "won", "drawn", "lost", "points"), rows)


def _version_lines(title: str, stats: "VersionStats", most: int) -> Iterator[str]:
    from gipfel.notation.collection_stats import most_played

    turns = stats.length_data()
    yield from wrapped(f"{title}: {_results(stats.results)}")
    average = f"median {turns['median']:g}, mean {turns['mean']:g}"
    yield from wrapped(f"turns: {turns['shortest']} to {turns['longest']}, {average}")
    if reasons := stats.reasons.most_common(most):
        yield from wrapped("ended by " + ", ".join(f"{reason} ({number})" for reason, number in reasons))
    if stats.scores.games:
        scores = stats.scores.data()
        mean = f"White {scores['white']:g}, Black {scores['black']:g}, difference {scores['difference']:g}"
        yield from wrapped(f"scores (mean): {mean}; widest {'-'.join(map(str, scores['widest']))}")
    if first := most_played(stats, most):
        rows = [
            (turn, part.games, part.white, part.draws, part.black, _per_cent(part.per_cent))
            for turn, part in first
        ]
        yield from plain_table(
            ("first turn", "games", "White won", "drawn", "Black won", "White's points"), rows
        )


def _results(results: "Results") -> str:
    from gipfel.cli.text import plural

    parts = [
        plural(results.games, "game"),
        f"White won {results.white}",
        f"Black won {results.black}",
        f"{results.draws} drawn",
    ]
    if results.unfinished:
        parts.append(f"{results.unfinished} unfinished")
    if results.per_cent is not None:
        parts.append(f"White's points {_per_cent(results.per_cent)}")
    return ", ".join(parts)


def _per_cent(value: float | None) -> str:
    return "-" if value is None else f"{value:.1f} %"
