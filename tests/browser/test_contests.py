"""GIPF with potentials: a use is challenged, and a contest decides whether it is allowed."""

import re
import sqlite3
from contextlib import closing
from typing import Any

import pytest
from playwright.sync_api import Page, expect

import gipfel
from tests.browser.conftest import OpenPair, OpenTable, PageErrors
from tests.helpers.browser.driver import Driver, TableState
from tests.helpers.browser.prepared_games import linked_game, record_before_contest
from tests.helpers.browser.server import Server
from tests.helpers.browser.two_players import Pair, offer, press, side_to_act
from tests.helpers.check import CHECK, only_in_check

CHALLENGE = "button challenge"
LINKS = ["die", "coin", "highcard", "outside", "zertz blitz"]
LINKS_SAMPLE = ["highcard", "zertz blitz"]
"""Other tests throw dice and coins."""
GETTING_READY = 90_000
"""Milliseconds in which an engine that was not compiled before is ready."""


def before_a_contest(server: Server, game: gipfel.Game) -> str:
    """A table at which a use was announced and may be challenged."""
    return server.table_of(record_before_contest(game))


def in_contest(page: Page) -> bool:
    return page.locator(".stake").is_visible()


def play_the_contest(driver: Driver) -> TableState:
    """Challenge, and play the contest until GIPF continues."""
    state = driver.point_at(CHALLENGE)
    assert in_contest(driver.page)
    while in_contest(driver.page) and not state.over:
        state = driver.step(state)
    return state


@pytest.mark.parametrize("to", LINKS if CHECK else LINKS_SAMPLE)
def test_a_contest_is_played_by_pointing(server: Server, open_table: OpenTable, to: str) -> None:
    table = before_a_contest(server, linked_game(to))
    end = play_the_contest(open_table(table, seed=1))
    assert len(server.replayed(table).decisions) == end.number


@pytest.mark.parametrize("version", ["dice", "one-shot"] if CHECK else ["dice"])
def test_a_contest_of_a_preset_is_played_by_pointing(
    server: Server, open_table: OpenTable, version: str
) -> None:
    table = before_a_contest(server, gipfel.game("project", version))
    end = play_the_contest(open_table(table, seed=1))
    assert len(server.replayed(table).decisions) == end.number


def test_a_throw_can_be_checked(server: Server, open_table: OpenTable) -> None:
    """The result of a die stays visible, with the proof that nobody cheated."""
    driver = open_table(before_a_contest(server, linked_game("die")))
    driver.point_at(CHALLENGE)
    driver.point_at("button roll")
    driver.page.locator(".chance .proof summary").click()
    assert driver.page.locator(".chance .proof code").count() == 4


WATCH_THROW = """() => {
  window.seen = [];
  const look = () => window.seen.push({
    rolling: Boolean(document.querySelector(".chance.rolling")),
    told: document.querySelector(".thrown-text")?.textContent ?? "",
    number: Number(document.querySelector("[data-number]").dataset.number),
    stake: !document.querySelector(".stake").hidden,
    toasts: document.querySelectorAll(".toast").length,
  });
  new MutationObserver(look).observe(document.body, { subtree: true, childList: true, attributes: true });
}"""
"""Notes what the page shows whenever it changes."""


@pytest.mark.parametrize(
    ("motion", "rolls"), [pytest.param("no-preference", True), pytest.param("reduce", False)]
)
def test_a_result_is_told_when_the_throw_has_come_to_rest(
    server: Server, open_table: OpenTable, motion: str, rolls: bool
) -> None:
    """Neither the number nor what follows from it is shown before; without motion it is told at once."""
    driver = open_table(before_a_contest(server, linked_game("die")), reduced_motion=motion)
    before = driver.point_at(CHALLENGE)
    driver.page.evaluate(WATCH_THROW)
    press(driver, "Roll")
    expect(driver.page.locator(".thrown-text")).to_contain_text(" has ")
    seen = driver.page.evaluate("window.seen")
    rolling = [shown for shown in seen if shown["rolling"]]
    assert bool(rolling) == rolls
    for shown in rolling:
        assert shown == {"rolling": True, "told": "", "number": before.number, "stake": True, "toasts": 0}
    assert not in_contest(driver.page)
    assert driver.read().number == before.number + 1


@pytest.mark.parametrize(
    ("first", "labels"),
    [
        pytest.param("user", {"White, Ada", "Black, Emmy"}, id="the same sides"),
        pytest.param("opponent", {"Black, Ada", "White, Emmy"}, id="other sides"),
    ],
)
def test_players_have_their_names_in_a_contest(
    server: Server, open_table: OpenTable, first: str, labels: set[str]
) -> None:
    """Who begins the contest plays White there, whatever his side in the game around it."""
    driver = open_table(before_a_contest(server, linked_game("yinsh blitz", first)))
    state = driver.point_at(CHALLENGE)
    while not driver.page.locator(".corner").is_visible():
        state = driver.step(state)
    cards = driver.page.locator("[data-owner][aria-label]").all()
    assert {card.get_attribute("aria-label") for card in cards} == labels


# --- Something is given up ------------------------------------------------------------------------------

POTENTIALS_WAIT = "e2=Wpp,e8=Bpp w m W:10/Z3/L B:10/Z3/L 0/0"
GIVES_UP = "A basic piece sends all 3 waiting potentials out of the game."


def test_a_basic_piece_that_gives_up_potentials_is_asked_once(server: Server, open_table: OpenTable) -> None:
    """It is said when the pointer is over the piece and when it is chosen; each side is asked once."""
    driver = open_table(server.table("project", "menu", position=POTENTIALS_WAIT))
    page = driver.page
    tip = "node => getComputedStyle(node, '::after').content"
    piece, other = (
        page.locator(f'.player.active [data-target="tray {name}"]') for name in ("basic", "ZÈRTZ")
    )
    assert [piece.evaluate(tip), other.evaluate(tip)] == ["none", "none"]
    piece.hover()
    assert [piece.evaluate(tip), other.evaluate(tip)] == [f'"{GIVES_UP}"', "none"]
    other.hover()
    assert [piece.evaluate(tip), other.evaluate(tip)] == ["none", "none"]
    state = driver.point_at("tray basic")
    expect(page.locator(".sentence")).to_contain_text(GIVES_UP)
    state = driver.point_at("spot e2", driver.point_at("dot e1", state))
    expect(page.locator(".sentence")).to_have_text(f"{GIVES_UP} Is this what you want?")
    press(driver, "Take back")
    expect(page.locator(".sentence")).not_to_contain_text(GIVES_UP)
    state = driver.read()
    for target in ("tray basic", "dot e1", "spot e2"):
        state = driver.point_at(target, state)
    assert (state.number, state.side) == (1, "black")
    for target in ("tray basic", "dot b1", "spot b2"):
        state = driver.point_at(target, state)
    state = driver.point_at("button sure", state)
    assert (state.number, state.side) == (2, "white")


@only_in_check
def test_a_loaded_piece_is_not_asked_about(server: Server, open_table: OpenTable) -> None:
    driver = open_table(server.table("project", "menu", position=POTENTIALS_WAIT))
    state = driver.read()
    for target in ("tray ZÈRTZ", "dot b1", "spot b2"):
        state = driver.point_at(target, state)
    assert (state.number, state.side) == (1, "black")


# --- Two players by link --------------------------------------------------------------------------------


def contest_by_link(open_pair: OpenPair, **options: str) -> Pair:
    """Two players at a contest of ZÈRTZ that has just begun."""
    pair = open_pair(record=record_before_contest(linked_game("zertz blitz", "user", **options)))
    driver = pair.of(side_to_act(pair))
    spot = driver.read().spot(CHALLENGE)
    driver.page.mouse.click(spot.x, spot.y)
    for driver in (pair.white, pair.black):
        expect(driver.page.locator(".stake")).to_be_visible()
    return pair


def test_two_players_agree_on_a_tie_of_a_contest(open_pair: OpenPair) -> None:
    """The contest is over, the evening goes on."""
    pair = contest_by_link(open_pair)
    press(pair.white, "End the contest")
    press(pair.white, "Offer a tie")
    expect(offer(pair.white)).to_contain_text("You offer to call this contest a tie.")
    expect(offer(pair.black)).to_contain_text("Ada offers to call this contest a tie.")
    press(pair.black, "No, thanks")
    expect(pair.white.page.locator(".toast")).to_contain_text("Emmy declines the tie.")
    press(pair.black, "End the contest")
    press(pair.black, "Offer a tie")
    press(pair.white, "Accept the tie")
    for driver in (pair.white, pair.black):
        expect(driver.page.locator(".stake")).to_be_hidden()
        expect(driver.page.locator('[data-over="false"]')).to_be_visible()


def test_a_contest_is_resigned_and_not_the_evening(open_pair: OpenPair) -> None:
    """A question that is still open when the contest ends disappears: it would resign the game."""
    pair = contest_by_link(open_pair)
    press(pair.black, "End the contest")
    expect(pair.black.page.locator("dialog[open]")).to_contain_text("only the contest is lost")
    press(pair.white, "End the contest")
    press(pair.white, "Resign the contest")
    for driver in (pair.white, pair.black):
        expect(driver.page.locator(".stake")).to_be_hidden()
        expect(driver.page.locator("dialog[open]")).to_have_count(0)
        expect(driver.page.locator('[data-over="false"]')).to_be_visible()


def test_a_contest_is_lost_on_time(open_pair: OpenPair) -> None:
    """The clocks of both pages show the time of the contest, and the game around it goes on afterwards."""
    pair = contest_by_link(open_pair, **{"link.clock": "increment minutes=0 seconds=5"})
    away = side_to_act(pair)
    for driver in (pair.white, pair.black):
        expect(driver.page.locator(".clock.runs")).to_have_attribute("data-clock", away)
        expect(driver.page.locator(".clock.runs")).to_have_text(re.compile(r"0:0[0-5]\.[0-9]"))
    for driver in (pair.white, pair.black):
        expect(driver.page.locator(".stake")).to_be_hidden(timeout=15_000)
        expect(driver.page.locator(".toast")).to_contain_text(f"{away.capitalize()} has no time left.")
        expect(driver.page.locator('[data-over="false"]')).to_be_visible()
        expect(driver.page.locator(".clock")).to_have_count(0)


@only_in_check
def test_a_contest_is_claimed_from_a_player_who_stays_away(
    server: Server, open_pair: OpenPair, errors: PageErrors
) -> None:
    """Only the other player gets the button, and not before the days are over."""
    errors.allow("WebSocket", "ERR_CONNECTION")
    pair = contest_by_link(open_pair)
    away = side_to_act(pair)
    waits = pair.of("black" if away == "white" else "white")
    expect(offer(waits)).to_have_count(0)
    press(waits, "End the contest")
    expect(waits.page.locator("dialog[open]")).to_contain_text("you can claim the contest")
    press(waits, "Go on playing")
    make_older(server, pair.table, days=4)
    expect(offer(pair.of(away))).to_contain_text("You have decided nothing for too long", timeout=30_000)
    expect(pair.of(away).page.get_by_role("button", name="Claim the contest")).to_have_count(0)
    press(waits, "Claim the contest")
    for driver in (pair.white, pair.black):
        expect(driver.page.locator(".stake")).to_be_hidden()
        expect(driver.page.locator('[data-over="false"]')).to_be_visible()


def make_older(server: Server, table: str, days: int) -> None:
    """Let everything at a table have happened some days earlier."""
    server.stop()
    earlier = "UPDATE happenings SET at = strftime('%Y-%m-%d %H:%M:%f', at, ?) WHERE \"table\" = ?"
    with closing(sqlite3.connect(server.database)) as database, database:
        assert database.execute(earlier, (f"-{days} days", table)).rowcount
    server.start()


# --- Swapped colours, and results from elsewhere --------------------------------------------------------


def sentence(driver: Driver) -> Any:
    """An expectation about the sentence that a page shows."""
    return expect(driver.page.locator(".sentence"))


def challenger_of(game: gipfel.Game) -> str:
    """The side that can challenge the announced use of a prepared game."""
    return str(gipfel.replay(gipfel.read_record(record_before_contest(game))).position.side).lower()


@only_in_check
def test_in_a_contest_with_swapped_colours_players_are_you(open_pair: OpenPair) -> None:
    """Black begins the contest, and so plays White there."""
    first = "opponent" if challenger_of(linked_game("gipf")) == "black" else "user"
    pair = open_pair(record=record_before_contest(linked_game("gipf", first)))
    press(pair.of(side_to_act(pair)), "Challenge")
    sentence(pair.white).to_contain_text("You are Black here.")
    sentence(pair.black).to_contain_text("You are White here.")
    for driver in (pair.white, pair.black):
        assert not re.search("(Black|White) is", driver.page.inner_text(".table"))


def reported_by_link(open_pair: OpenPair) -> tuple[Driver, Driver]:
    """The pages of a user who has reported a victory in ludo, and of an opponent who disputes it."""
    pair = open_pair(record=record_before_contest(linked_game("outside ludo")))
    opponent = pair.of(side_to_act(pair))
    user = pair.black if opponent is pair.white else pair.white
    press(opponent, "Challenge")
    expect(user.page.locator(".stake strong")).to_have_text("ludo")
    sentence(user).to_contain_text("report who has won ludo.")
    press(user, "White has won" if user is pair.white else "Black has won")
    press(opponent, "Dispute it")
    sentence(user).to_contain_text("your report is disputed.")
    return user, opponent


def goes_on(*drivers: Driver) -> None:
    """The contest is over, and the evening goes on."""
    for driver in drivers:
        expect(driver.page.locator(".stake")).to_be_hidden()
        expect(driver.page.locator('[data-over="false"]')).to_be_visible()


@only_in_check
def test_a_disputed_report_is_withdrawn(open_pair: OpenPair) -> None:
    user, opponent = reported_by_link(open_pair)
    assert not opponent.page.get_by_role("button", name="Withdraw the report").count()
    press(user, "Withdraw the report")
    press(user, "Nobody has won")
    press(opponent, "Confirm")
    goes_on(user, opponent)


def test_a_disputed_game_is_played_again(open_pair: OpenPair) -> None:
    user, opponent = reported_by_link(open_pair)
    press(user, "Play it again")
    sentence(opponent).to_contain_text("proposes to play it again: ")
    press(opponent, "Play it again")
    press(user, "The other one reports")
    press(opponent, "White has won")
    press(user, "Confirm")
    goes_on(user, opponent)


@only_in_check
def test_a_coin_decides_a_dispute(open_pair: OpenPair) -> None:
    user, opponent = reported_by_link(open_pair)
    press(user, "Play it again")
    press(opponent, "Let a coin decide")
    sentence(user).to_contain_text("proposes a coin: ")
    press(user, "Let a coin decide")
    for driver in (user, opponent):
        expect(driver.page.locator("button.roll")).to_be_visible()
    press(opponent, "Toss the coin")
    goes_on(user, opponent)
    for driver in (user, opponent):
        expect(driver.page.locator(".chance .thrown-text")).to_contain_text("The coin shows")
        assert driver.page.locator(".chance .proof code").count() == 4


@only_in_check
def test_the_engine_trusts_what_is_reported(server: Server, open_table: OpenTable) -> None:
    """The engine uses a potential; it asks who has won, and believes the answer."""
    game = linked_game("outside ludo")
    engine = {"kind": "engine", "player": "greedy"}
    seats = {"white": engine, "black": engine, challenger_of(game): {"kind": "person"}}
    created = server.post("/api/tables", {"record": record_before_contest(game), "seats": seats})
    driver = open_table(created["id"])
    press(driver, "Challenge")
    trusts = "The engine was not there: it trusts what you report."
    sentence(driver).to_contain_text(trusts, timeout=GETTING_READY)
    press(driver, "Nobody has won")
    goes_on(driver)
