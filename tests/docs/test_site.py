"""The built documentation: it needs no network, and it can be searched when it is opened from a file."""

import os
import re
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest
from playwright.sync_api import Route, expect, sync_playwright

from tests.helpers.browser import chromium
from tests.helpers.paths import ROOT

SITE = ROOT / os.environ["GIPFEL_SITE"]
PAGES = sorted(SITE.rglob("*.html"))
LOADED = {"script": "src", "img": "src", "iframe": "src", "source": "src"}
LOADED_LINKS = {"stylesheet", "icon", "preload", "modulepreload", "manifest"}


class Collected(HTMLParser):
    """What a page loads, where its links lead, and the names of its places."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.links: list[str] = []
        self.places: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        attributes = {name: value or "" for name, value in attrs}
        if attributes.get("id"):
            self.places.add(attributes["id"])
        if LOADED.get(tag) in attributes:
            self.loaded.append(attributes[LOADED[tag]])
        elif tag == "link" and LOADED_LINKS & set(attributes.get("rel", "").split()):
            self.loaded.append(attributes["href"])
        elif tag == "a" and "href" in attributes:
            self.links.append(attributes["href"])


SEEN = {page: Collected(page.read_text(encoding="utf-8")) for page in PAGES}


def page_name(page: Path) -> str:
    return page.relative_to(SITE).as_posix()


def test_there_is_a_page_for_every_document() -> None:
    documents = [path.relative_to(ROOT / "docs") for path in (ROOT / "docs").rglob("*.md")]
    for path in documents:
        page = path.with_name("index.html") if path.name == "README.md" else path.with_suffix(".html")
        assert (SITE / page).exists(), path


@pytest.mark.parametrize("page", PAGES, ids=page_name)
def test_a_page_loads_nothing_from_elsewhere(page: Path) -> None:
    for target in SEEN[page].loaded:
        assert not re.match(r"(https?:)?//", target), target
        if page.name != "404.html" and not target.startswith("data:"):
            assert (page.parent / unquote(target.partition("?")[0])).exists(), target


@pytest.mark.parametrize("page", [page for page in PAGES if page.name != "404.html"], ids=page_name)
def test_links_inside_the_site_lead_to_a_place(page: Path) -> None:
    for target in SEEN[page].links:
        if re.match(r"[a-z]+:", target):
            continue
        path, _, place = target.partition("#")
        other = (page.parent / unquote(path)).resolve() if path else page
        assert other.exists(), target
        if place and other in SEEN:
            assert unquote(place) in SEEN[other].places, target


def test_it_can_be_searched_from_a_file() -> None:
    refused: list[str] = []

    def only_files(route: Route) -> None:
        if route.request.url.startswith(("file:", "data:", "blob:")):
            route.continue_()
        else:
            refused.append(route.request.url)
            route.abort()

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=chromium.arguments())
        page = browser.new_page()
        page.route("**/*", only_files)
        page.goto((SITE / "index.html").as_uri())
        page.click("input[name=query]")
        page.locator("input[name=query]").press_sequentially("constraints")
        result = page.locator(".md-search-result__item a").first
        expect(result).to_have_attribute("href", re.compile(r"hosting\.html"), timeout=30_000)
        browser.close()
    assert not refused
