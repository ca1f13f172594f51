"""Looking positions up: what was played, how often, with what result, by whom."""

from collections import Counter
from pathlib import Path

import pytest

import gipfel
from gipfel.explorer import Explorer, Tally, build_explorer, counted_record
from gipfel.games.core.images import image_of
from tests.helpers.check import some_of
from tests.helpers.declared_games import GAMES, installed
from tests.helpers.explorer_games import counted, random_games

START = gipfel.game("gipf").start()


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "games.explorer"


def test_decisions_are_counted_with_results_for_the_side_that_acted(path: Path) -> None:
    games = [
        counted("b3", "b4", result="1-0", white_rating="1400", black="level:3"),
        counted("b3", "b4", "h4", result="0-1", white_rating="1600", black="level:6"),
        counted("b3", "h4", result="1/2-1/2"),
        counted("a1-c3"),
    ]
    build_explorer(path, games)
    with Explorer(path) as explorer:
        assert explorer.games == 4
        first, second = explorer.look_up(START).decisions
        assert (first.text, second.text) == ("b3", "a1-c3")
        assert first.tally == Tally(games=3, wins=1, draws=1, losses=1, rated=2, ratings=3000)
        assert (first.score, first.tally.rating, first.tally.level) == (0.5, 1500, None)
        assert second.tally == Tally(games=1)
        assert (second.tally.unfinished, second.score) == (1, None)
        answer = explorer.look_up(START.play("b3"))
        assert answer.games == 3
        assert answer.decisions[0].text == "b4"
        assert answer.decisions[0].tally == Tally(games=2, wins=1, losses=1, with_level=2, levels=9)
        assert answer.decisions[0].tally.level == 4.5


def test_decisions_that_a_symmetry_exchanges_are_one(path: Path) -> None:
    """The start position of GIPF has six symmetries; without a different end, these games would be one."""
    moves = {"b3": "1-0", "h3": "0-1", "c2": "1/2-1/2", "g2": "*"}
    games = [counted(text, result=result) for text, result in moves.items()]
    build_explorer(path, [*games, counted("a1-c3", result="0-1")])
    with Explorer(path) as explorer:
        found = explorer.look_up(START)
        listed = Counter(
            text
            for played in found.decisions
            for text in (played.text, *(other.text for other in played.equivalents))
        )
        assert max(listed.values()) == 1
        assert [(one.text, one.games) for one in found.decisions] == [("b3", 4), ("a1-c3", 1)]
        assert {*moves} <= {"b3", *(other.text for other in found.decisions[0].equivalents)}


@pytest.mark.parametrize("name", some_of(gipfel.game_names(), 3))
def test_a_position_and_its_images_have_the_same_answers(path: Path, name: str) -> None:
    """The texts of decisions are those of the position that was asked about."""
    records = [*random_games(name, 12)]
    build_explorer(path, (counted_record(record) for record in records))
    decisions = gipfel.replay(records[0]).decisions
    with Explorer(path) as explorer:
        for decision in decisions[: len(decisions) : 3]:
            position = decision.position
            if position.contest is not None or position.turn >= explorer.turns:
                continue
            answer = explorer.look_up(position)
            texts = {
                text for one in answer.decisions for text in (one.text, *(o.text for o in one.equivalents))
            }
            assert decision.text in texts
            for symmetry in position.game.symmetries[1::4]:
                image = explorer.look_up(image_of(position, symmetry))
                assert sorted(one.tally.values for one in image.decisions) == sorted(
                    one.tally.values for one in answer.decisions
                )
                for one in image.decisions:
                    image.position.decision(one.text)


def test_a_game_without_symmetries_and_without_keys_of_its_own(path: Path, tmp_path: Path) -> None:
    with installed(tmp_path / "packages", GAMES):
        game = gipfel.game("noughts")
        build_explorer(path, (counted_record(record) for record in random_games("noughts", 20)))
        with Explorer(path) as explorer:
            answer = explorer.look_up(game.start())
            assert answer.games == explorer.games
            assert all(not played.equivalents for played in answer.decisions)


def test_games_with_time_and_with_contests(path: Path) -> None:
    records = [*random_games("tamsk", 2, "level2"), *random_games("project", 2)]
    build_explorer(path, map(counted_record, records))
    with Explorer(path) as explorer:
        for record in records:
            decisions = gipfel.replay(record).decisions
            assert explorer.look_up(decisions[0].position).games >= 1
            for decision in decisions:
                explorer.look_up(decision.position)


def test_what_is_not_there_has_no_decisions(path: Path) -> None:
    build_explorer(path, [counted("b3", "b4")])
    with Explorer(path) as explorer:
        for position in (
            START.play("a1-c3"),
            START.play("b3").play("b4"),
            gipfel.game("gipf", "standard").start(),
            gipfel.game("dvonn").start(),
        ):
            answer = explorer.look_up(position)
            assert (answer.games, answer.decisions) == (0, ())


def test_versions_and_options_are_kept_apart(path: Path) -> None:
    more = gipfel.game("gipf", "basic", extra_white=2)
    build_explorer(path, [counted("b3"), counted("b4", game=more)])
    with Explorer(path) as explorer:
        assert [one.text for one in explorer.look_up(more.start()).decisions] == ["b4"]
        assert [(one.version, one.options) for one in explorer.versions()] == [
            ("basic", {}),
            ("basic", {"extra_white": "2"}),
        ]


def test_an_answer_as_json(path: Path) -> None:
    build_explorer(path, [counted("b3", result="1-0"), counted("a1-c3")])
    with Explorer(path) as explorer:
        shown = explorer.look_up(START).to_dict(most=1)
    assert (shown["game"], shown["version"], shown["side"], shown["turns"]) == ("gipf", "basic", "white", 40)
    assert len(shown["decisions"]) == shown["more"] == 1
    assert shown["total"]["games"] == 2
    assert shown["decisions"][0].keys() >= {"decision", "equivalents", "games", "score", "rating", "level"}
