"""Two people at two browsers, and somebody who watches: whole games, bad lines, manners, plans, clocks."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Complaints, Meet, Show
from tests.helpers.browser.driver import Driver
from tests.helpers.browser.looking import drawn, outside, scrolls_sideways
from tests.helpers.browser.pair import (
    SMALL,
    Pair,
    decide,
    decide_alone,
    number,
    offer,
    post,
    press,
    shows,
    side,
)
from tests.helpers.browser.played import first, random_game, written
from tests.helpers.browser.relay import Relay
from tests.helpers.browser.server import Server

LOST_LINE = ("WebSocket", "ERR_INTERNET_DISCONNECTED", "ERR_CONNECTION", "ERR_EMPTY_RESPONSE")
LOOKS_ELSEWHERE = "Object.defineProperty(document, 'hidden', {get: () => true})"
FIVE_MINUTES = {"kind": "increment", "minutes": 5, "seconds": 3}


def test_a_whole_game_by_link(server: Server, show: Show, meet: Meet, complaints: Complaints) -> None:
    """One loads the page again, one is cut off for a while, one only watches; in the end all see the same."""
    complaints.allow(*LOST_LINE)
    with Relay(server.port) as line:
        played = random_game("zertz", "blitz", 1)
        pair = meet(base=line.url, record=written(first(played, len(played.decisions) - 11)))
        client = Driver(show(f"/#/table/{pair.table}"))
        expect(client.page.locator(".you-watch")).to_be_visible()
        expect(pair.white.page.locator(".watching")).to_have_text("1")
        expect(pair.white.page.locator(".dot.here")).to_have_count(2)
        start = done = number(pair.white)
        was_away = False
        while pair.black.page.get_attribute(".table", "data-over") == "false":
            if done > start and not was_away and side(pair) == "black":
                done, was_away = miss_a_decision(pair, line), True
            else:
                done = decide(pair)
            if done == start + 5:
                pair.black.page.reload()
                shows(pair.black, done)
        assert was_away
        assert done > start + 5
        for driver in (pair.black, client):
            shows(driver, done)
            expect(driver.page.locator('[data-over="true"]')).to_be_visible()
            assert drawn(driver.page) == drawn(pair.white.page)
    assert not client.see(acting=False).open
    expect(client.page.locator('[data-action="resign"], [data-action="undo"]')).to_have_count(0)


def miss_a_decision(pair: Pair, line: Relay) -> int:
    """White is cut off, which Black sees; Black decides, and White sees that when the line is back."""
    white, black = pair.white.page, pair.black.page
    line.break_down()
    expect(white.locator(".banner")).to_be_visible()
    expect(black.locator(".dot.here")).to_have_count(1)
    done = decide_alone(pair.black)
    line.mend()
    white.evaluate("dispatchEvent(new Event('online'))")
    expect(white.locator(".banner")).to_be_hidden()
    shows(pair.white, done)
    expect(black.locator(".dot.here")).to_have_count(2)
    assert drawn(white) == drawn(black)
    return done


def test_a_decision_is_not_lost_and_counts_once(server: Server, meet: Meet, complaints: Complaints) -> None:
    """It was stored, but the answer never came: the page sends it again when the line is back."""
    complaints.allow(*LOST_LINE)
    with Relay(server.port) as line:
        pair = meet(game="yinsh", base=line.url)
        white = pair.white
        white.page.evaluate("localStorage.setItem('gipfel.settings', JSON.stringify({confirm: true}))")
        white.page.reload()
        seen = white.see()
        white.page.mouse.click(seen.open[0].x, seen.open[0].y)
        sure = white.page.get_by_role("button", name="Yes, do it")
        expect(sure).to_be_visible()
        line.lose_answers()
        sure.click()
        shows(pair.black, 1)
        shows(white, 0)
        line.cut()
        shows(white, 1)
        expect(white.page.locator(".table")).to_have_attribute("data-busy", "false")
        decide(pair)
        shows(white, 2)


def test_a_line_that_says_nothing_is_given_up(server: Server, meet: Meet, complaints: Complaints) -> None:
    """A device that slept, a net that changed: nobody closed the line, and nothing comes."""
    complaints.allow(*LOST_LINE)
    pair = meet()
    tab = pair.white.page.context.new_page()
    tab.goto(pair.white.page.url)
    pair.black.page.context.set_offline(True)
    expect(pair.black.page.locator(".banner")).to_be_visible()
    done = decide_alone(pair.white)
    shows(Driver(tab), done)  # Two tabs of one seat stay in step.
    pair.black.page.context.set_offline(False)
    shows(pair.black, done)
    expect(pair.black.page.locator(".banner")).to_be_hidden()


def test_manners(meet: Meet) -> None:
    """To take back, a draw, messages, to resign one's own side, to play again."""
    pair = meet()
    white, black = pair.white, pair.black
    done = decide(pair)
    while side(pair) == "white":
        done = decide(pair)
    white.page.click('[data-action="hint"]', force=True)
    expect(white.page.locator(".note")).to_contain_text("the engine helps nobody")
    white.page.click('[data-action="undo"]')
    expect(offer(white)).to_contain_text("You ask to undo your last move")
    expect(offer(black)).to_contain_text("Ada asks to undo their last move")
    press(black, "Allow it")
    shows(white, done - 1)
    expect(offer(white)).to_have_count(0)
    ask_for(white, "Offer a draw")
    press(black, "No, thanks")
    expect(offer(white)).to_have_count(0)
    expect(white.page.locator(".toast")).to_have_text("Emmy declines the draw.")
    ask_for(black, "Offer a draw")
    press(black, "Withdraw")
    expect(offer(white)).to_have_count(0)
    expect(black.page.locator(".toast")).to_have_count(0)
    ask_for(black, "Resign")
    expect(white.page.locator(".sentence")).to_contain_text("Player 1 wins")
    press(black, "Rematch")
    press(white, "Play again")
    for driver in (white, black):
        driver.page.wait_for_url(re.compile(r"#/table/(?!" + pair.table + ")"))
        driver.page.wait_for_selector('[data-number="0"]')
    assert white.page.url == black.page.url
    expect(white.page.locator(".near")).to_have_attribute("data-owner", "black")


def ask_for(driver: Driver, what: str) -> None:
    """One of the ways to end a game."""
    driver.page.click('[data-action="resign"]')
    press(driver, what)
    expect(driver.page.locator("dialog")).to_have_count(0)


def test_messages_and_an_early_end(show: Show, meet: Meet) -> None:
    """They reach the other player and nobody else; who does not want to read them does not."""
    pair = meet()
    client = show(f"/#/table/{pair.table}")
    ada, emmy = pair.white.page, pair.black.page
    ada.click('[data-action="messages"]')
    ada.keyboard.type("Hello, <b>Emmy</b>!")
    ada.keyboard.press("Enter")
    expect(ada.locator(".message.own")).to_have_text(re.compile("Hello, <b>Emmy</b>!"))
    expect(emmy.locator(".unread")).to_have_text("1")
    emmy.click('[data-action="messages"]')
    expect(emmy.locator(".message")).to_have_text(re.compile("Hello, <b>Emmy</b>!"))
    expect(emmy.locator(".unread")).to_have_count(0)
    press(pair.black, "Mute")
    expect(emmy.locator(".message")).to_have_count(0)
    emmy.reload()
    emmy.click('[data-action="messages"]')
    expect(emmy.locator(".messages")).to_contain_text("You do not see")
    expect(client.locator('[data-action="rules"]')).to_be_visible()
    expect(client.locator('[data-action="messages"]')).to_have_count(0)
    assert "Hello" not in client.content()
    ask_for(pair.black, "Abort: nobody wins or loses")
    expect(ada.locator(".sentence")).to_contain_text("aborted")


def test_a_plan_is_played_by_itself(meet: Meet) -> None:
    """Black thinks about what White might play, and answers before it is played."""
    pair = meet(game="yinsh")
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
    assert number(black) == 0
    white.page.mouse.click(*expected)
    shows(white, 2)
    shows(black, 2)
    expect(offer(black)).to_have_count(0)


def point(driver: Driver, which: int) -> tuple[float, float]:
    """Point at one of the things that are open; where that is."""
    spot = driver.see().open[which]
    driver.page.mouse.click(spot.x, spot.y)
    expect(driver.page.locator(".table")).to_have_attribute("data-busy", "false")
    return spot.x, spot.y


def test_clocks_are_shown(meet: Meet) -> None:
    """They count down, turn red, and the server corrects them; who looks elsewhere is told."""
    pair = meet(game="yinsh", clock=FIVE_MINUTES)
    white = pair.white.page
    clock = white.locator('[data-clock="white"]')
    expect(clock).to_have_text("5:00")
    pair.black.page.evaluate(LOOKS_ELSEWHERE)
    decide(pair)
    expect(pair.black.page).to_have_title("● Your turn – Gipfel")
    decide(pair)
    expect(pair.black.page).not_to_have_title(re.compile("Your turn"))
    expect(white.locator(".clock.runs")).to_have_attribute("data-clock", "white")
    expect(clock).to_have_text(re.compile("4:5[0-9]"))
    white.clock.install()
    white.reload()
    expect(clock).to_have_text(re.compile("4:[0-9]{2}"))
    white.clock.fast_forward("04:45")
    expect(clock).to_have_text(re.compile(r"0:[01][0-9]\.[0-9]"))
    expect(clock).to_have_class(re.compile("low"))
    decide(pair)
    expect(clock).to_have_text(re.compile("[45]:[0-9]{2}"))
    expect(white.locator(".clock.runs")).to_have_attribute("data-clock", "black")


def test_a_friend_is_waited_for(server: Server, show: Show) -> None:
    """Whoever has lost the link makes a new one, and can begin to play."""
    ada, emmy = show("about:blank"), show("about:blank")
    asked = {"game": "yinsh", "version": "blitz", "options": {}, "invite": {"side": "white", "name": "Ada"}}
    table = post(ada, "/api/tables", asked)["id"]
    ada.goto(f"/#/table/{table}")
    ada.get_by_role("button", name="Make a new link").click()
    link = ada.get_by_label("The link").input_value()
    assert link.startswith(f"{server.url}/#/seat/{table}/")
    expect(ada.locator(".invitation")).to_contain_text("You can already make your first decision")
    decide_alone(Driver(ada))
    post(emmy, f"/api/tables/{table}/sit", {"key": link.rpartition("/")[2], "name": "Emmy"})
    expect(ada.locator(".invitation")).to_be_hidden()
    expect(ada.locator(".far")).to_contain_text("Emmy")


@pytest.mark.parametrize("language", ["en", "fa"])
def test_everything_fits_on_a_small_phone(show: Show, meet: Meet, language: str) -> None:
    pair = meet(clock=FIVE_MINUTES, options={**SMALL, "locale": language})
    client = show(f"/#/table/{pair.table}", locale=language, **SMALL)
    decide(pair)
    post_offer = 'button[data-action="undo"]'
    for page in (pair.white.page, pair.black.page):
        if page.locator(post_offer).is_enabled():
            page.click(post_offer)
    for page in (pair.white.page, pair.black.page, client):
        expect(page.locator(".offer")).to_be_visible()
        assert not scrolls_sideways(page)
        assert not outside(page)
        bottom = page.locator(".actions").bounding_box()
        assert bottom is not None
        assert bottom["y"] + bottom["height"] <= SMALL["viewport"]["height"] + 1
