"""Notices of new events: they fit into PostgreSQL's limit, and only signed ones are believed."""

import pytest

from gipfel.table.storage.change_notices import LONGEST, TableNews, event_notices, read_news, read_notice

SECRET = b"secret"
LIMIT = 8000
"""Bytes that PostgreSQL allows in a notice."""


def sent(news: list[TableNews]) -> list[TableNews]:
    """What other processes read."""
    payloads = event_notices("here", SECRET, news)
    assert all(len(payload.encode()) < LIMIT for payload in payloads)
    notices = [read_notice(payload, SECRET) for payload in payloads]
    assert all(notice["signed"] and notice["from"] == "here" for notice in notices)
    return [one for notice in notices for one in read_news(notice["tables"])]


def test_events_are_read_as_they_were_sent() -> None:
    news = [TableNews(f"table{i}", i, [('{"kind": "spoken", "text": "ü\\n"}', i)] * 3) for i in range(300)]
    assert sent(news) == news


def test_events_that_are_too_long_are_left_out() -> None:
    news = [TableNews("a", 1, [("x" * LONGEST, 5)]), TableNews("b", 2, [("y", 6)])]
    assert sent(news) == [TableNews("a", 1, []), TableNews("b", 2, [("y", 6)])]


def test_what_another_secret_signs_is_not_signed() -> None:
    [payload] = event_notices("here", SECRET, [TableNews("a", 1, [("x", 5)])])
    changed = payload.replace('"x"', '"y"')
    unsigned = payload.partition("\n")[0]
    assert read_notice(payload, SECRET)["signed"]
    for forged, secret in ((payload, b"other"), (changed, SECRET), (unsigned, SECRET), ("{}\n", SECRET)):
        assert not read_notice(forged, secret)["signed"]
    claimed = '{"from": "x", "signed": true}'
    assert not read_notice(claimed, SECRET)["signed"]


@pytest.mark.parametrize("payload", ["", "x", "[1]", "3", "null", "{}\nä"])
def test_what_is_no_notice_is_refused(payload: str) -> None:
    with pytest.raises((ValueError, TypeError)):
        read_notice(payload, SECRET)


@pytest.mark.parametrize(
    "data",
    [
        *(None, 3, {"a": 1}, [3], ["abc"], [["a"]], [["a", 1]], [["a", 1, [], 2]], [[1, 1, []]]),
        *([["a", "1", []]], [["a", True, []]], [["a", 1, {}]], [["a", 1, ["xy"]]], [["a", 1, [["x"]]]]),
        *([["a", 1, [["x", "5"]]]], [["a", 1, [[3, 5]]]]),
    ],
)
def test_malformed_news_are_refused(data: object) -> None:
    with pytest.raises((ValueError, TypeError)):
        read_news(data)
