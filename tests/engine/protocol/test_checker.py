"""The check of engines: `gipfel check-engine`."""

import re
from pathlib import Path

import pytest

from gipfel.cli import main
from gipfel.engine.protocol.checker import Result, check
from tests.helpers.external_engines import TINY, library_engine


def test_the_small_engine_passes(capsys) -> None:
    assert main(["check-engine", TINY, "--game", "gipf", "--games", "2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 30
    assert all(line.startswith("ok   ") for line in lines)
    games = [line for line in lines if "whole random games" in line]
    assert len(games) == 3
    for line in games:
        assert "2 games, 2 to their end" in line
        assert "not checked: lists of decisions (no 'decisions'), taking back (no 'undo')" in line


# --- Whole games ----------------------------------------------------------------------------------------


def whole_games(command: str, games: int = 20) -> Result:
    """The result of the check that plays whole games."""
    return next(result for result in check(command, games=games) if "whole random games" in result.what)


def test_an_engine_that_knows_the_rules_passes_whole_games(tmp_path: Path) -> None:
    result = whole_games(library_engine(tmp_path), 5)
    assert result.passed, result
    assert "5 games, 5 to their end" in result.remark
    assert "not checked" not in result.remark


NO_PASS = "def legal(position):\n    return [d.text for d in position.decisions() if d.text != 'pass']"
WITHOUT = """
def without(word, rest, known=answer):
    if word in ("decisions", "undo", "where"):
        raise ValueError("not offered")
    return known(word, rest)
answer = without
"""
RULES_MISREAD = [
    (NO_PASS, r"its decisions are wrong in \S+ [WB] M: missing 1: pass"),
    (NO_PASS + WITHOUT, r"it does not know a legal decision: in .* 'play pass'|'go ms 20' was answered by"),
    (
        "def legal(position):\n    return [*(d.text for d in position.decisions()), 'pass']",
        r"its decisions are wrong in .*: extra 1: pass|some are listed twice",
    ),
    (
        "def legal(position):\n    return 2 * [d.text for d in position.decisions()]",
        "some are listed twice",
    ),
    (
        "def forget(word, rest, known=answer):\n    return 'ok' if word == 'undo' else known(word, rest)\n"
        "answer = forget",
        "'where' after 'undo' is",
    ),
    (
        "def played(position, text):\n    return position",
        "'where' is .* but the game is in|its decisions are wrong",
    ),
    (
        WITHOUT + "def accept(word, rest, known=answer):\n"
        "    try:\n        return known(word, rest)\n"
        "    except ValueError:\n        if word == 'play': return 'ok'\n        raise\n"
        "answer = accept",
        "it plays an illegal decision: in .* it accepted 'play",
    ),
]


@pytest.mark.parametrize(("change", "message"), RULES_MISREAD, ids=[text[:40] for _, text in RULES_MISREAD])
def test_an_engine_that_misreads_a_rule_fails_in_whole_games(
    tmp_path: Path, change: str, message: str
) -> None:
    """The first engine is one that did not know `pass` and once passed all checks."""
    result = whole_games(library_engine(tmp_path, change))
    assert not result.passed
    assert re.search(message, result.remark), result.remark


def test_whole_games_stop_when_their_time_is_over(tmp_path: Path) -> None:
    results = check(library_engine(tmp_path), games=1000, seconds=0.0)
    result = next(result for result in results if "whole random games" in result.what)
    assert "1 of 1000 games in 0 s" in result.remark


def test_progress_is_reported(tmp_path: Path) -> None:
    seen = []
    for result in check(library_engine(tmp_path), games=2, progress=lambda *news: seen.append(news)):
        if "whole random games" in result.what:
            break
    assert seen == [("dvonn random", 1, 2), ("dvonn random", 2, 2)]


def test_options_of_the_command_are_set(command) -> None:
    change = """
def answer(word, rest, known=answer):
    if word == "hello" and rest == "1":
        say("option Hash number default 16 from 1 to 99")
    if word == "set":
        say("ok" if rest.startswith("Hash") else "error unknown")
    else:
        known(word, rest)
"""
    for options, wanted in [
        ("option.Hash=64", "ok   set: the options of the command: Hash=64"),
        ("option.hash=640", "FAIL set: the options of the command: Hash cannot be 640; it goes from 1 to 99"),
        ("option.Depth=1", "FAIL set: the options of the command: it has no option 'Depth'; it has Hash"),
    ]:
        found = [str(result) for result in check(f"{command(change)},{options}", ["gipf"], games=1)]
        assert any(line.startswith(wanted) for line in found), found


# --- The protocol ---------------------------------------------------------------------------------------


CHECKED = [
    (
        "def go(rest): say('best e1-e5')",
        "gipf basic: go: legal decisions all over a game: 'best e1-e5' is wrong",
    ),
    (
        "def go(rest): time.sleep(0.28); say('best b3')",
        "gipf basic: go: keeps its time limit: .* within 0.12 s",
    ),
    (
        "def say(line):\n    if 'error' not in line: print(line, flush=True)",
        "an unknown command is an error: 'abracadabra 1 2 3' was not answered by 'error'",
    ),
    ("def say(line): print(line.replace('error cannot', 'sorry'), flush=True)", "an unknown .* by 'sorry do"),
    ("def say(line): print(line.replace('pong', 'PONG'), flush=True)", "ping: 'ping' was answered by 'PONG'"),
    (
        "def say(line): print(line.replace('hello 1', 'hi'), flush=True)",
        "hello: .* was not answered by 'hello'",
    ),
    ("def say(line): print(line.replace('name', 'nom'), flush=True)", "hello: .* must be 'name NAME', not 0"),
]


@pytest.mark.parametrize(("change", "message"), CHECKED, ids=[message[:40] for _, message in CHECKED])
def test_a_bad_engine_does_not_pass(command, monkeypatch, change: str, message: str) -> None:
    for name in ("checker.HELLO_TIMEOUT", "checker.STOP_TIMEOUT", "checker.EXIT_TIMEOUT"):
        monkeypatch.setattr(f"gipfel.engine.protocol.{name}", 0.3)
    monkeypatch.setattr("gipfel.engine.protocol.conversation.ANSWER_TIMEOUT", 0.3)
    monkeypatch.setattr("gipfel.engine.protocol.checker.OVERSHOOT", 0.1)
    monkeypatch.setattr("gipfel.engine.protocol.checker.SAMPLE", 2)
    failures = []
    for result in check(command(change), ["gipf"]):
        if not result.passed:
            failures.append(str(result))
            if re.match(f"FAIL {message}", failures[-1]):
                return
    raise AssertionError(failures)


def test_check_engine_says_what_it_cannot_check(capsys, command) -> None:
    assert main(["check-engine", TINY, "--game", "chess"]) == 2
    assert "there is no game 'chess'" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("program", "message"),
    [
        ("/no/such/engine-x", "the engine engine-x cannot be started: No such file or directory"),
        ("nosuchprogram", "the engine nosuchprogram cannot be started: No such file or directory"),
        ("", "the command of the engine is empty; name a program"),
        ("'engine", "the command of the engine cannot be read: no closing quotation"),
    ],
)
def test_a_program_that_cannot_be_started_is_one_error(capsys, program: str, message: str) -> None:
    assert main(["check-engine", program]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.count("\n") == 1
    assert message in shown.err
