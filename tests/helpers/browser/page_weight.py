"""The transfer size of a page and the time until it is usable, as measured by the browser."""

import zlib
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser

from tests.helpers.browser.server import OWNER

USABLE = "[data-target].open"
"""A table is usable when it has an open target."""
READY = """
(selector) => new Promise((resolve) => {
  const look = () => document.querySelector(selector) && resolve(performance.now());
  new MutationObserver(look).observe(document, {subtree: true, childList: true, attributes: true});
  look();
})
"""


@dataclass
class PageWeight:
    """The bytes transferred until a page was idle, and the milliseconds until it was usable."""

    ms: float = 0.0
    files: dict[str, int] = field(default_factory=dict)
    """Compressed bytes with headers, by address."""
    socket: int = 0
    """Compressed bytes of the WebSocket."""

    @property
    def total(self) -> int:
        return sum(self.files.values()) + self.socket


def measure(browser: Browser, address: str, usable: str = USABLE) -> PageWeight:
    """Load an address with an empty cache."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en")
    context.add_cookies([OWNER])
    page = context.new_page()
    weight, names = PageWeight(), {}
    deflate = zlib.compressobj(wbits=-15)

    def on_request(event: dict[str, Any]) -> None:
        names[event["requestId"]] = event["request"]["url"]

    def on_finished(event: dict[str, Any]) -> None:
        name = names.get(event["requestId"], "?")
        weight.files[name] = weight.files.get(name, 0) + int(event["encodedDataLength"])

    def on_frame(event: dict[str, Any]) -> None:
        data = event["response"]["payloadData"].encode()
        weight.socket += len(deflate.compress(data) + deflate.flush(zlib.Z_SYNC_FLUSH))

    network = context.new_cdp_session(page)
    network.send("Network.enable")
    network.on("Network.requestWillBeSent", on_request)
    network.on("Network.loadingFinished", on_finished)
    network.on("Network.webSocketFrameReceived", on_frame)
    page.goto(address, wait_until="commit")
    weight.ms = page.evaluate(READY, usable)
    page.wait_for_load_state("networkidle")
    context.close()
    return weight
