"""Player specifications: read from text and written as text."""

import pickle
import re

import pytest

import gipfel
from gipfel.engine.players.specs import PlayerSpec
from gipfel.engine.search.analysis import SearchLimits


@pytest.mark.parametrize(
    ("text", "spec"),
    [
        ("random", PlayerSpec("random")),
        ("greedy", PlayerSpec("greedy")),
        ("greedy:threes, later=-2.5;discs=10", PlayerSpec("greedy", goals="threes, later=-2.5;discs=10")),
        ("uct,seconds=0.2", PlayerSpec("uct", limits=SearchLimits(seconds=0.2))),
        ("level:1", PlayerSpec("level", 1)),
        (
            "level:10,seconds=0.2,nodes=5000,depth=9,threads=2",
            PlayerSpec("level", 10, SearchLimits(0.2, 5000, 9), 2),
        ),
        ("level:10,tuning=former", PlayerSpec("level", 10, tuning="former")),
        (
            "level:9,tuning=futility:120/pruning:0,table=256",
            PlayerSpec("level", 9, tuning="futility:120/pruning:0", table=256),
        ),
        ("level:2,noise=0", PlayerSpec("level", 2, noise=0)),
        ("level:10,timing=even", PlayerSpec("level", 10, timing="even")),
        ("uct,timing=soft", PlayerSpec("uct", timing="soft")),
        ("level:10,contests=6", PlayerSpec("level", 10, contests=6)),
        ("level:9,table=256,book=0,contests=6", PlayerSpec("level", 9, table=256, book=False, contests=6)),
        ("uct,contests=6", PlayerSpec("uct", contests=6)),
        ("engine:gipfel engine --level 3", PlayerSpec("engine", command="gipfel engine --level 3")),
        ("python:bots/my_bot.py:MyBot", PlayerSpec("python", bot="bots/my_bot.py:MyBot")),
        ("python:C:\\my_bot.py:MyBot", PlayerSpec("python", bot="C:\\my_bot.py:MyBot")),
        ("python:package.module:Bots.first", PlayerSpec("python", bot="package.module:Bots.first")),
    ],
)
def test_a_spec_is_read_and_written(text: str, spec: PlayerSpec) -> None:
    assert PlayerSpec.read(text) == PlayerSpec.read(f" {text} ") == spec
    assert spec.text == str(spec) == text
    assert pickle.loads(pickle.dumps(spec)) == spec


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            "",
            "there is no player ''; there are random, greedy, uct, level:1 to level:10, engine:COMMAND, or "
            "python:FILE.py:NAME",
        ),
        ("stockfish", "there is no player 'stockfish'"),
        ("python", "a Python bot is named by its file and its name there, as in python:my_bot.py:MyBot"),
        ("python:my_bot.py", "a Python bot is named by"),
        ("python:my_bot.py:", "a Python bot is named by"),
        ("python:my_bot.py:a b", "a Python bot is named by"),
        ("python:my-bot:MyBot", "a Python bot is named by"),
        ("human", "there is no player 'human'"),
        ("random:3", "there is no player 'random:3'"),
        ("level", "there is no 'level'; levels go from level:1 to level:10"),
        ("level:3,contests=11", "there is no 'contests=11'; levels go from level:1 to level:10"),
        ("greedy:discs", "'discs' is not a goal; write each feature once with its weight"),
        ("greedy:discs=1;discs=2", "'discs=2' is not a goal"),
        ("greedy:discs=nan", "'discs=nan' is not a goal"),
        ("greedy,contests=3", "greedy has no setting 'contests=3'"),
        ("level:11", "there is no 'level:11'"),
        (
            "level:3,speed=9",
            "level has no setting 'speed=9'; known: seconds=..., nodes=..., depth=..., threads",
        ),
        ("random,seconds=1", "random has no setting 'seconds=1'; it takes none"),
        ("level:3,seconds", "level has no setting 'seconds'"),
        ("level:3,seconds=nan", "seconds=nan is not a time limit"),
        ("level:3,seconds=0", "seconds=0 is not a time limit"),
        ("level:3,nodes=-1", "nodes is a whole number from 1 on"),
        ("level:3,noise=-1", "noise is a whole number from 0 on"),
        ("level:3,timing=slow", "timing=slow is not known; there are soft and even"),
        ("level:3,threads=1000", "at most 64"),
        ("level:3,depth=2,depth=3", "depth of level is given twice"),
        (
            "level:10,tuning=",
            "a tuning has no ''; write former or NAME:NUMBER, with a / between two; names: fu",
        ),
        ("level:10,tuning=fertility:3", "a tuning has no 'fertility:3'"),
        ("level:10,tuning=pruning:0/former", "a tuning has no 'former'"),
        ("level:10,tuning=pruning", "a tuning has no 'pruning'"),
        ("level:10,tuning=pruning:-1", "pruning:-1 is not possible; write a whole number from 0 to 1000000"),
        ("level:10,tuning=pruning:1/pruning:2", "the tuning pruning is given twice"),
        ("level:10,tuning=paired:2", "paired:2 is not possible; write 0 (off) or 1 (on)"),
        ("level:10,tuning=table:3", "a table of '3' MB is not possible; write 1, 2, 4, 8, ... up to 4096"),
        ("level:10,table=5000", "a table of '5000' MB is not possible"),
        ("level:10,book=1", "book=1 is not possible; book=0 stands for playing without an opening book"),
        ("uct,book=0", "uct has no setting 'book=0'"),
        ("uct,tuning=former", "uct has no setting 'tuning=former'"),
        ("engine:", "engine: needs a command"),
        ("engine:'open", "no closing quotation"),
    ],
)
def test_a_wrong_spec_says_what_would_be_right(text: str, message: str) -> None:
    with pytest.raises(gipfel.OptionError, match=re.escape(message)):
        PlayerSpec.read(text)


def test_the_name_of_an_engine_is_its_program() -> None:
    assert PlayerSpec.read("engine:/usr/games/fast --deep 3").name == "engine:fast"
    assert PlayerSpec.read("level:3,nodes=5").name == "level:3,nodes=5"


def test_a_command_that_cannot_be_read_is_not_repeated() -> None:
    """The message is also for people who may not see the command."""
    with pytest.raises(gipfel.OptionError, match="cannot be read: no closing quotation") as problem:
        PlayerSpec.read("engine:program 'hunter2x")
    assert "hunter2x" not in str(problem.value)
