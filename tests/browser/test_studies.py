"""The page of a study, opened as a file without a server and without a network."""

from collections.abc import Callable
from itertools import product
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from gipfel import read_record
from gipfel.studies import Chapter, Study
from gipfel.studies.page import study_page
from tests.helpers.browser.accessibility import violations
from tests.helpers.check import some_of
from tests.helpers.studies import study_of_variations

BOARD = read_record("""Gipfel record 2
game: gipf

1. e1-e3 [!, white 53.5%]  # a good beginning
> 1. a1-c3 [?]  # name: The other side
> 2. e1-e3
2. c2
3. g2
result: *
""")
ZERTZ = read_record("Gipfel record 2\ngame: zertz\n\n1. Bg4,g3\n2. Bg2,g1\nresult: *\n")
OpenStudy = Callable[..., Page]


@pytest.fixture
def open_study(browser: Browser, tmp_path: Path, request: pytest.FixtureRequest) -> OpenStudy:
    """Opens a study from a file; anything that is requested besides it, or an error, fails the test."""

    def opened(study: Study, **options: object) -> Page:
        path = tmp_path / "study.html"
        path.write_text(study_page(study), encoding="utf-8")
        context = browser.new_context(offline=True, **options)  # type: ignore[arg-type]
        request.addfinalizer(context.close)
        page = context.new_page()
        asked: list[str] = []
        page.on("request", lambda one: asked.append(one.url))
        page.on("pageerror", lambda error: asked.append(str(error)))
        page.on("console", lambda message: asked.append(message.text))
        page.goto(path.as_uri())
        request.addfinalizer(lambda: _only(asked, path.as_uri()))
        return page

    return opened


def _only(asked: list[str], page: str) -> None:
    assert asked == [page]


def study(language: str = "en") -> Study:
    return Study(
        "Openings", (Chapter("One", ("Before.", BOARD, "After.")), Chapter("Two", (ZERTZ,))), language
    )


def pieces(page: Page) -> int:
    return page.locator(".study-board").first.locator(".things use").count()


def test_a_board_is_stepped_through_with_buttons_and_keys(open_study: OpenStudy) -> None:
    page = open_study(study())
    board = page.locator(".study-board").first
    current = board.locator("[aria-current]")
    start = pieces(page)
    board.get_by_role("button", name="One on").click()
    expect(current).to_contain_text("1. e1-e3")
    assert pieces(page) == start + 1
    page.keyboard.press("ArrowRight")
    expect(current).to_contain_text("2. c2")
    page.keyboard.press("End")
    expect(current).to_contain_text("3. g2")
    page.keyboard.press("ArrowLeft")
    expect(current).to_contain_text("2. c2")
    page.keyboard.press("Home")
    expect(current).to_have_count(0)
    assert pieces(page) == start


def test_variations_and_what_is_said_about_turns(open_study: OpenStudy) -> None:
    page = open_study(study())
    board = page.locator(".study-board").first
    for text in ("a good beginning", "The other side", "54 %"):
        expect(board).to_contain_text(text)
    board.get_by_role("button", name="1. a1-c3").click()
    page.keyboard.press("ArrowRight")
    expect(board.locator("[aria-current]")).to_contain_text("2. e1-e3")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowLeft")
    page.keyboard.press("ArrowRight")
    expect(board.locator("[aria-current]")).to_contain_text("1. e1-e3")


def test_a_board_that_shrinks(open_study: OpenStudy) -> None:
    page = open_study(study())
    board = page.locator(".study-board").nth(1)
    before = board.locator(".ground").inner_html()
    board.get_by_role("button", name="To the end").click()
    assert board.locator(".ground").inner_html() != before


@pytest.mark.parametrize(
    ("language", "scheme", "width"), some_of([*product(("fa", "en"), ("dark", "light"), (320, 1280))], 3)
)
def test_it_fits_and_can_be_used_by_all(
    open_study: OpenStudy, language: str, scheme: str, width: int
) -> None:
    page = open_study(study(language), viewport={"width": width, "height": 700}, color_scheme=scheme)
    page.locator('[data-step="on"]').first.click()
    assert violations(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate("document.documentElement.dir") == ("rtl" if language == "fa" else "ltr")


def test_two_hundred_variations_open_soon(open_study: OpenStudy) -> None:
    """benchmarks/studies.py measures it; this notices only if a page takes far longer than its 300 ms."""
    page = open_study(study_of_variations(200))
    assert page.locator("[data-node]").count() > 400
    assert page.evaluate("performance.getEntriesByType('navigation')[0].domComplete") < 3000
