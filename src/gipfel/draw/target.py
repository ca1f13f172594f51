"""Targets: what a player points at. A decision is a path of targets."""

from typing import NamedTuple


class Target(NamedTuple):
    """One thing to point at: `dot e1`, `spot e2`, `row b2-b5`, `tray GIPF`, `button take`.

    Toggles (GIPF-pieces to keep) may be selected in any order, and selected again to take them back.
    """

    kind: str
    name: str
    toggle: bool = False

    def __str__(self) -> str:
        return f"{self.kind} {self.name}"


Path = tuple[Target, ...]
