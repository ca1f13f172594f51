"""One browser and one server for each worker; every page is new, and errors in its console fail the test."""

from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from tests.helpers.browser import chromium
from tests.helpers.browser.driver import Driver
from tests.helpers.browser.screens import DESKTOP
from tests.helpers.browser.server import OWNER, Server
from tests.helpers.browser.two_players import Pair, post
from tests.helpers.soak import SIZE

collect_ignore = [] if SIZE else ["test_soak.py"]
"""Files that only run with `make soak`."""

DEFAULTS: dict[str, Any] = {
    "viewport": DESKTOP,
    "reduced_motion": "reduce",
    "locale": "en",
    "service_workers": "block",
}
"""The options of a page unless a test says otherwise; `test_offline.py` allows the service worker."""

FAILED = pytest.StashKey[bool]()

OpenPage = Callable[..., Page]
OpenTable = Callable[..., Driver]
OpenPair = Callable[..., Pair]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Skip these tests if there is no browser."""
    here = [item for item in items if item.path.is_relative_to(Path(__file__).parent)]
    if here and chromium.find() is None:
        for item in here:
            item.add_marker(pytest.mark.skip(reason=chromium.missing()))


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The distribution's Chromium."""
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.find(), args=chromium.arguments())
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a database of its own."""
    with Server(tmp_path_factory.mktemp("server")) as server:
        yield server


class PageErrors:
    """Errors and warnings in the consoles of pages: exceptions, violated policies, missing files."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.expected: tuple[str, ...] = ("Service Worker registration blocked by Playwright",)

    def watch(self, page: Page) -> None:
        """Collect the errors of a page."""
        page.on("console", self._on_console)
        page.on("pageerror", lambda problem: self.texts.append(f"error: {problem}"))
        page.on("crash", lambda _: self.texts.append("the page crashed"))

    def _on_console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.texts.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    def allow(self, *words: str) -> None:
        """Errors with these words are expected."""
        self.expected += words

    @property
    def unexpected(self) -> list[str]:
        return [text for text in self.texts if not any(word in text for word in self.expected)]


@pytest.fixture
def errors() -> Iterator[PageErrors]:
    errors = PageErrors()
    yield errors
    assert not errors.unexpected, "\n".join(errors.unexpected)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Tell fixtures whether the test has failed."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


@pytest.fixture
def open_page(
    request: pytest.FixtureRequest, browser: Browser, server: Server, errors: PageErrors, tmp_path: Path
) -> Iterator[OpenPage]:
    """Opens an address in a new browser context; keywords are options of the context.

    The browser is that of the server's owner unless a test says otherwise.
    """
    contexts: list[BrowserContext] = []

    def open_page(address: str = "/#/", owner: bool = True, **options: Any) -> Page:
        context = browser.new_context(base_url=server.url, **{**DEFAULTS, **options})
        contexts.append(context)
        if owner:
            context.add_cookies([OWNER])
        page = context.new_page()
        page.set_default_timeout(10_000)
        errors.watch(page)
        page.goto(address)
        return page

    yield open_page
    for number, context in enumerate(contexts):
        if request.node.stash.get(FAILED, False):
            picture = tmp_path / f"failed-{number}.png"
            context.pages[0].screenshot(path=picture)
            print(f"the page when the test failed: {picture}")
        context.close()


@pytest.fixture
def open_table(open_page: OpenPage) -> OpenTable:
    """Opens a table, and returns a driver for it."""

    def open_table(table: str, seed: int = 0, prefer: str = "", tap: bool = False, **options: Any) -> Driver:
        return Driver(open_page(f"/#/table/{table}", **options), seed, prefer, tap)

    return open_table


@pytest.fixture
def open_pair(open_page: OpenPage) -> OpenPair:
    """Opens a table to which Ada has invited Emmy, for both of them. Keywords are those of a new table."""

    def open_pair(game: str = "zertz", base: str = "", options: Any = None, **more: Any) -> Pair:
        ada, emmy = (open_page("about:blank", **(options or {})) for _ in range(2))
        asked = more if "record" in more else {"game": game, "version": "blitz", "options": {}, **more}
        made = post(ada, "/api/tables", {**asked, "invite": {"side": "white", "name": "Ada"}})
        post(emmy, f"/api/tables/{made['id']}/sit", {"key": made["key"], "name": "Emmy"})
        ada.goto(f"{base}/#/table/{made['id']}")
        emmy.goto(f"/#/table/{made['id']}")
        for page in (ada, emmy):
            page.wait_for_selector("[data-number]")
        return Pair(Driver(ada, 1), Driver(emmy, 2), made["id"])

    return open_pair
