"""The check of engines: `gipfel check-engine`."""

import pytest

from gipfel.cli import main
from gipfel.engine.protocol.checker import check
from tests.helpers.external_engines import TINY


def test_the_small_engine_passes(capsys) -> None:
    assert main(["check-engine", TINY, "--game", "gipf"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) > 30
    assert all(line.startswith("ok   ") for line in lines)


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
    import re

    for name in ("ANSWER_TIMEOUT", "HELLO_TIMEOUT", "STOP_TIMEOUT", "EXIT_TIMEOUT"):
        monkeypatch.setattr(f"gipfel.engine.protocol.checker.{name}", 0.3)
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
