"""Openings from files and from the opening book."""

from pathlib import Path

import pytest

import gipfel
from gipfel.arena.games import GameJob, GameKey, Terms, play_game
from gipfel.arena.opening_lines import BadOpenings, digest, read_openings
from gipfel.arena.openings import NoOpening, book_opening, book_turns
from gipfel.arena.schedule import Match
from gipfel.cli import main
from tests.helpers.matches import GIPF, RANDOM

PLAIN = """\
# two openings of three turns
b3 c2 g2
1. c2 2. b3 3. g2   # with numbers
b3|c2|g2

position b2w/5/6/w5b/6/5/b2w w 12/12 0/0 B s
"""


def test_a_plain_list(tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_text(PLAIN)
    lines = read_openings(path, GIPF, None, 4)
    assert [line.turns for line in lines] == [("b3", "c2", "g2"), ("c2", "b3", "g2"), ("b3", "c2", "g2"), ()]
    assert [line.played(GIPF).position.turn for line in lines] == [3, 3, 3, 0]
    assert lines[1].where.endswith("openings.txt, line 3")
    assert [line.turns for line in read_openings(path, GIPF, 1, 4)][:2] == [("b3",), ("c2",)]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("b3 zz", r"line 1: .*zz"),
        ("# nothing", "has no opening for gipf basic"),
        ("position nonsense", r"line 1: "),
        (
            "position bww1/bbb1b/w1w1wb/b6/wbwbww/wwbw1/wwwb w 0/4 0/0 B s",
            "the game is over after this opening",
        ),
        ("b3\n" * 100_001, "is too large; at most 100000 openings"),
    ],
)
def test_bad_lists_are_explained(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "openings.txt"
    path.write_text(text)
    with pytest.raises(BadOpenings, match=message):
        read_openings(path, GIPF, None, 4)


def test_a_game_with_a_random_start_needs_positions(tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_text("a1-a2\n")
    with pytest.raises(BadOpenings, match="has a random start; write 'position TEXT', or use records"):
        read_openings(path, gipfel.game("dvonn", "random"), None, 4)


@pytest.mark.parametrize(("name", "version"), [("gipf", "basic"), ("dvonn", "random"), ("project", "dice")])
def test_records_are_openings(tmp_path: Path, name: str, version: str) -> None:
    game = gipfel.game(name, version)
    records = []
    for pair in range(2):
        terms = Terms(seconds=1.0, opening_turns=2, most_turns=12)
        job = GameJob(GameKey(0, 1, pair, False), game, RANDOM, RANDOM, terms)
        records.append(play_game(job).record)
    path = tmp_path / "games.gipfel"
    path.write_text("\n".join(records))
    lines = read_openings(path, game, None, 5)
    assert len(lines) == 2
    for line, record in zip(lines, records, strict=True):
        begun = line.played(game)
        assert begun.position.turn == 5
        assert begun.start == gipfel.replay(gipfel.read_record(record)).start
    assert digest(lines) != digest(lines[:1])
    assert read_openings(path, game, 3, 5)[0].played(game).position.turn == 3
    with pytest.raises(BadOpenings, match="has no opening"):
        read_openings(path, game, 500, 5)
    other = gipfel.game("tzaar", "fixed")
    with pytest.raises(BadOpenings, match=f"this is a game of {name} {version}, not tzaar fixed"):
        read_openings(path, other, None, 5)


def test_pairs_take_one_opening_after_the_other(tmp_path: Path) -> None:
    path = tmp_path / "openings.txt"
    path.write_text("b3 c2\nc2 b3\n")
    lines = read_openings(path, GIPF, None, 4)
    match = Match(GIPF, (RANDOM, RANDOM), Terms(seconds=1.0), 3, openings=lines)
    used = [job.opening().turn_texts() for job in match.jobs()]
    assert used == [["b3", "c2"]] * 2 + [["c2", "b3"]] * 2 + [["b3", "c2"]] * 2
    assert match.identity["openings"] == digest(lines)


def test_the_opening_book() -> None:
    game = gipfel.game("gipf", "standard")
    deepest = book_turns(game)
    openings = [book_opening(game, 4, 1, number) for number in range(6)]
    assert all(1 <= opening.position.turn <= min(4, deepest) for opening in openings)
    assert len({str(opening.position) for opening in openings}) > 1
    again = book_opening(game, 4, 1, 3)
    assert again.position == openings[3].position
    with pytest.raises(NoOpening, match="dvonn standard has no opening book"):
        book_turns(gipfel.game("dvonn"))


def test_the_command_uses_openings(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "openings.txt"
    path.write_text("b3 c2\n")
    command = ["arena", "gipf", "-p", "random", "-p", "random", "--pairs", "2", "-n", "1"]
    records = tmp_path / "games.txt"
    assert main([*command, "--openings", str(path), "--records", str(records), "--event", "Cup"]) == 0
    assert "1 opening for 2 pairs" in capsys.readouterr().err
    text = records.read_text()
    assert text.count("event: Cup") == 4
    assert [line for line in text.splitlines() if line.startswith("round")] == ["round: 1"] * 2 + [
        "round: 2"
    ] * 2
    assert text.count(f"opening: {path}, line 1, pair ") == 4
    assert text.count("1. b3\n2. c2\n") == 4
    assert main([*command, "--openings", str(tmp_path / "nothing.txt")]) == 2
    assert "cannot read" in capsys.readouterr().err
