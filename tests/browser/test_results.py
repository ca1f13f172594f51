"""The end of a game, said to a person: who has won, how, and what can be done next."""

from random import Random

import pytest
from playwright.sync_api import expect

import gipfel
from tests.browser.conftest import OpenPage, OpenPair, OpenTable
from tests.helpers.browser.server import PERSONS, Server

LEVEL = 3
ENGINE = {"kind": "engine", "player": f"level:{LEVEL}"}
PERSON = {"kind": "person"}


def _finished(game: str, version: str, seed: int = 5) -> tuple[str, str]:
    """The record of a random game, and who has won it."""
    chance, played = Random(seed), gipfel.Playthrough(gipfel.game(game, version).start(seed=3))
    while played.position.outcome is None:
        played.play(chance.choice(played.position.decisions()).text)
    winner = played.position.outcome.winner
    assert winner is not None
    return gipfel.write_record(played.record()), "white" if winner == gipfel.WHITE else "black"


@pytest.mark.parametrize(("won", "title", "next_level"), [(True, "You won!", 4), (False, "You lost", 2)])
def test_the_result_is_said_to_the_player(
    server: Server, open_table: OpenTable, won: bool, title: str, next_level: int
) -> None:
    record, winner = _finished("gipf", "basic")
    own = winner if won else {"white": "black", "black": "white"}[winner]
    seats = {side: PERSON if side == own else ENGINE for side in ("white", "black")}
    table = str(server.post("/api/tables", {"record": record, "seats": seats})["id"])
    page = open_table(table).page
    expect(page.locator(".result-title")).to_have_text(title)
    expect(page.locator(".peak")).to_be_visible(visible=won)
    page.get_by_role("button", name=f"Play level {next_level}").click()
    expect(page.locator(".player-who", has_text=f"engine, level {next_level}")).to_be_visible()
    expect(page.locator(".result")).to_be_hidden()


def test_between_two_at_one_screen_the_winner_is_named(server: Server, open_table: OpenTable) -> None:
    record, winner = _finished("gipf", "basic")
    table = str(server.post("/api/tables", {"record": record, "seats": PERSONS})["id"])
    page = open_table(table).page
    expect(page.locator(".result-title")).to_have_text(f"{PERSONS[winner]['name']} won")


def test_what_the_winning_decision_took_is_marked(server: Server, open_page: OpenPage) -> None:
    """In YINSH blitz the last decision takes the row, then the ring."""
    record, _ = _finished("yinsh", "blitz")
    table = str(server.post("/api/tables", {"record": record, "seats": PERSONS})["id"])
    page = open_page(f"/#/table/{table}")
    expect(page.locator(".board .won")).to_have_count(1)
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".looking-back")).to_be_visible()
    expect(page.locator(".board .won")).to_have_count(0)
    expect(page.locator(".result")).to_be_hidden()


def test_an_aborted_game_has_no_winner(open_pair: OpenPair) -> None:
    page = open_pair().white.page
    page.click('[data-action="resign"]')
    page.get_by_role("button", name="Abort").click()
    expect(page.locator(".table")).to_have_attribute("data-over", "true")
    expect(page.locator(".result")).to_be_hidden()
