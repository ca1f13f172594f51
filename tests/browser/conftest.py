"""One browser and one server a worker; every page is new, and none may complain."""

import os
from collections.abc import Callable, Generator, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, sync_playwright

from tests.helpers.browser import chromium
from tests.helpers.browser.driver import Driver
from tests.helpers.browser.pair import Pair, post
from tests.helpers.browser.server import Server

LONG = {"GIPFEL_SOAK": "test_soak.py", "GIPFEL_SIZES": "test_sizes.py"}
"""Files that only run with a variable set: by `make soak` and `make check`."""
collect_ignore = [file for variable, file in LONG.items() if not os.environ.get(variable)]

DESK = {"width": 1280, "height": 800}
PHONE = {"width": 390, "height": 844}
LIKE_OTHERS: dict[str, Any] = {"viewport": DESK, "reduced_motion": "reduce", "locale": "en"}
"""What a page is like unless a test says otherwise."""

FAILED = pytest.StashKey[bool]()

Show = Callable[..., Page]
Sit = Callable[..., Driver]
Meet = Callable[..., Pair]


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Without a browser there is nothing to test here."""
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


class Complaints:
    """What pages said that nobody should ever see: errors, warnings, broken policies, missing files."""

    def __init__(self) -> None:
        self.texts: list[str] = []
        self.expected: tuple[str, ...] = ()

    def watch(self, page: Page) -> None:
        """Listen to a page from its first moment."""
        page.on("console", self._heard)
        page.on("pageerror", lambda problem: self.texts.append(f"error: {problem}"))
        page.on("crash", lambda _: self.texts.append("the page crashed"))

    def _heard(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.texts.append(f"{message.type}: {message.text} ({message.location.get('url', '')})")

    def allow(self, *words: str) -> None:
        """Complaints with these words belong to the test."""
        self.expected += words

    @property
    def unexpected(self) -> list[str]:
        return [text for text in self.texts if not any(word in text for word in self.expected)]


@pytest.fixture
def complaints() -> Iterator[Complaints]:
    complaints = Complaints()
    yield complaints
    assert not complaints.unexpected, "\n".join(complaints.unexpected)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Tell fixtures how the test went."""
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


@pytest.fixture
def show(
    request: pytest.FixtureRequest, browser: Browser, server: Server, complaints: Complaints, tmp_path: Path
) -> Iterator[Show]:
    """Opens an address of the page in a browser of its own; keywords are those of a context."""
    contexts: list[BrowserContext] = []

    def show(address: str = "/#/", **options: Any) -> Page:
        context = browser.new_context(base_url=server.url, **{**LIKE_OTHERS, **options})
        contexts.append(context)
        page = context.new_page()
        page.set_default_timeout(10_000)
        complaints.watch(page)
        page.goto(address)
        return page

    yield show
    for number, context in enumerate(contexts):
        if request.node.stash.get(FAILED, False):
            picture = tmp_path / f"failed-{number}.png"
            context.pages[0].screenshot(path=picture)
            print(f"what the page showed: {picture}")
        context.close()


@pytest.fixture
def sit(show: Show) -> Sit:
    """Opens a table; whoever sits there points at things."""

    def sit(table: str, seed: int = 0, prefer: str = "", tap: bool = False, **options: Any) -> Driver:
        return Driver(show(f"/#/table/{table}", **options), seed, prefer, tap)

    return sit


@pytest.fixture
def meet(show: Show) -> Meet:
    """Ada invites Emmy, who has sat down; both look at the table. Keywords are those of a new table."""

    def meet(game: str = "zertz", base: str = "", options: Any = None, **more: Any) -> Pair:
        ada, emmy = (show("about:blank", **(options or {})) for _ in range(2))
        asked = more if "record" in more else {"game": game, "version": "blitz", "options": {}, **more}
        made = post(ada, "/api/tables", {**asked, "invite": {"side": "white", "name": "Ada"}})
        post(emmy, f"/api/tables/{made['id']}/sit", {"key": made["key"], "name": "Emmy"})
        ada.goto(f"{base}/#/table/{made['id']}")
        emmy.goto(f"/#/table/{made['id']}")
        for page in (ada, emmy):
            page.wait_for_selector("[data-number]")
        return Pair(Driver(ada, 1), Driver(emmy, 2), made["id"])

    return meet
