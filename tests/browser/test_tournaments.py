"""Tournaments on the page: an organiser and players with browsers of their own."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import OpenPage, PageErrors
from tests.helpers.browser.page_layout import assert_fits
from tests.helpers.browser.screens import SMALL_PHONE
from tests.helpers.browser.two_players import post
from tests.helpers.check import some_of

KEYS = "id => JSON.parse(localStorage.getItem(`gipfel-tournament-${id}`))"


def press(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def new_tournament(page: Page, *names: str) -> str:
    """Make a tournament with the form; its id."""
    page.goto("/#/")
    page.get_by_role("button", name="Tournament").click()
    page.get_by_label("Name of the tournament").fill("Club evening")
    page.locator('select[name="game"]').select_option("zertz")
    page.locator('select[name="version"]').select_option("blitz")
    page.get_by_label("Players, one in each line").fill("\n".join(names))
    press(page, "Make the tournament")
    page.wait_for_url(re.compile(r"#/tournament/[\w-]+$"))
    expect(page.get_by_role("heading", name="Club evening")).to_be_visible()
    return page.url.split("/")[-1]


def test_a_round_is_played(open_page: OpenPage) -> None:
    """Three players: one rests, two play by their links; the organiser goes on and saves the records."""
    organiser = open_page()
    tournament = new_tournament(organiser, "Ada", "Ben")
    expect(organiser.get_by_role("heading", name="2 players")).to_be_visible()
    organiser.get_by_label("Name of the player").fill("Cleo")
    press(organiser, "Add")
    expect(organiser.locator(".player-list li")).to_have_count(3)
    keys = organiser.evaluate(KEYS, tournament)
    players = [
        open_page(f"/#/tournament/{tournament}/{keys[str(number)]}", owner=False) for number in (1, 2, 3)
    ]
    for player, name in zip(players, ("Ada", "Ben", "Cleo"), strict=True):
        expect(player).to_have_url(re.compile(rf"#/tournament/{tournament}$"))
        expect(player.locator(".player-list")).to_contain_text(f"{name} (you)")
        expect(player.locator(".organiser, .add-player")).to_have_count(0)
    press(organiser, "Begin the first round")
    expect(organiser.locator('.tournament[data-round="1"]')).to_be_visible()
    expect(organiser.get_by_role("button", name="Close the round")).to_be_disabled()
    for player in players:
        player.reload()
    expect(players[0].locator(".own-games")).to_contain_text("has no opponent in this round")
    for player in players[1:]:
        press(player, "Play your game")
        player.wait_for_url(re.compile("#/table/"))
        player.wait_for_selector(".table[data-number]")
    assert players[1].url == players[2].url
    ben = players[1]
    ben.click('[data-action="resign"]')
    press(ben, "Resign")
    expect(players[2].locator('.table[data-over="true"]')).to_be_visible()
    organiser.reload()
    expect(organiser.get_by_text("All games of this round have a result.")).to_be_visible()
    expect(organiser.locator(".standings tbody tr").first).to_contain_text("Cleo")
    press(organiser, "Close the round and pair the next one")
    expect(organiser.locator('.tournament[data-round="2"]')).to_be_visible()
    organiser.get_by_label("Result at board 1").first.select_option("+/-")
    expect(organiser.get_by_text("All games of this round have a result.")).to_be_visible()
    press(organiser, "End the tournament")
    organiser.get_by_role("dialog").get_by_role("button", name="End the tournament").click()
    expect(organiser.locator('.tournament[data-state="ended"]')).to_be_visible()
    with organiser.expect_download() as saved:
        organiser.locator(".organiser > .buttons").get_by_role("button", name="Save all records").click()
    assert saved.value.suggested_filename == f"tournament-{tournament}.zip"
    players[2].goto("/#/tournament")
    expect(players[2].locator(".tournament-list")).to_contain_text("you play")


def test_a_watcher_sees_and_changes_nothing(open_page: OpenPage, errors: PageErrors) -> None:
    errors.allow("403")
    organiser = open_page()
    tournament = new_tournament(organiser, "Ada", "Ben")
    press(organiser, "Begin the first round")
    watcher = open_page(f"/#/tournament/{tournament}", owner=False)
    expect(watcher.locator(".standings tbody tr")).to_have_count(2)
    expect(
        watcher.locator("#view").locator("button, select").filter(has_not_text=re.compile("link|colours|^$"))
    ).to_have_count(0)
    organiser.get_by_text("Links and settings").click()
    organiser.get_by_label("Who may watch").select_option("nobody")
    expect(organiser.get_by_role("button", name="Copy the link for watching")).to_have_count(0)
    watcher.reload()
    expect(watcher.get_by_text("Only its players see this tournament")).to_be_visible()


def test_wrong_links(open_page: OpenPage, errors: PageErrors) -> None:
    errors.allow("403", "404")
    organiser = open_page()
    tournament = new_tournament(organiser, "Ada", "Ben")
    wrong = open_page(f"/#/tournament/{tournament}/nonsense", owner=False)
    expect(wrong.get_by_text("This link does not fit: it is incomplete")).to_be_visible()
    wrong.goto("/#/tournament/nothing")
    expect(wrong.get_by_text("There is no tournament here")).to_be_visible()


@pytest.mark.parametrize("language", some_of(["fa", "en"], 1))
def test_it_fits_on_a_small_phone(open_page: OpenPage, language: str) -> None:
    page = open_page("/#/tournament", locale=language, **SMALL_PHONE)
    page.wait_for_selector(".new-tournament")
    assert_fits(page)
    names = ["Ada of the very long name Wolfeschlegelsteinhausen", "Ben", "Cleo", "Dan"]
    request = {"name": "Club evening", "kind": "swiss", "rounds": 2, "game": "zertz", "version": "blitz"}
    made = post(page, "/api/tournaments", {**request, "players": names})
    page.goto(f"/#/tournament/{made['id']}")
    page.wait_for_selector(".player-list li")
    assert_fits(page)
    page.locator('[data-focus="next"]').click()
    page.wait_for_selector(".standings")
    page.locator(".more > summary").click()
    assert_fits(page)


def test_with_keys_only(open_page: OpenPage) -> None:
    """A player's name is typed and added, and the first round begins, without a pointer."""
    page = open_page()
    new_tournament(page, "Ada")
    page.locator('[data-focus="new player"]').focus()
    page.keyboard.type("Ben")
    page.keyboard.press("Enter")
    expect(page.locator(".player-list li")).to_have_count(2)
    page.keyboard.type("Cleo")
    page.keyboard.press("Enter")
    expect(page.locator(".player-list li")).to_have_count(3)
    page.locator('[data-focus="next"]').focus()
    page.keyboard.press("Enter")
    expect(page.locator('.tournament[data-round="1"]')).to_be_visible()
