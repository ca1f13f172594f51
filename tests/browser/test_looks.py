"""How boards and pieces look and sound: board themes, letters, coordinates, sounds, saved pictures."""

import pytest
from playwright.sync_api import Page, expect

import gipfel
from gipfel.draw.theme import BoardTheme, Theme
from tests.browser.conftest import OpenPage, OpenTable
from tests.helpers.browser.driver import shown_table
from tests.helpers.browser.kept_settings import keep_settings
from tests.helpers.browser.screens import PHONE
from tests.helpers.browser.server import Server
from tests.helpers.check import CHECK, only_in_check
from tests.helpers.contrast import SHAPE, TEXT, contrast

GAMES = gipfel.game_names() if CHECK else ("gipf", "punct")
OTHER_BOARDS = [board for board in BoardTheme if board is not BoardTheme.PLAIN]
BOARDS = OTHER_BOARDS if CHECK else OTHER_BOARDS[:1]
SMALLEST_LABEL = 10
"""CSS pixels."""
COLOUR = """
([selector, property]) => {
  const paint = document.createElement("canvas").getContext("2d");
  paint.fillStyle = getComputedStyle(document.querySelector(selector))[property];
  return paint.fillStyle;
}
"""
LABELS = """
() => {
  const texts = [...document.querySelectorAll(".stage > .board .coordinates text")];
  return texts.filter((text) => text.textContent).map((text) => {
    const {a, b} = text.getScreenCTM();
    return Number(text.closest("[font-size]").getAttribute("font-size")) * Math.hypot(a, b);
  });
}
"""
LETTERS = """
() => [...document.querySelectorAll(".looks text")].map((text) => getComputedStyle(text).visibility)
"""
COUNT_SOUNDS = """
window.sounds = 0;
const start = AudioScheduledSourceNode.prototype.start;
AudioScheduledSourceNode.prototype.start = function (...when) {
  window.sounds += 1;
  return start.apply(this, when);
};
let hasBeenActive = false;
addEventListener("pointerdown", () => (hasBeenActive = true), true);
Object.defineProperty(navigator, "userActivation", {get: () => ({hasBeenActive})});
"""
"""Scripts that tests run count as actions of a user; here only touches do."""
KEEP_AUDIO = """
window.AudioContext = class extends AudioContext {
  constructor() {
    super();
    window.audio = this;
  }
};
"""
WOOD = Theme.LIGHT.tokens_of(BoardTheme.WOOD)
BOARD = ".stage > .board .ground path"


def colour(page: Page, selector: str, what: str = "fill") -> str:
    return str(page.evaluate(COLOUR, [selector, what]))


# --- Board themes -------------------------------------------------------------------------------------


def test_a_board_theme_is_chosen_by_keyboard_and_used_at_once(open_table: OpenTable, server: Server) -> None:
    page = open_table(server.table("gipf", "standard")).page
    page.wait_for_selector(BOARD)
    assert colour(page, BOARD) == Theme.LIGHT.tokens.board
    page.click(".bar-links a[href='#/settings']")
    page.get_by_role("radio", name="Slate").focus()
    for board, name in zip(OTHER_BOARDS, ("Box", "Wood", "Contrast"), strict=True):
        page.keyboard.press("ArrowRight")
        expect(page.get_by_role("radio", name=name)).to_be_checked()
        page.wait_for_selector(f":root[data-board={board.value}]", state="attached")
        assert colour(page, BOARD) == Theme.LIGHT.tokens_of(board).board
    page.reload()
    page.wait_for_selector(BOARD)
    assert colour(page, BOARD) == Theme.LIGHT.tokens_of(BoardTheme.CONTRAST).board


@pytest.mark.parametrize("theme", Theme)
@pytest.mark.parametrize("board", BOARDS)
def test_trays_have_the_colours_of_the_board_and_are_readable(
    open_page: OpenPage, server: Server, board: BoardTheme, theme: Theme
) -> None:
    page = open_page(f"/#/table/{server.table('gipf', 'standard')}", color_scheme=theme.value)
    keep_settings(page, board=board.value)
    page.wait_for_selector(".stock")
    tray = colour(page, ".stocks", "backgroundColor")
    assert tray == theme.tokens_of(board).well
    for text in (".stock-name", ".stock-count"):
        assert contrast(colour(page, text, "color"), tray) >= TEXT
    assert contrast(colour(page, ".target", "stroke"), colour(page, BOARD)) >= SHAPE


def test_covers_and_rules_have_the_board_theme(open_page: OpenPage) -> None:
    page = open_page("/#/")
    keep_settings(page, board="wood")
    for address in ("/#/", "/#/rules/gipf/standard"):
        page.goto(address)
        page.wait_for_selector("[data-game=gipf] .small-picture > path")
        assert colour(page, "[data-game=gipf] .small-picture > path") == WOOD.board


def test_an_unknown_board_theme_of_another_version_is_forgotten(open_page: OpenPage) -> None:
    page = open_page("/#/settings")
    keep_settings(page, board="marble")
    expect(page.get_by_role("radio", name="Slate")).to_be_checked()


# --- Letters and coordinates --------------------------------------------------------------------------


def test_letters_are_on_marbles_only_if_wanted(open_page: OpenPage, server: Server) -> None:
    page = open_page(f"/#/table/{server.table('zertz', 'basic')}")
    for settings, visible in (
        ({}, "hidden"),
        ({"letters": True}, "visible"),
        ({"board": "contrast"}, "visible"),
    ):
        keep_settings(page, **settings)
        page.wait_for_selector(".looks text", state="attached")
        assert set(page.evaluate(LETTERS)) == {visible}, settings


@pytest.mark.parametrize("name", GAMES)
def test_coordinates_can_be_read_on_a_phone(open_page: OpenPage, server: Server, name: str) -> None:
    page = open_page(f"/#/table/{server.table(name, gipfel.game(name).version)}", viewport=PHONE)
    shown_table(page)
    sizes = page.evaluate(LABELS)
    assert sizes
    assert min(sizes) >= SMALLEST_LABEL
    page.set_viewport_size({"width": 320, "height": 640})
    page.wait_for_function(f"() => Math.min(...({LABELS})()) >= {SMALLEST_LABEL}")
    keep_settings(page, coordinates=False)
    shown_table(page)
    assert page.evaluate(LABELS) == []


# --- Sounds -------------------------------------------------------------------------------------------


def test_sounds_are_on_and_wait_for_the_first_touch(open_page: OpenPage, server: Server) -> None:
    page = open_page("/#/settings")
    page.add_init_script(COUNT_SOUNDS)
    page.goto(f"/#/table/{server.table('gipf', 'standard')}")
    page.reload()
    driver = shown_table(page)
    page.evaluate("async () => (await import('/web/sound.js')).play('turn')")
    assert page.evaluate("() => window.sounds") == 0
    driver.play(until=lambda state: state.number > 0)
    page.wait_for_function("() => window.sounds > 0")


def test_silent_audio_rests(open_page: OpenPage, server: Server) -> None:
    page = open_page("/#/settings")
    page.add_init_script(KEEP_AUDIO)
    page.goto(f"/#/table/{server.table('gipf', 'standard')}")
    page.reload()
    driver = shown_table(page)
    for number in range(2 if CHECK else 1):  # it wakes up again, too
        driver.play(until=lambda state, number=number: state.number > number)
        page.wait_for_function("() => window.audio?.state === 'running'")
        page.wait_for_function("() => window.audio.state === 'suspended'")


@only_in_check
def test_sounds_that_were_switched_off_stay_off(open_page: OpenPage, server: Server) -> None:
    page = open_page("/#/settings")
    page.add_init_script(COUNT_SOUNDS)
    page.goto(f"/#/table/{server.table('gipf', 'standard')}")
    keep_settings(page, sound=False)
    shown_table(page).play(until=lambda state: state.number > 0)
    assert page.evaluate("() => window.sounds") == 0


def test_sounds_tell_decisions_apart(open_page: OpenPage) -> None:
    page = open_page("/#/settings")
    names = page.evaluate(
        """async () => {
          const {soundOf} = await import("/web/sound.js");
          const kinds = [["move"], ["move", "lift"], ["move", "flip"]];
          return [...kinds.map((these) => soundOf(these.map((kind) => ({kind})), false)), soundOf([], true)];
        }"""
    )
    assert names == ["move", "take", "flip", "end"]
