"""The loupe: where places are too small for fingers, the first tap magnifies them."""

from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenTable
from tests.helpers.browser.driver import Driver, Spot
from tests.helpers.browser.screens import DESKTOP, TOUCH, TOUCH_PHONE
from tests.helpers.browser.server import Server
from tests.helpers.check import only_in_check, some_of

SMALLEST_TARGET = 24
"""In pixels (WCAG 2.2, target size)."""
SMALLEST_PHONE: dict[str, Any] = {"viewport": {"width": 320, "height": 640}, **TOUCH}
STACKED = "wTe10:1,wEd7:2,wRf12:4,bTp12:2,bCm11:2,wEd7:2@2 w S"

VISIBLE_TARGETS = """() => {
  const loupe = document.querySelector(".board.loupe");
  const { left, top, right, bottom } = loupe.getBoundingClientRect();
  const boxes = [...loupe.querySelectorAll(".hit.open")].map((node) => node.getBoundingClientRect());
  const middles = boxes.map(({ x, y, width }) => ({ x: x + width / 2, y: y + width / 2, size: width }));
  return middles.filter(({ x, y }) => x > left && x < right && y > top && y < bottom);
}"""


@pytest.fixture
def punct(server: Server) -> str:
    """A table in the middle of a game."""
    return server.table("punct", "standard", position=STACKED)


def tap(driver: Driver, spot: Spot) -> None:
    driver.page.touchscreen.tap(spot.x, spot.y)


def magnify(driver: Driver, target: str) -> Spot:
    """Tap on a target on the board until it is magnified; where it is then."""
    tap(driver, driver.read().spot(target))
    expect(loupe(driver.page)).to_be_visible()
    return driver.read().spot(target)


def loupe(page: Page) -> Any:
    return page.locator(".board.loupe")


def test_a_piece_is_added_by_taps(open_table: OpenTable, punct: str) -> None:
    driver = open_table(punct, tap=True, **TOUCH_PHONE)
    page = driver.page
    tap(driver, driver.read().spot("tray C"))
    page.wait_for_selector("[data-prefix='tray C']")
    spot = magnify(driver, "spot m6")
    assert driver.read().prefix == "tray C", "the first tap only magnifies"
    tap(driver, spot)
    page.wait_for_selector("[data-prefix='tray C, spot m6']")
    expect(page.locator(".ghost")).to_have_count(1)
    shown = page.locator(".ghost").get_attribute("href")
    page.get_by_role("button", name="Turn", exact=True).tap()
    expect(loupe(page)).to_be_visible()
    assert page.locator(".ghost").get_attribute("href") != shown
    page.get_by_role("button", name="Lay down").tap()
    page.wait_for_selector("[data-number='1']")
    expect(loupe(page)).to_have_count(0)
    expect(page.locator(".behind")).to_have_count(0)


@only_in_check
def test_a_piece_is_moved_by_taps(open_table: OpenTable, punct: str) -> None:
    """What a chosen piece can reach lies all over the board, so the whole board is shown for that."""
    driver = open_table(punct, tap=True, **TOUCH_PHONE)
    page = driver.page
    tap(driver, magnify(driver, "spot f12"))
    page.wait_for_selector("[data-prefix='spot f12']")
    expect(loupe(page)).to_have_count(0)
    tap(driver, magnify(driver, "spot f3"))
    page.wait_for_selector("[data-prefix='spot f12, spot f3']")
    page.get_by_role("button", name="Lay down").tap()
    page.wait_for_selector("[data-number='1']")


@pytest.mark.parametrize(
    "screen", some_of([SMALLEST_PHONE, TOUCH_PHONE], 1), ids=lambda screen: str(screen["viewport"]["width"])
)
def test_targets_in_the_loupe_are_large_enough(
    open_table: OpenTable, punct: str, screen: dict[str, Any]
) -> None:
    driver = open_table(punct, tap=True, **screen)
    driver.point_at("tray C")
    for corner in ("spot b2", "spot p16", "spot l5"):
        spot = magnify(driver, corner)
        assert not spot.covered
        found = driver.page.evaluate(VISIBLE_TARGETS)
        assert len(found) > 5
        assert all(one["size"] >= SMALLEST_TARGET for one in found)
        apart = min(
            ((one["x"] - other["x"]) ** 2 + (one["y"] - other["y"]) ** 2) ** 0.5
            for i, one in enumerate(found)
            for other in found[:i]
        )
        assert apart >= SMALLEST_TARGET
        driver.page.locator(".loupe-close").tap()


def test_the_loupe_is_closed(open_table: OpenTable, punct: str) -> None:
    """By its button, by Escape, and by a tap beside the board; what was chosen stays chosen."""
    driver = open_table(punct, tap=True, **TOUCH_PHONE)
    page = driver.page
    driver.point_at("tray C")
    closings = (
        lambda: page.get_by_role("button", name="Whole board").tap(),
        lambda: page.keyboard.press("Escape"),
        lambda: page.locator(".far .player-title").tap(),
    )
    for close in closings:
        magnify(driver, "spot m6")
        close()
        expect(loupe(page)).to_have_count(0)
        assert driver.read().prefix == "tray C"


def test_the_loupe_moves(open_table: OpenTable, punct: str) -> None:
    """A tap on the board behind it moves it there; a drag inside moves what it shows."""
    driver = open_table(punct, tap=True, **TOUCH_PHONE)
    page = driver.page
    driver.point_at("tray C")
    far = driver.read().spot("spot b2")
    magnify(driver, "spot p16")
    tap(driver, far)
    there = driver.read().spot("spot b2")
    assert not there.covered
    drag(page, (there.x + 60, there.y - 60), (-50, 40))
    moved = driver.read()
    assert (moved.spot("spot b2").x, moved.spot("spot b2").y) == pytest.approx(
        (there.x - 50, there.y + 40), abs=6
    )
    assert moved.prefix == "tray C", "a drag chooses nothing"
    expect(loupe(page)).to_be_visible()


def drag(page: Page, start: tuple[float, float], by: tuple[float, float]) -> None:
    """Drag with a finger."""
    session = page.context.new_cdp_session(page)
    (x, y), (dx, dy) = start, by
    steps = [("touchStart", 0.0), *(("touchMove", share) for share in (0.3, 0.6, 1.0))]
    for kind, share in steps:
        at = {"x": x + share * dx, "y": y + share * dy}
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [at]})
    session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})


@only_in_check
def test_with_confirmation_the_loupe_stays_open_until_a_move_is_confirmed(
    open_table: OpenTable, punct: str
) -> None:
    driver = open_table(punct, tap=True, **TOUCH_PHONE)
    page = driver.page
    page.evaluate("localStorage.setItem('gipfel.settings', JSON.stringify({confirm: true}))")
    page.reload()
    driver.point_at("tray C")
    tap(driver, magnify(driver, "spot m6"))
    page.get_by_role("button", name="Lay down").tap()
    sure = page.locator(".choice.sure")
    expect(sure).to_be_visible()
    expect(loupe(page)).to_be_visible()
    sure.tap()
    page.wait_for_selector("[data-number='1']")
    expect(loupe(page)).to_have_count(0)


@pytest.mark.parametrize("language", some_of(["fa", "en"], 1))
def test_on_a_turned_board_the_finger_stays_on_its_place(
    open_table: OpenTable, punct: str, language: str
) -> None:
    driver = open_table(punct, tap=True, locale=language, **TOUCH_PHONE)
    driver.page.locator("[data-action='flip']").tap()
    driver.point_at("tray C")
    before = driver.read().spot("spot j12")
    after = magnify(driver, "spot j12")
    assert (after.x, after.y) == pytest.approx((before.x, before.y), abs=12)
    tap(driver, after)
    driver.page.wait_for_selector("[data-prefix='tray C, spot j12']")


def test_where_places_are_large_or_a_mouse_is_used_there_is_no_loupe(
    server: Server, open_table: OpenTable, punct: str
) -> None:
    with_mouse = open_table(punct, viewport={"width": 390, "height": 844})
    with_mouse.point_at("tray C")
    assert with_mouse.point_at("spot m6").prefix == "tray C, spot m6"
    large = open_table(server.table("gipf", "basic"), tap=True, **TOUCH_PHONE)
    assert large.point_at("dot e1").prefix == "dot e1"
    wide = open_table(punct, tap=True, viewport=DESKTOP, **TOUCH)
    wide.point_at("tray C")
    spot = wide.read().spot("spot m6")
    tap(wide, spot)
    wide.page.wait_for_selector("[data-prefix='tray C, spot m6']")
    expect(loupe(wide.page)).to_have_count(0)
