"""How heavy a page is and how soon it can be used, as the browser itself measures it."""

import zlib
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser

USABLE = "[data-target].open"
"""What can be pointed at makes a table usable."""
READY = """
(selector) => new Promise((resolve) => {
  const look = () => document.querySelector(selector) && resolve(performance.now());
  new MutationObserver(look).observe(document, {subtree: true, childList: true, attributes: true});
  look();
})
"""


@dataclass
class Weight:
    """What was transferred until a page could be used, in bytes, and when that was, in milliseconds."""

    ms: float = 0.0
    files: dict[str, int] = field(default_factory=dict)
    """Compressed, with headers, by address."""
    socket: int = 0
    """What came through the socket, compressed."""

    @property
    def total(self) -> int:
        return sum(self.files.values()) + self.socket


def weigh(browser: Browser, address: str, usable: str = USABLE) -> Weight:
    """Load an address with an empty cache until something usable is there."""
    context = browser.new_context(viewport={"width": 1280, "height": 800}, locale="en")
    page = context.new_page()
    weight, names = Weight(), {}
    deflate = zlib.compressobj(wbits=-15)

    def asked(event: dict[str, Any]) -> None:
        names[event["requestId"]] = event["request"]["url"]

    def came(event: dict[str, Any]) -> None:
        name = names.get(event["requestId"], "?")
        weight.files[name] = weight.files.get(name, 0) + int(event["encodedDataLength"])

    def said(event: dict[str, Any]) -> None:
        data = event["response"]["payloadData"].encode()
        weight.socket += len(deflate.compress(data) + deflate.flush(zlib.Z_SYNC_FLUSH))

    network = context.new_cdp_session(page)
    network.send("Network.enable")
    network.on("Network.requestWillBeSent", asked)
    network.on("Network.loadingFinished", came)
    network.on("Network.webSocketFrameReceived", said)
    page.goto(address, wait_until="commit")
    weight.ms = page.evaluate(READY, usable)
    page.wait_for_load_state("networkidle")
    context.close()
    return weight
