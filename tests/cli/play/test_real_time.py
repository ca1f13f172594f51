"""Games with time at the terminal: scripted lines, a keyboard, a display. No test waits for a real clock."""

import io
import os
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest

import gipfel
from gipfel.cli import main
from gipfel.cli.play.display import Display, frame
from gipfel.cli.play.input_lines import Keyboard, Script
from gipfel.cli.play.real_time import RealTimeSession, play_in_real_time
from gipfel.cli.play.saved_game import new_file
from gipfel.cli.play.seats import HUMAN, Seat
from gipfel.engine.players.specs import RANDOM, PlayerSpec
from gipfel.games.core.about import About
from gipfel.games.core.clock import ManualClock

AT_RANDOM = Seat(PlayerSpec(RANDOM))
LEVEL3 = gipfel.game("tamsk", "level3")
HUMANS = {gipfel.WHITE: HUMAN, gipfel.BLACK: HUMAN}
RANDOMS = {gipfel.WHITE: AT_RANDOM, gipfel.BLACK: AT_RANDOM}
AGAINST_CHANCE = {gipfel.WHITE: HUMAN, gipfel.BLACK: AT_RANDOM}


def play(
    lines: str, players: dict[gipfel.Side, Seat] = HUMANS, game: gipfel.Game = LEVEL3, seed: int = 1
) -> tuple[gipfel.Playthrough, str]:
    """A game typed as a script: what was played, and what was shown."""
    played, shown = gipfel.Playthrough(game.start()), io.StringIO()
    play_in_real_time(played, players, Random(seed), None, io.StringIO(lines), shown)
    return played, shown.getvalue()


# --- Scripts ------------------------------------------------------------------------------------------


def test_lines_tell_the_time() -> None:
    played, shown = play("0 b !\n2000 r a1-a2\n5500 b ^\n5600 b a4-a3+\n9000\n")
    assert played.turn_texts() == ["0 b !", "2000 r a1-a2", "5500 b ^", "5600 b a4-a3+"]
    assert "5000 Red has missed the ring on a2, Black may steal it." in shown
    assert "5600 Black: a4-a3+" in shown
    assert "The game was left after 4 turns." in shown


def test_a_line_without_a_time_is_typed_at_once_by_whoever_can() -> None:
    played, _ = play("1000 a1a2\n!\n+\na4-a3+\n+\n")
    assert played.turn_texts() == ["1000 r a1-a2", "1000 r !", "1000 r +", "1000 b a4-a3+"]


def test_nonsense_is_answered_and_changes_nothing() -> None:
    played, shown = play("oops\n5 x !\n100 r !\n50 r a1-a2\n99999999999999999999 r a1-a2\n\n")
    assert "'oops' is no event" in shown
    assert "! is not legal: Red is on turn" in shown
    assert played.turn_texts()[:1] == ["100 r a1-a2"]


def test_a_game_ends_while_a_line_waits() -> None:
    start = LEVEL3.position(
        "T3 101r{5000}1/12221/123321/1233321b{x5}/123321/12221b{x5}/1r{x5}1r{x5}11b{x5} "
        "2.1 0.0 r - 0 @100 - -"
    )
    played, shown = gipfel.Playthrough(start), io.StringIO()
    play_in_real_time(played, HUMANS, Random(1), None, io.StringIO("9000 r a3-a2+\n"), shown)
    assert played.position.outcome == gipfel.Outcome(gipfel.BLACK, "rings")
    assert "5100 The game is over." in shown.getvalue()
    assert "result: 0-1 rings" in shown.getvalue()


def test_help_list_and_board() -> None:
    _, shown = play("help\nlist\n\n")
    assert "the clock does not wait" in shown
    assert "@d4+              bring in a glass" in shown
    assert "Put r or b in front if it is not clear who is meant." in shown
    assert "1 a1-a2" in shown
    assert "Black:\n!" in shown
    assert shown.count("timer empty") == 2


def test_help_without_words_of_the_game_shows_examples(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("gipfel.cli.play.real_time.about", lambda name: About())
    played, shown = play("help\n")
    examples = ", ".join(decision.text for decision in played.position.decisions()[:5])
    assert f"For example: {examples}\n" in shown
    assert "bring in a glass" not in shown


def test_numbers_hints_and_no_undo() -> None:
    played, shown = play("list\n2\nhint\nundo\n999\n")
    assert [decision.text for decision in played.decisions] == [played.start.decisions()[1].text]
    assert "% for" in shown
    assert "Nothing can be taken back here" in shown
    assert "there is no decision 999" in shown


def test_resigning_and_quitting() -> None:
    played, shown = play("700 resign\n800 b !\n")
    assert played.position.outcome == gipfel.Outcome(gipfel.BLACK, "resignation")
    assert "Black wins: Red has resigned." in shown
    played, shown = play("b resign\n")
    assert played.position.outcome == gipfel.Outcome(gipfel.WHITE, "resignation")
    _, shown = play("500 quit\n")
    assert "'500 quit' " not in shown
    _, shown = play("quit\nresign\n")
    assert "The game was left after 0 turns." in shown


def test_two_random_players_need_nobody_and_no_time() -> None:
    one, shown = play("", RANDOMS, seed=4)
    two, _ = play("", RANDOMS, seed=4)
    other, _ = play("", RANDOMS, seed=5)
    assert one.position.outcome is not None
    assert one.turn_texts() == two.turn_texts() != other.turn_texts()
    assert f"result: {one.position.outcome}" in shown
    assert any(" b !" in text or " r !" in text for text in one.turn_texts())


def test_a_random_player_goes_on_while_a_person_thinks() -> None:
    played, _ = play("20000 a1-a2+\n40000 d7-d6+\n", AGAINST_CHANCE)
    sides = [text.split()[1] for text in played.turn_texts()]
    assert "b" in sides
    assert played.position.time == 40000


def test_nobody_types_and_there_is_no_input() -> None:
    played, shown = gipfel.Playthrough(LEVEL3.start()), io.StringIO()
    play_in_real_time(played, HUMANS, Random(1), None, None, shown)
    assert "The game was left after 0 turns." in shown.getvalue()


def test_the_command_saves_and_goes_on_where_the_game_was_left(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    command = [
        "terminal",
        "tamsk",
        "--version",
        "level3",
        "--white",
        "human",
        "--black",
        "human",
        "--save",
        "game.txt",
    ]
    monkeypatch.setattr("sys.stdin", io.StringIO("1000 r a1-a2+\n7500 list\n"))
    assert main(command) == 0
    assert "time: 7500" in Path("game.txt").read_text()
    monkeypatch.setattr("sys.stdin", io.StringIO("b a4-a3+\nsave\nsave game.txt\nsave other.txt\n"))
    assert main(command) == 0
    shown = capsys.readouterr().out
    assert "Resuming the game in game.txt after 1 event, at 0:07." in shown
    assert "Saved in other.txt." in shown
    record = gipfel.read_record(Path("other.txt").read_text())
    assert [turn.text for turn in record.turns] == ["1000 r a1-a2+", "7500 b a4-a3+"]


def test_saving_needs_a_name() -> None:
    _, shown = play("save\n")
    assert "Name a file: save FILE" in shown


# --- Script and keyboard as feeds -----------------------------------------------------------------------


def test_a_script_does_not_run_ahead() -> None:
    script = Script(0, io.StringIO("500 a\nb\n400 c\n"), needed=True)
    assert script.line(300) is None
    assert script.clock.now_ms() == 300
    assert script.line(None) == "500 a\n"
    assert script.clock.now_ms() == 500
    assert script.line(600) == "b\n"
    assert script.line(600) == "400 c\n"
    assert script.clock.now_ms() == 500
    with pytest.raises(EOFError):
        script.line(600)


def test_without_persons_a_script_lets_time_pass() -> None:
    script = Script(0, None, needed=False)
    assert script.line(700) is None
    assert script.clock.now_ms() == 700
    with pytest.raises(EOFError):
        script.line(None)


def test_a_keyboard_hands_over_whole_lines() -> None:
    reader, writer = os.pipe()
    keyboard = Keyboard(ManualClock(1000), reader)
    assert keyboard.line(1000) is None
    os.write(writer, "a1-a2+\nnext\nré".encode())
    assert keyboard.line(None) == "a1-a2+"
    assert keyboard.line(None) == "next"
    assert keyboard.line(900) is None
    os.close(writer)
    assert keyboard.line(None) == "ré"
    for _ in range(2):
        with pytest.raises(EOFError):
            keyboard.line(None)


# --- The display ----------------------------------------------------------------------------------------


class TypedLines:
    """Lines at given times of a fake clock, for a display; then Ctrl-C."""

    def __init__(self, *lines: tuple[int, str]) -> None:
        self.clock = ManualClock()
        self._lines: Iterator[tuple[int, str]] = iter(lines)
        self._next = next(self._lines, None)

    def line(self, until: int | None) -> str | None:
        if self._next is None:
            raise KeyboardInterrupt
        ms, line = self._next
        if until is not None and until < ms:
            self.clock.set(until)
            return None
        self.clock.set(max(ms, self.clock.now_ms()))
        self._next = next(self._lines, None)
        return line


def displayed(
    *lines: tuple[int, str], file: Path | None = None, capsys: pytest.CaptureFixture[str] | None = None
) -> tuple[gipfel.Playthrough, str]:
    out = io.StringIO()
    played = gipfel.Playthrough(LEVEL3.start())
    saved = new_file(file) if file else None
    RealTimeSession(played, HUMANS, Random(1), saved, TypedLines(*lines), Display(out)).run()
    return played, out.getvalue()


def test_a_display_shows_the_sand_run(capsys: pytest.CaptureFixture[str]) -> None:
    _, shown = displayed((100, "a1-a2+"), (31_000, "r !"), (40_000, "help"), (41_000, ""))
    frames = shown.split("\0337\033[H")
    assert len(frames) > 41_000 / 250
    assert "a2 ██████ 3:00" in shown
    assert "a2 █████░ 2:30" in shown
    assert "timer ███░░░ 0:07" in shown
    assert "the clock does not wait" in frames[-2]
    assert "the clock does not wait" not in frames[-1]
    assert shown.startswith("\033[?1049h")
    assert shown.endswith("\033[?1049l")
    assert all(frame.endswith("\0338") or "\033[K> " in frame or "1049l" in frame for frame in frames[1:])


def test_what_goes_on_beside_the_game_is_among_the_news() -> None:
    out = io.StringIO()
    game = RealTimeSession(
        gipfel.Playthrough(LEVEL3.start()), HUMANS, Random(1), None, TypedLines((100, "")), Display(out)
    )
    game.remark("Compiling TAMSK")
    game.run()
    assert all("Compiling TAMSK" in frame for frame in out.getvalue().split("\0337\033[H")[1:])


def test_hints_are_for_those_on_turn() -> None:
    _, shown = play("100 a1-a2+\nhint\n", AGAINST_CHANCE)
    assert "It is Black's turn." in shown


def test_ctrl_c_saves_and_leaves_politely(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "game.txt"
    played, shown = displayed((100, "a1-a2+"), (2500, "oops"), file=path)
    assert played.position.time == 2500
    assert "time: 2500" in path.read_text()
    assert "'oops' is no event" in shown
    said = capsys.readouterr().out
    assert "The game was left after 1 turn." in said
    assert f"The game is saved in {path}." in said


def test_a_display_follows_the_size_of_the_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    out = io.StringIO()
    monkeypatch.setenv("COLUMNS", "40")
    monkeypatch.setenv("LINES", "10")
    display = Display(out)
    display.show([f"line {i}" for i in range(4)], ["x" * 30 + " " + "y" * 30])
    assert out.getvalue().count("\033[K") == 9
    assert "y" * 30 + "\033[K" in out.getvalue()
    monkeypatch.setenv("LINES", "5")
    display.show([f"line {i}" for i in range(9)], ["news"])
    assert "\033[5;1H\033[K> " in out.getvalue()
    assert "line 8" not in out.getvalue()


def test_a_terminal_is_played_in_real_time() -> None:
    """A real pseudo-terminal, with everything typed before the game begins."""
    pty = pytest.importorskip("pty")
    master, slave = pty.openpty()
    os.write(master, b"a1-a2+\nquit\n")
    played, shown = gipfel.Playthrough(LEVEL3.start()), io.StringIO()
    with os.fdopen(slave, "r") as typed:
        play_in_real_time(played, HUMANS, Random(1), None, typed, shown, ManualClock(0))
        os.write(master, b"\n")
    assert played.turn_texts() == ["0 r a1-a2+"]
    assert "The game was left after 1 turn." in shown.getvalue()


def test_a_frame_fits_into_a_small_terminal() -> None:
    position = LEVEL3.start().play("a1-a2").at(1000).play("!", gipfel.WHITE)
    lines = frame(position)
    assert len(lines) <= 20
    assert max(map(len, lines)) <= 80
