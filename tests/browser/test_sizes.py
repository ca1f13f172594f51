"""Every view and every game at every common screen size. Takes long: `make check` runs it."""

import pytest

import gipfel
from tests.browser.conftest import Show, Sit
from tests.browser.test_phone import VIEWS, fits
from tests.helpers.browser.looking import box
from tests.helpers.browser.server import Server

SIZES = {
    "small phone": (360, 640),
    "large phone": (430, 932),
    "phone on its side": (844, 390),
    "tablet": (820, 1180),
    "tablet on its side": (1180, 820),
    "laptop": (1366, 768),
    "large screen": (2560, 1440),
}


@pytest.fixture(params=SIZES.values(), ids=SIZES)
def viewport(request: pytest.FixtureRequest) -> dict[str, int]:
    width, height = request.param
    return {"width": width, "height": height}


@pytest.mark.parametrize("address", VIEWS)
def test_a_view_fits(show: Show, address: str, viewport: dict[str, int]) -> None:
    page = show(address, viewport=viewport)
    page.wait_for_load_state("networkidle")
    fits(page)


@pytest.mark.parametrize("name", gipfel.game_names())
def test_a_table_fits(server: Server, sit: Sit, name: str, viewport: dict[str, int]) -> None:
    driver = sit(server.table(name, gipfel.game(name).version, seed=1), seed=1, viewport=viewport)
    driver.decide()
    fits(driver.page)
    board = box(driver.page, ".stage .board")
    assert board["x"] >= 0
    assert board["right"] <= viewport["width"]
