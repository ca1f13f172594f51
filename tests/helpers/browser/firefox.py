"""A real Firefox, driven over WebDriver BiDi, the protocol that it speaks without a driver of its own.

python -m tests.helpers.browser.firefox     installs the distribution's if there is none and that is possible
"""

import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from websockets.sync.client import ClientConnection, connect

from tests.helpers.debian import install

NAMES = ("firefox-esr", "firefox")
PACKAGES = ("firefox-esr", "fonts-dejavu-core")
LISTENS = re.compile(r"WebDriver BiDi listening on (ws://\S+)")
TIMEOUT = 30
"""Seconds for one command."""
MISSING = "The test in Firefox is skipped: none was found here (Debian: apt-get install firefox-esr)."


def find() -> str | None:
    """The path of the browser; None if there is none."""
    return next((path for name in NAMES if (path := shutil.which(name))), None)


class Mouse:
    """Clicks, as Playwright has them."""

    def __init__(self, page: "FirefoxPage") -> None:
        self._page = page

    def click(self, x: float, y: float) -> None:
        steps = [
            {"type": "pointerMove", "x": round(x), "y": round(y)},
            {"type": "pointerDown", "button": 0},
            {"type": "pointerUp", "button": 0},
        ]
        source = {"type": "pointer", "id": "mouse", "actions": steps}
        self._page.command("input.performActions", actions=[source])


class FirefoxPage:
    """The part of Playwright's page that the driver of tables needs."""

    def __init__(self, socket: ClientConnection) -> None:
        self._socket = socket
        self._numbers = count(1)
        self._context = ""
        self.errors: list[str] = []
        self.mouse = Mouse(self)

    def begin(self) -> None:
        """Begin a session, and listen to errors."""
        self.command("session.new", capabilities={})
        self._context = self.command("browsingContext.getTree")["contexts"][0]["context"]
        self.command("session.subscribe", events=["log.entryAdded"])

    def command(self, method: str, **params: Any) -> Any:
        """Send a command, and wait for its result."""
        if self._context and method.startswith(("browsingContext.nav", "browsingContext.set", "input")):
            params["context"] = self._context
        number = next(self._numbers)
        self._socket.send(json.dumps({"id": number, "method": method, "params": params}))
        while True:
            answer = json.loads(self._socket.recv(timeout=TIMEOUT))
            if answer.get("id") == number:
                assert answer["type"] == "success", answer
                return answer["result"]
            self._note(answer)

    def _note(self, event: dict[str, Any]) -> None:
        if event.get("method") == "log.entryAdded" and event["params"]["level"] == "error":
            self.errors.append(str(event["params"]["text"]))

    def goto(self, address: str) -> None:
        self.command("browsingContext.navigate", url=address, wait="complete")

    def set_cookie(self, host: str, name: str, value: str) -> None:
        cookie = {"name": name, "value": {"type": "string", "value": value}, "domain": host}
        self.command("storage.setCookie", cookie=cookie)

    def evaluate(self, function: str, argument: Any = None) -> Any:
        """The result of a function of JavaScript."""
        called = f"({function.strip().removesuffix(';')})(JSON.parse(text))"
        result = self.command(
            "script.callFunction",
            functionDeclaration=f"async (text) => JSON.stringify((await {called}) ?? null)",
            arguments=[{"type": "string", "value": json.dumps(argument)}],
            awaitPromise=True,
            target={"context": self._context},
        )
        assert result["type"] == "success", result
        return json.loads(result["result"]["value"])

    def inner_text(self, selector: str) -> str:
        return str(self.evaluate("(selector) => document.querySelector(selector)?.innerText ?? ''", selector))


@contextmanager
def firefox(folder: Path) -> Iterator[FirefoxPage]:
    """A page of a new Firefox with a new profile."""
    program = find()
    assert program is not None
    command = [program, "--headless", "--no-remote", "--remote-debugging-port=0", "--profile", str(folder)]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    try:
        assert process.stderr is not None
        found = next(match for line in process.stderr if (match := LISTENS.search(line)))
        with connect(f"{found[1]}/session", max_size=None) as socket:
            page = FirefoxPage(socket)
            page.begin()
            yield page
    finally:
        process.terminate()
        process.wait(TIMEOUT)


if __name__ == "__main__":
    if find() is None:
        install("Firefox", PACKAGES)
    if find() is None:
        print(MISSING)
