"""The story of a game: its contests, each as a game of its own."""

from pathlib import Path

import pytest

import gipfel
from gipfel.games.core.contest import SETTLEMENTS
from gipfel.locale import using_language
from tests.helpers.evenings import random_evening
from tests.helpers.linked_games import JUMP, linked
from tests.helpers.paths import TESTS

OLD_RECORDS = sorted((TESTS / "project" / "old_files" / "records").glob("*.txt"))
"""Games that were recorded when records had format 1."""

EVENINGS = {
    "dice": gipfel.game("project", "dice"),
    "evening": gipfel.game("project", "evening", **{"link.T": "dvonn", "link.Z": "zertz blitz"}),
    "replayed ties": gipfel.game("project", "evening", **{"link.T": "die", "link.tie": "replay"}),
    "mixed": gipfel.game(
        "project",
        "ultimate",
        **{
            "link.T": "coin",
            "link.Z": "highcard",
            "link.D": "outside",
            "link.Y": "yinsh blitz",
            "link.P": "tzaar",
        },
    ),
}
"""Games with many contests."""
BEGINS = {None: None, gipfel.WHITE: "white", gipfel.BLACK: "black"}


SCORES = {None: "1/2-1/2", gipfel.WHITE: "1-0", gipfel.BLACK: "0-1"}


def assert_recorded(contests: list[gipfel.PlayedContest], record: gipfel.Record) -> None:
    """A story tells the contests of a record, in their order."""
    assert [contest.number for contest in contests] == [*range(1, len(contests) + 1)]
    recorded = [contest for turn in record.turns for contest in turn.contests]
    begun = [contest for contest in contests if contest.decisions]
    for contest, written in zip(begun, recorded, strict=True):
        assert written.headers["contest"] == contest.contest.name
        assert written.headers.get("begins") == BEGINS[contest.begins]
        assert [turn.text for turn in written.turns] == (contest.game.turn_texts() if contest.game else [])
        assert written.result == (SCORES[contest.winner] if contest.over else "*")


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("path", OLD_RECORDS, ids=lambda path: path.stem)
def test_old_records_have_a_story(path: Path) -> None:
    record = gipfel.read_record(path.read_text(encoding="utf-8"))
    assert_recorded([*gipfel.story(gipfel.replay(record))], record)


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize("name", EVENINGS)
def test_the_story_is_what_the_record_says(name: str, seed: int) -> None:
    """Also that of the record, read and replayed."""
    played = random_evening(EVENINGS[name], seed)
    contests = [*gipfel.story(played)]
    assert contests
    assert_recorded(contests, played.record())
    again = gipfel.replay(gipfel.read_record(gipfel.write_record(played.record())))
    assert [told(contest) for contest in gipfel.story(again)] == [told(contest) for contest in contests]


@pytest.mark.usefixtures("interpreted")
@pytest.mark.parametrize("name", EVENINGS)
def test_every_contest_is_a_game_of_its_own(name: str) -> None:
    """Its decisions are those of the game around it, in the same order, and lead to the same end."""
    played = random_evening(EVENINGS[name], seed=5)
    for contest in gipfel.story(played):
        assert (*played.decisions[contest.begin : contest.end],) == contest.decisions
        assert contest.turn == contest.position.turn + 1
        assert contest.over == bool(contest.result)
        game = contest.game
        assert (game is None) == (contest.contest.kind != "game" or contest.begins is None)
        if game is None:
            continue
        again = gipfel.Playthrough(game.start)
        for decision in game.decisions:
            again.play(decision.text)
        assert again.position == game.position
        around = played.decisions[contest.first_move : contest.end]
        texts = [decision.text for decision in around if decision.text not in SETTLEMENTS]
        assert [decision.text for decision in game.decisions] == texts


def told(contest: gipfel.PlayedContest) -> tuple[object, ...]:
    """What a list says about a contest."""
    return (
        contest.title,
        contest.turn,
        contest.user,
        contest.stake,
        contest.begins,
        contest.result,
        contest.throws,
    )


def announced(game: gipfel.Game) -> gipfel.Playthrough:
    """A use of a potential was announced and challenged."""
    played = gipfel.Playthrough(game.position(JUMP))
    played.play("Zc3>e5")
    played.play("challenge")
    return played


def test_a_contest_that_has_just_begun_is_told() -> None:
    (contest,) = gipfel.story(announced(linked("zertz")))
    assert (contest.begin, contest.end, contest.over, contest.winner) == (2, 2, False, None)
    assert (contest.title, contest.turn) == ("ZÈRTZ · basic", 1)
    assert contest.stake == "to use the ZÈRTZ-potential from c3 to e5"
    assert (contest.game, contest.begins, contest.throws, contest.result) == (None, None, (), "")


def test_a_contest_is_told_with_what_was_thrown() -> None:
    played = announced(linked("die"))
    played.play("die:2-5")
    (contest,) = gipfel.story(played)
    assert contest.throws == ("White has 2, Black has 5.",)
    assert contest.winner == gipfel.BLACK
    assert contest.result.startswith("White loses the contest")
    with using_language("fa"):
        assert not contest.result.startswith("White")


def test_a_contest_that_was_given_up_keeps_its_board() -> None:
    played = announced(linked("zertz", **{"link.first": "opponent"}))
    played.play(played.position.decisions()[0])
    played.play("forfeit:W")
    (contest,) = gipfel.story(played)
    assert (contest.begins, contest.winner) == (gipfel.BLACK, gipfel.BLACK)
    assert contest.game is not None
    assert len(contest.game.decisions) == 1


def test_games_without_contests_have_no_story() -> None:
    played = gipfel.Playthrough(gipfel.game("gipf").start())
    played.play(played.position.decisions()[0])
    assert [*gipfel.story(played)] == []
