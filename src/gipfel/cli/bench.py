"""Measuring speed: `bench`."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from gipfel.cli.arguments import MenuFile, agreed, chosen_game
from gipfel.cli.screen import is_terminal
from gipfel.games.game import Game
from gipfel.games.registry import games
from gipfel.notation.errors import MenuError

if TYPE_CHECKING:
    from gipfel.kernel.bench import Progress, Rate, Speed

LONGEST = 3600

Names = Annotated[
    list[str] | None,
    typer.Argument(metavar="[GAME[:VERSION]]...", help="What to measure; all games if none is named."),
]
Seconds = Annotated[
    float,
    typer.Option("--seconds", metavar="S", min=0.001, max=LONGEST, help="CPU time to spend on each game."),
]


def bench(
    game: Names = None,
    seconds: Seconds = 4.0,
    menu: MenuFile = None,
    json: Annotated[bool, typer.Option("--json", help="Print JSON instead of a table.")] = False,
) -> None:
    """Measure random playouts, the decisions in them and perft per second, interpreted and compiled."""
    if menu is not None and len(game or ()) != 1:
        raise MenuError("name the one game of the menu, e.g. 'gipfel bench project --menu FILE'")
    chosen = {name: _game(name, menu) for name in game or games()}
    speeds = {name: _measured(name, chosen[name], seconds) for name in chosen}
    if json:
        _print_json(speeds)
    else:
        _print_table(speeds)


def _game(name: str, menu: Path | None) -> Game:
    name, _, version = name.partition(":")
    return chosen_game(name, *agreed(menu, name, version or None, None))


def _measured(name: str, game: Game, seconds: float) -> "Speed":
    from gipfel.kernel.bench import measure

    with _progress(name) as progress:
        return measure(game.rules, game.start(seed=0).state, seconds, progress)


@contextmanager
def _progress(title: str) -> "Iterator[Progress | None]":
    """A progress bar if a person is watching."""
    if not is_terminal(sys.stderr):
        yield None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task(title, total=1.0)
        yield lambda part: bar.update(task, completed=part)


def _rates(speed: "Speed") -> "dict[str, Rate]":
    return {"playouts": speed.playouts, "decisions": speed.decisions, "perft": speed.perft}


def _print_json(speeds: "dict[str, Speed]") -> None:
    import json

    shown = {
        name: {
            f"{what}_per_s": {
                "interpreted": _rounded(rate.interpreted),
                "compiled": _rounded(rate.compiled),
                "ratio": _rounded(rate.ratio),
            }
            for what, rate in _rates(speed).items()
        }
        for name, speed in speeds.items()
    }
    print(json.dumps(shown, indent=2))


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 2)


def _print_table(speeds: "dict[str, Speed]") -> None:
    from rich.console import Console
    from rich.table import Table

    table = Table("game", "per second of CPU time")
    for heading in ("interpreted", "compiled", "ratio"):
        table.add_column(heading, justify="right")
    for name, speed in speeds.items():
        for i, (what, rate) in enumerate(_rates(speed).items()):
            table.add_row(
                name if i == 0 else "",
                what,
                _number(rate.interpreted),
                _number(rate.compiled),
                _number(rate.ratio),
                end_section=what == "perft",
            )
    Console().print(table)


def _number(number: float | None) -> str:
    if number is None:
        return "-"
    return f"{number:,.0f}" if number >= 100 else f"{number:.1f}"
