"""Two people with a browser each, and a spectator: whole games, bad connections, offers, messages, clocks."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import OpenPage, OpenPair, PageErrors
from tests.helpers.browser.driver import Driver
from tests.helpers.browser.faulty_proxy import FaultyProxy
from tests.helpers.browser.page_layout import assert_fits, drawn_pieces
from tests.helpers.browser.prepared_games import beginning, random_game, record_text
from tests.helpers.browser.screens import SMALL_PHONE
from tests.helpers.browser.server import Server
from tests.helpers.browser.two_players import (
    Pair,
    decide,
    decide_alone,
    decisions_shown,
    offer,
    post,
    press,
    side_to_act,
    wait_for_decisions,
    wait_until_idle,
)
from tests.helpers.check import only_in_check, some_of

CONNECTION_ERRORS = (
    "WebSocket",
    "ERR_INTERNET_DISCONNECTED",
    "ERR_CONNECTION",
    "ERR_EMPTY_RESPONSE",
    "ERR_SOCKET_NOT_CONNECTED",
)
HIDE_TAB = "Object.defineProperty(document, 'hidden', {get: () => true})"
FIVE_MINUTES = {"kind": "increment", "minutes": 5, "seconds": 3}


def test_a_whole_game_by_link(
    server: Server, open_page: OpenPage, open_pair: OpenPair, errors: PageErrors
) -> None:
    """One page is reloaded, one loses its connection, one is a spectator's; in the end all show the same."""
    errors.allow(*CONNECTION_ERRORS)
    with FaultyProxy(server.port) as proxy:
        played = random_game("zertz", "blitz", 1)
        pair = open_pair(base=proxy.url, record=record_text(beginning(played, len(played.decisions) - 11)))
        spectator = Driver(open_page(f"/#/table/{pair.table}"))
        expect(spectator.page.locator(".you-watch")).to_be_visible()
        expect(pair.white.page.locator(".watching")).to_have_text("1")
        expect(pair.white.page.locator(".dot.here")).to_have_count(2)
        start = done = decisions_shown(pair.white)
        was_away = False
        while pair.black.page.get_attribute(".table", "data-over") == "false":
            if done > start and not was_away and side_to_act(pair) == "black":
                done, was_away = miss_a_decision(pair, proxy), True
            else:
                done = decide(pair)
            if done == start + 5:
                pair.black.page.reload()
                wait_for_decisions(pair.black, done)
        assert was_away
        assert done > start + 5
        for driver in (pair.black, spectator):
            wait_for_decisions(driver, done)
            expect(driver.page.locator('[data-over="true"]')).to_be_visible()
            assert drawn_pieces(driver.page) == drawn_pieces(pair.white.page)
    assert not spectator.read(acting=False).open
    expect(spectator.page.locator('[data-action="resign"], [data-action="undo"]')).to_have_count(0)


def miss_a_decision(pair: Pair, proxy: FaultyProxy) -> int:
    """White loses the connection, which Black sees; Black decides, and White sees it after reconnecting."""
    white, black = pair.white.page, pair.black.page
    proxy.go_down()
    expect(white.locator(".banner")).to_be_visible()
    expect(black.locator(".dot.here")).to_have_count(1)
    done = decide_alone(pair.black)
    proxy.restore()
    white.evaluate("dispatchEvent(new Event('online'))")
    expect(white.locator(".banner")).to_be_hidden()
    wait_for_decisions(pair.white, done)
    expect(black.locator(".dot.here")).to_have_count(2)
    assert drawn_pieces(white) == drawn_pieces(black)
    return done


def test_a_decision_is_not_lost_and_counts_once(
    server: Server, open_pair: OpenPair, errors: PageErrors
) -> None:
    """It was stored, but the answer was lost: the page sends it again after reconnecting."""
    errors.allow(*CONNECTION_ERRORS)
    with FaultyProxy(server.port) as proxy:
        pair = open_pair(game="yinsh", base=proxy.url)
        white = pair.white
        white.page.evaluate("localStorage.setItem('gipfel.settings', JSON.stringify({confirm: true}))")
        white.page.reload()
        state = white.read()
        white.page.mouse.click(state.open[0].x, state.open[0].y)
        sure = white.page.get_by_role("button", name="Yes, do it")
        expect(sure).to_be_visible()
        proxy.drop_answers()
        sure.click()
        wait_for_decisions(pair.black, 1)
        wait_for_decisions(white, 0)
        proxy.close_connections()
        wait_for_decisions(white, 1)
        wait_until_idle(white)
        decide(pair)
        wait_for_decisions(white, 2)


@only_in_check
def test_a_dead_connection_is_replaced(server: Server, open_pair: OpenPair, errors: PageErrors) -> None:
    """After sleep or a change of networks a connection may be dead without having been closed."""
    errors.allow(*CONNECTION_ERRORS)
    pair = open_pair()
    tab = pair.white.page.context.new_page()
    tab.goto(pair.white.page.url)
    pair.black.page.context.set_offline(True)
    expect(pair.black.page.locator(".banner")).to_be_visible()
    done = decide_alone(pair.white)
    wait_for_decisions(Driver(tab), done)  # Two tabs of one player show the same.
    pair.black.page.context.set_offline(False)
    wait_for_decisions(pair.black, done)
    expect(pair.black.page.locator(".banner")).to_be_hidden()


def test_offers(open_pair: OpenPair) -> None:
    """Undo, a draw, resigning, a rematch."""
    pair = open_pair()
    white, black = pair.white, pair.black
    done = decide(pair)
    while side_to_act(pair) == "white":
        done = decide(pair)
    white.page.click('[data-action="hint"]', force=True)
    expect(white.page.locator(".note")).to_contain_text("the engine helps nobody")
    white.page.click('[data-action="undo"]')
    expect(offer(white)).to_contain_text("You ask to undo your last move")
    expect(offer(black)).to_contain_text("Ada asks to undo their last move")
    press(black, "Allow it")
    wait_for_decisions(white, done - 1)
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
    """Choose one of the ways to end a game."""
    driver.page.click('[data-action="resign"]')
    press(driver, what)
    expect(driver.page.locator("dialog")).to_have_count(0)


@pytest.mark.parametrize("language", some_of(["fa", "en"], 1))
def test_everything_fits_on_a_small_phone(open_page: OpenPage, open_pair: OpenPair, language: str) -> None:
    pair = open_pair(clock=FIVE_MINUTES, options={**SMALL_PHONE, "locale": language})
    spectator = open_page(f"/#/table/{pair.table}", locale=language, **SMALL_PHONE)
    decide(pair)
    undo = 'button[data-action="undo"]'
    for page in (pair.white.page, pair.black.page):
        if page.locator(undo).is_enabled():
            page.click(undo)
    for page in (pair.white.page, pair.black.page, spectator):
        expect(page.locator(".offer")).to_be_visible()
        assert_fits(page)
        bottom = page.locator(".actions").bounding_box()
        assert bottom is not None
        assert bottom["y"] + bottom["height"] <= SMALL_PHONE["viewport"]["height"] + 1


def test_messages_and_an_early_end(open_page: OpenPage, open_pair: OpenPair) -> None:
    """Messages reach the other player and nobody else, and can be muted."""
    pair = open_pair()
    spectator = open_page(f"/#/table/{pair.table}")
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
    expect(spectator.locator('[data-action="rules"]')).to_be_visible()
    expect(spectator.locator('[data-action="messages"]')).to_have_count(0)
    assert "Hello" not in spectator.content()
    ask_for(pair.black, "Abort: nobody wins or loses")
    expect(ada.locator(".sentence")).to_contain_text("aborted")


def test_clocks_are_shown(open_pair: OpenPair) -> None:
    """They count down, turn red, and the server corrects them; a player in another tab is told."""
    pair = open_pair(game="yinsh", clock=FIVE_MINUTES)
    white = pair.white.page
    clock = white.locator('[data-clock="white"]')
    expect(clock).to_have_text("5:00")
    pair.black.page.evaluate(HIDE_TAB)
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


def test_a_friend_is_waited_for(server: Server, open_page: OpenPage) -> None:
    """A host who has lost the link makes a new one, and can begin to play."""
    ada, emmy = open_page("about:blank"), open_page("about:blank")
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
