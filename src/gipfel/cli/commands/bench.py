"""The command `bench`: measures speed."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gipfel.cli import completion
from gipfel.cli.arguments import MenuFile, agreed, chosen_game
from gipfel.cli.streams import is_terminal
from gipfel.cli.tables import print_table
from gipfel.games.core.game import Game
from gipfel.games.core.registry import game_names
from gipfel.notation.errors import MenuError

if TYPE_CHECKING:
    from gipfel.kernel.bench import Figure, Progress, Rate

    Rates = dict[str, Rate]

LONGEST = 3600
STARTS = 64
"""Random games begin in this number of set-ups, if a game has random ones."""

Names = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="[GAME[:VERSION]]...",
        autocompletion=completion.games_with_versions,
        help="What to measure; all games if none is named.",
    ),
]
Seconds = Annotated[
    float,
    typer.Option("--seconds", metavar="S", min=0.001, max=LONGEST, help="CPU time to spend on each game."),
]


def bench(
    game: Names = None,
    seconds: Seconds = 4.0,
    menu: MenuFile = None,
    threads: Annotated[
        int, typer.Option("--threads", metavar="N", min=1, max=64, help="Threads of the engine.")
    ] = 1,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Measure random playouts, the decisions in them and perft per second, interpreted and compiled.

    Rates are means over distinct random games; ± is the standard deviation of the parts of the measurement.
    Then the engine: positions per second of CPU time with one thread. With --threads also positions per
    second on the clock, with one thread and with several; that needs as many idle cores.
    """
    if menu is not None and len(game or ()) != 1:
        raise MenuError("name the one game of the menu, e.g. 'gipfel bench project --menu FILE'")
    chosen = {name: _game(name, menu) for name in game or game_names()}
    rates = {name: _rates(name, chosen[name], seconds, threads) for name in chosen}
    if json:
        _print_json(rates)
    else:
        _print_table(rates)


def _game(name: str, menu: Path | None) -> Game:
    name, _, version = name.partition(":")
    return chosen_game(name, *agreed(menu, name, version or None, None))


def _rates(name: str, game: Game, seconds: float, threads: int) -> "Rates":
    from gipfel.kernel.bench import measure

    with _progress(name) as progress:
        starts = [game.start(seed=seed).state for seed in range(STARTS if game.random_start else 1)]
        speed = measure(game.rules, starts, seconds, progress)
    rates = {"playouts": speed.playouts, "decisions": speed.decisions, "perft": speed.perft}
    return rates | _engine_rates(name, game, seconds, threads)


def _engine_rates(name: str, game: Game, seconds: float, threads: int) -> "Rates":
    from gipfel.engine.bench import search_rates
    from gipfel.kernel.bench import Figure, Rate
    from gipfel.kernel.link import can_compile

    def rate(speed: Figure) -> Rate:
        return Rate(None, speed) if can_compile() else Rate(speed, None)

    with _progress(f"{name}, engine"):
        busy, passed = search_rates(game, seconds)
        rates = {"search": rate(busy)}
        if threads > 1:
            rates["search, clock"] = rate(passed)
            rates[f"search, clock, {threads} threads"] = rate(search_rates(game, seconds, threads)[1])
    return rates


@contextmanager
def _progress(title: str) -> "Iterator[Progress | None]":
    """A progress bar if stderr is a terminal."""
    if not is_terminal(sys.stderr):
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=1.0)
        yield lambda part: bar.update(task, completed=part)


def _print_json(measured: "dict[str, Rates]") -> None:
    import json

    shown = {
        name: {
            f"{what}_per_s": {
                **_json_figure("interpreted", rate.interpreted),
                **_json_figure("compiled", rate.compiled),
                "ratio": _rounded(rate.ratio),
            }
            for what, rate in rates.items()
        }
        for name, rates in measured.items()
    }
    print(json.dumps(shown, indent=2))


def _json_figure(kind: str, figure: "Figure | None") -> dict[str, float | None]:
    """A mean and its spread, as a part of the mean."""
    mean, spread = (None, None) if figure is None else (figure.mean, figure.spread)
    return {kind: _rounded(mean), f"{kind}_spread": None if spread is None else round(spread, 4)}


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 2)


def _print_table(measured: "dict[str, Rates]") -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("game", "per second of CPU time")
    for heading in ("interpreted", "compiled", "ratio"):
        table.add_column(heading, justify="right")
    for name, rates in measured.items():
        for i, (what, rate) in enumerate(rates.items()):
            table.add_row(
                name if i == 0 else "",
                what,
                _figure(rate.interpreted),
                _figure(rate.compiled),
                _number(rate.ratio),
                end_section=i == len(rates) - 1,
            )
    print_table(table, Console())


def _figure(figure: "Figure | None") -> str:
    if figure is None:
        return "-"
    spread = "" if figure.spread is None else f" ± {100 * figure.spread:.0f} %"
    return _number(figure.mean) + spread


def _number(number: float | None) -> str:
    if number is None:
        return "-"
    return f"{number:,.0f}" if number >= 100 else f"{number:.1f}"
