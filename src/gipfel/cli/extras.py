"""Commands that need the packages of an extra say how to install them."""

from importlib import import_module

from gipfel.notation.errors import MissingPackages


def require_server(command: str) -> None:
    """Check that the packages of the page and the server are installed. Raises MissingPackages."""
    _require("gipfel.server.run", command, "serve")


def require_storage(command: str) -> None:
    """Check that the packages of the database are installed. Raises MissingPackages."""
    _require("gipfel.table.storage.store", command, "serve")


def require_cluster(command: str) -> None:
    """Check that Dask is installed. Raises MissingPackages."""
    _require("distributed", command, "cluster")


def _require(module: str, command: str, extra: str) -> None:
    try:
        import_module(module)
    except ModuleNotFoundError as error:
        missing = (error.name or "gipfel").partition(".")[0]
        if missing == "gipfel":
            raise
        problem = f"'gipfel {command}' needs more packages ({missing} is missing)"
        raise MissingPackages(f"{problem}; run: pip install 'gipfel[{extra}]'") from error
