"""Every view and every table at all sizes of the window, from the smallest phone to the largest screen.

A page of a table is opened once and then resized. `make test` takes a sample, `make check` everything.
"""

from itertools import cycle

import pytest
from playwright.sync_api import Page, expect

import gipfel
from tests.browser.conftest import OpenPage
from tests.helpers.browser.driver import Driver
from tests.helpers.browser.page_layout import VIEWS, assert_fits
from tests.helpers.browser.screens import ALL, FEW_SIZES, LOW, SIZES, TOUCH, UPRIGHT, Size
from tests.helpers.browser.server import Server
from tests.helpers.browser.table_layout import PHONE, SMALLEST_TARGET, measure, misfits
from tests.helpers.browser.table_states import STATES, TableStates, can_be_linked
from tests.helpers.check import CHECK, only_in_check

GAMES = gipfel.game_names()
PHONES = [size for size in (*UPRIGHT, *LOW) if min(size) < PHONE]
CLICKS = 6
"""How often the sizes of a board are compared while somebody points."""

EVERYTHING = [
    (game, state) for game in GAMES for state in STATES if state != "contest" or can_be_linked(game)
]
SAMPLE = [one for one in zip(GAMES, cycle(STATES), strict=False) if one in EVERYTHING]
"""Every game once and every state once."""


@only_in_check
@pytest.mark.parametrize("address", VIEWS)
@pytest.mark.parametrize("viewport", ALL.values(), ids=ALL)
def test_a_view_fits(open_page: OpenPage, address: str, viewport: dict[str, int]) -> None:
    page = open_page(address, viewport=viewport)
    page.wait_for_load_state("networkidle")
    assert_fits(page)


@pytest.mark.parametrize(("game", "state"), EVERYTHING if CHECK else SAMPLE)
def test_a_table_fits(server: Server, open_page: OpenPage, game: str, state: str) -> None:
    page = TableStates(server, open_page, game).open(state)
    assert_fits_at(page, SIZES if CHECK else FEW_SIZES)


@only_in_check
@pytest.mark.parametrize(("game", "state"), EVERYTHING)
def test_a_table_in_persian_fits(server: Server, open_page: OpenPage, game: str, state: str) -> None:
    page = TableStates(server, open_page, game, locale="fa").open(state)
    assert_fits_at(page, FEW_SIZES)


def assert_fits_at(page: Page, sizes: tuple[Size, ...]) -> None:
    found = [problem for size in sizes for problem in misfits(page, size)]
    assert not found, "\n".join(found)


@pytest.mark.parametrize("game", GAMES if CHECK else GAMES[:1])
def test_a_finger_hits_every_place(server: Server, open_page: OpenPage, game: str) -> None:
    """Where places are too small for it, a tap magnifies them."""
    page = TableStates(server, open_page, game, **TOUCH).open("middle")
    for size in PHONES if CHECK else PHONES[:2]:
        if measure(page, size).spacing < SMALLEST_TARGET:
            spot = next(spot for spot in Driver(page).read().open if not spot.target.startswith("tray"))
            page.touchscreen.tap(spot.x, spot.y)
            expect(page.locator(".board.loupe")).to_be_visible()
            assert measure(page, size).spacing >= SMALLEST_TARGET, size
            page.locator(".loupe-close").tap()
            expect(page.locator(".board.loupe")).to_have_count(0)


@pytest.mark.parametrize("game", GAMES if CHECK else GAMES[:1])
def test_the_board_keeps_its_size_while_somebody_points(
    server: Server, open_page: OpenPage, game: str
) -> None:
    """Buttons and notes come and go; nothing else changes."""
    page = TableStates(server, open_page, game).open("middle")
    driver = Driver(page, 1)
    sizes = FEW_SIZES[:4]
    before = {size: board_size(page, size) for size in sizes}
    state = driver.step(driver.read())
    for _ in range(CLICKS):
        assert_same_sizes(page, before)
        state = driver.step(state)
        if state.over:
            break


@only_in_check
@pytest.mark.parametrize("game", GAMES if CHECK else ["dvonn"])
def test_the_board_keeps_its_size_while_planning(server: Server, open_page: OpenPage, game: str) -> None:
    """A wide board is not turned then, either."""
    states = TableStates(server, open_page, game)
    page = states.open("waiting")
    sizes = UPRIGHT if CHECK else FEW_SIZES
    before = {size: board_size(page, size) for size in sizes}
    states.plan(page)
    assert_same_sizes(page, before)


@only_in_check
@pytest.mark.parametrize("game", GAMES)
def test_the_board_keeps_its_size_while_trays_fill(server: Server, open_page: OpenPage, game: str) -> None:
    states = TableStates(server, open_page, game)
    page = states.open("start")
    states.go_to(page, 0.1)
    sizes = FEW_SIZES[:4]
    before = {size: board_size(page, size) for size in sizes}
    for share in (0.3, 0.5, 0.7, 0.9):
        states.go_to(page, share)
        assert_same_sizes(page, before)


def assert_same_sizes(page: Page, before: dict[Size, tuple[float, float]]) -> None:
    """The board is as large as before at every size; parts of a pixel do not count."""
    for size, board in before.items():
        assert board_size(page, size) == pytest.approx(board, abs=1.5), size


def board_size(page: Page, size: Size) -> tuple[float, float]:
    layout = measure(page, size)
    return layout.width, layout.height
