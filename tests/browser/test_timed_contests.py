"""A contest of TAMSK between two players by link: it runs in real time."""

from playwright.sync_api import expect

from tests.browser.conftest import OpenPair
from tests.helpers.browser.driver import Driver
from tests.helpers.browser.prepared_games import linked_game, record_before_contest
from tests.helpers.browser.two_players import Pair, side_to_act, wait_for_decisions
from tests.helpers.check import only_in_check

WAITS = "The sand begins to run when both players are here."


def announced(open_pair: OpenPair, to: str) -> Pair:
    """Two players, one of whom can challenge the other to a contest that Black of the game begins."""
    game = linked_game(to, "opponent", **{"link.time": "real"})
    return open_pair(record=record_before_contest(game))


def click(driver: Driver, *targets: str) -> None:
    """Point at some targets. The picture changes all the time: each is looked for when it is needed."""
    for target in targets:
        spot = driver.read().spot(target)
        driver.page.mouse.click(spot.x, spot.y)


def players(pair: Pair) -> tuple[Driver, Driver]:
    """The side to act, and the other one."""
    side = side_to_act(pair)
    return pair.of(side), pair.of("black" if side == "white" else "white")


def test_time_runs_on_both_pages_and_ends_the_contest(open_pair: OpenPair) -> None:
    pair = announced(open_pair, "tamsk level2 glass=4000")
    red, black = players(pair)
    click(red, "button challenge")
    for driver in (red, black):
        expect(driver.page.locator(".stake")).to_be_visible()
        expect(driver.page.locator(".sentence")).not_to_contain_text(WAITS)
    number = red.read().number
    for driver, origin, goal in (
        *((red, "a1", "a2"), (black, "a4", "a3"), (red, "d7", "d6")),
        *((black, "g4", "g3"), (red, "g1", "g2"), (black, "d1", "d2")),
    ):
        click(driver, f"space {origin}", f"space {goal}", "button ring")
        number += 1
        for page in (red, black):
            wait_for_decisions(page, number)
    expect(red.page.locator('[data-action="undo"]')).to_be_disabled()
    for driver in (red, black):
        expect(driver.page.locator(".stake")).to_be_hidden(timeout=20_000)
        expect(driver.page.locator(".toast")).to_contain_text("-potential")
        expect(driver.page.locator('[data-over="false"]')).to_be_visible()
        wait_for_decisions(driver, number)


@only_in_check
def test_a_contest_waits_for_the_other_player(open_pair: OpenPair) -> None:
    pair = announced(open_pair, "tamsk level3")
    red, black = players(pair)
    address = black.page.url
    black.page.goto("/#/")
    expect(red.page.get_by_role("img", name="away")).to_be_visible()
    click(red, "button challenge")
    expect(red.page.locator(".sentence")).to_contain_text(WAITS)
    black.page.goto(address)
    expect(black.page.locator(".stake")).to_be_visible()
    for driver in (red, black):
        expect(driver.page.locator(".sentence")).not_to_contain_text(WAITS)
    number = red.read().number
    click(black, "button timer")
    for driver in (red, black):
        wait_for_decisions(driver, number + 1)
