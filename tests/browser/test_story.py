"""The story of an evening: all contests in a list, each opens as a game of its own."""

from typing import Any

import pytest
from playwright.sync_api import Locator, Page, expect

import gipfel
from tests.browser.conftest import OpenPage, OpenTable
from tests.helpers.browser.page_layout import assert_fits
from tests.helpers.browser.server import Server
from tests.helpers.check import only_in_check, some_of
from tests.helpers.evenings import mixed_evening

NAMES = {gipfel.WHITE: "Ada", gipfel.BLACK: "Emmy"}


@pytest.fixture(scope="module")
def evening() -> gipfel.Playthrough:
    """A whole evening with contests of both kinds."""
    return mixed_evening()


@pytest.fixture(scope="module")
def table(server: Server, evening: gipfel.Playthrough) -> str:
    return server.table_of(gipfel.write_record(evening.record()))


def items(page: Page) -> Locator:
    return page.locator(".story-link")


def opened(evening: gipfel.Playthrough) -> list[gipfel.PlayedContest]:
    """The contests that are games of their own."""
    return [contest for contest in gipfel.story(evening) if contest.game is not None]


def assert_listed(page: Page, evening: gipfel.Playthrough, item: str = ".story-link") -> None:
    """The page lists all contests with what was played, what for, who began and who won.

    It numbers turns like its list of turns, in which White's and Black's stand in one line.
    """
    contests = [*gipfel.story(evening)]
    expect(page.locator(item)).to_have_count(len(contests))
    for shown, contest in zip(page.locator(item).all(), contests, strict=True):
        text = shown.inner_text()
        said = [
            contest.title,
            f"Turn {(contest.turn + 1) // 2}",
            contest.stake,
            contest.result,
            *contest.throws,
        ]
        assert all(part.lower() in text.lower() for part in said), text
        assert f"{NAMES[contest.user]}: " in text
        if contest.begins is not None:
            assert f"{NAMES[contest.begins]} began." in text
        assert (f"{NAMES[contest.winner]} won." if contest.winner is not None else "A tie.") in text


def shown_number(page: Page) -> str:
    return page.inner_text(".review-counter")


def test_a_table_lists_its_contests(open_table: OpenTable, table: str, evening: gipfel.Playthrough) -> None:
    page = open_table(table).page
    page.get_by_role("button", name="Contests of the evening").click()
    assert_listed(page, evening)
    items(page).nth(opened(evening)[0].number - 1).click()
    expect(page.locator(".contest-title")).to_be_visible()


@only_in_check
def test_a_review_lists_its_contests(open_page: OpenPage, table: str, evening: gipfel.Playthrough) -> None:
    page = open_page(f"/#/review/{table}/0")
    expect(page.locator(".chapter")).not_to_have_count(0)
    for summary in page.locator(".chapter-summary").all():
        summary.click()
    assert_listed(page, evening, ".chapter")
    by_die = next(contest for contest in gipfel.story(evening) if contest.game is None)
    items(page).nth(by_die.number - 1).click()
    expect(page.locator(".review-counter")).to_have_text(f"{by_die.end} / {len(evening.decisions)}")


def test_a_contest_is_looked_through_and_left(
    open_page: OpenPage, table: str, evening: gipfel.Playthrough
) -> None:
    contest, following, *_ = opened(evening)
    game = contest.game
    assert game is not None
    last = contest.end - contest.first_move
    page = open_page(f"/#/contest/{table}/{contest.number}")
    expect(page.locator(".review-sentence")).to_have_text(contest.result)
    expect(page.locator(".review-counter")).to_have_text(f"{last} / {last}")
    expect(page.locator(".board .pieces > *")).to_have_count(len(game.position.scene().pieces))
    page.get_by_role("button", name="To the first turn").click()
    expect(page.locator(".board .pieces > *")).to_have_count(len(game.start.scene().pieces))
    expect(page.locator(".review-sentence")).to_have_text("ZÈRTZ contest. It is Player 1's turn.")
    page.get_by_role("button", name="One on").click()
    expect(page.locator(".review-counter")).to_have_text(f"1 / {last}")
    texts = page.locator(".review-turn").all_inner_texts()
    assert texts == game.turn_texts()
    page.locator(".review-turn").nth(1).click()
    assert shown_number(page).startswith(f"{sum(len(turn) for turn, _ in [*game.turns()][:2])} /")
    page.get_by_role("link", name="Next contest").click()
    expect(page.locator(".contest-title")).to_contain_text(f"contest {following.number}")
    page.get_by_role("link", name="Contest before").click()
    expect(page.locator(".contest-title")).to_contain_text(f"contest {contest.number}")
    page.get_by_role("link", name="To the evening").click()
    expect(page.locator(".review-counter")).to_have_text(f"{contest.end} / {len(evening.decisions)}")
    page.go_back()
    expect(page.locator(".review-counter")).to_have_text(f"{last} / {last}")
    page.get_by_role("link", name="To the table").click()
    expect(page.locator(".table[data-number]")).to_be_visible()


def test_keys_open_a_contest_and_go_through_it(
    open_table: OpenTable, table: str, evening: gipfel.Playthrough
) -> None:
    contest = opened(evening)[0]
    last = contest.end - contest.first_move
    page = open_table(table).page
    page.get_by_role("button", name="Contests of the evening").focus()
    page.keyboard.press("Enter")
    item = page.locator(f'[data-contest="{contest.number}"]')
    item.wait_for()
    while not item.evaluate("item => item === document.activeElement"):
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    expect(page.locator(".review-counter")).to_have_text(f"{last} / {last}")
    for key, at in (("Home", 0), ("ArrowRight", 1), ("ArrowLeft", 0), ("End", last)):
        page.keyboard.press(key)
        expect(page.locator(".review-counter")).to_have_text(f"{at} / {last}")


def test_a_running_contest_is_followed(server: Server, open_table: OpenTable, open_page: OpenPage) -> None:
    """The list and the contest's own view show what is played meanwhile."""
    evening = mixed_evening()
    contest = opened(evening)[0]
    begun = gipfel.Playthrough(evening.start)
    begun.follow(evening.decisions[: contest.begin])
    table = server.table_of(gipfel.write_record(begun.record()))
    player = open_table(table)
    watcher = open_page(f"/#/contest/{table}/{contest.number}")
    expect(watcher.locator(".review-counter")).to_have_text("0 / 0")
    expect(watcher.locator(".story-winner")).to_have_text("It is being played.")
    player.decide()
    expect(watcher.locator(".review-counter")).to_have_text("1 / 1")
    player.page.get_by_role("button", name="Contests of the evening").click()
    expect(items(player.page).last).to_contain_text("It is being played.")


def test_an_evening_without_contests_says_so(server: Server, open_table: OpenTable) -> None:
    page = open_table(server.table("project", "evening")).page
    page.get_by_role("button", name="More").click()
    page.get_by_role("dialog").get_by_role("button", name="Contests of the evening").click()
    expect(page.get_by_role("dialog")).to_contain_text("No contest has been played yet.")


def test_other_games_have_no_contests(server: Server, open_table: OpenTable) -> None:
    page = open_table(server.table("gipf", "basic")).page
    expect(page.get_by_role("button", name="Contests of the evening")).to_have_count(0)


@pytest.mark.parametrize(
    "address", some_of(["/#/contest/{table}/99", "/#/contest/{table}/x", "/#/contest/.."], 1)
)
def test_an_address_without_a_contest_says_so(
    open_page: OpenPage, errors: Any, table: str, address: str
) -> None:
    errors.allow("404")
    page = open_page(address.format(table=table))
    expect(page.get_by_role("alert")).to_contain_text("This cannot be shown")


@pytest.mark.parametrize("locale", some_of(["fa", "en"], 1))
def test_it_fits_on_a_small_phone(
    open_page: OpenPage, table: str, evening: gipfel.Playthrough, locale: str
) -> None:
    screen = {"viewport": {"width": 320, "height": 568}, "locale": locale}
    contest = opened(evening)[0]
    page = open_page(f"/#/contest/{table}/{contest.number}", **screen)
    page.wait_for_selector(".contest-title")
    assert_fits(page)
    page.goto(f"/#/table/{table}")
    page.locator("[data-action=more]").click()
    page.locator("dialog .menu button").nth(2).click()
    page.wait_for_selector(".story-link")
    assert_fits(page)
