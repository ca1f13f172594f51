"""What shells offer when TAB is pressed, asked by the shells themselves."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from gipfel.cli.completion import joined_words
from tests.helpers.own_games import OWN

BASH = shutil.which("bash")
ASK = """
eval "$(gipfel --show-completion bash)"
while IFS='|' read -r -a COMP_WORDS; do
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMPREPLY=()
    [ "${COMP_WORDS[$COMP_CWORD]}" = NOTHING ] && COMP_WORDS[$COMP_CWORD]=
    _gipfel_completion gipfel
    echo "${COMPREPLY[*]}"
done
"""
OFFERED = {
    "gipfel|mo": "moves",
    "gipfel|moves|gi": "gipf",
    "gipfel|moves|NOTHING": " ".join(OWN),
    "gipfel|moves|gipf|--version|NOTHING": "basic standard tournament",
    "gipfel|moves|yinsh|--version|b": "blitz",
    "gipfel|moves|zertz|--option|rings": "rings=40 rings=43 rings=44",
    "gipfel|show|zertz|--option|NOTHING": "rings=40 rings=43 rings=44 collusion=tie collusion=both-lose",
    "gipfel|show|zertz|--option|rings|=|4": "40 43 44",
    "gipfel|arena|gipf|--player|gr": "greedy",
    "gipfel|arena|gipf|--player|level|:|1": "1 10",
    "gipfel|arena|gipf|--player|=|level|:|1": "1 10",
    "gipfel|terminal|gipf|--white|hu": "human",
    "gipfel|menu|--preset|od": "odyssey",
    "gipfel|bench|gipf|:|NOTHING": "basic standard tournament",
    "gipfel|replay|READ": "",
    "gipfel|show|gipf|--svg|NOTHING": "",
    "gipfel|moves|gipf|--js": "--json",
}
"""Words as Bash splits them, and what it offers after them; nothing where it offers files by itself."""
ASKED_BY_BASH = (
    *("gipfel|mo", "gipfel|moves|gipf|--version|NOTHING", "gipfel|arena|gipf|--player|level|:|1"),
    *("gipfel|show|zertz|--option|NOTHING", "gipfel|replay|READ"),
)


@pytest.mark.skipif(BASH is None, reason="needs Bash")
def test_bash_asks_and_is_answered():
    """A new process for each question; so only a few of them."""
    questions = {question: OFFERED[question] for question in ASKED_BY_BASH}
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    done = subprocess.run(
        [BASH, "-c", ASK],
        input="".join(f"{question}\n" for question in questions),
        env=os.environ | {"PATH": path},
        capture_output=True,
        text=True,
        timeout=300,
        check=True,
    )
    answers = [" ".join(line.split()) for line in done.stdout.splitlines()]
    assert dict(zip(questions, answers, strict=True)) == questions
    assert done.stderr == ""


@pytest.mark.parametrize("question", OFFERED)
def test_names_of_all_kinds_are_completed(run, monkeypatch, question):
    words = question.replace("NOTHING", "").split("|")
    monkeypatch.setenv("_GIPFEL_COMPLETE", "complete_bash")
    monkeypatch.setenv("COMP_WORDS", "\n".join(words))
    monkeypatch.setenv("COMP_CWORD", str(len(words) - 1))
    done = run()
    assert (" ".join(done.out.split()), done.err) == (OFFERED[question], "")


@pytest.mark.parametrize(
    ("shell", "words"),
    [
        ("bash", ("complete -o default -F", "complete_bash")),
        ("zsh", ("compdef", "complete_zsh")),
        ("fish", ("complete --command gipfel", "complete_fish")),
    ],
)
def test_scripts_are_shown_and_installed(run, monkeypatch, tmp_path, shell, words):
    shown = run("--show-completion", shell)
    assert shown.code == 0
    assert all(word in shown.out for word in words)
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("SHELL", f"/usr/bin/{shell}")
    installed = run("--install-completion")
    assert installed.out.startswith(f"Completion for {shell} is in {tmp_path}")
    path = Path(installed.out.split(" is in ")[1].split(";")[0])
    assert shown.out.strip() in path.read_text()


def test_fish_and_zsh_are_answered_in_their_way(run, monkeypatch):
    monkeypatch.setenv("_TYPER_COMPLETE_ARGS", "gipfel moves yi")
    monkeypatch.setenv("_TYPER_COMPLETE_FISH_ACTION", "get-args")
    monkeypatch.setenv("_GIPFEL_COMPLETE", "complete_fish")
    assert run().out.split() == ["yinsh", "YINSH"]
    monkeypatch.setenv("_GIPFEL_COMPLETE", "complete_zsh")
    assert '"yinsh":"YINSH"' in run().out


def test_unknown_shells_are_refused(run):
    done = run("--show-completion", "tcsh")
    assert (done.code, done.err.count("\n")) == (2, 1)
    assert "bash, zsh or fish" in done.err


def test_words_are_joined_as_they_were_typed():
    assert joined_words(["gipfel", "bench", "gipf", ":", "b"], 4) == (["gipfel", "bench", "gipf:b"], 2)
    assert joined_words(["gipfel", "a", "-p", "=", "level", ":"], 5) == (["gipfel", "a", "-p=level:"], 2)
    assert joined_words(["gipfel", "moves", ""], 2) == (["gipfel", "moves", ""], 2)
    assert joined_words([""], 0) == ([""], 0)
