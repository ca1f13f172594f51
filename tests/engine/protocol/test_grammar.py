"""The grammar of the engine protocol."""

import pytest

import gipfel
from gipfel.engine.protocol.grammar import (
    Go,
    Info,
    ProtocolError,
    Setting,
    TextSetting,
    read_go,
    read_info,
    read_new,
    read_setting,
    write_new,
)
from gipfel.engine.search.analysis import SearchLimits
from gipfel.kernel.evaluation import CERTAIN


@pytest.mark.parametrize(
    ("text", "go"),
    [
        ("go", Go()),
        ("go ms 250", Go(SearchLimits(seconds=0.25))),
        ("go nodes 1000 depth 7 lines 3", Go(SearchLimits(nodes=1000, depth=7, lines=3))),
        ("go by black ms 5", Go(SearchLimits(seconds=0.005), gipfel.BLACK)),
        ("go left 60000 increment 500", Go(left=60000, increment=500)),
        ("go ms 900 left 60000 turns 12", Go(SearchLimits(0.9), left=60000, turns=12)),
        ("go nodes 5 searchmoves b3 c2", Go(SearchLimits(nodes=5), only=("b3", "c2"))),
    ],
)
def test_go_is_written_and_read(text: str, go: Go) -> None:
    assert str(go) == text
    assert read_go(text.removeprefix("go").strip()) == go


@pytest.mark.parametrize("text", ["ms", "ms x", "ms -1", "ms 1 ms 2", "speed 9", "by red ms 1", "ms 1.5"])
def test_a_wrong_go_is_refused(text: str) -> None:
    with pytest.raises(ProtocolError, match=r"write: go \[by SIDE\]"):
        read_go(text)


@pytest.mark.parametrize("name", ["ms", "nodes", "depth", "lines", "turns"])
def test_a_limit_of_zero_is_refused(name: str) -> None:
    with pytest.raises(ProtocolError, match=f"go {name} 0 is not possible; {name} is a whole number from 1"):
        read_go(f"{name} 0")


def test_a_clock_may_have_run_out() -> None:
    assert read_go("left 0 increment 0").left == 0


@pytest.mark.parametrize(
    ("text", "info"),
    [
        (
            "info line 1 depth 7 score 250 percent 56.2 nodes 120000 ms 31 play e1-e3 b3",
            Info(1, 7, 250, 120000, 31, ("e1-e3", "b3")),
        ),
        (
            "info line 2 depth 9 win 3 percent 100.0 nodes 5 ms 0 play xe2,e3",
            Info(2, 9, CERTAIN - 3, 5, 0, ("xe2,e3",)),
        ),
        (
            "info line 1 depth 9 loss 4 percent 0.0 nodes 5 ms 0 play b4",
            Info(1, 9, 4 - CERTAIN, 5, 0, ("b4",)),
        ),
    ],
)
def test_info_is_written_and_read(text: str, info: Info) -> None:
    assert str(info) == text
    assert read_info(text) == info


def test_info_may_be_plain_text() -> None:
    assert read_info("info text compiling") is None
    with pytest.raises(ProtocolError, match="write: info text TEXT"):
        read_info("info about nothing")


@pytest.mark.parametrize(
    "game",
    [
        gipfel.game("gipf", "tournament"),
        gipfel.game("tamsk", "level3", glass=60000, start="hand"),
        gipfel.game("project", "dice", **{"link.T": "zertz basic", "min_per_kind": 1}),
    ],
    ids=repr,
)
def test_new_is_written_and_read(game: gipfel.Game) -> None:
    name, version, options = read_new(write_new(game).removeprefix("new "))
    assert gipfel.game(name, version, **options) == game


@pytest.mark.parametrize("text", ["", "gipf", "gipf basic x", "gipf basic a=1 a=2", 'gipf basic a="1'])
def test_a_wrong_new_is_refused(text: str) -> None:
    with pytest.raises(ProtocolError, match="write: new GAME VERSION"):
        read_new(text)


@pytest.mark.parametrize(
    ("line", "setting"),
    [
        ("option Hash number default 16 from 1 to 99", Setting("Hash", 16, 1, 99)),
        ("option Skew number default -5 from -10 to 10", Setting("Skew", -5, -10, 10)),
        ("option Style text default calm and quiet", TextSetting("Style", "calm and quiet")),
        ("option Book text default", TextSetting("Book", "")),
    ],
)
def test_options_are_written_and_read(line: str, setting: Setting | TextSetting) -> None:
    assert read_setting(line) == setting
    assert str(setting) == line
    assert setting.check(str(setting.default)) == setting.default


@pytest.mark.parametrize(
    "line",
    [
        "option Hash",
        "option Hash number",
        "option Hash number default x",
        "option Hash switch default on",
        "",
    ],
)
def test_other_options_are_not_read(line: str) -> None:
    assert read_setting(line) is None
