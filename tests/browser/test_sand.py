"""TAMSK on the page: sand runs cheaply, rings around targets cover no number, turns are told in words."""

from typing import Any

import pytest
from playwright.sync_api import Browser, expect

import gipfel
from tests.browser.conftest import OpenPage, OpenTable
from tests.helpers.browser.page_layout import drawn_pieces
from tests.helpers.browser.prepared_games import record_text
from tests.helpers.browser.screens import TOUCH_PHONE
from tests.helpers.browser.server import OWNER, Server
from tests.helpers.check import only_in_check, some_of

LAST_MINUTE = (
    "T2 001r{50000}1b{55000}/00000/000000/0b{48000}000001r{47000}/001r{52000}000/00000/0001b{45000} "
    "30.29 0.0 r - 0 @200000 - -"
)
"""All glasses are in their last minute, on spaces with and without rings."""

COVERED = """
() => {
  const has = (use) => document.querySelector(use.getAttribute("href")).querySelector("text") !== null;
  const pieces = [...document.querySelectorAll(".stage .board .pieces use")];
  const numbers = pieces.filter(has).map((use) => use.getBoundingClientRect());
  const rings = [...document.querySelectorAll(".stage .board circle:is(.target, .chosen, .hint)")];
  const covers = (ring, box) => {
    const outline = ring.getBoundingClientRect();
    const [x, y, r] = [outline.left + outline.width / 2, outline.top + outline.height / 2, outline.width / 2];
    const half = parseFloat(getComputedStyle(ring).strokeWidth) / 2 * ring.getScreenCTM().a;
    const dx = [box.left - x, box.right - x], dy = [box.top - y, box.bottom - y];
    const far = Math.hypot(Math.max(...dx.map(Math.abs)), Math.max(...dy.map(Math.abs)));
    const near = Math.hypot(Math.max(dx[0], -dx[1], 0), Math.max(dy[0], -dy[1], 0));
    return far > r - half && near < r + half;
  };
  return { numbers: numbers.length, rings: rings.length,
    covered: rings.filter((ring) => numbers.some((box) => covers(ring, box))).length };
}
"""


@pytest.mark.parametrize(
    "screen", some_of([TOUCH_PHONE, {}], 1), ids=lambda screen: "phone" if screen else "desktop"
)
def test_rings_around_targets_cover_no_number(
    server: Server, open_table: OpenTable, screen: dict[str, Any]
) -> None:
    driver = open_table(server.table("tamsk", "level2", position=LAST_MINUTE), **screen)
    driver.read()
    shown = driver.page.evaluate(COVERED)
    assert shown["numbers"] == 6
    assert shown["rings"] == 3
    assert shown["covered"] == 0
    driver.page.locator('[data-target="space e3"]').dispatch_event("click")
    expect(driver.page.locator(".board .chosen")).to_have_count(1)
    shown = driver.page.evaluate(COVERED)
    assert shown["rings"] > 3
    assert shown["covered"] == 0


def test_the_sand_runs_and_nothing_else_is_drawn_anew(server: Server, open_table: OpenTable) -> None:
    page = open_table(server.table("tamsk", "level2", position=LAST_MINUTE)).page
    page.wait_for_selector(".board .pieces use")
    before = drawn_pieces(page)
    page.evaluate(
        "for (const node of document.querySelectorAll('.board .pieces use')) node.dataset.old = '1'"
    )
    page.wait_for_function(
        "() => document.querySelectorAll('.board .pieces use:not([data-old])').length >= 6"
    )
    after = drawn_pieces(page)
    assert len(after) == len(before)
    assert after != before
    assert page.locator(".board .pieces use[data-old]").count() >= 40


def test_turns_are_told_in_words_with_the_time_small(server: Server, open_page: OpenPage) -> None:
    played = gipfel.Playthrough(gipfel.game("tamsk", "level3").start())
    for turn in ("0 b !", "5000 r a1-a2+", "9000 b a4~"):
        played.play_turn(turn)
    table = server.table_of(record_text(played))
    page = open_page(f"/#/table/{table}")
    cells = page.locator(".turns button.turn")
    expect(cells).to_have_text(["turns the timer 0:00", "a1–a2, ring 0:05", "lifts a4 0:09"])
    expect(page.locator(".turns .turn-time").first).to_have_text("0:00")
    expect(page.locator(".last-turn")).to_have_text("Last move: Black lifts a4")
    page.goto(f"/#/review/{table}")
    expect(page.locator(".review-turn").nth(1)).to_have_text("a1–a2, ring 0:05")


KEEP_FRAMES = """
  window.frames_shown = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (frames, how) {
    if (this.closest(".motion")) window.frames_shown.push(frames.map((frame) => frame.transform ?? ""));
    return animate.call(this, frames, how);
  };
"""


def test_a_glass_turns_over_on_its_way_and_its_ring_falls_into_place(
    server: Server, browser: Browser
) -> None:
    context = browser.new_context(base_url=server.url)
    context.add_cookies([OWNER])
    context.add_init_script(KEEP_FRAMES)
    page = context.new_page()
    page.goto(f"/#/table/{server.table('tamsk', 'level2')}")
    for name in ("space a1", "space a2", "button ring"):
        page.locator(f'.open[data-target="{name}"]').first.dispatch_event("click")
    page.wait_for_selector(".table[data-number='1']")
    page.wait_for_function("() => window.frames_shown.length >= 3")
    frames = page.evaluate("window.frames_shown")
    context.close()
    turned = [shown for shown in frames if "rotate(180deg)" in shown[-1]]
    assert len(turned) == 1
    moved = [
        shown for shown in frames if len({part.split(" rotate")[0].split(" scale")[0] for part in shown}) > 1
    ]
    assert moved == turned  # nothing else flies across the board


@only_in_check
def test_a_game_with_time_uses_little_processor_time(
    server: Server, open_table: OpenTable, browser: Browser
) -> None:
    page = open_table(server.table("tamsk", "level2", position=LAST_MINUTE.replace("200000", "9"))).page
    page.wait_for_selector(".board .pieces use")
    page.wait_for_timeout(2000)
    session = browser.new_browser_cdp_session()

    def used() -> float:
        processes = session.send("SystemInfo.getProcessInfo")["processInfo"]
        return sum(process["cpuTime"] for process in processes)

    before = used()
    page.wait_for_timeout(10_000)
    assert (used() - before) / 10 <= 0.05
