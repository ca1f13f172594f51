"""Shapes that games bring along: known by name, imported only when a picture is drawn."""

MODULES: dict[str, str] = {}
"""The module of each shape that is not among those of `gipfel.draw.shapes`."""


def add_shape(name: str, module: str) -> None:
    """Make a shape known: a module with the functions `draw` and `sign`. A name means one shape only."""
    if MODULES.setdefault(name, module) != module:
        raise ValueError(f"there is a shape {name!r} already, in {MODULES[name]}; choose another name")
