"""Shapes that games define themselves: registered by name, imported only when a picture is drawn."""

MODULES: dict[str, str] = {}
"""The module of each shape of a piece that is not among those of `gipfel.draw.shapes`."""
PLACE_MODULES: dict[str, str] = {}
"""The module of each kind of place that is not among those of `gipfel.draw.places`."""


def add_shape(name: str, module: str) -> None:
    """Register a module with the functions `draw` and `sign`. Raises ValueError if the name is taken."""
    if MODULES.setdefault(name, module) != module:
        raise ValueError(f"there is a shape {name!r} already, in {MODULES[name]}; choose another name")


def add_place(kind: str, module: str) -> None:
    """Register a module that draws places of a kind; see `gipfel.draw.places`.

    It has the function `draw(canvas, size)` and the character `SIGN`. Raises ValueError if the kind is taken.
    """
    if PLACE_MODULES.setdefault(kind, module) != module:
        raise ValueError(
            f"there is a kind of place {kind!r} already, in {PLACE_MODULES[kind]}; choose another name"
        )
