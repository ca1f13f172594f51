"""Whole evenings of two people by link, in two browsers: every preset, and menus of all kinds.

A short one is played with the other tests, more with `make check`, all of them with `make soak`. Contests
are resigned, ties are offered, disputes settled; the server is killed inside contests, and their clocks run
out. Every evening has to come to its end.
"""

from collections import Counter
from collections.abc import Iterator

import pytest

import gipfel
from gipfel.games.core.registry import game_type
from tests.browser.conftest import OpenPage, PageErrors
from tests.helpers.browser.evenings import open_evening
from tests.helpers.browser.server import Server
from tests.helpers.check import only_in_check
from tests.helpers.random_menus import QUICK, random_menu
from tests.helpers.soak import SIZE, sized

PRESETS = [version for version in game_type("project").versions if version != "menu"]
RANDOM_MENUS = round(sized(50, 0))
FEW_PIECES = "basics = 9\n[potentials]\nboth = { zertz = 3, dvonn = 3 }\n"
SHORT = {
    "outside and a game": f'{FEW_PIECES}[links]\nzertz = "outside"\ndvonn = "zertz blitz"\n',
    "die and coin": f'{FEW_PIECES}[links]\nzertz = "die"\ndvonn = "coin"\n',
    "sand": f'{FEW_PIECES}[links]\nzertz = "tamsk level2"\ndvonn = "tamsk level3 glass=20000"\n',
    "a clock": f'{FEW_PIECES}[links]\nzertz = "zertz blitz"\ndvonn = "dvonn"\nclock = "{QUICK}"\n'
    '[clock]\nkind = "delay"\nminutes = 5\nseconds = 10\n',
}
"""Menus whose games are soon over."""
FIRST, *OTHERS = SHORT
total: Counter[str] = Counter()
"""What has happened in all evenings."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of their own, as it is killed."""
    with Server(tmp_path_factory.mktemp("evenings")) as server:
        yield server
    print(f"all evenings: {dict(total)}")


def play(
    server: Server, open_page: OpenPage, errors: PageErrors, menu: str, seed: int, kills: int = 1
) -> None:
    """Play an evening to its end."""
    errors.allow("WebSocket", "ERR_CONNECTION", "Failed to load resource")  # while the server is killed
    evening = open_evening(server, open_page, menu, seed)
    evening.kills = kills
    with_clock = evening.clocks
    played = evening.play()
    if with_clock and any(one.game is not None and one.contest.clocked for one in gipfel.story(played)):
        assert evening.happened["contests lost on time"] == 1
    total.update(evening.happened, evenings=1)
    print(f"{evening.happened}, {played.position.outcome}")


@pytest.mark.parametrize("name", [FIRST, *(pytest.param(name, marks=only_in_check) for name in OTHERS)])
def test_a_short_evening(server: Server, open_page: OpenPage, errors: PageErrors, name: str) -> None:
    play(server, open_page, errors, SHORT[name], seed=1)


@pytest.mark.skipif(not SIZE, reason="for make soak")
@pytest.mark.parametrize("preset", PRESETS)
def test_an_evening_of_a_preset(server: Server, open_page: OpenPage, errors: PageErrors, preset: str) -> None:
    play(server, open_page, errors, f'preset = "{preset}"\n', seed=1, kills=2)


@pytest.mark.parametrize("seed", range(RANDOM_MENUS))
def test_an_evening_of_a_random_menu(
    server: Server, open_page: OpenPage, errors: PageErrors, seed: int
) -> None:
    play(server, open_page, errors, random_menu(seed), seed, kills=2)
