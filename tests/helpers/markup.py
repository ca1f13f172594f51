"""Checks HTML that is shown inside of other pages."""

import re
from html.parser import HTMLParser

EMPTY = {"br", "hr", "img"}
NOTEBOOK = "_repr_html_"
"""The method that notebooks look for."""


def notebook_html(shown: object) -> str:
    """What a notebook shows of an object."""
    html: str = getattr(shown, NOTEBOOK)()
    return html


class _Tags(HTMLParser):
    """Follows which elements are open, and collects the text."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: set[str] = set()
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)
        if tag not in EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.add(tag)

    def handle_data(self, data: str) -> None:
        self.text.append(data)


def closed_html(html: str) -> str:
    """The text of HTML that is well formed, runs nothing and loads nothing."""
    parser = _Tags()
    parser.feed(html)
    parser.close()
    assert parser.open == []
    assert not parser.seen & {"script", "link", "iframe", "object", "style", "img", "base", "meta"}
    addresses = re.findall(r"https?://[^\"' <]+", html)
    assert {*addresses} <= {"http://www.w3.org/2000/svg", "http://www.w3.org/1999/xlink"}
    return " ".join(parser.text)
