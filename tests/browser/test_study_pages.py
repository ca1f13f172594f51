"""Studies on the page: made in a review, written, saved as files and pages, read and framed by others."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from gipfel import read_record
from gipfel.studies import read_study
from tests.browser.conftest import OpenPage, PageErrors
from tests.helpers.browser.accessibility import violations
from tests.helpers.browser.large_analyses import VARIATIONS, large_record
from tests.helpers.browser.page_layout import scrolls_sideways
from tests.helpers.browser.screens import DESKTOP, PHONE
from tests.helpers.browser.server import Server

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
STUDY = f"""Gipfel study 1
title: Openings of last week
language: en

chapter: The first push

Look at this.

{RECORD}
That was it.

chapter: The end

Only text.
"""
SCREENS = pytest.mark.parametrize("screen", [DESKTOP, PHONE])
OpenStudy = Callable[..., Page]


@pytest.fixture
def study(server: Server) -> str:
    """A study of the server's owner."""
    return str(server.post_text("/api/study-files", STUDY)["id"])


def saved(page: Page) -> None:
    """Wait until everything is stored."""
    expect(page.locator(".study-state")).to_have_text("Saved.")


def current(page: Page) -> str:
    return page.locator(".review-turn[aria-current]").inner_text()


@SCREENS
def test_a_review_becomes_a_study_with_one_click(
    open_page: OpenPage, server: Server, screen: dict[str, int]
) -> None:
    table, title = server.table_of(RECORD), f"My study {screen['width']}"
    page = open_page(f"/#/review/{table}", viewport=screen)
    expect(page.locator(".in-variation")).to_have_count(4)
    page.get_by_role("button", name="Add to a study").click()
    dialog = page.get_by_role("dialog")
    page.locator(".study").or_(dialog).first.wait_for()
    if dialog.count():
        dialog.get_by_role("button", name="New study").click()
    page.wait_for_url(re.compile("#/study/"))
    expect(page.locator(".in-variation")).to_have_count(4)
    expect(page.get_by_label("Title")).to_have_value("Ada – Emmy")
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        page.get_by_label("Title").fill(title)
    saved(page)
    page.goto(f"/#/review/{table}")
    page.get_by_role("button", name="Add to a study").click()
    page.get_by_role("dialog").get_by_role("button", name=title).click()
    expect(page.locator(".study-chapters a")).to_have_count(2)


@SCREENS
def test_a_board_is_stepped_through_and_moved_in(
    open_page: OpenPage, study: str, screen: dict[str, int]
) -> None:
    page = open_page(f"/#/study/{study}", viewport=screen)
    expect(page.locator(".in-variation")).to_have_count(4)
    page.get_by_role("button", name="One on").click()
    expect(page.locator(".review-counter")).to_have_text("1 / 3")
    page.keyboard.press("Home")
    expect(page.locator(".review-counter")).to_have_text("0 / 3")
    page.locator(".in-variation").nth(1).click()
    expect(page.locator(".review-turn[aria-current]")).to_have_text("c2")
    page.keyboard.press("ArrowLeft")
    expect(page.locator(".review-turn[aria-current]")).to_have_text("a1-c3")
    page.keyboard.press("Home")
    expect(page.locator(".review-counter")).to_have_text("0 / 3")
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        for target in ("dot b1", "spot b2"):
            page.locator(f'.hits [data-target="{target}"].open').dispatch_event("click")
        expect(page.locator(".in-variation")).to_have_count(5)
    with page.expect_response(lambda answer: answer.request.method == "PUT"):
        page.get_by_label("Comment").fill("perhaps better")
        page.get_by_label("Comment").blur()
    saved(page)
    page.reload()
    expect(page.locator(".in-variation")).to_have_count(5)
    expect(page.locator(".study .review-comment").get_by_text("perhaps better")).to_be_visible()


@SCREENS
def test_texts_and_chapters_are_written_ordered_and_deleted(
    open_page: OpenPage, study: str, screen: dict[str, int]
) -> None:
    page = open_page(f"/#/study/{study}", viewport=screen)
    chapters = page.locator(".study-chapters a")
    page.get_by_label("Title").fill("Another title")
    page.get_by_label("Heading").fill("A new heading")
    page.get_by_label("Text", exact=True).fill("Before.\n\nStill before.")
    page.get_by_label("Text after the board").fill("After.")
    expect(chapters.first).to_have_text("A new heading")
    saved(page)
    page.get_by_role("button", name="Move it down").click()
    expect(chapters.last).to_have_text("A new heading")
    saved(page)
    page.get_by_role("button", name="New chapter").click()
    expect(chapters).to_have_count(3)
    expect(page.get_by_label("Heading")).to_have_value("Chapter")
    page.get_by_label("Text", exact=True).fill("Only text here.")
    saved(page)
    page.reload()
    expect(chapters).to_have_text(["The end", "A new heading", "Chapter"])
    expect(page.get_by_label("Text", exact=True)).to_have_value("Only text here.")
    chapters.nth(1).click()
    expect(page.get_by_label("Text after the board")).to_have_value("After.")
    chapters.nth(0).click()
    expect(page.get_by_label("Heading")).to_have_value("The end")
    page.get_by_role("button", name="Delete the chapter").click()
    expect(chapters).to_have_text(["A new heading", "Chapter"])
    expect(page.get_by_label("Title")).to_have_value("Another title")


def test_nothing_is_lost_while_the_line_is_down(open_page: OpenPage, study: str, errors: PageErrors) -> None:
    errors.allow("ERR_INTERNET_DISCONNECTED", "Failed to load resource")
    page = open_page(f"/#/study/{study}")
    text = page.get_by_label("Text", exact=True)
    expect(text).to_have_value("Look at this.")
    page.context.set_offline(True)
    text.fill("Written without a line.")
    expect(page.locator(".study-state")).to_contain_text("kept in this browser")
    page.context.set_offline(False)
    saved(page)
    page.context.set_offline(True)
    text.fill("Written again.")
    expect(page.locator(".study-state")).to_contain_text("kept in this browser")
    # The page is closed without a line; what it has kept is sent when the study is opened again.
    page.goto("about:blank")
    page.context.set_offline(False)
    page.goto(f"/#/study/{study}")
    expect(text).to_have_value("Written again.")
    saved(page)
    fresh = open_page(f"/#/study/{study}")
    expect(fresh.get_by_label("Text", exact=True)).to_have_value("Written again.")


@pytest.mark.parametrize(("choice", "kept"), [("Keep mine", "Mine."), ("Take theirs", "Theirs.")])
def test_of_two_authors_nobody_overwrites_the_other_unasked(
    open_page: OpenPage, study: str, errors: PageErrors, choice: str, kept: str
) -> None:
    errors.allow("status of 409")
    one, other = (open_page(f"/#/study/{study}") for _ in range(2))
    for page in (one, other):
        expect(page.get_by_label("Text", exact=True)).to_have_value("Look at this.")
    other.get_by_label("Text", exact=True).fill("Theirs.")
    saved(other)
    one.get_by_label("Text", exact=True).fill("Mine.")
    expect(one.locator(".study-state")).to_contain_text("Somebody else")
    assert violations(one) == []
    one.get_by_role("button", name=choice).click()
    saved(one)
    expect(one.get_by_label("Text", exact=True)).to_have_value(kept)
    other.reload()
    expect(other.get_by_label("Text", exact=True)).to_have_value(kept)


def test_it_is_saved_as_a_file_and_as_a_page_and_opened_again(
    open_page: OpenPage, study: str, tmp_path: Path
) -> None:
    page = open_page(f"/#/study/{study}")
    page.get_by_label("Text", exact=True).fill("The newest text.")
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a file").click()
    assert download.value.suggested_filename == "Openings-of-last-week.txt"
    path = tmp_path / "study.txt"
    download.value.save_as(path)
    found = read_study(path.read_text(encoding="utf-8"))
    assert found.chapters[0].blocks[0] == "The newest text."
    assert found.boards[0].turns == read_record(RECORD).turns
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as a page").click()
    download.value.save_as(tmp_path / "study.html")
    alone = open_page("about:blank", offline=True)
    alone.goto((tmp_path / "study.html").as_uri())
    alone.get_by_role("button", name="One on").click()
    expect(alone.locator("[aria-current]")).to_contain_text("1. e1-e3")
    page.get_by_role("button", name="Studies").click()
    page.locator(".study-start input[type=file]").set_input_files(path)
    page.wait_for_url(re.compile("#/study/(?!.*" + study + ")."))
    expect(page.get_by_label("Text", exact=True)).to_have_value("The newest text.")
    expect(page.locator(".in-variation")).to_have_count(4)


def test_a_study_file_opens_from_the_first_page(open_page: OpenPage, tmp_path: Path) -> None:
    page = open_page("/#/")
    page.get_by_role("button", name="Load a record").click()
    page.get_by_label("Text of the record").fill(STUDY)
    page.get_by_role("dialog").get_by_role("button", name="Load", exact=True).click()
    expect(page.get_by_label("Title")).to_have_value("Openings of last week")


@SCREENS
def test_a_reader_reads_and_changes_nothing(open_page: OpenPage, study: str, screen: dict[str, int]) -> None:
    page = open_page(f"/#/study/{study}", owner=False, viewport=screen)
    expect(page.get_by_role("heading", name="Openings of last week")).to_be_visible()
    expect(page.get_by_text("Look at this.")).to_be_visible()
    expect(page.get_by_text("too quiet")).to_be_visible()
    expect(page.locator("textarea:visible, input[type=text]:visible")).to_have_count(0)
    expect(page.get_by_role("button", name="Delete the study")).to_have_count(0)
    page.get_by_role("button", name="One on").click()
    expect(page.locator(".review-counter")).to_have_text("1 / 3")
    assert violations(page) == []
    assert not scrolls_sideways(page)
    page.get_by_role("link", name="The end").click()
    expect(page.get_by_text("Only text.")).to_be_visible()


def test_the_link_for_editing_lets_others_write(open_page: OpenPage, study: str, errors: PageErrors) -> None:
    errors.allow("status of 403")
    owner = open_page(f"/#/study/{study}")
    owner.context.grant_permissions(["clipboard-read", "clipboard-write"])
    owner.get_by_role("button", name="Link for editing").click()
    expect(owner.locator(".toast")).to_contain_text("Earlier links")
    link = str(owner.evaluate("navigator.clipboard.readText()"))
    guest = open_page(link, owner=False)
    guest.get_by_label("Text", exact=True).fill("From the guest.")
    saved(guest)
    assert link.rsplit("/", 1)[1] not in guest.url
    owner.reload()
    expect(owner.get_by_label("Text", exact=True)).to_have_value("From the guest.")
    wrong = open_page(f"{link}x", owner=False)
    expect(wrong.get_by_role("alert")).to_contain_text("no longer valid")


def test_a_study_is_deleted(open_page: OpenPage, study: str, errors: PageErrors) -> None:
    errors.allow("status of 404")
    page = open_page(f"/#/study/{study}")
    page.get_by_role("button", name="Delete the study").click()
    page.get_by_role("dialog").get_by_role("button", name="Delete", exact=True).click()
    page.wait_for_url(re.compile("#/study$"))
    page.goto(f"/#/study/{study}")
    expect(page.get_by_role("alert")).to_contain_text("There is no such study.")


def test_a_board_of_a_study_is_framed_and_animated(open_page: OpenPage, server: Server, study: str) -> None:
    page = open_page(f"/#/study/{study}")
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="Copy embed code").click()
    expect(page.locator(".toast")).to_have_text("Copied.")
    code = str(page.evaluate("navigator.clipboard.readText()"))
    address = re.search('src="([^"]+)"', code)
    assert address is not None
    frame = open_page(address[1], owner=False)
    frame.get_by_role("button", name="1. a1-c3").click()
    expect(frame.locator("[aria-current]")).to_contain_text("a1-c3")
    page.get_by_role("button", name="Animated picture").click()
    with page.expect_download(timeout=60_000) as download:
        page.get_by_role("dialog").get_by_role("button", name="GIF").click()
    assert Path(download.value.path()).read_bytes().startswith(b"GIF8")


@pytest.mark.parametrize("language", ["en", "fa"])
@pytest.mark.parametrize(
    ("screen", "theme"), [(DESKTOP, "light"), (PHONE, "dark"), ({"width": 320, "height": 640}, "light")]
)
def test_studies_violate_no_rule(
    open_page: OpenPage, study: str, screen: dict[str, int], theme: str, language: str
) -> None:
    page = open_page(f"/#/study/{study}", viewport=screen, color_scheme=theme, locale=language)
    page.locator(".in-variation").first.click()
    expect(page.locator(".in-variation[aria-current]")).to_have_count(1)
    assert violations(page) == []
    assert not scrolls_sideways(page)
    page.goto("/#/study")
    expect(page.locator(".study-list")).to_be_visible()
    assert violations(page) == []
    assert not scrolls_sideways(page)


def test_many_variations_are_shown(open_page: OpenPage, server: Server) -> None:
    """`benchmarks/studies.py` measures how fast."""
    text = f"Gipfel study 1\ntitle: Large\nlanguage: en\n\nchapter: One\n\n{large_record()}"
    study = server.post_text("/api/study-files", text)["id"]
    page = open_page(f"/#/study/{study}")
    expect(page.locator(".review-variation")).to_have_count(VARIATIONS)
