"""The commands `explorer build` and `explorer show`: a database of what was played in a position."""

import re
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gipfel.cli import completion
from gipfel.cli.arguments import (
    DatabaseUrl,
    MenuFile,
    Options,
    PositionText,
    Seed,
    Version,
    agreed,
    chosen_position,
)
from gipfel.cli.backup_files import STREAM
from gipfel.cli.help import wrapped
from gipfel.cli.tables import plain_table
from gipfel.cli.text import plural, printable_line
from gipfel.games.core.position import Position
from gipfel.games.core.registry import known_name
from gipfel.notation.errors import GipfelError

if TYPE_CHECKING:
    from gipfel.explorer import Answer, CountedGame, Explorer, PlayedDecision, Tally

SOME_LEFT_OUT = 1
"""The exit code if some games could not be read."""
SHOWN = 20
"""How many decisions are shown."""
NAMED = 20
"""How many games that were left out are named."""

MOST_WORDS = 12
"""Of one turn."""
_NUMBER = re.compile(r"[0-9]+\.")

app = typer.Typer(
    name="explorer",
    help="What was played in a position, how often, and with what result.",
    context_settings={"help_option_names": ["-h", "--help"]},
    rich_markup_mode="markdown",
    no_args_is_help=True,
)

ExplorerFile = Annotated[
    Path, typer.Argument(metavar="DB", help="The file of the explorer.", show_default=False)
]


@app.command(epilog="Example: `gipfel explorer build games.explorer records/*.txt --turns 30`")
def build(
    db: ExplorerFile,
    files: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="FILES",
            help="Records, and collections of games in any format that Gipfel reads; - is the input.",
            show_default=False,
        ),
    ] = None,
    tables: Annotated[
        bool, typer.Option("--tables", help="Also add the finished games of this machine's own tables.")
    ] = False,
    database_url: DatabaseUrl = None,
    turns: Annotated[
        int | None,
        typer.Option(
            "--turns",
            metavar="N",
            min=1,
            max=1_000_000,
            help="Store this number of turns of each game; a new explorer stores 40.",
            show_default=False,
        ),
    ] = None,
) -> None:
    """Make an explorer from games, or add games to one.

    Every game is checked by the rules; one that cannot be read is named and left out, and the exit code is 1.
    The same game is counted once, however often it comes. Names of players are not stored. The file is
    replaced when all games are in it: if the build is broken off, the old one stays.
    """
    from gipfel.cli.progress import running_count
    from gipfel.explorer import build_explorer

    if not files and not tables:
        raise GipfelError("name files with records, or add the games of your own tables with --tables")
    left_out = _LeftOut()
    with running_count("building", "games") as report:
        done = build_explorer(db, _games(files or [], tables, database_url, left_out), turns, report)
    left_out.end()
    print(f"{_counted(done.added)} added{_repeated(done.repeated)}. ", end="")
    print(f"{db} has {_counted(done.games)}, {plural(done.turns, 'turn')} of each.")
    if left_out.number:
        raise typer.Exit(SOME_LEFT_OUT)


def _counted(games: int) -> str:
    return f"{games:,} game{'' if games == 1 else 's'}"


def _repeated(games: int) -> str:
    return f", {games:,} {'was' if games == 1 else 'were'} in it already" if games else ""


class _LeftOut:
    """Names the games that could not be read, but only the first of many."""

    def __init__(self) -> None:
        self.number = 0

    def add(self, problem: object) -> None:
        self.number += 1
        if self.number <= NAMED:
            print(f"gipfel: left out: {printable_line(str(problem))}", file=sys.stderr)

    def end(self) -> None:
        if self.number > NAMED:
            print(f"gipfel: {self.number:,} games were left out, {NAMED} of them are named", file=sys.stderr)


def _games(
    files: list[Path], tables: bool, database_url: str | None, left_out: _LeftOut
) -> "Iterator[CountedGame]":
    """All games that can be read."""
    for path in files:
        yield from _games_in(path, left_out)
    if tables:
        yield from _games_at_tables(database_url, left_out)


def _games_in(path: Path, left_out: _LeftOut) -> "Iterator[CountedGame]":
    """The games of a file, in any format that is known; - is the input."""
    from gipfel.explorer import counted_games

    try:
        yield from counted_games(sys.stdin.buffer if str(path) == STREAM else path, left_out.add)
    except GipfelError as error:  # the file cannot be opened, or has no format that is known
        left_out.add(error)


def _games_at_tables(database_url: str | None, left_out: _LeftOut) -> "Iterator[CountedGame]":
    """The finished games in the database of tables."""
    from gipfel.cli.commands.export import existing_store
    from gipfel.cli.extras import require_storage
    from gipfel.explorer import counted_game

    require_storage("explorer build --tables")
    store = existing_store(database_url)
    try:
        for table_id in store.finished():
            try:
                table = store.load(table_id)
                record = table.record()
                yield counted_game(table.play, record.result, record.headers)
            except GipfelError as error:
                left_out.add(f"table {table_id}: {error}")
    finally:
        store.close()


@app.command(epilog='Example: `gipfel explorer show games.explorer gipf --turns "b4 c6"`')
def show(
    db: ExplorerFile,
    game: Annotated[
        str | None,
        typer.Argument(
            metavar="GAME",
            autocompletion=completion.games,
            help="The game; without one, what the explorer contains.",
            show_default=False,
            callback=known_name,
        ),
    ] = None,
    version: Version = None,
    position: PositionText = None,
    turns: Annotated[
        str | None,
        typer.Option(
            "--turns",
            metavar="TURNS",
            help="Turns to play from there, as in a record, with spaces between them.",
            show_default=False,
        ),
    ] = None,
    option: Options = None,
    menu: MenuFile = None,
    seed: Seed = None,
    most: Annotated[
        int, typer.Option("--most", metavar="N", min=1, help="Decisions to show at most.")
    ] = SHOWN,
    json: Annotated[bool, typer.Option("--json", help="Print JSON: all decisions, all numbers.")] = False,
) -> None:
    """Show what was played in a position, how often, and how it ended for the side that played it.

    Positions that differ only by a rotation or a mirroring of the board are one, and decisions that lead to
    the same position are counted together. Ratings and levels are averages over the games that state them.
    """
    from gipfel.explorer import Explorer

    with Explorer(db) as explorer:
        if game is None:
            if any((version, position, turns, option, menu, seed)):
                raise GipfelError("say which game it is: gipfel explorer show DB GAME")
            _show_contents(explorer, json)
            return
        version, option = agreed(menu, game, version, option)
        start = chosen_position(game, version, position, option, seed)
        answer = explorer.look_up(_after(start, turns))
    if json:
        _print_json(answer.to_dict())
    else:
        print(*_lines(answer, most), sep="\n")


def _after(position: Position, turns: str | None) -> Position:
    """The position after turns in notation; numbers before them, as records have, are left out."""
    words = [word for word in (turns or "").split() if not _NUMBER.fullmatch(word)]
    while words:
        position, length = _next_turn(position, words)
        del words[:length]
    return position


def _next_turn(position: Position, words: list[str]) -> tuple[Position, int]:
    """Play the turn with which words begin, and say how many of them it has: some notations have spaces."""
    for length in range(min(len(words), MOST_WORDS), 1, -1):
        with suppress(GipfelError):
            return position.play_turn(" ".join(words[:length])), length
    return position.play_turn(words[0]), 1


def _show_contents(explorer: "Explorer", json: bool) -> None:
    versions = explorer.versions()
    if json:
        kept = [
            {"game": one.game, "version": one.version, "options": one.options, "games": one.games}
            for one in versions
        ]
        _print_json({"turns": explorer.turns, "games": kept})
        return
    print(f"{_counted(explorer.games)}, {plural(explorer.turns, 'turn')} of each")
    for one in versions:
        options = "".join(f" {name}={value}" for name, value in one.options.items())
        print(f"{one.games:>12,}  {one.game} {one.version}{options}")


def _print_json(value: object) -> None:
    import json

    print(json.dumps(value, indent=2, ensure_ascii=False))


# --- A table of decisions ---------------------------------------------------------------------------------


def _lines(answer: "Answer", most: int) -> Iterator[str]:
    from gipfel.locale import say

    position = answer.position
    side = say(position.game.side_names[position.side])
    yield from wrapped(f"{position.game.name} {position.game.version}, {side} to act: {position}")
    if not answer.decisions:
        yield "No game in the explorer has a decision in this position."
        return
    rated, with_level = answer.total.rated > 0, answer.total.with_level > 0
    shown = answer.decisions[:most]
    heads = ["decision", "games", "share", "won", "drawn", "lost", "score"]
    heads += ["rating"] * rated + ["level"] * with_level
    rows = [_row(_named(played), played.tally, answer.games, rated, with_level) for played in shown]
    if len(answer.decisions) > 1:
        rows.append(_row("all", answer.total, answer.games, rated, with_level))
    yield from plain_table(heads, rows)
    if len(answer.decisions) > most:
        yield f"{plural(len(answer.decisions) - most, 'more decision')}: --most shows them"


def _named(played: "PlayedDecision") -> str:
    """A decision, and how many others mean the same."""
    return f"{played.text} (+{len(played.other_codes)})" if played.other_codes else played.text


def _row(name: str, tally: "Tally", games: int, rated: bool, with_level: bool) -> list[str]:
    cells = [name, f"{tally.games:,}", _percent(tally.games / games)]
    finished = tally.games - tally.unfinished
    results = (tally.wins, tally.draws, tally.losses)
    cells += [_percent(part / finished) if finished else "-" for part in results]
    cells.append("-" if tally.score is None else _percent(tally.score))
    if rated:
        cells.append("-" if tally.rating is None else f"{tally.rating:.0f}")
    if with_level:
        cells.append("-" if tally.level is None else f"{tally.level:.1f}")
    return cells


def _percent(part: float) -> str:
    return f"{100 * part:.1f} %"
