"""Without the packages of an extra one sentence says how to install them."""

import sys

import pytest

from gipfel.environments import MissingPackages, gymnasium_env, open_spiel_game, pettingzoo_env


@pytest.mark.parametrize(
    ("make", "package", "extra"),
    [
        (pettingzoo_env, "pettingzoo", "pettingzoo"),
        (gymnasium_env, "gymnasium", "gymnasium"),
        (open_spiel_game, "pyspiel", "openspiel"),
    ],
)
def test_missing_packages_are_named(
    make: object, package: str, extra: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, package, None)
    expected = rf"needs the package {package}; run: pip install 'gipfel\[{extra}\]'$"
    with pytest.raises(MissingPackages, match=expected):
        make("gipf")  # type: ignore[operator]
