"""The engine loop: Gipfel's own end of the engine protocol."""

import os
import re
import sys
from collections.abc import Iterator
from threading import Event, Thread
from time import monotonic
from typing import ClassVar

import pytest

import gipfel
from gipfel.engine.players.multi_game_searcher import MultiGameSearcher
from gipfel.engine.protocol.engine_loop import EngineLoop, lines_of
from gipfel.engine.protocol.grammar import read_info
from gipfel.engine.protocol.process import EngineProcess
from gipfel.engine.search.analysis import Analysis, Line, SearchLimits
from tests.helpers.paths import ROOT
from tests.helpers.waiting import wait_until

START = "B2W/5/6/W5B/6/5/B2W w 12/12 0/0 S s"
OVER = "bww1/bbb1b/w1w1wb/b6/wbwbww/wwbw1/wwwb w 0/4 0/0 B s"
AFTER = "B2W/5/6/wW4B/6/5/B2W b 11/12 0/0 S s"


# --- Our engine's end ---------------------------------------------------------------------------------


class Patient:
    """A searcher that thinks until it is stopped, unless it has a limit; it chooses the first decision."""

    preparing: Event | None = None
    pondered: ClassVar[list[str]] = []
    """The positions it has searched without a limit."""

    def __init__(self, game: gipfel.Game) -> None:
        if self.preparing is not None:
            self.preparing.wait(5)

    def forget(self) -> None:
        pass

    def think(self, position, limits, stop=None, report=None):
        first = [decision for decision in position.decisions() if decision.code in limits.only][:1]
        analysis = Analysis(position, (Line(100, (*first,) or position.decisions()[:1]),), 1, 10, 0.0)
        report(analysis)
        if limits == SearchLimits():
            self.pondered.append(str(position))
            stop.wait(5)
        return analysis


class Host:
    """Talks to an engine loop in another thread."""

    def __init__(self) -> None:
        from_us, self.to_engine = os.pipe()
        self.from_engine, to_us = os.pipe()
        out = os.fdopen(to_us, "wb")
        settings = {"Level": 10, "Threads": 1, "Lines": 1}
        loop = EngineLoop(
            "Patient", out, settings, lambda *_: MultiGameSearcher(Patient, lambda game: SearchLimits())
        )
        self.thread = Thread(target=self._run, args=(loop, os.fdopen(from_us, "rb"), out), daemon=True)
        self.thread.start()
        self.answers = os.fdopen(self.from_engine, encoding="utf-8")

    @staticmethod
    def _run(loop, commands, out) -> None:
        with commands, out:
            loop.run(commands)

    def say(self, line: str) -> None:
        os.write(self.to_engine, f"{line}\n".encode("utf-8", "surrogateescape"))

    def hear(self) -> str:
        return self.answers.readline().rstrip("\n")

    def ask(self, line: str) -> str:
        """The first answer that is no analysis."""
        self.say(line)
        while (answer := self.hear()).startswith("info"):
            pass
        return answer

    def close(self) -> None:
        os.close(self.to_engine)
        self.thread.join(5)
        assert not self.thread.is_alive()
        self.answers.close()


@pytest.fixture
def host() -> Iterator[Host]:
    host = Host()
    yield host
    host.close()


@pytest.mark.parametrize(
    ("commands", "answer"),
    [
        ([""], "error an empty line is not a command; there are hello, set, new, .*"),
        (["jump"], "error there is no command 'jump'; there are .*"),
        (["stop now"], "error cannot read 'stop now'; write: stop"),
        (["\udcff"], "error there is no command .*"),
        (["x" * 100_000], "error there is no command 'x{40}'.*"),
        (["hello 2"], "error this engine speaks version 1 .*"),
        (["go"], "error no game has begun; write: new GAME .*"),
        (["new chess standard"], "error there is no game 'chess'; there are gipf, .*"),
        (["new gipf baroque"], "error gipf has no version 'baroque'; .*"),
        (["new gipf basic speed=9"], "error gipf basic has no option 'speed'; .*"),
        (["new gipf basic", "play e1-e5"], "error e1-e5 is not legal: .*"),
        (["new gipf basic", "position nonsense"], "error .*"),
        (["new gipf basic", "undo"], "error there is nothing to take back"),
        (["new gipf basic", "at soon"], "error cannot read 'at soon'; write: at MILLISECONDS"),
        (["new gipf basic", "set Level 11"], "error Level cannot be 11; it goes from 1 to 10"),
        (
            ["new gipf basic", "set Mood 1"],
            "error there is no option 'Mood'; there are Level, Threads, Lines",
        ),
        (["new gipf basic", "set lines 3"], "ok"),
        (["new gipf standard", "play e1-e3", "where"], f"position {AFTER}"),
        (["new gipf standard", "turn e1-e3", "undo", "where"], f"position {START}"),
        (["new gipf standard", f"position {AFTER}", "where"], f"position {AFTER}"),
        (["new gipf standard", "play e1-e3", "new gipf standard", "where"], f"position {START}"),
        (["new gipf standard", "ready"], "ready"),
        (["new gipf standard", "ping"], "pong"),
        (["new gipf standard", "go nodes 1"], r"best \S+"),
        (["new gipf standard", "go depth 0"], "error go depth 0 is not possible; .*"),
        (["new gipf standard", "set Threads 0"], "error Threads cannot be 0; .*"),
        (["new gipf standard", "go nodes 1 searchmoves"], "error cannot read 'go nodes 1 searchmoves'; .*"),
        (["new gipf standard", "go nodes 1 searchmoves e1-e9"], "error .*e1-e9.*"),
        (["new gipf standard", "go nodes 1 searchmoves e1-e5"], "error e1-e5 is not legal.*"),
        (["new gipf standard", "ponder e1-e3", "where"], f"position {START}"),
        (["new gipf standard", "ponder e1-e5"], "error e1-e5 is not legal.*"),
        (["new gipf basic", f"position {OVER}", "ponder"], "ok"),
        (["ponder"], "error no game has begun.*"),
        (["new tamsk level3", "play by black !", "where"], "position T3 .*"),
        (["new tamsk level3", "at 900", "go by black nodes 1"], "best .*"),
    ],
    ids=lambda value: value[-1][:30] if isinstance(value, list) else "",
)
def test_each_command_has_its_answer(host: Host, commands: list[str], answer: str) -> None:
    said = [host.ask(command) for command in commands][-1]
    assert said == answer or re.fullmatch(answer, said)


def test_errors_change_nothing(host: Host) -> None:
    host.ask("new gipf standard")
    host.ask("play e1-e3")
    for command in ["play e1-e5", "position x", "new gipf", "new chess x", "undo twice", "turn x", "go ms x"]:
        assert host.ask(command).startswith("error ")
        assert host.ask("where") == f"position {AFTER}"


def test_all_decisions_are_listed(host: Host) -> None:
    host.ask("new gipf basic")
    host.say("decisions")
    found = [host.hear() for _ in range(31)]
    texts = [decision.text for decision in gipfel.game("gipf", "basic").start().decisions()]
    assert found == [*(f"decision {text}" for text in texts), f"decisions {len(texts)}"]


def test_a_finished_game_leaves_nothing_to_decide(host: Host) -> None:
    host.ask("new gipf basic")
    assert host.ask(f"position {OVER}") == "ok"
    assert host.ask("go ms 1") == "error there is nothing to decide: the game is over (0-1 reserve empty)"


def test_it_listens_while_it_thinks(host: Host) -> None:
    host.ask("new gipf basic")
    host.ask("ready")
    host.say("go")
    assert host.hear().startswith("info line 1 depth 1 score 100 percent 52.5 nodes 10 ms 0 play ")
    assert host.ask("ping") == "pong"
    assert host.ask("undo").startswith("error still thinking")
    assert host.ask("go").startswith("error still thinking")
    assert host.ask("stop").startswith("best ")
    host.say("stop")
    assert host.ask("ping") == "pong"


def test_it_answers_while_it_prepares(host: Host, monkeypatch: pytest.MonkeyPatch) -> None:
    prepared = Event()
    monkeypatch.setattr(Patient, "preparing", prepared)
    host.ask("new gipf basic")
    host.say("go ms 10")
    assert host.hear().startswith("info text preparing GIPF")
    assert host.ask("ping") == "pong"
    assert host.ask("stop").startswith("best ")
    assert host.ask("where").startswith("position ")
    prepared.set()
    assert host.ask("ready") == "ready"


def test_it_chooses_among_the_decisions_that_are_named(host: Host) -> None:
    host.ask("new gipf basic")
    assert host.ask("go nodes 9 searchmoves e1-e3") == "best e1-e3"


def test_it_ponders_until_the_next_command(host: Host) -> None:
    """A `ping` does not disturb it. What it is told to expect is not played."""
    Patient.pondered.clear()
    host.ask("new gipf standard")
    host.ask("ready")
    assert host.ask("ponder e1-e3") == "ok"
    wait_until(lambda: Patient.pondered == [AFTER])
    assert host.ask("ping") == "pong"
    begin = monotonic()
    assert host.ask("where") == f"position {START}"
    assert host.ask("ponder") == "ok"
    wait_until(lambda: Patient.pondered == [AFTER, START])
    assert host.ask("go nodes 1").startswith("best ")
    assert monotonic() - begin < 4, "it was stopped"


def test_the_end_of_the_input_stops_it(host: Host) -> None:
    host.ask("new gipf basic")
    host.say("go")


def test_endless_lines_are_cut() -> None:
    import io

    lines = [*lines_of(io.BytesIO(b"a\n" + b"x" * 200_000 + b"\nb"))]
    assert [len(line) for line in lines] == [2, 65_536, 1]


# --- The example of the document ----------------------------------------------------------------------


def is_told(line: str, page: str) -> bool:
    """Is a line of the engine in the document? Information is not, nor are games that were added."""
    word, *rest = line.split()
    return word != "info" and (word != "game" or f"< game {rest[0]} " in page)


def test_the_conversation_in_the_document_is_what_the_engine_says() -> None:
    page = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
    engine = EngineProcess(f"{sys.executable} -m gipfel engine")
    for who, line in re.findall(r"^([<>]) (.*)$", page, re.M):
        if who == ">":
            engine.send(line)
        elif line.startswith("info"):
            assert read_info(line) is None or read_info(line)
        else:
            while (said := engine.receive(monotonic() + 120)) is not None and not is_told(said, page):
                assert not said.startswith("info") or read_info(said) is None or read_info(said)
            assert said == line or line.startswith(("best ", "name ")), said
            assert said.split()[0] == line.split()[0]
    assert engine.wait(5) == 0
