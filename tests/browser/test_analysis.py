"""The analysis board: variations, comments, engine lines, marks, links and records."""

import json
import re
from pathlib import Path
from random import Random

import pytest
from playwright.sync_api import Browser, Page, expect

import gipfel
from gipfel.explorer import build_explorer
from tests.browser.conftest import OpenPage, PageErrors
from tests.helpers.browser.accessibility import violations
from tests.helpers.browser.large_analyses import VARIATIONS, large_record
from tests.helpers.browser.page_layout import scrolls_sideways
from tests.helpers.browser.prepared_games import beginning, random_game, record_text
from tests.helpers.browser.screens import DESKTOP, PHONE
from tests.helpers.browser.server import OWNER, Server
from tests.helpers.check import only_in_check, some_of
from tests.helpers.explorer_games import counted

RECORD = """Gipfel record 2
game: gipf
version: basic

1. e1-e3 [!]
> 1. a1-c3  # name: The corner
> 2. c2
>> 2. b3
> 3. g2
2. c2  # too quiet
3. g2
result: *
"""


PLAIN = "\n".join(line for line in RECORD.splitlines() if not line.startswith(">")) + "\n"
"""The same game without variations."""

IDLE = "() => document.querySelector('.review-turns') && document.querySelector('.review[data-busy=false]')"
"""Nothing is asked for at the moment."""


def point(page: Page, *targets: str) -> None:
    """Point at targets on the board."""
    for target in targets:
        page.locator(f'.hits [data-target="{target}"].open').dispatch_event("click")


@pytest.mark.parametrize("screen", some_of([PHONE, None], 1))
def test_a_move_on_the_board_begins_a_variation_that_is_kept(
    open_page: OpenPage, server: Server, screen: dict[str, int] | None
) -> None:
    table = server.table_of(PLAIN)
    page = open_page(f"/#/review/{table}/1", **({"viewport": screen} if screen else {}))
    expect(page.locator(".review-counter")).to_have_text("1 / 3")
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        point(page, "dot b1", "spot b2")
        expect(page.locator(".in-variation")).to_have_count(1)
    expect(page.locator(".in-variation[aria-current]")).to_have_count(1)
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        page.get_by_label("Name of the variation").fill("Another way")
        page.get_by_label("Comment").fill("perhaps better")
        page.get_by_label("Comment").blur()
    expect(page.locator(".review-variation-name")).to_have_text("Another way")
    page.reload()
    expect(page.locator(".review-variation-name")).to_have_text("Another way")
    expect(page.locator(".review-variation .review-comment")).to_have_text("perhaps better")
    page.locator(".in-variation").click()
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        page.get_by_role("button", name="Delete the variation").click()
    expect(page.locator(".in-variation")).to_have_count(0)
    expect(page.locator(".review-counter")).to_have_text("1 / 3")


def kept_comment(server: Server, table: str) -> str:
    """The first comment of the owner's analysis, as the server has it."""
    notes = server.get(f"/api/tables/{table}/analysis")["tree"]["notes"]
    return str(min(notes, key=lambda note: int(note["at"]))["comment"])


def test_a_comment_is_kept_while_it_is_written(open_page: OpenPage, server: Server) -> None:
    """Nobody has to leave the field, and what the page draws meanwhile replaces nothing."""
    table = server.table_of(PLAIN)
    page = open_page(f"/#/review/{table}/1")
    comment = page.get_by_label("Comment")
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        comment.press_sequentially("a first ")
    expect(comment).to_have_value("a first ")
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        comment.press_sequentially("thought")
    expect(comment).to_have_value("a first thought")
    assert kept_comment(server, table) == "a first thought"


def test_a_comment_is_sent_again_if_the_server_did_not_answer(
    open_page: OpenPage, server: Server, errors: PageErrors
) -> None:
    errors.allow("ERR_FAILED")
    table = server.table_of(PLAIN)
    page = open_page(f"/#/review/{table}/1")
    expect(page.get_by_text("too quiet")).to_be_visible()
    page.route(f"**/api/tables/{table}/analysis*", lambda route: route.abort())
    with page.expect_event("requestfailed"):
        page.get_by_label("Comment").fill("kept all the same")
    page.unroute(f"**/api/tables/{table}/analysis*")
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        page.evaluate("location.hash = '#/'")
    assert kept_comment(server, table) == "kept all the same"


def test_on_a_desktop_only_parts_of_the_page_scroll(open_page: OpenPage, server: Server) -> None:
    page = open_page(f"/#/review/{server.table_of(RECORD)}/0", viewport=DESKTOP)
    expect(page.locator(".in-variation")).to_have_count(4)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_the_next_move_of_the_game_is_no_variation(open_page: OpenPage, server: Server) -> None:
    page = open_page(f"/#/review/{server.table_of(RECORD)}/0")
    expect(page.locator(".in-variation")).to_have_count(4)
    point(page, "dot e1", "spot e2")
    expect(page.locator(".review-counter")).to_have_text("1 / 3")
    expect(page.locator(".in-variation")).to_have_count(4)


def test_keys_walk_through_the_tree(open_page: OpenPage, server: Server) -> None:
    page = open_page(f"/#/review/{server.table_of(RECORD)}/0")
    expect(page.locator(".in-variation")).to_have_count(4)
    page.keyboard.press("ArrowDown")
    expect(page.locator(".review-turn[aria-current]")).to_have_text("a1-c3")
    page.keyboard.press("ArrowRight")
    expect(page.locator(".review-turn[aria-current]")).to_have_text("c2")
    page.keyboard.press("ArrowDown")
    expect(page.locator(".review-turn[aria-current]")).to_have_text("b3")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".review-turn[aria-current]")).to_have_text("a1-c3")
    page.get_by_role("button", name="Back to the game").click()
    expect(page.locator(".review-turn[aria-current]")).to_have_count(0)


def test_a_record_with_a_tree_is_saved_as_it_was(open_page: OpenPage, server: Server, tmp_path: Path) -> None:
    page = open_page(f"/#/review/{server.table_of(RECORD)}")
    expect(page.locator(".in-variation")).to_have_count(4)
    with page.expect_download() as download:
        page.get_by_role("button", name="Save record").click()
    download.value.save_as(tmp_path / "game.txt")
    saved = gipfel.read_record((tmp_path / "game.txt").read_text(encoding="utf-8"))
    assert saved.turns == gipfel.read_record(RECORD).turns


@pytest.mark.parametrize("way", ["file", "paste"])
def test_a_record_that_is_loaded_opens_with_its_tree(open_page: OpenPage, tmp_path: Path, way: str) -> None:
    """Its variations, names, comments, marks and evaluations."""
    text = RECORD.replace("[!]", "[!, white 70%]").replace("3. g2\nresult", "3. g2 [white 30%]\nresult")
    page = open_page("/#/")
    page.get_by_role("button", name="Load a record").click()
    if way == "file":
        (tmp_path / "game.txt").write_text(text, encoding="utf-8")
        page.locator("dialog input[type=file]").set_input_files(tmp_path / "game.txt")
    else:
        page.locator("dialog textarea").fill(text)
        page.locator("dialog").get_by_role("button", name="Load", exact=True).click()
    expect(page.locator(".in-variation")).to_have_count(4)
    expect(page.locator(".review-variation-name")).to_have_text("The corner")
    expect(page.locator(".review-comment")).to_have_text("too quiet")
    expect(page.locator(".review-turn .turn-mark").first).to_contain_text("!")
    expect(page.locator(".graph")).to_be_visible()


def test_a_link_shows_an_analysis_to_others(open_page: OpenPage, server: Server) -> None:
    table = server.table_of(RECORD)
    owner = open_page(f"/#/review/{table}/0")
    expect(owner.locator(".in-variation")).to_have_count(4)
    analysis = owner.evaluate(f"fetch('/api/tables/{table}/analysis').then((answer) => answer.json())")
    assert json.dumps(analysis).find("key") < 0
    guest = open_page(f"/#/review/{table}/0/{analysis['id']}", owner=False)
    expect(guest.locator(".in-variation")).to_have_count(4)
    point(guest, "dot b1", "spot b2")
    expect(guest.locator(".in-variation")).to_have_count(5)
    owner.reload()
    expect(owner.locator(".in-variation")).to_have_count(4)


def test_engine_lines_are_clicked_and_drawn(open_page: OpenPage, server: Server) -> None:
    page = open_page(f"/#/review/{server.table_of(RECORD)}/0")
    page.set_default_timeout(60_000)
    page.get_by_role("button", name="What would the engine play?").click()
    expect(page.locator(".arrow.is-best")).to_have_count(1, timeout=60_000)
    moves = page.locator(".engine-line").first.locator(".engine-move")
    expect(moves.nth(1)).to_be_visible(timeout=60_000)
    page.get_by_role("button", name="Stop thinking").first.click()
    expect(page.get_by_role("button", name="What would the engine play?")).to_be_visible()
    second = moves.nth(1).inner_text()
    moves.nth(1).click()
    expect(page.locator(".review-turn[aria-current]")).to_have_text(second)


def test_the_whole_game_is_judged_and_never_again(open_page: OpenPage, server: Server) -> None:
    table = server.table_of(RECORD)
    page = open_page(f"/#/review/{table}/0")
    page.get_by_role("button", name="Ask the engine about the whole game").click()
    expect(page.get_by_role("button", name="Ask the engine about the whole game")).to_be_hidden(
        timeout=60_000
    )
    expect(page.locator(".graph")).to_be_visible()
    expect(page.get_by_text("The engine looks at the game")).to_be_hidden(timeout=60_000)
    page.reload()
    expect(page.locator(".graph")).to_be_visible()
    box = page.locator(".graph-picture").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 1, box["y"] + 20)
    page.mouse.down()
    expect(page.locator(".review-counter")).to_have_text("0 / 3")
    page.mouse.move(box["x"] + box["width"] - 1, box["y"] + 20)
    expect(page.locator(".review-counter")).to_have_text("3 / 3")
    page.mouse.up()
    page.locator(".graph-picture").press("ArrowLeft")
    expect(page.locator(".review-counter")).to_have_text("2 / 3")


@pytest.mark.parametrize(("screen", "theme"), some_of([(PHONE, "dark"), (DESKTOP, "light")], 1))
def test_the_analysis_board_violates_no_rule(
    open_page: OpenPage, server: Server, screen: dict[str, int], theme: str
) -> None:
    table = server.table_of(RECORD)
    page = open_page(f"/#/review/{table}/0", viewport=screen, color_scheme=theme)
    page.locator(".in-variation").nth(2).click()
    expect(page.get_by_role("button", name="Delete the variation")).to_be_visible()
    page.get_by_role("button", name="What would the engine play?").click()
    expect(page.locator(".arrow.is-best")).to_have_count(1, timeout=60_000)
    page.get_by_role("button", name="Stop thinking").first.click()
    page.wait_for_load_state("networkidle")
    assert not violations(page)
    assert not scrolls_sideways(page)


def test_the_explorer_stands_beside_the_lines(browser: Browser, tmp_path: Path, errors: PageErrors) -> None:
    file = tmp_path / "games.explorer"
    build_explorer(file, [counted("b3", "b4", result="1-0"), counted("b3", "c2"), counted("a1-c3")])
    with Server(tmp_path, "--explorer", str(file)) as server:
        context = browser.new_context(
            base_url=server.url, viewport=DESKTOP, reduced_motion="reduce", locale="en"
        )
        context.add_cookies([OWNER])
        page = context.new_page()
        errors.watch(page)
        page.goto(f"/#/review/{server.table_of(PLAIN)}/0")
        rows = page.locator(".explorer-table tbody tr")
        expect(rows).to_have_count(2)
        expect(rows.first).to_contain_text("2")
        rows.first.get_by_role("button").click()
        expect(page.locator(".in-variation[aria-current]")).to_have_text("b3")
        expect(rows).to_have_count(2)
        context.close()


def test_the_explorer_counts_own_games_and_says_how_to_get_some(open_page: OpenPage, server: Server) -> None:
    """The test's server has no collections."""
    page = open_page(f"/#/review/{server.table_of(OWN_GAME.replace('1-0 resignation', '*'))}/1")
    panel = page.locator(".review-explorer")
    expect(panel).to_contain_text("None of your finished games came here")
    panel.get_by_role("button", name="Collections").click()
    expect(panel).to_contain_text("gipfel serve --explorer")
    server.table_of(OWN_GAME)
    panel.get_by_role("button", name="My games").click()
    expect(panel.locator("tbody tr")).to_have_count(1)
    panel.locator("tbody button").click()
    expect(page.locator(".review-counter")).to_have_text("2 / 2")


OWN_GAME = """Gipfel record 2
game: gipf
version: tournament

1. Gb3
2. Gd7
result: 1-0 resignation
"""


@only_in_check
def test_many_variations_are_shown(open_page: OpenPage, server: Server) -> None:
    """`benchmarks/analysis.py` measures how fast."""
    page = open_page(f"/#/review/{server.table_of(large_record())}/0")
    expect(page.locator(".review-variation")).to_have_count(VARIATIONS)


BLUNDER = """Gipfel record 2
game: gipf
version: basic
start: 3w/3w1/3b2/bbb2wb/6/5/4 b 12/10 0/0 B s

1. a4-c6
2. b3
result: *
"""


def test_a_mistake_is_marked_and_the_better_move_is_played(open_page: OpenPage, server: Server) -> None:
    page = open_page(f"/#/review/{server.table_of(BLUNDER)}/0")
    page.get_by_role("button", name="Ask the engine about the whole game").click()
    turn = page.locator(".review-turn[data-at]").first
    expect(turn.locator(".turn-mark")).to_contain_text("?", timeout=60_000)
    turn.click()
    expect(page.locator(".review-judged")).to_contain_text("Better was")
    expect(page.locator(".turning-button")).not_to_have_count(0)
    page.locator(".review-better").click()
    expect(page.locator(".in-variation[aria-current]")).to_have_count(1)


@only_in_check
def test_judging_a_game_can_be_stopped_and_goes_on_where_it_was(open_page: OpenPage, server: Server) -> None:
    game = random_game("gipf", "basic", seed=3)
    page = open_page(f"/#/review/{server.table_of(record_text(game))}")
    progress = page.get_by_text("The engine looks at the game")
    expect(progress).to_contain_text(re.compile(r": [3-9] of"), timeout=60_000)
    page.get_by_role("button", name="Stop thinking").click()
    expect(progress).to_be_hidden()
    expect(page.locator(".graph")).to_be_visible()
    known = page.locator(".graph-line").get_attribute("d") or ""
    page.get_by_role("button", name="Ask the engine about the whole game").click()
    expect(progress).to_contain_text(re.compile(r": ([4-9]|\d\d+) of"), timeout=5_000)
    assert (page.locator(".graph-line").get_attribute("d") or "").count("L") >= known.count("L")
    page.get_by_role("button", name="Stop thinking").click()


EVALUATED = """Gipfel record 2
game: gipf
version: basic

1. d7 [!, white 70%]
2. f7  # too quiet
3. g2 [white 30%]
result: *
"""
"""No other test has its positions judged."""


def test_evaluations_of_a_record_are_drawn_and_those_of_the_engine_are_saved(
    open_page: OpenPage, server: Server, tmp_path: Path
) -> None:
    page = open_page(f"/#/review/{server.table_of(EVALUATED)}/0")
    expect(page.locator(".graph-line")).to_have_attribute("d", re.compile("36.0L.*84.0"))
    page.get_by_role("button", name="Ask the engine about the whole game").click()
    expect(page.get_by_role("button", name="Stop thinking")).to_be_hidden(timeout=60_000)
    expect(page.get_by_role("button", name="Ask the engine about the whole game")).to_be_hidden()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save record").click()
    download.value.save_as(tmp_path / "game.txt")
    saved = gipfel.read_record((tmp_path / "game.txt").read_text(encoding="utf-8"))
    assert all(turn.evaluation is not None for turn in saved.turns)
    assert saved.turns[0].mark == "!"
    assert saved.turns[1].comment == "too quiet"


@pytest.mark.parametrize("name", some_of(gipfel.game_names(), 3))
def test_every_game_can_be_moved_in(open_page: OpenPage, server: Server, name: str) -> None:
    """Whatever is open is pointed at, until a turn is complete."""
    game = random_game(name, gipfel.game(name).version, seed=6)
    middle = beginning(game, len(game.decisions) // 3)
    page = open_page(f"/#/review/{server.table_of(record_text(middle))}/{len(middle.decisions) // 2}")
    kept, choice = page.locator(".in-variation"), Random(2)
    for _ in range(60):
        page.wait_for_function(IDLE)
        if kept.count():
            break
        found = page.locator(".hits .open, .stock.open, .choices [data-target], .choices .turn")
        if not found.count():
            break
        found.nth(choice.randrange(found.count())).dispatch_event("click")
    expect(kept).not_to_have_count(0)
