"""The story of an evening over HTTP, and its contests looked through over the WebSocket."""

import json
from typing import Any

import pytest

import gipfel
from gipfel.server.contract import story as contract
from gipfel.server.views.story import MOST_CONTESTS
from tests.helpers.evenings import mixed_evening
from tests.helpers.server.running import RunningServer


def table_of(server: RunningServer, played: gipfel.Playthrough) -> str:
    return server.new(record=gipfel.write_record(played.record()))


def story_of(server: RunningServer, table_id: str, language: str = "en") -> list[contract.StoryContest]:
    answer = server.client.get(f"/api/tables/{table_id}/story", params={"language": language})
    assert answer.status_code == 200, answer.text
    told: contract.Story = answer.json()
    return told["contests"]


def game_of(server: RunningServer, table_id: str, number: int) -> Any:
    return server.client.get(f"/api/tables/{table_id}/story/{number}")


def side_of(side: gipfel.Side | None) -> str | None:
    return None if side is None else side.name.lower()


def test_the_story_names_all_contests(server: RunningServer) -> None:
    played = mixed_evening()
    table_id = table_of(server, played)
    told, known = story_of(server, table_id), [*gipfel.story(played)]
    assert {contest["kind"] for contest in told} == {"die", "game"}
    for sent, contest in zip(told, known, strict=True):
        assert (sent["number"], sent["turn"], sent["title"]) == (contest.number, contest.turn, contest.title)
        assert (sent["user"], sent["stake"]) == (side_of(contest.user), contest.stake)
        assert (sent["begins"], sent["winner"]) == (side_of(contest.begins), side_of(contest.winner))
        assert (sent["result"], sent["throws"]) == (contest.result, [*contest.throws])
        assert sent["opens"] == (contest.game is not None)
        assert bool(sent["throws"]) == (sent["kind"] == "die")
    persian = story_of(server, table_id, "fa")
    assert [contest["result"] for contest in persian] != [contest["result"] for contest in told]


def test_a_contest_is_looked_through_as_a_game(server: RunningServer) -> None:
    """Every position of it is shown, the last one as the contest ended."""
    played = mixed_evening()
    table_id = table_of(server, played)
    known = {contest.number: contest for contest in gipfel.story(played)}
    opened = [contest for contest in story_of(server, table_id) if contest["opens"]]
    assert opened
    with server.page(table_id) as page:
        for listed in opened:
            sent: contract.ContestGame = game_of(server, table_id, listed["number"]).json()
            game = known[listed["number"]].game
            assert game is not None
            assert sent["contest"] == listed
            assert [turn["text"] for turn in sent["turns"]] == game.turn_texts()
            assert sent["game"] == "zertz"
            positions = [*(decision.position for decision in game.decisions), game.position]
            for at in range(sent["first"], listed["end"] + 1):
                shown = page.ask("view", at=at, inside=True)
                position = positions[min(at - sent["first"], len(game.decisions))]
                assert shown["picture"]["game"] == "zertz"
                assert len(shown["picture"]["pieces"]) == len(position.scene().pieces)
            assert shown["sentence"] == listed["result"]
            assert page.ask("view", at=listed["end"])["picture"]["game"] == "project"


def test_contests_follow_each_other(server: RunningServer) -> None:
    table_id = table_of(server, mixed_evening())
    numbers = [contest["number"] for contest in story_of(server, table_id) if contest["opens"]]
    sent = [game_of(server, table_id, number).json() for number in numbers]
    assert [contest["previous"] for contest in sent] == [None, *numbers[:-1]]
    assert [contest["next"] for contest in sent] == [*numbers[1:], None]


def test_a_running_contest_is_in_the_story(server: RunningServer) -> None:
    played = mixed_evening()
    opened = next(contest for contest in gipfel.story(played) if contest.game is not None)
    part = gipfel.Playthrough(played.start)
    part.follow(played.decisions[: opened.begin + 1])
    told = story_of(server, table_of(server, part))[-1]
    assert (told["over"], told["winner"], told["result"], told["end"]) == (False, None, "", opened.begin + 1)


@pytest.mark.parametrize(
    ("number", "status", "why"),
    [
        ("99", 404, "There is no contest 99 with a game of its own here."),
        ("0", 404, "There is no contest 0 with a game of its own here."),
        ("x", 422, "a contest is a number of up to 9 digits, not 'x'"),
        ("1234567890", 422, "a contest is a number of up to 9 digits, not '1234567890'"),
    ],
)
def test_there_is_no_such_contest(server: RunningServer, number: str, status: int, why: str) -> None:
    answer = server.client.get(f"/api/tables/{server.new(game='project', version='evening')}/story/{number}")
    assert (answer.status_code, answer.json()["problem"]) == (status, why)


def test_games_without_contests_have_an_empty_story(server: RunningServer) -> None:
    assert story_of(server, server.new(game="gipf")) == []
    assert server.client.get("/api/tables/nobody/story").status_code == 404


def test_a_long_story_is_short_on_the_wire(server: RunningServer) -> None:
    """Of very many contests only the last ones are sent."""
    game = gipfel.game(
        "project", "evening", **{"link.Z": "outside", "link.tie": "replay", "gipf_loss": "off"}
    )
    played = gipfel.Playthrough(game.position("c3=Wpz,d4=Bp w m W:10//B B:10//B 0/0"))
    played.play("Zc3>e5")
    for _ in range(MOST_CONTESTS + 20):
        played.play("agree:=")
    told = story_of(server, table_of(server, played))
    assert [contest["number"] for contest in told] == [*range(22, MOST_CONTESTS + 22)]
    assert len(json.dumps(told)) < 120_000
