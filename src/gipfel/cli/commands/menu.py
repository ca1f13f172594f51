"""The command `menu`: explains menus, prints a preset, or checks a menu."""

from pathlib import Path
from shlex import quote
from typing import Annotated

import typer

from gipfel.cli import completion
from gipfel.cli.help import fitted
from gipfel.notation.errors import MenuError

File = Annotated[
    Path | None,
    typer.Argument(metavar="[FILE]", help="A menu to check.", show_default=False),
]
Preset = Annotated[
    str | None,
    typer.Option(
        "--preset",
        metavar="NAME",
        autocompletion=completion.presets,
        help="Print this preset as a menu.",
        show_default=False,
    ),
]


def menu(file: File = None, preset: Preset = None) -> None:
    """Explain how an evening is composed; print a preset as a menu; or check a menu and say what it means."""
    if file is not None and preset is not None:
        raise MenuError("name a file to check or a preset to print, not both")
    if file is not None:
        _check(file)
    elif preset is not None:
        _print_preset(preset)
    else:
        _explain()


def _explain() -> None:
    from gipfel.project.menu import card
    from gipfel.project.menu.menu import explain

    print(fitted(explain()))
    print("\nHow long presets take")
    for length in card.lengths():
        for preset in length.presets:
            if (found := card.preset_length(preset)) is not None:
                print(fitted(f"  {preset:<9} {found.sentence}"))
    how = (
        "Begin with `gipfel menu --preset NAME > FILE`, check it with `gipfel menu FILE`, and play it with "
        "`gipfel terminal project --menu FILE`."
    )
    print(f"\n{fitted(how)}")


def _print_preset(name: str) -> None:
    from gipfel.project.menu import card
    from gipfel.project.menu.menu import menu_of

    preset = menu_of({"preset": name})
    if (length := card.preset_length(name)) is not None:
        print(f"# {length.sentence}")
    print(preset.text(), end="")


def _check(file: Path) -> None:
    from gipfel.project.menu import card
    from gipfel.project.menu.menu import menu as read_menu

    checked = read_menu(file)
    print(fitted(checked.summary()))
    shown = card.card_of(checked)
    print(fitted(f"What you agree on: {' '.join(shown.agreement)}"))
    if shown.length is not None:
        print(fitted(f"How long: {shown.length.sentence} {shown.length.basis}"))
    print(f"Play it with: gipfel terminal {checked.name} --menu {quote(str(file))}")
