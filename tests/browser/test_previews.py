"""What a decision would do is shown while the pointer or the focus is on it, and until it is confirmed."""

from typing import NamedTuple

import pytest
from playwright.sync_api import Locator, Page, expect

import gipfel
from gipfel.games.core.registry import game_of_position
from tests.browser.conftest import OpenPair, OpenTable
from tests.helpers.browser.driver import Driver
from tests.helpers.browser.screens import TOUCH_PHONE
from tests.helpers.browser.server import Server
from tests.helpers.browser.two_players import press, wait_until_idle
from tests.helpers.check import only_in_check, some_of

CONFIRM = "localStorage.setItem('gipfel.settings', JSON.stringify({confirm: true}))"


class Example(NamedTuple):
    """A position, a decision, and what is shown of it."""

    game: str
    position: str
    decision: str
    pieces: int
    """Pieces as they would lie."""
    fading: int
    """Pieces that would no longer lie there, and are not replaced by others."""
    arrows: int
    crosses: int
    turns: int


PUSH = Example("gipf", "b2W/B4/1W4/bw4w/b4B/wBWwb/bwbw w 6/6 0/0 S s", "g1-c3", 4, 0, 4, 0, 0)
CUT_OFF = Example(
    "dvonn",
    ".WW.W4..W./BB2WWWW2.W2B2W/B2WBBWR.B3RB2W/.BBWWB2..B./WWW2*.B.BWB B M",
    "i2-i3",
    1,
    4,
    1,
    3,
    0,
)
EXAMPLES = [
    PUSH,
    CUT_OFF,
    Example(
        "yinsh",
        "4/1w4w/1b6/6W2/b1B3bw2/b1bb3B1/1Bw2wWbw1/B3b2w1/bWWw1w1w/b1Bwb2/w2W b m - 0/0 1",
        "j7-f7",
        5,
        0,
        1,
        0,
        3,
    ),
    Example("zertz", "37 -3/5/6/5G1/5B/-4/1B1- 6.7.8 0.0.0 0.0.0 2 -", "xe6-c5", 1, 2, 1, 1, 0),
    Example(
        "tzaar",
        "ttttT/TaaaAT/TAzzZAT/TAZtTZAT/TAZTtzat/taztTzat/tazZZat/taAAAt/tTTTT w f",
        "a5xa4",
        1,
        1,
        1,
        1,
        0,
    ),
]
EXAMPLES.append(
    Example(
        "project",
        "d2=Bpz,e3=Wp,f2=Wp,f3=Wpp,g2=Bpu,g3=Bpp,g6=Wp b m W:16//B B:17/T3Z2D3Y3P2/L 0/0 "
        "out:Wt,Wt,Wt,Wz,Wz,Wz,Wd,Wd,Wd,Wy,Wy,Wy,Wu,Wu,Wu",
        "Zd2>h3",
        2,
        0,
        1,
        0,
        0,
    )
)
ROW = Example("gipf", "b2w/b4/6/b5b/w5/5/bwww w 10/10 0/0 B s", "i1-g3", 2, 0, 2, 0, 0)


def table_of(server: Server, example: Example) -> str:
    game = game_of_position(example.game, example.position)
    return server.table(game.name, game.version, position=example.position)


def path_of(example: Example) -> list[str]:
    """The targets that mean the decision, as their keys on the page."""
    game = game_of_position(example.game, example.position)
    return [
        f"{target.kind} {target.name}"
        for target in game.position(example.position).decision(example.decision).path
    ]


def target(page: Page, key: str) -> Locator:
    return page.locator(f'.open[data-target="{key}"]')


def point_up_to_the_last(driver: Driver, path: list[str]) -> None:
    """Point at all targets of a path but the last one."""
    for key in path[:-1]:
        state = driver.read()
        driver.point(state.spot(key), state)
    driver.read()


def assert_shown(page: Page, example: Example) -> None:
    expect(page.locator(".effect .ghost")).to_have_count(example.pieces)
    expect(page.locator(".pieces .leaving")).to_have_count(example.fading)
    expect(page.locator(".effect .arrow")).to_have_count(example.arrows)
    expect(page.locator(".effect-sign.gone")).to_have_count(example.crosses)
    expect(page.locator(".effect-sign.turned")).to_have_count(example.turns)


def assert_nothing_shown(page: Page) -> None:
    expect(page.locator(".effect")).to_have_count(0)
    expect(page.locator(".leaving, .replaced")).to_have_count(0)


@pytest.mark.parametrize("example", some_of(EXAMPLES, 3), ids=lambda example: example.game)
def test_hovering_shows_what_would_happen(server: Server, open_table: OpenTable, example: Example) -> None:
    driver, path = open_table(table_of(server, example)), path_of(example)
    page = driver.page
    point_up_to_the_last(driver, path)
    target(page, path[-1]).hover()
    assert_shown(page, example)
    page.mouse.move(5, 5)
    assert_nothing_shown(page)
    assert driver.read().number == 0
    target(page, path[-1]).click()
    expect(page.locator('.table[data-number="1"]')).to_have_count(1)
    assert_nothing_shown(page)


def test_a_row_that_would_result_is_shown(server: Server, open_table: OpenTable) -> None:
    driver, path = open_table(table_of(server, ROW)), path_of(ROW)
    point_up_to_the_last(driver, path)
    target(driver.page, path[-1]).hover()
    expect(driver.page.locator(".effect-rows > *")).to_have_count(1)


def test_a_click_asks_no_second_time(server: Server, open_table: OpenTable) -> None:
    """What would happen was asked while the pointer rested; the click sends only the decision."""
    driver, path = open_table(table_of(server, PUSH)), path_of(PUSH)
    page = driver.page
    sent: list[str] = []
    page.on("websocket", lambda socket: socket.on("framesent", lambda frame: sent.append(str(frame))))
    page.reload()
    point_up_to_the_last(driver, path)
    target(page, path[-1]).hover()
    assert_shown(page, PUSH)
    asked = len([frame for frame in sent if '"point"' in frame])
    target(page, path[-1]).click()
    expect(page.locator('.table[data-number="1"]')).to_have_count(1)
    assert len([frame for frame in sent if '"point"' in frame]) == asked


def test_a_decision_is_shown_before_it_is_confirmed(server: Server, open_table: OpenTable) -> None:
    driver, path = open_table(table_of(server, PUSH)), path_of(PUSH)
    page = driver.page
    page.evaluate(CONFIRM)
    page.reload()
    point_up_to_the_last(driver, path)
    target(page, path[-1]).click()
    expect(page.locator(".sentence")).to_have_text("Then: 4 pieces move. Is this what you want?")
    page.mouse.move(5, 5)
    assert_shown(page, PUSH)
    expect(page.locator(".effect.sure")).to_have_count(1)
    page.click(".choice.back")
    assert_nothing_shown(page)
    expect(page.locator('.table[data-number="0"][data-prefix=""]')).to_have_count(1)


@only_in_check
def test_another_goal_can_be_chosen_before_confirming(server: Server, open_table: OpenTable) -> None:
    driver, path = open_table(table_of(server, CUT_OFF)), path_of(CUT_OFF)
    page = driver.page
    page.evaluate(CONFIRM)
    page.reload()
    point_up_to_the_last(driver, path)
    target(page, path[-1]).click()
    expect(page.locator(".choice.sure")).to_have_count(1)
    page.locator('[data-target="spot j3"]').click()
    expect(page.locator('[data-prefix="spot i2, spot j3"]')).to_have_count(1)
    expect(page.locator(".effect.sure")).to_have_count(1)
    page.click(".choice.sure")
    expect(page.locator('.table[data-number="1"]')).to_have_count(1)


def test_a_piece_that_is_turned_is_confirmed_as_it_would_lie(server: Server, open_table: OpenTable) -> None:
    """In each orientation the piece is drawn in another way; the one that was chosen is confirmed."""
    driver = open_table(server.table("punct", "basic"))
    page = driver.page
    page.evaluate(CONFIRM)
    page.reload()
    state = driver.read()
    state = driver.point(state.spot("tray L"), state)
    driver.point(state.spot("spot i14"), state)
    shown = set()
    for turn in page.locator(".choice.turn").all()[:3]:
        turn.hover()
        expect(page.locator(".choice.turn.shown")).to_have_attribute(
            "data-target", turn.get_attribute("data-target") or ""
        )
        shown.add(page.locator(".ghost").get_attribute("href"))
    assert len(shown) == 3
    last = page.locator(".ghost").get_attribute("href")
    page.get_by_role("button", name="Lay down", exact=True).click()
    expect(page.locator(".effect.sure .ghost")).to_have_attribute("href", last or "")
    page.click(".choice.sure")
    expect(page.locator('.table[data-number="1"]')).to_have_count(1)
    assert page.locator(".pieces .piece").last.get_attribute("href") == last


def test_a_key_tells_what_would_happen(server: Server, open_table: OpenTable) -> None:
    driver, path = open_table(table_of(server, CUT_OFF)), path_of(CUT_OFF)
    page = driver.page
    point_up_to_the_last(driver, path)
    target(page, path[-1]).focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowUp")
    expect(page.locator('[data-target="spot i3"]')).to_be_focused()
    assert_shown(page, CUT_OFF)
    expect(
        page.locator('p.visually-hidden[role="status"]', has_text="3 pieces leave the board")
    ).to_have_count(1)


def test_dragging_shows_what_would_happen(server: Server, open_table: OpenTable) -> None:
    driver, path = open_table(table_of(server, CUT_OFF)), path_of(CUT_OFF)
    page = driver.page
    state = driver.read()
    start = state.spot(path[0])
    page.mouse.move(start.x, start.y)
    page.mouse.down()
    page.mouse.move(start.x + 20, start.y)
    goal = driver.read(state.key).spot(path[1])
    page.mouse.move(goal.x, goal.y, steps=4)
    assert_shown(page, CUT_OFF)
    page.mouse.move(5, 5)
    page.mouse.up()
    assert_nothing_shown(page)


def test_a_long_press_shows_what_a_tap_would_do(server: Server, open_table: OpenTable) -> None:
    driver, path = open_table(table_of(server, PUSH), tap=True, **TOUCH_PHONE), path_of(PUSH)
    page = driver.page
    point_up_to_the_last(driver, path)
    spot = driver.read().spot(path[-1])
    touch = {"clientX": spot.x, "clientY": spot.y, "pointerType": "touch", "isPrimary": True, "bubbles": True}
    page.locator(".hits").dispatch_event("pointerdown", {**touch, "button": 0})
    assert_shown(page, PUSH)
    page.locator(".hits").dispatch_event("pointerup", touch)
    assert_shown(page, PUSH)
    expect(page.locator(".popup")).to_be_hidden()
    page.touchscreen.tap(spot.x, spot.y)
    expect(page.locator('.table[data-number="1"]')).to_have_count(1)
    assert_nothing_shown(page)


def test_buttons_show_what_would_happen(server: Server, open_table: OpenTable) -> None:
    """The last target of a turn may be a button beside the board."""
    driver = open_table(server.table("tamsk", "level1"))
    page = driver.page
    decision = next(
        one for one in gipfel.game("tamsk", "level1").start().decisions() if one.path[-1].kind == "button"
    )
    path = [f"{one.kind} {one.name}" for one in decision.path]
    point_up_to_the_last(driver, path)
    target(page, path[-1]).hover()
    expect(page.locator(".effect")).to_have_count(1)
    page.mouse.move(5, 5)
    assert_nothing_shown(page)


@only_in_check
def test_a_planned_decision_shows_what_it_would_do(open_pair: OpenPair) -> None:
    black = open_pair(game="yinsh").black
    press(black, "Plan ahead")
    spot = black.read().open[3]
    black.page.mouse.move(spot.x, spot.y)
    expect(black.page.locator(".effect .ghost")).to_have_count(1)
    black.page.mouse.click(spot.x, spot.y)
    wait_until_idle(black)
    assert_nothing_shown(black.page)
