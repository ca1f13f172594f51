"""Being told of one's turn with the page closed, and being forgotten, in a real browser.

The push service of the browser's vendor is replaced by one on this machine: the page gets a subscription to
it, the server sends there, and what has arrived is given to the service worker by the DevTools protocol.
"""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, Route, expect

from gipfel.locale import ENGLISH, languages, say, using_language
from tests.browser.conftest import DEFAULTS, PageErrors
from tests.helpers.browser.accessibility import violations
from tests.helpers.browser.driver import Driver
from tests.helpers.browser.page_layout import assert_fits
from tests.helpers.browser.page_texts import jumping_texts, overflowing_texts
from tests.helpers.browser.screens import DESKTOP, SMALL_PHONE
from tests.helpers.browser.server import OWNER, Server
from tests.helpers.browser.two_players import decide_alone, post
from tests.helpers.check import CHECK
from tests.helpers.server.push_service import Browser as PushBrowser
from tests.helpers.server.push_service import PushService, push_service
from tests.helpers.waiting import wait_until

SUBSCRIPTION = """({ endpoint, keys }) => {
  let known = sessionStorage.getItem("subscribed") ? made(null) : null;
  function made(key) {
    return {
      endpoint,
      options: { applicationServerKey: key },
      toJSON: () => ({ endpoint, keys }),
      unsubscribe: async () => ((known = null), true),
    };
  }
  Notification.requestPermission = async () => "granted";
  PushManager.prototype.getSubscription = async () => known;
  PushManager.prototype.subscribe = async ({ applicationServerKey, userVisibleOnly }) => {
    if (!userVisibleOnly || applicationServerKey.length !== 65) throw new Error("a key is missing");
    sessionStorage.setItem("subscribed", "yes");
    return (known = made(applicationServerKey.buffer));
  };
}"""
"""Takes the place of the vendor's push service in a page."""
RECORD = """() => {
  self.shown = [];
  registration.showNotification = async (...shown) => void self.shown.push(shown);
}"""
"""The shell of Chromium that tests use allows no notifications: the worker notes what it would show."""
CLICK = """async (address) => {
  const event = new ExtendableEvent("notificationclick");
  const work = [];
  let closed = false;
  event.notification = { close: () => (closed = true), data: { address } };
  event.waitUntil = (promise) => work.push(promise.catch(() => null));  // focus needs a real click
  dispatchEvent(event);
  await Promise.all(work);
  return closed;
}"""


@pytest.fixture(scope="module")
def service() -> Iterator[PushService]:
    with push_service() as running:
        yield running


@pytest.fixture(scope="module")
def own(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    options = ("--push-hosts", "127.0.0.1", "--notices-after", "0")
    with Server(tmp_path_factory.mktemp("notices"), *options) as server:
        yield server


@pytest.fixture
def contexts(browser: Browser, own: Server, errors: PageErrors) -> Iterator[Any]:
    """Opens a page of a player with a context of its own."""
    opened: list[BrowserContext] = []

    def open_page(**options: Any) -> Page:
        allowed = {**DEFAULTS, "service_workers": "allow", **options}
        context = browser.new_context(base_url=own.url, **allowed)
        opened.append(context)
        context.add_cookies([OWNER])
        page = context.new_page()
        page.set_default_timeout(15_000)
        errors.watch(page)
        return page

    yield open_page
    for context in opened:
        context.close()


def subscribed_to(page: Page, service: PushService, keys: PushBrowser) -> None:
    """Let a page subscribe to the push service of this machine."""
    given = json.dumps({"endpoint": f"{service.origin}/to/ada", "keys": keys.keys})
    page.add_init_script(f"({SUBSCRIPTION})({given})")


def table_of(ada: Page, emmy: Page, **more: Any) -> str:
    """A table to which Ada, with White, has invited Emmy."""
    for page in (ada, emmy):
        page.goto("/#/settings")
    wanted = {"game": "gipf", "version": "basic", "options": {}, **more}
    made = post(ada, "/api/tables", {**wanted, "invite": {"side": "white", "name": "Ada"}})
    post(emmy, f"/api/tables/{made['id']}/sit", {"key": made["key"], "name": "Emmy"})
    for page in (ada, emmy):
        page.goto(f"/#/table/{made['id']}")
        page.wait_for_selector("[data-number]")
    return str(made["id"])


def open_menu(page: Page, name: str, language: str = ENGLISH) -> None:
    """Press a button of the menu; its name is given in English."""
    with using_language(language):
        names = say("More"), say(name)
    for one in names:
        page.get_by_role("button", name=one, exact=True).click()


def deliver(page: Page, origin: str, message: str) -> None:
    """Give a push message to the service worker, as the browser's push service would."""
    tools = page.context.new_cdp_session(page)
    found: list[str] = []
    tools.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda update: found.extend(
            one["registrationId"] for one in update["registrations"] if not one["isDeleted"]
        ),
    )
    tools.send("ServiceWorker.enable")
    ready = "() => navigator.serviceWorker.ready.then(() => true)"
    wait_until(lambda: page.evaluate(ready) and found)  # messages of the protocol arrive meanwhile
    tools.send(
        "ServiceWorker.deliverPushMessage", {"origin": origin, "registrationId": found[-1], "data": message}
    )


@pytest.mark.parametrize("options", [{"viewport": DESKTOP}, SMALL_PHONE], ids=["desktop", "phone"])
def test_a_player_is_told_with_the_page_closed(
    contexts: Any, own: Server, service: PushService, options: dict[str, Any]
) -> None:
    ada, emmy, keys = contexts(**options), contexts(), PushBrowser()
    subscribed_to(ada, service, keys)
    table = table_of(ada, emmy)
    open_menu(ada, "Tell me when it is my turn")
    dialog = ada.locator("dialog")
    assert not violations(ada)
    assert_fits(ada)
    dialog.get_by_role("button", name="Notify me here").click()
    expect(dialog).to_contain_text("This device is told")
    expect(dialog.get_by_role("button", name="Stop")).to_be_focused()
    assert not violations(ada)
    dialog.get_by_role("button", name="Close").click()
    decide_alone(Driver(ada, 1))
    ada.goto("/#/settings")  # she leaves the table
    expect(emmy.locator(".dot.here")).to_have_count(1)
    decide_alone(Driver(emmy, 2))
    arrived = service.next()
    message = keys.read(arrived)
    assert message == {
        "table": table,
        "title": "Your turn: GIPF · basic",
        "body": "Emmy has played; it is your turn.",
        "language": "en",
    }
    assert "subject" not in arrived.headers
    worker = ada.context.service_workers[0]
    worker.evaluate(RECORD)
    deliver(ada, own.url, json.dumps(message))
    wait_until(lambda: worker.evaluate("() => self.shown.length"))
    ((title, shown),) = worker.evaluate("() => self.shown")
    assert (title, shown["body"]) == (message["title"], message["body"])
    assert (shown["tag"], shown["data"]) == (f"gipfel-{table}", {"address": f"/#/table/{table}"})
    assert worker.evaluate(CLICK, shown["data"]["address"])
    expect(ada).to_have_url(re.compile(f"#/table/{table}$"))
    ada.wait_for_selector("[data-number]")
    open_menu(ada, "Tell me when it is my turn")
    dialog.get_by_role("button", name="Stop").click()
    expect(dialog.get_by_role("button", name="Notify me here")).to_be_visible()
    dialog.get_by_role("button", name="Close").click()
    decide_alone(Driver(ada, 1))
    ada.goto("/#/settings")
    expect(emmy.locator(".dot.here")).to_have_count(1)
    decide_alone(Driver(emmy, 2))
    assert service.arrived.empty()


def test_messages_that_are_no_notices_are_shown_without_their_content(contexts: Any, own: Server) -> None:
    """Browsers want every message to be shown; an address elsewhere is never opened."""
    page = contexts()
    page.goto("/#/settings")
    page.evaluate("() => navigator.serviceWorker.ready.then(() => null)")
    worker = page.context.service_workers[0]
    worker.evaluate(RECORD)
    bad = ["", "no JSON", "[1]", json.dumps({"table": "../a", "title": 5}), json.dumps({"title": "a" * 1000})]
    for number, message in enumerate(bad, 1):
        deliver(page, own.url, message)
        wait_until(lambda number=number: worker.evaluate("() => self.shown.length") == number)
    shown = worker.evaluate("() => self.shown")
    assert [title for title, _ in shown] == ["Gipfel"] * 4 + ["a" * 300]
    assert {one["data"]["address"] for _, one in shown} == {"/"}


@pytest.mark.parametrize("options", [{"viewport": DESKTOP}, SMALL_PHONE], ids=["desktop", "phone"])
def test_a_player_is_forgotten(contexts: Any, options: dict[str, Any]) -> None:
    ada, emmy = contexts(**options), contexts()
    table_of(ada, emmy)
    expect(emmy.locator(".table")).to_contain_text("Ada")
    open_menu(ada, "Forget me")
    dialog = ada.locator("dialog")
    expect(dialog).to_contain_text("Your name, your mail address")
    assert not violations(ada)
    assert_fits(ada)
    dialog.get_by_role("button", name="Forget me").click()
    expect(ada.locator("#toasts")).to_contain_text("You are forgotten at this table.")
    expect(dialog).to_have_count(0)
    expect(emmy.locator(".table")).not_to_contain_text("Ada")
    decide_alone(Driver(ada, 1))


def test_without_tls_the_page_says_why_it_cannot_notify(contexts: Any) -> None:
    ada, emmy = contexts(), contexts()
    ada.add_init_script("Object.defineProperty(window, 'isSecureContext', {get: () => false})")
    table_of(ada, emmy)
    open_menu(ada, "Tell me when it is my turn")
    expect(ada.locator("dialog")).to_contain_text("browsers allow that only over https")
    expect(ada.locator("dialog").get_by_role("button", name="Notify me here")).to_have_count(0)
    assert not violations(ada)
    ada.goto("/#/settings")
    expect(ada.locator(".app-field")).to_contain_text("it cannot notify you")


MAILBOXES = (None, {"address": "a…@example.org", "confirmed": False})


@pytest.mark.parametrize("width", [320, 1280])
@pytest.mark.parametrize("language", [one.code for one in languages()] if CHECK else ["hu", "fa"])
def test_what_is_said_about_notices_fits(contexts: Any, language: str, width: int) -> None:
    """With mail and without a mail address, while one is confirmed, and before somebody is forgotten."""
    options = {"locale": language, "viewport": {"width": width, "height": 800}}
    ada, emmy = contexts(**options, service_workers="block"), contexts()  # answers are replaced
    table_of(ada, emmy)
    for mailbox in MAILBOXES:
        state = {"push_key": "A" * 87, "devices": [], "mail": True, "mailbox": mailbox, "days": 60}
        ada.route(re.compile(r"/notices(\?|$)"), answering(state))
        open_menu(ada, "Tell me when it is my turn", language)
        expect(ada.locator("dialog .notices section")).to_have_count(2)
        assert_in_order(ada)
        ada.keyboard.press("Escape")
    open_menu(ada, "Forget me", language)
    expect(ada.locator("dialog")).to_have_count(1)
    assert_in_order(ada)


def answering(state: dict[str, Any]) -> Callable[[Route], None]:
    return lambda route: route.fulfill(json=state)


def assert_in_order(page: Page) -> None:
    assert not overflowing_texts(page)
    assert not jumping_texts(page)
    assert_fits(page)
