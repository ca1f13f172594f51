"""What a page asks without changing anything: explanations, contents, views, languages."""

import pytest

from tests.helpers.server.running import Page, RunningServer


def test_why_and_contents(page: Page) -> None:
    assert page.ask("why", number=0, prefix=[], target=["spot", "e5"])["text"]
    assert page.ask("why", number=0, prefix=[], target=["dragon", "zz"])["text"]
    assert page.ask("look", target=["spot", "e2"])["lines"]
    assert page.ask("look", target=["spot", "zz9"])["lines"] == []


def test_looking_back(page: Page) -> None:
    page.decide("e1-e3")
    page.decide("e9-e7")
    view = page.ask("view", at=1)
    assert (view["at"], view["last"], view["side"]) == (1, "e1-e3", "black")
    assert view["picture"]["pieces"]
    assert page.ask("view", at=3)["type"] == "refused"


def test_ghosts_show_how_a_piece_would_lie(server: RunningServer) -> None:
    with server.page(server.new(game="punct")) as page:
        prefix = [next(item["target"] for item in page.table["targets"] if item["target"][0] == "tray")]
        targets = page.ask("point", number=0, prefix=prefix)["targets"]
        found = page.ask("point", number=0, prefix=[*prefix, targets[0]["target"]])
        assert len(found["ghosts"]) == len(found["targets"])
        for ghost in found["ghosts"]:
            assert ghost["look"] in ghost["looks"]


def test_pointing_tells_what_the_decision_would_do(page: Page) -> None:
    path = [["dot", "e1"], ["spot", "e2"]]
    assert page.ask("point", number=0, prefix=path)["effect"] is None
    assert page.ask("point", number=0, prefix=path[:1], effect=True)["effect"] is None
    effect = page.ask("point", number=0, prefix=path, effect=True)["effect"]
    assert [change["kind"] for change in effect["changes"]] == ["move", "enter"]
    assert effect["text"] == "2 pieces move"
    assert page.table["number"] == 0
    page.decide("e1-e3")
    refused = page.ask("point", number=0, prefix=path, effect=True)
    assert (refused["type"], refused["number"]) == ("refused", 1)


def test_looks_of_an_effect_are_sent_once(server: RunningServer) -> None:
    with server.page(server.new(game="dvonn")) as page:
        effects = [
            page.ask("point", number=0, prefix=[one["target"]], effect=True)["effect"]
            for one in page.table["targets"][:2]
        ]
        assert [len(effect["pieces"]) for effect in effects] == [1, 1]
        assert not effects[1]["looks"]


def test_a_planned_position_tells_what_the_decision_would_do(page: Page) -> None:
    path = [["dot", "a5"], ["spot", "b5"]]
    found = page.ask("preview", number=0, line=["e1-e3"], prefix=path, effect=True)
    assert found["effect"]["changes"][-1] == {"kind": "enter", "from": path[0], "to": path[1]}
    assert page.ask("preview", number=0, line=["e1-e3"], prefix=path)["effect"] is None


def test_everybody_is_spoken_to_in_their_language(server: RunningServer) -> None:
    codes = [language["language"] for language in server.client.get("/api/catalogue/en").json()["languages"]]
    table_id = server.new(game="gipf", version="standard")
    said = {}
    for code in codes:
        with server.page(table_id, code) as page:
            said[code] = page.table["sentence"]
    assert len(set(said.values())) == len(codes)
    assert "dot" in said["en"]


@pytest.mark.parametrize("decision", ["e1-e5", "nonsense", "z9"])
def test_everybody_is_told_in_their_language_why_a_decision_is_refused(
    server: RunningServer, decision: str
) -> None:
    table_id = server.new(game="gipf", version="standard")
    told = {}
    for code in ("en", "fa"):
        with server.page(table_id, code) as page:
            answer = page.ask("decide", number=0, decision=decision)
            assert answer["type"] == "refused"
            told[code] = answer["reason"]
    assert decision in told["en"]
    assert decision in told["fa"]
    assert told["en"].isascii()
    assert not told["fa"].isascii()
