"""Scripts with which shells complete `gipfel` when TAB is pressed. Typer writes them."""

import os
from collections.abc import Sequence
from pathlib import Path

from gipfel.notation.errors import GipfelError

SHELLS = ("bash", "zsh", "fish")
KNOWN = "bash, zsh or fish"
INSTALL, SHOW = "--install-completion", "--show-completion"
PROGRAM = "gipfel"
VARIABLE = "_GIPFEL_COMPLETE"
"""The variable in which a script says what it wants."""


def with_own_shell(argv: Sequence[str]) -> list[str]:
    """The arguments; one that needs the name of a shell at the end is followed by that of the user's."""
    if argv and argv[-1] in (INSTALL, SHOW):
        return [*argv, Path(os.environ.get("SHELL") or "your shell").name]
    return list(argv)


def install(shell: str) -> None:
    """Make a shell load the script when it starts."""
    from typer import completion

    _, path = completion.install(  # type: ignore[attr-defined]
        shell=_known(shell), prog_name=PROGRAM, complete_var=VARIABLE
    )
    print(f"Completion for {shell} is in {path}; it works in new terminals.")


def show(shell: str) -> None:
    """Print the script."""
    from typer import completion

    script = completion.get_completion_script(  # type: ignore[attr-defined]
        prog_name=PROGRAM, complete_var=VARIABLE, shell=_known(shell)
    )
    print(script.rstrip())


def _known(shell: str) -> str:
    if shell not in SHELLS:
        raise GipfelError(f"there is no completion for {shell[:40]}; name {KNOWN}, e.g. 'gipfel {SHOW} bash'")
    return shell
