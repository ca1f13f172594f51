"""Engines of other people: good ones play, bad ones lose with a clear reason, and none blocks the caller."""

from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from time import monotonic

import pytest

import gipfel
from gipfel.engine.players.external import GRACE, GRACE_VARIABLE, ExternalEngine
from gipfel.engine.players.player import EngineFailure
from gipfel.engine.protocol import process
from gipfel.engine.search.analysis import SearchLimits
from tests.helpers.external_engines import TINY
from tests.helpers.processes import exists, has_ended
from tests.helpers.waiting import wait_until

GIPF = gipfel.game("gipf", "basic")
QUICK = SearchLimits(seconds=0.05)


@pytest.fixture
def seated() -> Iterator[Callable[[str], ExternalEngine]]:
    """Start engines, which are closed at the end."""
    engines: list[ExternalEngine] = []

    def seated(command: str) -> ExternalEngine:
        engines.append(ExternalEngine(command, grace=0.3, default_time=0.5))
        return engines[-1]

    yield seated
    for engine in engines:
        engine.close()


def test_the_environment_sets_the_grace(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(GRACE_VARIABLE, raising=False)
    assert ExternalEngine(TINY).grace == GRACE
    monkeypatch.setenv(GRACE_VARIABLE, "60")
    assert ExternalEngine(TINY).grace == 60
    for wrong in ("x", "-1", "1e9", "nan"):
        monkeypatch.setenv(GRACE_VARIABLE, wrong)
        with pytest.raises(gipfel.OptionError, match="is not possible; write seconds, 0 to 3600"):
            ExternalEngine(TINY)


def test_the_grace_also_counts_for_hello(command, monkeypatch: pytest.MonkeyPatch) -> None:
    """An engine that needs longer than usual to start, on a busy machine."""
    monkeypatch.setattr("gipfel.engine.players.external.HELLO_TIMEOUT", 0.01)
    slow = command("sys.stdin.readline(); time.sleep(0.4); answer('hello', '1')")
    engine = ExternalEngine(slow, grace=0.02)
    with pytest.raises(EngineFailure, match=r"did not answer 'hello 1' within 0\.02 s"):
        engine.begin(GIPF)
    patient = ExternalEngine(slow, grace=60)
    patient.begin(GIPF)
    patient.close()


# --- Options --------------------------------------------------------------------------------------------

WITH_OPTIONS = """
settings = {}
def answer(word, rest, known=answer):
    if word == "hello":
        say("option Hash number default 16 from 1 to 99")
        say("option Style text default calm and quiet")
    if word == "set" and rest.endswith("odd"):
        say("error I do not like odd")
    elif word == "set":
        name, _, value = rest.partition(" ")
        settings[name] = value
        say("ok")
    else:
        known(word, rest)
def go(rest):
    say(f"info text {settings}")
    say("best b3" if settings == {"Hash": "64", "Style": "wild, but fair"} else "error no settings")
"""


def test_options_are_set_before_the_game(seated, command) -> None:
    engine = seated(f'{command(WITH_OPTIONS)},option.hash=64,option.Style="wild, but fair"')
    engine.begin(GIPF)
    assert engine.choose(GIPF.start(), QUICK).text == "b3"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (
            "option.Depth=3",
            r"has no option 'Depth'; it has Hash \(from 1 to 99\), Style \(a text\)",
        ),
        ("option.Hash=100", r"option.Hash=100: Hash cannot be 100; it goes from 1 to 99"),
        ("option.Hash=big", r"option.Hash=big: Hash cannot be 'big'; it is a whole number, from 1 to 99"),
        ("option.Style=odd", r"does not take option.Style=odd: error I do not like odd"),
    ],
)
def test_bad_options_of_an_engine(seated, command, options: str, message: str) -> None:
    with pytest.raises(EngineFailure, match=message):
        seated(f"{command(WITH_OPTIONS)},{options}").begin(GIPF)


def test_an_engine_without_options(seated, command) -> None:
    with pytest.raises(EngineFailure, match="has no option 'Hash'; it has none"):
        seated(f"{command()},option.Hash=1").begin(GIPF)


# --- Scores and pondering --------------------------------------------------------------------------------

PONDERS = """
seen = []
def go(rest):
    say(f"info text {seen}")
    say("info line 1 depth 2 score 250 percent 56.2 nodes 9 ms 1 play b3 c2")
    say("best b3")
def answer(word, rest, known=answer):
    if word == "ponder":
        seen.append(rest)
        say("ok" if ANSWERS else "error no")
    elif word == "where":
        say(f"position {seen}")
    else:
        known(word, rest)
"""


def test_an_engine_reports_its_score(seated, command) -> None:
    engine = seated(command(PONDERS))
    engine.begin(GIPF)
    engine.choose(GIPF.start(), QUICK)
    assert engine.score == 250


@pytest.mark.parametrize(
    ("answers", "settings", "pondered"),
    [
        (True, ",ponder=1", ["ponder c2", "ponder"]),
        (False, ",ponder=1", ["ponder c2"]),
        (True, ",ponder=0", []),
        (True, "", []),
    ],
)
def test_an_engine_may_ponder(
    seated, command, monkeypatch, answers: bool, settings: str, pondered: list[str]
) -> None:
    """It is told the decision that it expects itself; once it does not know, the position alone counts.

    An engine that does not know the command is not asked again.
    """
    sent = []
    send = process.EngineProcess.send
    monkeypatch.setattr(process.EngineProcess, "send", lambda own, line: (sent.append(line), send(own, line)))
    engine = seated(command(PONDERS.replace("ANSWERS", str(answers))) + settings)
    engine.begin(GIPF)
    position = GIPF.start()
    engine.watch(engine.choose(position, QUICK))
    for text in ("b3", "d2", "c2"):
        decision = position.decision(text)
        if text != "b3":
            engine.watch(decision)
        position = position.play(decision)
    assert [line for line in sent if line.startswith("ponder")] == pondered


# --- Good ones ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["gipf", "zertz", "tamsk", "project"])
def test_a_small_engine_plays(seated, name: str) -> None:
    engine = seated(TINY)
    game = gipfel.game(name)
    engine.begin(game)
    position = game.start()
    for _ in range(30):
        if position.outcome is None:
            decision = position.throw() or engine.choose(position, QUICK)
            engine.watch(decision)
            position = position.play(decision)
    assert engine.name == "Tiny"


def test_an_engine_follows_any_position_and_a_second_game(seated) -> None:
    engine = seated(TINY)
    for start in (GIPF.start(), GIPF.start().play("b3"), GIPF.start()):
        engine.begin(GIPF)
        assert engine.choose(start, QUICK) in start.decisions()
        assert engine.choose(start.play("c2"), QUICK) in start.play("c2").decisions()


def test_an_engine_may_do_nothing_out_of_turn(seated) -> None:
    engine = seated(TINY)
    game = gipfel.game("tamsk", "level3")
    engine.begin(game)
    assert engine.react(game.start(), gipfel.BLACK, QUICK) is None


def test_a_game_it_does_not_play(seated, command) -> None:
    engine = seated(command())
    with pytest.raises(EngineFailure, match="the engine Polite does not play gipf tournament"):
        engine.begin(gipfel.game("gipf", "tournament"))


# --- Bad ones -----------------------------------------------------------------------------------------

# Engines that sleep are those that do not answer in time.
AT_START = [
    ("sys.exit(3)", r"has ended \(exit code 3\)"),
    ("sys.exit('no licence')", r"has ended \(exit code 1\); its last error output: no licence"),
    ("say('GNU Chess 6')", "sent 'GNU Chess 6' (where 'hello 1' was expected|unexpectedly)"),
    ("sys.stdout.buffer.write(bytes(range(128, 200)) + b'\\n'); sys.stdout.flush()", r"sent '\\\\x80"),
    ("print('x' * 100000)", "wrote a line longer than 65536 bytes"),
    ("while True: print('name N')", "did not answer|wrote more than|unexpectedly"),
    ("import os; os.close(1); time.sleep(9)", r"has ended \(it has closed its output\)"),
]
IN_GO = [
    ("sys.exit(4)", r"the engine Polite has ended \(exit code 4\)"),
    ("1 / 0", "exit code 1.*its last error output: .*ZeroDivisionError"),
    ("pass", "did not answer 'best' within 0.35 s"),
    ("time.sleep(9)", "did not answer 'best' within 0.35 s"),
    ("while True: say('info text wait')", "did not answer 'best' within|wrote .* lines"),
    ("say('best e1-e5')", "answered best e1-e5, which is not possible: e1-e5 is not legal"),
    ("say('best')", "answered best , which is not possible"),
    ("say('best resign')", "answered best resign, which is not possible: 'resign' is no decision"),
    ("say('I resign')", "sent 'I resign' where 'best' was expected"),
    ("say('error I am tired')", "sent 'error I am tired' where 'best' was expected"),
    ("sys.stdout.buffer.write(b'\\xff\\xfe\\n'); sys.stdout.flush()", r"sent '\\\\xff\\\\xfe' where"),
    ("sys.stdout.write('x' * 100000); sys.stdout.flush()", "wrote a line longer than 65536 bytes"),
]


@pytest.mark.parametrize(("change", "message"), AT_START, ids=[change[:30] for change, _ in AT_START])
def test_an_engine_that_cannot_begin(seated, command, monkeypatch, change: str, message: str) -> None:
    monkeypatch.setattr("gipfel.engine.players.external.HELLO_TIMEOUT", 1.0)
    begin = monotonic()
    with pytest.raises(EngineFailure, match=message):
        seated(command(change)).begin(GIPF)
    assert monotonic() - begin < 5


@pytest.mark.parametrize(("change", "message"), IN_GO, ids=[change[:30] for change, _ in IN_GO])
def test_an_engine_that_cannot_choose(seated, command, change: str, message: str) -> None:
    engine = seated(command(f"def go(rest):\n    {change}"))
    engine.begin(GIPF)
    begin = monotonic()
    with pytest.raises(EngineFailure, match=message):
        engine.choose(GIPF.start(), QUICK)
    assert monotonic() - begin < 5
    with pytest.raises(EngineFailure, match="is not running any more"):
        engine.choose(GIPF.start(), QUICK)


def test_two_answers_to_one_question(seated, command) -> None:
    engine = seated(command("def go(rest):\n    say('best b3\\nbest b4\\ninfo text done')"))
    engine.begin(GIPF)
    engine.choose(GIPF.start(), QUICK)
    with pytest.raises(EngineFailure, match=r"sent 'best b4' (unexpectedly|where 'ok' was expected)"):
        engine.choose(GIPF.start().play("b3"), QUICK)


def test_a_decision_nobody_may_make_alone(seated, command) -> None:
    """To agree on a tie in a contest takes two."""
    game = gipfel.game("project", "dice", **dict.fromkeys([f"link.{kind}" for kind in "TZDYP"], "coin"))
    position = called_for(game)
    engine = seated(command("def go(rest): say('best agree:=')"))
    engine.begin(game)
    assert position.decision("agree:=")
    with pytest.raises(
        EngineFailure, match="answered best agree:=, which is not legal: 2 decisions are legal"
    ):
        engine.choose(position, QUICK)


def called_for(game: gipfel.Game) -> gipfel.Position:
    """A position in which somebody has to call heads or tails."""
    position, chance = game.start(), Random(4)
    while "call:h" not in [decision.text for decision in position.decisions()]:
        position = position.play(chance.choice(position.decisions()))
    return position


def test_no_such_program(seated) -> None:
    with pytest.raises(EngineFailure, match="the engine engine-x cannot be started: No such file"):
        seated("/no/such/engine-x --fast").begin(GIPF)


STUBBORN = """\
import signal, os
signal.signal(signal.SIGTERM, signal.SIG_IGN)
child = os.fork()
if not child: time.sleep(60)
def go(rest): say(f"best {os.getpid()},{child}")
old = answer
def answer(word, rest):
    if word != "quit": old(word, rest)
import atexit; atexit.register(time.sleep, 60)
"""


def test_an_engine_that_will_not_leave(seated, command, monkeypatch) -> None:
    monkeypatch.setattr(process, "EXIT_TIMEOUT", 0.1)
    engine = seated(command(STUBBORN))
    engine.begin(GIPF)
    with pytest.raises(EngineFailure) as failure:
        engine.choose(GIPF.start(), QUICK)
    pids = str(failure.value).split("answered best ")[1].split(" ")[0].rstrip(",").split(",")
    assert not exists(int(pids[0]))
    wait_until(lambda: has_ended(int(pids[1])), seconds=2)


def test_a_forgotten_engine_ends(command, tmp_path: Path) -> None:
    file = tmp_path / "pid"
    engine = ExternalEngine(command(f"import os; open({str(file)!r}, 'w').write(str(os.getpid()))"))
    engine.begin(GIPF)
    pid = int(file.read_text())
    assert exists(pid)
    del engine
    assert not exists(pid)
