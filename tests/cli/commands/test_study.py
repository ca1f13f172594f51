"""The command `study`."""

from tests.helpers.command_line import RECORD


def test_a_study_of_games(run, tmp_path):
    games, out, page = tmp_path / "games.txt", tmp_path / "study.txt", tmp_path / "study.html"
    games.write_text(f"{RECORD}\n{RECORD}")
    done = run("study", str(games), "--title", "Two games", "--out", str(out), "--language", "fa")
    assert done.out == f"Two games: 2 chapters, 2 boards.\nThe study is in {out}.\n", done.err
    done = run("study", str(out), "--html", str(page))
    assert done.out == f"Two games: 2 chapters, 2 boards.\nThe page is in {page}.\n", done.err
    assert '<html lang="fa" dir="rtl">' in page.read_text()


def test_problems(run, tmp_path):
    (tmp_path / "study.txt").write_text(
        "Gipfel study 1\ntitle: T\n\nchapter: C\nGipfel record 2\ngame: go\nresult: *\n"
    )
    (tmp_path / "game.txt").write_text(RECORD)
    for arguments, message in {
        ("none.txt",): "cannot read none.txt",
        (str(tmp_path),): "cannot read",
        (str(tmp_path / "study.txt"),): "go",
        (str(tmp_path / "game.txt"), "--language", "xx"): "'xx' is not known",
        (str(tmp_path / "game.txt"), "--html", str(tmp_path / "no" / "x.html")): "cannot write",
    }.items():
        done = run("study", *arguments)
        assert done.code, arguments
        assert message in done.err, (arguments, done.err)
        assert "internal error" not in done.err
