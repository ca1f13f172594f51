"""What callers write: names of games in any case, with or without accents; and things that are no texts."""

from collections.abc import Callable
from pathlib import Path

import pytest

import gipfel
from gipfel.games.core.registry import game_of_position, game_type, known_name
from tests.helpers.declared_games import GAMES, installed

POSITIONS = {name: gipfel.game(name).start(seed=1) for name in gipfel.game_names()}
NO_TEXTS = (None, 7, b"e1-e3", ["e1-e3"])


@pytest.mark.parametrize(
    ("written", "name"),
    [
        ("GIPF", "gipf"),
        ("Gipf", "gipf"),
        (" gipf ", "gipf"),
        ("PÜNCT", "punct"),
        ("pünct", "punct"),
        ("pu\u0308nct", "punct"),
        ("ZÈRTZ", "zertz"),
        ("zèrtz", "zertz"),
        ("Project", "project"),
    ],
)
def test_case_and_accents_of_a_name_do_not_matter(written: str, name: str) -> None:
    assert gipfel.game(written) == gipfel.game(name)
    assert known_name(written) == name
    with pytest.raises(gipfel.UnknownGame, match="there is no game"):
        game_type(written)  # only what people write is read like this: caches have one entry a game


@pytest.mark.parametrize("name", ["chess", "", "gip", "ßipf", "gipf standard", "g\0pf"])
def test_other_names_are_unknown_and_quoted_as_written(name: str) -> None:
    assert known_name(name) == name
    with pytest.raises(gipfel.UnknownGame, match="there is no game"):
        gipfel.game(name)


def test_games_of_other_packages_are_found_as_well(tmp_path: Path) -> None:
    with installed(tmp_path, GAMES):
        assert gipfel.game("Noughts").name == "noughts"


def test_a_record_may_name_its_game_in_capitals() -> None:
    played = gipfel.Playthrough(gipfel.game("punct").start())
    text = gipfel.write_record(played.record()).replace("game: punct", "game: PÜNCT")
    assert gipfel.replay(gipfel.read_record(text)).start == played.start


@pytest.mark.parametrize("name", POSITIONS)
@pytest.mark.parametrize("value", NO_TEXTS, ids=repr)
def test_what_is_no_text(name: str, value: object) -> None:
    position = POSITIONS[name]
    asked: dict[str, Callable[..., object]] = {
        "a position": position.game.position,
        "a decision": position.decision,
        "a turn": position.play_turn,
    }
    for what, ask in asked.items():
        with pytest.raises(gipfel.GipfelError, match=f"{what} is a text, not {type(value).__name__}"):
            ask(value)
    with pytest.raises(gipfel.PositionError):
        game_of_position(name, value)  # type: ignore[arg-type]


def test_what_is_no_record() -> None:
    with pytest.raises(gipfel.RecordError, match="read_record makes one of a text"):
        gipfel.replay("Gipfel record 2")  # type: ignore[arg-type]
