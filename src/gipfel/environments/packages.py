"""The packages of the extras that environments need."""

from importlib import import_module

from gipfel.notation.errors import MissingPackages


def require(module: str, what: str, extra: str) -> None:
    """Check that a package can be imported. Raises MissingPackages."""
    try:
        import_module(module)
    except ModuleNotFoundError as error:
        missing = (error.name or module).partition(".")[0]
        raise MissingPackages(
            f"{what} needs the package {missing}; run: pip install 'gipfel[{extra}]'"
        ) from error
