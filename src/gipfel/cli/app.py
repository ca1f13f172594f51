"""The Typer application with all commands."""

from collections.abc import Callable
from typing import Annotated, Any

import typer

import gipfel
from gipfel.cli import shells
from gipfel.cli.commands import (
    analyse,
    animate,
    arena,
    bench,
    check_course,
    check_engine,
    convert,
    engine,
    explorer,
    export,
    filter,  # noqa: A004
    games,
    import_,
    menu,
    moves,
    new_game,
    perft,
    puzzle,
    replay,
    selfplay,
    serve,
    sheet,
    show,
    solve,
    stats,
    strength,
    study,
    terminal,
    warm,
)
from gipfel.cli.help import use_our_help

# Typer 0.2x brings its own copy of click, earlier ones import it; both derive their errors alike.
UsageError: type[Exception] = typer.BadParameter.__mro__[1]
Exit = typer.Exit

app = typer.Typer(
    name="gipfel",
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode="markdown",
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True, epilog="Example: `gipfel terminal gipf`")
def gipfel_command(
    version: Annotated[bool, typer.Option("--version", help="Print the version of Gipfel.")] = False,
    install_completion: Annotated[
        str | None,
        typer.Option(
            shells.INSTALL,
            metavar="[SHELL]",
            help=f"Let a shell complete what you type when you press TAB: {shells.KNOWN}, or else yours.",
        ),
    ] = None,
    show_completion: Annotated[
        str | None,
        typer.Option(shells.SHOW, metavar="[SHELL]", help="Print the script that does it."),
    ] = None,
) -> None:
    """The games of the GIPF project: play them, look at positions, replay records, count and measure.

    Without a command it is `gipfel serve`: everything in a browser.
    """
    if version:
        print(f"gipfel {gipfel.__version__}")
        raise Exit
    if install_completion is not None:
        shells.install(install_completion)
        raise Exit
    if show_completion is not None:
        shells.show(show_completion)
        raise Exit


app.command(epilog="Example: `gipfel serve --port 8080 --no-browser`")(serve.serve)
app.command(epilog="Example: `gipfel export tables.jsonl.gz`")(export.export)
app.command("import", epilog="Example: `gipfel import tables.jsonl.gz --database-url postgresql://…`")(
    import_.import_
)
app.command(epilog="Example: `gipfel games`")(games.games)
app.command(epilog="Example: `gipfel show gipf --version standard --svg board.svg`")(show.show)
app.command(epilog="Example: `gipfel moves gipf --version tournament`")(moves.moves)
app.command(epilog="Example: `gipfel menu --preset dice > dice.toml`")(menu.menu)
app.command(epilog="Example: `gipfel terminal gipf --version standard --save evening.txt`")(terminal.terminal)
app.command(epilog="Example: `gipfel puzzle gipf --rating 800`")(puzzle.puzzle)
app.command(epilog="Example: `gipfel replay evening.txt --svg end.svg`")(replay.replay)
app.add_typer(explorer.app)
app.command(epilog="Example: `gipfel sheet evening.txt evening.svg`")(sheet.sheet)
app.command(epilog="Example: `gipfel animate evening.txt evening.gif --turns 5-12`")(animate.animate)
app.command(epilog="Example: `gipfel study openings.txt --html openings.html`")(study.study)
app.command(epilog="Example: `gipfel analyse evening.txt --out analysed.txt --seconds 1`")(analyse.analyse)
app.command(epilog="Example: `gipfel convert match.txt match.parquet`")(convert.convert)
app.command(epilog="Example: `gipfel filter match.txt --player Ada -o ada.gipfel`")(filter.filter)
app.command(epilog="Example: `gipfel stats match.txt.gz`")(stats.stats)
app.command(epilog="Example: `gipfel new-game havannah --title Havannah`")(new_game.new_game)
app.command(epilog="Example: `gipfel perft gipf --version basic --depth 4`")(perft.perft)
app.command(epilog="Example: `gipfel solve gipf POSITION --seconds 10`")(solve.solve)
app.command(epilog="Example: `gipfel bench gipf gipf:tournament --seconds 10`")(bench.bench)
app.command(epilog="Example: `gipfel warm punct yinsh`")(warm.warm)
app.command(epilog="Example: `gipfel arena gipf --player level:3 --player level:2 --pairs 20`")(arena.arena)
app.command(epilog="Example: `gipfel selfplay gipf --positions 2000000 --out gipf.games`")(selfplay.selfplay)
app.command(epilog="Example: `gipfel strength gipf --games 40 --only ladder`")(strength.strength)
app.command(epilog="Example: `gipfel engine --level 5`")(engine.engine)
app.command("check-engine", epilog="Example: `gipfel check-engine 'gipfel engine' --game gipf`")(
    check_engine.check_engine
)
app.command("check-course", epilog="Example: `gipfel check-course my_course.toml`")(check_course.check_course)


def command() -> Callable[..., Any]:
    """The command `gipfel` with everything it offers, ready to be called with arguments."""
    made = typer.main.get_command(app)
    use_our_help(made)
    return made
