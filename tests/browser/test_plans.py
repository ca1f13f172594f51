"""Planning ahead: answers to what the other player might play."""

from playwright.sync_api import expect

from tests.browser.conftest import OpenPair
from tests.helpers.browser.driver import Driver
from tests.helpers.browser.two_players import (
    decisions_shown,
    offer,
    press,
    side_to_act,
    wait_for_decisions,
    wait_until_idle,
)
from tests.helpers.check import only_in_check


def test_a_plan_is_played_by_itself(open_pair: OpenPair) -> None:
    """Black plans an answer to what White might play."""
    pair = open_pair(game="yinsh")
    white, black = pair.white, pair.black
    press(black, "Plan ahead")
    expect(black.page.locator(".sentence")).to_have_text("What might Ada play?")
    black.page.keyboard.press("Escape")
    expect(black.page.locator(".planning")).to_have_count(0)
    press(black, "Plan ahead")
    expected = point(black, 3)
    expect(black.page.locator(".sentence")).to_have_text("And your answer?")
    for key in ("ArrowUp", "ArrowRight", "Enter"):
        black.page.keyboard.press(key)
    press(black, "Only then")
    expect(offer(black)).to_contain_text("Your plan")
    expect(offer(white)).to_have_count(0)
    assert decisions_shown(black) == 0
    white.page.mouse.click(*expected)
    wait_for_decisions(white, 2)
    wait_for_decisions(black, 2)
    expect(offer(black)).to_have_count(0)


def point(driver: Driver, which: int) -> tuple[float, float]:
    """Point at one of the open targets; its position."""
    spot = driver.read().open[which]
    driver.page.mouse.click(spot.x, spot.y)
    wait_until_idle(driver)
    return spot.x, spot.y


@only_in_check
def test_a_plan_for_whatever_is_played(open_pair: OpenPair) -> None:
    """Black expects one move, White plays another, and Black's answer is played all the same."""
    pair = open_pair(game="yinsh")
    white, black = pair.white, pair.black
    press(black, "Plan ahead")
    for which in (3, 40):
        spot = black.read().open[which]
        black.page.mouse.click(spot.x, spot.y)
        wait_until_idle(black)
    press(black, "Whatever is played, if it is legal")
    expect(offer(black)).to_contain_text("also if something else is played")
    spot = white.read().open[20]
    white.page.mouse.click(spot.x, spot.y)
    for driver in (white, black):
        wait_for_decisions(driver, 2)
    assert side_to_act(pair) == "white"
