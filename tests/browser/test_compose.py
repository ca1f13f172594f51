"""The menu card: an evening is composed by tapping, by keys and by dragging, kept, sent as a link, begun."""

import base64
import re

import pytest
from playwright.sync_api import Locator, Page, expect

from gipfel.project.menu.menu import read_menu
from tests.browser.conftest import OpenPage, PageErrors
from tests.helpers.browser.driver import shown_table
from tests.helpers.browser.page_layout import assert_fits, bounding_box
from tests.helpers.browser.screens import TOUCH
from tests.helpers.check import only_in_check, some_of

LARGEST_PART = 30_000
"""The most letters of a menu in an address that the page looks at."""


@pytest.fixture
def composing(open_page: OpenPage) -> Page:
    """The page with the preset `evening`."""
    return begin(open_page("/#/compose"))


def begin(page: Page) -> Page:
    page.locator("[data-length=evening]").click()
    expect(agreement(page)).to_contain_text("three TAMSK and three ZÈRTZ")
    return page


def agreement(page: Page) -> Locator:
    return page.locator(".agreement")


def kind(page: Page, name: str) -> Locator:
    return page.locator(f".kind[data-kind={name}]")


def shelf(page: Page, value: str) -> Locator:
    return page.locator(f".shelf-item[data-value='{value}']")


def focused(page: Page) -> str:
    found: str = page.evaluate("document.activeElement.dataset.key ?? document.activeElement.dataset.value")
    return found


def menu_link(text: str) -> str:
    return f"/#/compose/{base64.urlsafe_b64encode(text.encode()).decode().rstrip('=')}"


# --- How long -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("length", "agreed"),
    [
        ("One or two hours", "three PÜNCT. Everybody may use them without winning anything first."),
        (
            "An evening",
            "You both have three TAMSK and three ZÈRTZ. To use one, win a game of its name first.",
        ),
        ("Several meetings", "three PÜNCT. To use one, win a game of its name first."),
    ],
)
def test_a_length_leads_to_a_menu(open_page: OpenPage, length: str, agreed: str) -> None:
    page = open_page("/#/compose")
    chosen = page.get_by_role("radio", name=length)
    chosen.click()
    expect(chosen).to_be_checked()
    expect(agreement(page)).to_contain_text(agreed)
    expect(agreement(page)).to_contain_text(re.compile("About .* (minutes|hours); half of the evenings"))


def test_presets_of_a_length_say_how_long_they_take(open_page: OpenPage) -> None:
    page = open_page("/#/compose")
    page.locator("[data-length=hours]").click()
    for preset in page.locator(".preset").all():
        expect(preset).to_contain_text(re.compile("minutes|hour"))
    page.get_by_role("radio", name="With dice").click()
    expect(agreement(page)).to_contain_text("roll at least as high as your opponent")
    kind(page, "punct").get_by_role("button", name="More").click()
    expect(page.get_by_role("radio", name="With dice")).to_contain_text("changed")
    expect(agreement(page)).to_contain_text("An estimate: about")


# --- By tapping -----------------------------------------------------------------------------------


def test_an_evening_is_composed_by_tapping(composing: Page) -> None:
    page = composing
    kind(page, "dvonn").get_by_role("button", name="More: DVONN").click()
    expect(kind(page, "dvonn").locator(".stepper-number")).to_have_text("3 each")
    expect(agreement(page)).to_contain_text("three DVONN")
    shelf(page, "die").click()
    expect(shelf(page, "die")).to_have_attribute("aria-pressed", "true")
    kind(page, "zertz").locator(".slot-button").click()
    expect(kind(page, "zertz").locator(".slot")).to_have_text("roll higher than your opponent×")
    expect(agreement(page)).to_contain_text("To use ZÈRTZ, roll higher than your opponent first.")
    expect(shelf(page, "die")).to_have_attribute("aria-pressed", "false")
    expect(page.locator(".tray[data-side=black]")).to_contain_text(
        "18 pieces; three TAMSK, three ZÈRTZ and three DVONN"
    )
    expect(page.locator(".tray[data-side=black] .icon")).to_have_count(18)
    page.get_by_role("button", name="Start").click()
    shown_table(page)


@only_in_check
def test_the_place_can_be_chosen_first(composing: Page) -> None:
    page = composing
    kind(page, "tamsk").locator(".slot-button").click()
    expect(kind(page, "tamsk").locator(".slot-button")).to_have_attribute("aria-pressed", "true")
    shelf(page, "coin").click()
    expect(kind(page, "tamsk").locator(".slot-button")).to_have_text("call a coin right")
    expect(kind(page, "tamsk").locator(".slot-button")).to_have_attribute("aria-pressed", "false")


@only_in_check
def test_a_kind_is_freed_and_taken_away(composing: Page) -> None:
    page = composing
    page.get_by_role("button", name="Free TAMSK from its link").click()
    expect(agreement(page)).to_contain_text("TAMSK: free to use.")
    kind(page, "tamsk").get_by_role("button", name="Fewer").click()
    expect(kind(page, "tamsk").locator(".stepper-number")).to_have_text("none of it")
    expect(agreement(page)).to_contain_text("You both have three ZÈRTZ.")


@only_in_check
def test_something_laid_on_a_kind_that_nobody_has_gives_it_to_both(composing: Page) -> None:
    page = composing
    shelf(page, "yinsh standard").click()
    kind(page, "yinsh").locator(".slot-button").click()
    expect(agreement(page)).to_contain_text("three YINSH")
    expect(kind(page, "yinsh").locator(".slot-button")).to_have_text("win a game of YINSH")


def test_a_game_of_ones_own_has_a_name(composing: Page) -> None:
    page = composing
    shelf(page, "outside").click()
    expect(page.locator(".shelf-name")).to_be_focused()
    page.keyboard.type("ludo")
    kind(page, "zertz").locator(".slot-button").click()
    expect(agreement(page)).to_contain_text("To use ZÈRTZ, win a game of ludo first.")


def test_each_player_can_have_something_else(composing: Page) -> None:
    page = composing
    page.get_by_role("button", name="Choose differently").click()
    kind(page, "zertz").get_by_role("button", name="More: Black: ZÈRTZ").click()
    expect(agreement(page)).to_contain_text("Black has three TAMSK and four ZÈRTZ.")
    shelf(page, "die").click()
    kind(page, "zertz").locator(".slot-button").first.click()
    expect(agreement(page)).to_contain_text("White: To use ZÈRTZ, roll higher than your opponent first.")
    expect(page.locator(".tray[data-side=white] [title^=roll]")).to_have_count(1)
    expect(page.locator(".tray[data-side=black] [title^=roll]")).to_have_count(0)
    page.get_by_role("button", name="The same for both").click()
    expect(agreement(page)).to_contain_text("You both have three TAMSK and three ZÈRTZ.")
    expect(agreement(page)).to_contain_text("To use ZÈRTZ, roll higher than your opponent first.")


def test_every_option_is_there_and_agrees_with_the_card(composing: Page) -> None:
    page = composing
    page.locator("details[data-group=links] summary").click()
    page.locator("[data-choice='links.tie'] select").select_option(label="They play again")
    expect(agreement(page)).to_contain_text("A tie is played again.")
    page.locator("[data-choice='links.zertz'] select").select_option(label="ZÈRTZ · blitz")
    expect(kind(page, "zertz").locator(".slot-button")).to_have_text("win a game of ZÈRTZ (blitz)")
    shelf(page, "coin").click()
    kind(page, "zertz").locator(".slot-button").click()
    expect(page.locator("[data-choice='links.zertz'] select")).to_have_value("A coin")


@only_in_check
def test_a_game_of_ones_own_is_named_in_the_form_too(composing: Page) -> None:
    page = composing
    page.locator("details[data-group=links] summary").click()
    field = page.locator("[data-choice='links.zertz']")
    field.locator("select").select_option(label="Anything you play elsewhere")
    expect(agreement(page)).to_contain_text("To use ZÈRTZ, win a game that you play elsewhere first.")
    field.get_by_label("Name of the game").fill("dominoes")
    expect(agreement(page)).to_contain_text("To use ZÈRTZ, win a game of dominoes first.")
    shelf(page, "coin").click()
    kind(page, "zertz").locator(".slot-button").click()
    expect(field.get_by_label("Name of the game")).to_be_hidden()


@only_in_check
def test_links_of_one_player_are_chosen_in_the_form_too(composing: Page) -> None:
    page = composing
    page.locator("details[data-group=players] summary").click()
    page.get_by_role("combobox", name="Black: ZÈRTZ is won by").select_option(label="A coin")
    expect(agreement(page)).to_contain_text("Black: To use ZÈRTZ, call a coin right first.")
    expect(kind(page, "zertz").locator(".slot-button")).to_have_text(
        ["win a game of ZÈRTZ", "call a coin right"]
    )


def test_what_does_not_fit_is_told_and_cannot_be_begun(composing: Page) -> None:
    page = composing
    page.locator("details[data-group=potentials] summary").click()
    page.locator("[data-choice='potentials.white.tamsk'] input").fill("2")
    expect(page.locator(".compose-status")).to_have_text("Take at least 3 of a kind, or none of it.")
    expect(page.get_by_role("button", name="Start")).to_be_disabled()
    page.locator("[data-choice='potentials.white.tamsk'] input").fill("3")
    expect(page.get_by_role("button", name="Start")).to_be_enabled()


# --- By keys --------------------------------------------------------------------------------------


def test_an_evening_is_composed_by_keys(composing: Page) -> None:
    page = composing
    page.locator("[data-length=evening]").focus()
    page.keyboard.press("ArrowRight")
    expect(page.get_by_role("radio", name="Several meetings")).to_be_focused()
    expect(agreement(page)).to_contain_text("three PÜNCT")
    page.keyboard.press("ArrowLeft")
    expect(agreement(page)).to_contain_text("You both have three TAMSK and three ZÈRTZ.")
    shelf(page, "gipf standard").focus()
    others = page.locator("[data-value='gipf standard'] ~ .shelf-item").count()
    while focused(page) != "die" and others:
        page.keyboard.press("ArrowRight")
        others -= 1
    assert focused(page) == "die"
    page.keyboard.press("Enter")
    assert focused(page) == "slot tamsk"
    page.keyboard.press("ArrowRight")
    assert focused(page) == "slot zertz"
    page.keyboard.press("Enter")
    expect(agreement(page)).to_contain_text("To use ZÈRTZ, roll higher than your opponent first.")
    page.keyboard.press("ArrowUp")
    expect(agreement(page)).to_contain_text("four ZÈRTZ")
    assert focused(page) == "slot zertz"
    page.keyboard.press("Delete")
    expect(agreement(page)).to_contain_text("ZÈRTZ: free to use.")


def test_the_focus_is_seen_and_escape_lays_down(composing: Page) -> None:
    page = composing
    shelf(page, "coin").focus()
    page.keyboard.press("Enter")
    expect(shelf(page, "coin")).to_have_attribute("aria-pressed", "true")
    width = page.evaluate("getComputedStyle(document.activeElement).outlineWidth")
    assert width == "3px"
    page.keyboard.press("Escape")
    expect(shelf(page, "coin")).to_have_attribute("aria-pressed", "false")


def test_everything_on_the_card_has_a_name(composing: Page) -> None:
    page = composing
    for place in page.locator(".kinds button, .shelf button, .compose-lengths button").all():
        name = place.get_attribute("aria-label") or place.inner_text()
        assert len(name.strip()) > 1
    expect(page.get_by_role("button", name="ZÈRTZ: win a game of ZÈRTZ")).to_have_count(1)
    expect(page.get_by_role("img", name="3 × white TAMSK-loaded piece: win a game of TAMSK")).to_have_count(1)


# --- By dragging ----------------------------------------------------------------------------------


def drag(page: Page, item: Locator, onto: Locator) -> None:
    item.hover()
    page.mouse.down()
    onto.hover()
    page.mouse.move(*_middle(onto), steps=4)
    expect(page.locator(".shelf-ghost")).to_have_count(1)
    page.mouse.up()
    expect(page.locator(".shelf-ghost")).to_have_count(0)


def _middle(place: Locator) -> tuple[float, float]:
    box = place.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def test_games_are_dragged_onto_potentials(composing: Page) -> None:
    page = composing
    drag(page, shelf(page, "tzaar random"), kind(page, "tamsk").locator("h2"))
    expect(agreement(page)).to_contain_text("To use TAMSK, win a game of TZAAR first.")
    drag(page, shelf(page, "highcard"), page.locator(".tray[data-side=black] [data-place=zertz]"))
    expect(agreement(page)).to_contain_text("To use ZÈRTZ, draw a higher card than your opponent first.")


@only_in_check
def test_what_is_dropped_elsewhere_changes_nothing(composing: Page) -> None:
    page = composing
    before = agreement(page).inner_text()
    drag(page, shelf(page, "coin"), page.locator(".compose-head"))
    expect(shelf(page, "coin")).to_have_attribute("aria-pressed", "false")
    assert agreement(page).inner_text() == before


@only_in_check
def test_a_game_of_ones_own_is_dropped_and_then_named(composing: Page) -> None:
    page = composing
    drag(page, shelf(page, "outside"), kind(page, "zertz").locator("h2"))
    expect(page.locator(".shelf-name")).to_be_focused()
    page.keyboard.type("chess")
    page.keyboard.press("Enter")
    expect(agreement(page)).to_contain_text("To use ZÈRTZ, win a game of chess first.")


# --- Kept and sent --------------------------------------------------------------------------------


def keep(page: Page, name: str) -> None:
    page.get_by_role("button", name="Keep under a name").click()
    page.get_by_label("Name of the menu").fill(name)
    page.get_by_role("button", name="Keep it").click()


def test_a_menu_is_kept_under_a_name(composing: Page) -> None:
    page = composing
    kind(page, "punct").get_by_role("button", name="More").click()
    expect(agreement(page)).to_contain_text("three PÜNCT")
    keep(page, "Tuesday")
    page.locator("[data-length=hours]").click()
    expect(agreement(page)).to_contain_text("21 pieces")
    page.reload()
    page.get_by_role("button", name="Tuesday", exact=True).click()
    expect(agreement(page)).to_contain_text("You both have three TAMSK, three ZÈRTZ and three PÜNCT.")
    page.get_by_role("button", name="Rename Tuesday").click()
    page.get_by_label("Name of the menu").fill("Friday")
    page.get_by_role("button", name="Keep it").click()
    expect(page.locator(".kept-open")).to_have_text(["Friday"])
    page.get_by_role("button", name="Delete Friday").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete").click()
    expect(page.locator(".kept")).to_be_hidden()
    page.reload()
    expect(page.locator(".kept")).to_be_hidden()


def test_what_was_kept_by_something_else_does_no_harm(open_page: OpenPage, errors: PageErrors) -> None:
    errors.allow("422")
    page = open_page("/#/compose")
    kept = '[{"name": "Bad", "text": "preset = 7"}, 5, null, {"name": 3}]'
    page.evaluate("kept => localStorage.setItem('gipfel.menus', kept)", kept)
    page.reload()
    expect(page.locator(".kept-open")).to_have_text(["Bad"])
    expect(agreement(page)).to_contain_text("You play GIPF")
    before = agreement(page).inner_text()
    page.locator(".kept-open").click()
    expect(page.locator("#toasts")).to_contain_text("preset cannot be 7")
    assert agreement(page).inner_text() == before


def test_a_menu_is_sent_as_a_link(composing: Page, open_page: OpenPage) -> None:
    page = composing
    page.locator("details[data-group=evening] summary").click()
    page.locator("[data-choice=title] input").fill("چهارشنبه & “Friday”")
    shelf(page, "outside").click()
    page.keyboard.type("go")
    kind(page, "zertz").locator(".slot-button").click()
    expect(agreement(page)).to_contain_text("win a game of go")
    page.evaluate("navigator.clipboard.writeText = async text => { window.copied = text }")
    page.get_by_role("button", name="Send as a link").click()
    expect(page.locator("#toasts")).to_contain_text("Copied.")
    link: str = page.evaluate("copied")
    text = base64.urlsafe_b64decode(link.rpartition("/")[2] + "===").decode()
    assert (read_menu(text).title, read_menu(text).links["zertz"]) == ("چهارشنبه & “Friday”", "outside go")
    other = open_page(link)
    expect(agreement(other)).to_contain_text("To use ZÈRTZ, win a game of go first.")
    expect(other.locator("[data-choice=title] input")).to_have_value("چهارشنبه & “Friday”")
    other.get_by_role("button", name="Start").click()
    shown_table(other)


def test_a_link_to_another_game_can_be_played(open_page: OpenPage) -> None:
    page = open_page(menu_link('game = "zertz"\nversion = "blitz"'))
    expect(agreement(page)).to_contain_text("You play ZÈRTZ · blitz.")
    page.get_by_role("button", name="Start").click()
    shown_table(page)


BAD_LINKS = {
    "%%%": "It is not complete, or something was changed in it.",
    "A": "It is not complete, or something was changed in it.",
    "gICA": "It is not complete, or something was changed in it.",
    "A" * (LARGEST_PART + 1): "It is not complete, or something was changed in it.",
    menu_link('preset = "evenin"').rpartition("/")[2]: 'did you mean "evening"?',
    menu_link("x" * 20_500).rpartition("/")[2]: "a menu has at most 20 kB; this is more",
}


@pytest.mark.parametrize(("part", "reason"), some_of([*BAD_LINKS.items()], 3), ids=lambda text: text[:20])
def test_a_bad_link_gives_one_clear_sentence(
    open_page: OpenPage, errors: PageErrors, part: str, reason: str
) -> None:
    errors.allow("422")
    page = open_page(f"/#/compose/{part}")
    problem = page.get_by_role("alert").and_(page.locator(".compose-problem"))
    expect(problem).to_contain_text("This link holds no menu that can be read: ")
    expect(problem).to_contain_text(reason)
    expect(agreement(page)).to_contain_text("You play GIPF")


# --- Small screens and other languages --------------------------------------------------------------


@pytest.mark.parametrize("width", some_of([320, 390], 1))
def test_a_phone_shows_one_column_and_a_strip_of_kinds(open_page: OpenPage, width: int) -> None:
    page = begin(open_page("/#/compose", viewport={"width": width, "height": 700}, **TOUCH))
    assert_fits(page)
    scrolls = page.evaluate(
        "(strip => strip.scrollWidth > strip.clientWidth)(document.querySelector('.kinds'))"
    )
    assert scrolls
    boxes = [bounding_box(page, f".kind[data-kind={name}]") for name in ("tamsk", "zertz")]
    assert boxes[0]["y"] == boxes[1]["y"]
    trays = [bounding_box(page, f".tray[data-side={side}]") for side in ("white", "black")]
    assert trays[0]["bottom"] <= trays[1]["y"]
    page.evaluate("document.querySelectorAll('details').forEach(fold => { fold.open = true })")
    assert_fits(page)
    shelf(page, "die").tap()
    kind(page, "tamsk").locator(".slot-button").tap()
    expect(agreement(page)).to_contain_text("To use TAMSK, roll higher than your opponent first.")
    assert_fits(page)


def test_persian_is_composed_from_right_to_left(open_page: OpenPage) -> None:
    page = open_page("/#/compose", locale="fa", viewport={"width": 320, "height": 700}, **TOUCH)
    page.locator("[data-length=evening]").tap()
    expect(agreement(page)).to_contain_text("هر دو سه \u2066TAMSK\u2069 و سه \u2066ZÈRTZ\u2069 دارید.")
    assert_fits(page)
    first, second = (bounding_box(page, f".kind[data-kind={name}]") for name in ("tamsk", "zertz"))
    assert second["x"] < first["x"]


@only_in_check
def test_arrow_keys_follow_the_direction_of_the_language(open_page: OpenPage) -> None:
    page = open_page("/#/compose", locale="fa")
    shelf(page, "gipf standard").focus()
    page.keyboard.press("ArrowLeft")
    assert focused(page) == "tzaar random"


@only_in_check
def test_every_kind_is_drawn_for_both_sides(composing: Page) -> None:
    page = composing
    assert page.locator(".kind").count() == 5
    for picture in page.locator(".kind .icon").all():
        box = picture.bounding_box()
        assert box is not None
        assert min(box["width"], box["height"]) > 30
    assert page.locator(".kind .icon").count() == 10
