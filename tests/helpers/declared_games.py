"""Games of other packages, installed for one test: the metadata of a distribution is enough."""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

import pytest

from gipfel.games.core import registry
from gipfel.locale import po
from tests.helpers.paths import ROOT

GAMES = {"noughts": "tests.helpers.games.noughts", "broken": "tests.helpers.games.broken"}


def distribution(folder: Path, games: Mapping[str, str]) -> Path:
    """A folder for `sys.path` or PYTHONPATH that declares games as an installed package does."""
    name = "_".join(sorted(games))
    info = folder / f"{name}-1.0.dist-info"
    info.mkdir(parents=True)
    about = f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n"
    (info / "METADATA").write_text(about, encoding="utf-8")
    lines = [f"{name} = {package}" for name, package in games.items()]
    (info / "entry_points.txt").write_text("\n".join(["[gipfel.games]", *lines, ""]), encoding="utf-8")
    return folder


def python_path(packages: Path) -> str:
    """PYTHONPATH for a process that has such a package, this Gipfel and these tests."""
    return os.pathsep.join([str(packages), str(ROOT / "src"), str(ROOT)])


@contextmanager
def installed(folder: Path, games: Mapping[str, str]) -> Iterator[None]:
    """Games of another package are installed in this context."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(distribution(folder, games)))
        _look_again()
        try:
            yield
        finally:
            patch.undo()
            _look_again()


def _look_again() -> None:
    registry.forget_games()
    po.forget_catalogues()
