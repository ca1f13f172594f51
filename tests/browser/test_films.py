"""Seeing what happens: films are seen to their end, engines' replies wait a little, turns are seen again."""

from itertools import pairwise

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, OpenPair, OpenTable
from tests.helpers.browser.driver import Driver
from tests.helpers.browser.page_layout import drawn_pieces
from tests.helpers.browser.server import PERSONS, Server
from tests.helpers.browser.two_players import decide, decide_alone
from tests.helpers.check import only_in_check, some_of

RANDOM = {"kind": "engine", "player": "random"}
AGAINST_RANDOM = {"white": {"kind": "person"}, "black": RANDOM}
BREATH = 400
TOLERANCE = 20
"""Milliseconds: a timer of a browser may be a little early or late."""

NOTE_FILMS = """
  window.films = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, time) {
    const number = Number(document.querySelector("[data-number]")?.dataset.number);
    const begin = performance.now() + (time.delay ?? 0);
    if (this instanceof SVGElement) window.films.push({ number, begin, end: begin + time.duration });
    return animate.call(this, frames, time);
  };
  const listen = WebSocket.prototype.addEventListener;
  WebSocket.prototype.addEventListener = function (type, listener) {
    listen.call(this, type, (event) => {
      if (type === "message") window.received = JSON.parse(event.data).number ?? window.received;
      listener(event);
    });
  };
"""


def _open(open_page: OpenPage, table: str, motion: str = "no-preference") -> Driver:
    page = open_page("about:blank", reduced_motion=motion)
    page.add_init_script(NOTE_FILMS)
    page.goto(f"/#/table/{table}")
    return Driver(page, 1)


def _films(page: Page) -> dict[int, tuple[float, float]]:
    """When the film of each decision began and ended."""
    found: dict[int, tuple[float, float]] = {}
    for film in page.evaluate("window.films"):
        begin, end = found.get(film["number"], (film["begin"], film["end"]))
        found[film["number"]] = min(begin, film["begin"]), max(end, film["end"])
    return found


def test_a_reply_of_the_engine_begins_a_breath_after_ones_own_film(
    server: Server, open_page: OpenPage
) -> None:
    driver = _open(open_page, server.table("gipf", "basic", seats=AGAINST_RANDOM))
    assert driver.decide().number == 2
    own, reply = (_films(driver.page)[number] for number in (1, 2))
    assert own[0] < own[1]
    assert reply[0] >= own[1] + BREATH - TOLERANCE


@only_in_check
def test_both_halves_of_a_turn_are_seen_one_after_the_other(server: Server, open_page: OpenPage) -> None:
    """In TZAAR the first player moves once, then everybody twice."""
    driver = _open(open_page, server.table("tzaar", "random", seed=1, seats=AGAINST_RANDOM))
    assert driver.decide().number == 3
    films = [_films(driver.page)[number] for number in (1, 2, 3)]
    for before, after in pairwise(films):
        assert after[0] >= before[1] - TOLERANCE


ACT_ON_REPLY = """(event) => {
  const table = document.querySelector(".table");
  const act = async () => {
    while (window.received !== 4) await new Promise((resolve) => setTimeout(resolve));
    const before = table.dataset.number;
    const made = event === "keydown" ? new KeyboardEvent(event, { key: "Shift" }) : new PointerEvent(event);
    (event === "keydown" ? document : table).dispatchEvent(made);
    return [before, table.dataset.number];
  };
  window.acted = act();
}"""


@pytest.mark.parametrize("event", some_of(["pointerdown", "keydown"], 1))
def test_nothing_waits_for_films_once_the_user_acts(server: Server, open_page: OpenPage, event: str) -> None:
    driver = _open(open_page, server.table("gipf", "basic", seats=AGAINST_RANDOM))
    begun = driver.step(driver.decide())  # the first reply may be late
    driver.page.evaluate(ACT_ON_REPLY, event)
    driver.page.mouse.click(begun.open[0].x, begun.open[0].y)
    assert driver.page.evaluate("window.acted") == ["3", "4"]


def test_with_reduced_motion_nothing_waits(server: Server, open_page: OpenPage) -> None:
    driver = _open(open_page, server.table("gipf", "basic", seats=AGAINST_RANDOM), "reduce")
    assert driver.decide().number == 2
    assert not _films(driver.page)


QUEUE = """async (seats) => {
  const { FilmQueue } = await import("/web/table/film-queue.js");
  const shown = [];
  const queue = new FilmQueue((table, slowness) => (shown.push([table.number, slowness]), 5));
  const table = { side: "black", seats, mine: ["white"], open: false, time: null, clock: null };
  for (let number = 0; number < 12; number++) {
    queue.add({ ...table, number });
    while (queue.waiting.length) await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return shown;
}"""


def test_films_of_a_long_chain_get_quicker_and_none_is_left_out(open_page: OpenPage) -> None:
    page = open_page("/#/", reduced_motion="no-preference")
    shown = page.evaluate(QUEUE, AGAINST_RANDOM)
    assert [number for number, _ in shown] == [*range(12)]
    slowness = [slow for _, slow in shown]
    assert max(slowness[-4:]) < slowness[1]
    assert min(slowness) > 0


# --- Looking back -----------------------------------------------------------------------------------


def test_turns_are_clicked_and_stepped_through(server: Server, open_table: OpenTable) -> None:
    driver = open_table(server.table("gipf", "basic", seats=PERSONS))
    driver.read()
    pictures = [drawn_pieces(driver.page)]
    for _ in range(4):
        driver.decide()
        pictures.append(drawn_pieces(driver.page))
    page = driver.page
    page.click('.turns [data-at="2"]')
    expect(page.locator(".sentence")).to_contain_text("look back")
    expect(page.locator('.turns [data-at="2"]')).to_have_attribute("aria-current", "")
    for key, at in [("ArrowLeft", 1), ("ArrowRight", 2), ("ArrowRight", 3), ("Home", 0)]:
        page.keyboard.press(key)
        expect(page.locator(".table.looking-back")).to_have_attribute("data-past", str(at))
        assert drawn_pieces(page) == pictures[at]
        assert not page.locator(".board .hit.open").count()
    page.get_by_role("button", name="Back to now").click()
    expect(page.locator(".looking-back")).to_have_count(0)
    assert drawn_pieces(page) == pictures[4]
    assert driver.decide().number == 5


def test_a_decision_of_the_opponent_is_announced_to_who_looks_back(open_pair: OpenPair) -> None:
    pair = open_pair("gipf", version="basic")
    for _ in range(3):
        decide(pair)
    page = pair.white.page
    page.click('.turns [data-at="1"]')
    expect(page.locator(".looking-back")).to_have_attribute("data-past", "1")
    decide_alone(pair.black)
    expect(page.locator(".sentence")).to_contain_text("Emmy has moved meanwhile.")
    expect(page.locator(".looking-back")).to_have_attribute("data-past", "1")
    page.keyboard.press("Escape")
    expect(page.locator(".looking-back")).to_have_count(0)
    assert drawn_pieces(page) == drawn_pieces(pair.black.page)


def test_the_last_turn_is_seen_again_with_one_key(server: Server, open_page: OpenPage) -> None:
    """All decisions of it, one after the other; then the table is as it was."""
    driver = _open(open_page, server.table("tzaar", "random", seed=1, seats=AGAINST_RANDOM))
    driver.decide()
    page = driver.page
    now = drawn_pieces(page)
    expect(page.locator(".motion > *")).to_have_count(0)
    page.evaluate("window.films = []")
    page.keyboard.press("l")
    for at in ("1", "2", "3"):
        expect(page.locator(".looking-back")).to_have_attribute("data-past", at)
    expect(page.locator(".looking-back")).to_have_count(0)
    assert drawn_pieces(page) == now
    assert len(page.evaluate("window.films")) >= 2
