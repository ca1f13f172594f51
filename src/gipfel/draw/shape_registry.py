"""Shapes that games define themselves: registered by name, imported only when a picture is drawn."""

MODULES: dict[str, str] = {}
"""The module of each shape that is not among those of `gipfel.draw.shapes`."""


def add_shape(name: str, module: str) -> None:
    """Register a module with the functions `draw` and `sign`. Raises ValueError if the name is taken."""
    if MODULES.setdefault(name, module) != module:
        raise ValueError(f"there is a shape {name!r} already, in {MODULES[name]}; choose another name")
