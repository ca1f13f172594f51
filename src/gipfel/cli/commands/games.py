"""The command `games`: lists the games."""

from collections.abc import Iterator
from typing import Annotated

import typer

from gipfel.cli.arguments import Json
from gipfel.cli.help import wrapped
from gipfel.games.core import registry
from gipfel.games.core.game import Game
from gipfel.games.core.options import Option


def games(
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Say which optional parts each game does not have.")
    ] = False,
    json: Json = False,
) -> None:
    """List the games with their versions (the default first) and options."""
    if json:
        _print_json()
        return
    print("\n\n".join("\n".join(_description(name, verbose)) for name in registry.found_names()))


def _print_json() -> None:
    """All games that work; those that do not are named with the reason."""
    from gipfel.cli.json_output import game_data, print_json

    problems = {name: registry.problem_of(name) for name in registry.found_names()}
    print_json(
        {
            "games": [game_data(registry.game_type(name)) for name in problems if problems[name] is None],
            "problems": [
                {"name": name, "problem": str(problem)} for name, problem in problems.items() if problem
            ],
        }
    )


def _description(name: str, verbose: bool) -> Iterator[str]:
    problem = registry.problem_of(name)
    if problem is not None:
        yield from wrapped(str(problem), "", "  ")
        return
    kind: type[Game] = registry.game_type(name)
    default, *others = kind.versions
    yield f"{kind.name}  {kind.title}"
    yield from wrapped(f"versions: {', '.join([f'{default} (default)', *others])}", "  ", "    ")
    for option in kind.all_options:
        yield from _option(option)
    if verbose:
        from gipfel.games.core.missing import missing_parts

        missing = missing_parts(name) or ["nothing is missing: it has every optional part"]
        for sentence in missing:
            yield from wrapped(sentence, "  ", "    ")


def _option(option: Option) -> Iterator[str]:
    """An option with its values, and below it what it means."""
    yield from wrapped(f"option {option.name}={' | '.join(map(str, option.values))}", "  ", "    ")
    where = f" (version {', '.join(option.versions)} only)" if option.versions else ""
    yield from wrapped(f"{option.help}{where}", "    ")
