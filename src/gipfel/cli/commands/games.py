"""The command `games`: lists the games."""

from collections.abc import Iterator
from typing import Annotated

import typer

from gipfel.games.core import registry
from gipfel.games.core.game import Game
from gipfel.games.core.options import Option


def games(
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Say which optional parts each game does not have.")
    ] = False,
) -> None:
    """List the games with their versions (the default first) and options."""
    print("\n\n".join("\n".join(_description(name, verbose)) for name in registry.found_names()))


def _description(name: str, verbose: bool) -> Iterator[str]:
    problem = registry.problem_of(name)
    if problem is not None:
        yield str(problem)
        return
    kind: type[Game] = registry.game_type(name)
    default, *others = kind.versions
    yield f"{kind.name}  {kind.title}"
    yield f"  versions: {', '.join([f'{default} (default)', *others])}"
    yield from (f"  option {_option(option)}" for option in kind.all_options)
    if verbose:
        from gipfel.games.core.missing import missing_parts

        missing = missing_parts(name) or ["nothing is missing: it has every optional part"]
        yield from (f"  {sentence}" for sentence in missing)


def _option(option: Option) -> str:
    values = "|".join(map(str, option.values))
    where = f" (version {', '.join(option.versions)} only)" if option.versions else ""
    return f"{option.name}={values}  {option.help}{where}"
