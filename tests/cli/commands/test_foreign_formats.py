"""Games of other programs at the command line: convert, replay and reports about what cannot be read."""

import gzip
import zipfile
from collections import Counter

import gipfel
from gipfel.cli.problem_kinds import kind_of, most_common
from tests.helpers.foreign_games import exported, same_game

BROKEN = "(;SU[dvonn 1]; P0[0 Start P0]; P0[1 dropb A 1]; P0[2 done]; P1[3 dropb A 1]; P1[4 done])\n"
ODD = '(;SU[dvonn 1]P0[id "Ada"]; P0[0 Start P0]; P0[1 dropb A 1]; P0[2 done]; P0[3 Edit]; P0[4 dropb B 1])\n'
UNKNOWN = '(;SU[lines]P0[id "x"])\n'


def test_there_and_back(run, tmp_path):
    record, text = exported("yinsh", "standard", 1)
    (tmp_path / "games.sgf.gz").write_bytes(gzip.compress(text.encode()))
    assert run("convert", tmp_path / "games.sgf.gz", tmp_path / "games.gipfel").out.startswith("1 game in")
    assert run("convert", tmp_path / "games.gipfel", tmp_path / "again.sgf").code == 0
    (again,) = gipfel.read_collection(tmp_path / "again.sgf")
    assert same_game(again, record)
    assert run("replay", tmp_path / "again.sgf").out.endswith(f"result: {record.result} {record.reason}\n")


def test_broken_games_are_named_counted_and_reported(run, tmp_path):
    path, report = tmp_path / "games.sgf", tmp_path / "report.txt"
    path.write_text(BROKEN + UNKNOWN + ODD + BROKEN)
    done = run("convert", path, tmp_path / "out.jsonl", "--problems", "1", "--report", report)
    assert done.code == 1
    assert done.out == f"1 game in {tmp_path / 'out.jsonl'}, 1 with remarks, 3 left out.\n"
    assert f"{path}, game 1 (line 1): P1 done: a1 is not legal: there is a piece on a1 already" in done.err
    assert "2 more broken games" in done.err
    assert "reasons: 2 × … is not legal: there is a piece on … already; 1 × SGF of … is not" in done.err
    lines = report.read_text().splitlines()
    assert [line.split(" (")[0] for line in lines[:4]] == [
        f"{path}, game {number}" for number in (1, 2, 3, 4)
    ]
    assert "by hand" in lines[2]
    assert lines[4] == "# 4 games read, 3 broken, 1 with remarks"


def test_a_report_replaces_no_other_file(run, tmp_path):
    path = tmp_path / "games.sgf"
    path.write_text(BROKEN)
    assert "is not a report" in run("convert", path, tmp_path / "a.txt", "--report", path).err
    assert path.read_text() == BROKEN
    for _ in range(2):
        run("replay", path, path, "--report", tmp_path / "report.txt")
    assert (tmp_path / "report.txt").read_text().count("# 2 games read") == 1
    assert "cannot write" in run("replay", path, path, "--report", tmp_path / "none" / "r.txt").err


def test_names_are_kept_only_if_asked_for(run, tmp_path):
    path = tmp_path / "games.sgf"
    path.write_text(ODD)
    assert "Ada" not in run("convert", path, "-").out
    assert "white: Ada\n" in run("convert", path, "-", "--names").out


def test_archives_and_what_is_not_supported_yet(run, tmp_path):
    with zipfile.ZipFile(tmp_path / "games.zip", "w") as archive:
        archive.writestr("one.sgf", exported("dvonn", "standard", 1)[1])
        archive.writestr("two.sgf", exported("zertz", "large", 1)[1])
    assert run("replay", tmp_path / "games.zip").out == "2 games: 2 right, 0 broken.\n"
    (tmp_path / "letter.txt").write_text("Dear aunt, all is well.")
    done = run("convert", tmp_path / "letter.txt", tmp_path / "x.txt")
    assert done.code
    assert "letter.txt has a format that is not supported yet; Gipfel reads" in done.err
    assert "`gipfel convert`" in run("import", tmp_path / "letter.txt").err


def test_kinds_of_reasons():
    assert kind_of(
        "line 12: P1 done: a1 is not legal: there is a piece on a1 already. 48 decisions are legal"
    ) == ("… is not legal: there is a piece on … already")
    assert kind_of("SGF of 'gipf x' is not supported yet; supported are") == "SGF of … is not supported yet"
    assert kind_of("line 3, turn 7: x") == "x"
    assert most_common(Counter("aab"), 1) == ["2 × a", "and 1 other reason"]
