"""The commands for collections: replay of many games, convert, filter, stats."""

import json
from itertools import pairwise
from pathlib import Path

import pytest

import gipfel
from gipfel.notation.collection_writer import write_collection
from gipfel.testing.random_games import random_game
from tests.helpers.check import some_of
from tests.helpers.command_line import CommandResult, shell

GAMES = [
    random_game("gipf", "basic", seed).record(white=white, black=black, date=date)
    for seed, white, black, date in (
        (1, "Ada", "Ben", "2026-01-15"),
        (2, "Ben", "Ada", "2026-03-01"),
        (5, "Ada Lovelace", "Carl", "2025-12-31"),
    )
] + [random_game("tzaar", "fixed", 1).record(white="Ben", black="Carl")]
FIRST = GAMES[0]


@pytest.fixture(autouse=True)
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The current folder has a file with games."""
    monkeypatch.chdir(tmp_path)
    write_collection("games.txt", GAMES)


def break_second() -> None:
    """Let the second game of the file break the rules."""
    text = Path("games.txt").read_text()
    first, second, *rest = text.split("Gipfel record 2\n")[1:]
    turn = next(line for line in second.splitlines() if line.startswith("3. "))
    second = second.replace(turn, "3. e5")
    Path("games.txt").write_text("".join(f"Gipfel record 2\n{part}" for part in (first, second, *rest)))


# --- replay -------------------------------------------------------------------------------------------


def test_all_games_of_a_file_are_replayed(run) -> None:
    assert run("replay", "games.txt") == CommandResult(0, "4 games: 4 right, 0 broken.\n", "")


def test_broken_games_are_named_and_the_others_checked(run) -> None:
    break_second()
    done = run("replay", "games.txt", "games.txt")
    assert (done.code, done.out) == (1, "8 games: 6 right, 2 broken.\n")
    one, two = done.err.splitlines()
    assert one == two
    begin = 1 + Path("games.txt").read_text().partition("\nGipfel")[0].count("\n") + 1
    assert one.startswith(
        f"gipfel: games.txt, game 2 (line {begin}): line {begin + 9}, turn 3: e5 is not legal"
    )


def test_only_some_broken_games_are_named(run) -> None:
    break_second()
    done = run("replay", *["games.txt"] * 5, "--problems", 2)
    assert done.err.splitlines()[2] == "gipfel: 3 more broken games; --problems 5 names all"
    assert done.err.splitlines()[3].startswith("gipfel: reasons: 5 × ")
    assert run("replay", "games.txt", "--problems", 0).err == ""


def test_a_wrong_result_is_found(run) -> None:
    wrong = {"1-0": "0-1", "0-1": "1-0"}[FIRST.result]
    text = Path("games.txt").read_text()
    Path("games.txt").write_text(text.replace(f"result: {FIRST.result}", f"result: {wrong}", 1))
    done = run("replay", "games.txt")
    assert "4 games: 3 right, 1 broken." in done.out
    assert f"the result is written as {wrong}, but the game ended" in done.err


def test_a_file_that_cannot_be_read_does_not_stop_the_rest(run) -> None:
    done = run("replay", "games.txt", "missing.txt")
    assert (done.code, done.out) == (1, "5 games: 4 right, 1 broken.\n")
    assert done.err == "gipfel: cannot read missing.txt: No such file or directory\n"


def test_the_standard_input(run) -> None:
    lines = Path("games.txt").read_text().splitlines()
    assert run("replay", "-", typed=lines).out == "4 games: 4 right, 0 broken.\n"
    single = gipfel.write_record(FIRST).splitlines()
    assert run("replay", "-", typed=single).out.splitlines()[-1] == f"result: {FIRST.result} {FIRST.reason}"


def test_pictures_are_for_single_games(run) -> None:
    done = run("replay", "games.txt", "--svg", "end.svg")
    assert (done.code, done.err.startswith("gipfel: --svg and --story show a single game")) == (2, True)


def test_an_interrupt_says_how_far_it_was(run, monkeypatch: pytest.MonkeyPatch) -> None:
    from gipfel.games.core.checking import Checker

    def interrupted(self: Checker, record: gipfel.Record) -> gipfel.Position:
        raise KeyboardInterrupt

    monkeypatch.setattr(Checker, "check", interrupted)
    assert run("replay", "games.txt") == CommandResult(130, "", "gipfel: interrupted after 2 games\n")


# --- convert ------------------------------------------------------------------------------------------


def test_formats_are_converted_without_loss(run) -> None:
    names = ["games.txt", "a.parquet", "b.arrow", "c.jsonl.gz", "d.gipfel"]
    for before, after in pairwise(names):
        assert run("convert", before, after) == CommandResult(0, f"4 games in {after}.\n", "")
    assert Path("d.gipfel").read_bytes() == Path("games.txt").read_bytes()
    assert run("convert", "c.jsonl.gz", "-").out == Path("games.txt").read_text()


def test_several_files_become_one(run) -> None:
    assert run("convert", "games.txt", "games.txt", "all.jsonl").out == "8 games in all.jsonl.\n"


def test_games_that_break_the_rules_can_be_left_out(run) -> None:
    break_second()
    assert run("convert", "games.txt", "all.txt").out == "4 games in all.txt.\n"
    done = run("convert", "games.txt", "right.txt", "--check")
    assert (done.code, done.out) == (1, "3 games in right.txt, 1 left out.\n")
    assert "games.txt, game 2" in done.err
    assert run("replay", "right.txt").out == "3 games: 3 right, 0 broken.\n"


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            "games.txt games.txt",
            "games.txt exists already; choose another name, or replace it with --overwrite",
        ),
        ("games.txt games.txt --overwrite", "games.txt exists already"),
        ("games.txt games.sql", "games.sql: the ending of the name decides the format"),
        ("missing.txt all.txt", "cannot read missing.txt: No such file"),
        ("games.txt", "missing argument 'FILE'"),
    ],
)
def test_what_cannot_be_converted(run, arguments: str, message: str) -> None:
    before = Path("games.txt").read_bytes()
    done = run("convert", *arguments.split())
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    assert Path("games.txt").read_bytes() == before
    assert not Path("all.txt").exists()


def test_a_file_is_overwritten_if_asked_for(run) -> None:
    Path("all.txt").write_text("something else")
    assert run("convert", "games.txt", "all.txt").code == 2
    assert run("convert", "games.txt", "all.txt", "--overwrite").code == 0
    assert Path("all.txt").read_bytes() == Path("games.txt").read_bytes()


# --- filter -------------------------------------------------------------------------------------------

FIRST_TURNS = f"{FIRST.turns[0].text} / {FIRST.turns[1].text}"
REACHED = str(gipfel.game("gipf", "basic").start().play_turn(FIRST.turns[0].text))


@pytest.mark.parametrize(
    ("arguments", "chosen"),
    [
        ((), [0, 1, 2, 3]),
        (("--game", "tzaar"), [3]),
        (("--game", "gipf", "--version", "standard"), []),
        (("--player", "ada"), [0, 1]),
        (("--player", "ada*"), [0, 1, 2]),
        (("--white", "Ben"), [1, 3]),
        (("--black", "Carl", "--game", "gipf"), [2]),
        (("--result", FIRST.result), [i for i, game in enumerate(GAMES) if game.result == FIRST.result]),
        (("--result", "decided"), [0, 1, 2, 3]),
        (("--result", "*"), []),
        (("--winner", "Ada", "--white", "Ada"), [0] if FIRST.result == "1-0" else []),
        (("--since", "2026"), [0, 1]),
        (("--until", "2026-01"), [0, 2]),
        (("--since", "2026-01-15", "--until", "2026-02-28"), [0]),
        (("--min-turns", len(FIRST.turns), "--max-turns", len(FIRST.turns), "--white", "Ada"), [0]),
        (("--opening", FIRST_TURNS), [0]),
        (("--opening", "e1-e3 / e1-e4 / e1-e5"), []),
        (("--position", REACHED), [0]),
        (("--limit", 2), [0, 1]),
        (("--limit", 0), []),
    ],
)
def test_games_are_chosen(run, arguments: tuple[object, ...], chosen: list[int]) -> None:
    done = run("filter", "games.txt", *arguments, "-o", "chosen.jsonl")
    assert (done.code, done.err) == (0, "")
    found = [*gipfel.read_collection("chosen.jsonl")] if chosen else []
    assert found == [GAMES[i] for i in chosen]


def test_an_opening_can_be_written_in_another_way(run) -> None:
    """Turns that lead to the same position are the same opening."""
    game = gipfel.Playthrough(gipfel.game("gipf", "basic").start())
    game.play_turn("b6-b4")
    write_collection("one.txt", [game.record()])
    assert "1. b6-b4" in run("filter", "one.txt", "--opening", "b4").out


def test_a_pipe_of_commands(run) -> None:
    done = run("filter", "games.txt", "--player", "ada")
    assert run("stats", "-", typed=done.out.splitlines()).out.startswith(
        "2 games, 2026-01-15 to 2026-03-01\n"
    )


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--result", "2-0"), "the result '2-0' must be one of 1-0, 0-1, 1/2-1/2, *, decided"),
        (("--since", "soon"), "the date 'soon' must be a year, a month or a day"),
        (("--game", "chess"), "there is no game 'chess'"),
        (("--opening", "e1-e3 //"), "must be turns with / between them"),
        (("--min-turns", "many"), "it must be a whole number"),
        (("--position", "nonsense"), "fields"),
        (("--since", "2026-13"), "the date '2026-13' must be a year, a month or a day"),
        (("--until", "2026-11-32"), "the date '2026-11-32' must be a year, a month or a day"),
        (("--opening", "e5 / e5"), "the opening is possible in none of the games: e5 is not legal"),
        (("--opening", f"{FIRST.turns[0].text} / z9"), "z9"),
    ],
)
def test_what_cannot_be_asked_for(run, arguments: tuple[str, str], message: str) -> None:
    done = run("filter", "games.txt", *arguments, "-o", "chosen.txt")
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    assert not Path("chosen.txt").exists()


# --- stats --------------------------------------------------------------------------------------------


def test_games_are_counted(run) -> None:
    done = run("stats", "games.txt")
    assert done.code == 0
    lines = done.out.splitlines()
    assert lines[0] == "4 games, 2025-12-31 to 2026-03-01"
    assert any(line.startswith("gipf basic: 3 games, White won ") for line in lines)
    assert any(line.split()[:2] == ["Ben", "3"] for line in lines)
    assert any(line.split()[:2] == [FIRST.turns[0].text, "1"] for line in lines)


@pytest.mark.parametrize("width", [40, 60, 80])
def test_counts_fit_the_terminal(run, monkeypatch: pytest.MonkeyPatch, width: int) -> None:
    monkeypatch.setenv("COLUMNS", str(width))
    lines = run("stats", "games.txt").out.splitlines()
    assert max(map(len, lines)) <= width


def test_counts_as_json(run) -> None:
    text = Path("games.txt").read_text()
    Path("games.txt").write_text(f"{text}\nGipfel record 2\ngame: gipf\n")
    done = run("stats", "games.txt", "--json", "-n", 1)
    data = json.loads(done.out)
    assert (done.code, data["broken"], data["results"]["games"]) == (1, 1, 4)
    assert data["players"] == [{"name": "Ben", **player_data("Ben")}]
    gipf, tzaar = data["versions"]
    lengths = sorted(len(game.turns) for game in GAMES[:3])
    assert (gipf["game"], tzaar["version"]) == ("gipf", "fixed")
    assert gipf["turns"]["shortest"] == lengths[0]
    assert gipf["turns"]["median"] == lengths[1]
    assert gipf["turns"]["longest"] == lengths[2]
    assert len(gipf["first turns"]) == 1


def player_data(name: str) -> dict[str, object]:
    won = {"1-0": "white", "0-1": "black"}
    mine = [game for game in GAMES if name in (game.headers["white"], game.headers["black"])]
    wins = sum(game.headers[won[game.result]] == name for game in mine)
    per_cent = round(100 * wins / len(mine), 1)
    return {"games": len(mine), "wins": wins, "draws": 0, "losses": len(mine) - wins, "per cent": per_cent}


# --- Together with the arena --------------------------------------------------------------------------


@pytest.mark.parametrize("name", some_of(["match.parquet", "match.gipfel.gz", "match.txt"], 1))
def test_what_the_arena_writes_is_read(name: str) -> None:
    arena = (
        "arena",
        "gipf",
        "-p",
        "random",
        "-p",
        "greedy",
        "--pairs",
        "1",
        "--nodes",
        "1",
        "-n",
        "1",
    )
    assert shell(*arena, "--results", "match.results", "--records", name).returncode == 0
    assert [record.headers["game"] for record in gipfel.read_collection(name)] == ["gipf", "gipf"]
    assert shell("replay", name).stdout == "2 games: 2 right, 0 broken.\n"


def test_all_files_of_a_folder_are_read(run) -> None:
    Path("folder").mkdir()
    for name in ("folder/a.txt", "folder/b.parquet"):
        write_collection(name, GAMES)
    Path("folder/essay.md").write_text("Once upon a time")
    done = run("replay", "folder")
    assert (done.code, done.out) == (1, "9 games: 8 right, 1 broken.\n")
    assert "folder/essay.md, game 1: the file has a format that is not supported yet" in done.err
