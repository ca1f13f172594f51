"""The command `games`: lists the games."""

from gipfel.games.core import registry
from gipfel.games.core.game import Game
from gipfel.games.core.options import Option


def games() -> None:
    """List the games with their versions (the default first) and options."""
    print("\n\n".join(_description(registry.game_type(name)) for name in registry.game_names()))


def _description(kind: type[Game]) -> str:
    default, *others = kind.versions
    lines = [f"{kind.name}  {kind.title}", f"  versions: {', '.join([f'{default} (default)', *others])}"]
    lines += [f"  option {_option(option)}" for option in kind.all_options]
    return "\n".join(lines)


def _option(option: Option) -> str:
    values = "|".join(map(str, option.values))
    where = f" (version {', '.join(option.versions)} only)" if option.versions else ""
    return f"{option.name}={values}  {option.help}{where}"
