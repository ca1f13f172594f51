"""Every view and every game at every common screen size. Takes long: `make check` runs it."""

import pytest

import gipfel
from tests.browser.conftest import OpenPage, OpenTable
from tests.helpers.browser.page_layout import VIEWS, assert_fits, bounding_box
from tests.helpers.browser.screens import ALL
from tests.helpers.browser.server import Server


@pytest.fixture(params=ALL.values(), ids=ALL)
def viewport(request: pytest.FixtureRequest) -> dict[str, int]:
    size: dict[str, int] = request.param
    return size


@pytest.mark.parametrize("address", VIEWS)
def test_a_view_fits(open_page: OpenPage, address: str, viewport: dict[str, int]) -> None:
    page = open_page(address, viewport=viewport)
    page.wait_for_load_state("networkidle")
    assert_fits(page)


@pytest.mark.parametrize("name", gipfel.game_names())
def test_a_table_fits(server: Server, open_table: OpenTable, name: str, viewport: dict[str, int]) -> None:
    driver = open_table(server.table(name, gipfel.game(name).version, seed=1), seed=1, viewport=viewport)
    driver.decide()
    assert_fits(driver.page)
    board = bounding_box(driver.page, ".stage .board")
    assert board["x"] >= 0
    assert board["right"] <= viewport["width"]
