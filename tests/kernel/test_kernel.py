"""Kernels: linking, compiling, chance; and life without Numba."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import gipfel
from gipfel.games.core.registry import game_type
from gipfel.kernel.link import CannotCompile, UnlinkedKernel, can_compile, kernel, link, placeholder
from gipfel.kernel.perft import Perft
from gipfel.kernel.playout import playout
from gipfel.kernel.random_numbers import draw, seeded_generator
from gipfel.kernel.state import State
from tests.helpers.check import only_in_check
from tests.helpers.games.uncompiled.rules import RULES
from tests.helpers.own_games import OWN
from tests.helpers.paths import ROOT

TABLE: list[int] = [1, 10, 100]
RANDOM_GAMES = [f"{name}-{game_type(name).versions[0]}-1" for name in OWN]
"""The first random game of every game in the conformance suite, as pytest names it."""
TESTS_OF_EACH = 10
"""At least this number of conformance tests plays a random game."""
PLAYED = gipfel.game_names() if os.environ.get("GIPFEL_SOAK") else ["gipf", "dvonn", "tamsk"]
"""Where random games are compiled; elsewhere that takes long, and adds little to the conformance suite."""
needs_numba = pytest.mark.skipif(not can_compile(), reason="Numba is not here")


@placeholder
def chosen(x: int) -> int:
    raise AssertionError


@kernel("int64(int64)")
def double(x: int) -> int:
    return 2 * x


@kernel("int64(int64)")
def triple(x: int) -> int:
    return 3 * x


@kernel("int64(int64)")
def generic(x: int) -> int:
    return chosen(x) + TABLE[2] + double(x)


def test_a_kernel_is_the_plain_function_when_interpreted() -> None:
    assert link(double, fast=False) is double


def test_placeholders_are_bound_per_link() -> None:
    assert link(generic, {"chosen": double}, fast=False)(1) == 2 + 100 + 2
    assert link(generic, {"chosen": triple}, fast=False)(1) == 3 + 100 + 2
    with pytest.raises(UnlinkedKernel):
        link(generic, {}, fast=False)
    with pytest.raises(UnlinkedKernel):
        generic(1)


def test_links_are_made_once() -> None:
    assert link(generic, {"chosen": double}, fast=False) is link(generic, {"chosen": double}, fast=False)


@needs_numba
def test_compiled_kernels_give_the_same_and_know_their_tables() -> None:
    assert link(generic, {"chosen": double})(1) == 104
    assert link(generic, {"chosen": triple})(1) == 105


@needs_numba
def test_a_new_docstring_compiles_nothing_anew() -> None:
    def digest(docstring: str, factor: int) -> str:
        source = f'@kernel("int64(int64)")\ndef times(x):\n    "{docstring}"\n    return {factor} * x\n'
        names = {"kernel": kernel, "__name__": __name__}
        exec(compile(source, __file__, "exec"), names)
        linked: Any = link(names["times"])
        return str(linked.py_func.__qualname__)

    assert digest("Before.", 5) == digest("After.", 5)
    assert digest("Before.", 5) != digest("Before.", 6)


def test_kernels_use_only_kernels_integers_and_tables() -> None:
    @kernel("int64(int64)")
    def strange(x: int) -> int:
        return len(sys.path) + x

    with pytest.raises(TypeError, match="sys"):
        link(strange, fast=False)


def test_chance_is_even_and_reproducible() -> None:
    chance = seeded_generator(5)
    numbers = [draw(chance, 6) for _ in range(6000)]
    assert all(800 < numbers.count(side) < 1200 for side in range(6))
    again = seeded_generator(5)
    assert [draw(again, 6) for _ in range(6000)] == numbers
    assert seeded_generator(0) != seeded_generator(1)


@needs_numba
@pytest.mark.parametrize("name", PLAYED)
def test_random_play_and_counts_are_the_same_compiled(name: str) -> None:
    game = gipfel.game(name)
    rules, start = game.rules, game.start(seed=1).state
    ends: list[State] = []
    for fast in (False, True):
        linked = rules.linked(fast)
        state = linked.array(start)
        rules.link(playout, fast)(
            state, linked.array([0] * rules.most), linked.array(seeded_generator(3)), 500
        )
        ends.append([int(value) for value in state])
    assert ends[0] == ends[1]
    assert Perft(rules, False).count(start, 1) == Perft(rules, True).count(start, 1)


@needs_numba
def test_of_two_processes_only_one_compiles(tmp_path: Path) -> None:
    code = (
        "import numba, sys\n"
        "from gipfel.kernel.link import link\n"
        "from tests.kernel.test_kernel import double, generic\n"
        "print('ready', flush=True)\n"
        "sys.stdin.readline()\n"
        "print(sum(link(generic, {'chosen': double}).stats.cache_misses.values()))\n"
    )
    both = [
        subprocess.Popen(
            [sys.executable, "-c", code],
            cwd=ROOT,
            env={**os.environ, "XDG_CACHE_HOME": str(tmp_path)},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for _ in range(2)
    ]
    assert [process.stdout and process.stdout.readline() for process in both] == ["ready\n", "ready\n"]
    for process in both:
        assert process.stdin
        process.stdin.write("go\n")
        process.stdin.flush()
    assert sorted(process.communicate(timeout=120)[0] for process in both) == ["0\n", "1\n"]


@needs_numba
def test_threads_do_not_disturb_each_other() -> None:
    """Compiled kernels run outside of the interpreter's lock; each thread has room of its own."""
    game = gipfel.game("gipf")
    game.compile()
    early, late = game.start(), game.start()
    for text in ("e1-e3", "i5-g5", "a1-c3"):
        late = late.play(text)
    kernels, expected = game.kernels, [early.codes, late.codes]
    states = [kernels.array(early.state), kernels.array(late.state)]

    def ask(which: int) -> bool:
        return all(kernels.codes(states[which]) == expected[which] for _ in range(5000))

    with ThreadPoolExecutor(4) as pool:
        assert all(pool.map(ask, (0, 1, 0, 1)))


def test_import_is_light_and_compiles_nothing() -> None:
    code = "import sys, gipfel; print([m for m in ('numba', 'numpy', 'rich', 'typer') if m in sys.modules])"
    assert subprocess.run([sys.executable, "-c", code], capture_output=True, text=True).stdout.strip() == "[]"


@only_in_check
def test_the_core_of_the_suite_passes_without_numba() -> None:
    """The rules of GIPF and a random game of all games in an interpreter that finds no Numba and no NumPy."""
    chosen_tests = " or ".join(["test_rules", *RANDOM_GAMES])
    hide = (
        "import sys\n"
        "sys.modules.update(numba=None, numpy=None, llvmlite=None)\n"
        "import pytest\n"
        "sys.exit(pytest.main(['-x', '-vv', '-p', 'no:cacheprovider', '-p', 'no:xdist',\n"
        "    'tests/games/test_conformance.py', 'tests/games/gipf/test_rules.py',\n"
        f"    '-k', {chosen_tests!r}]))\n"
    )
    done = subprocess.run([sys.executable, "-c", hide], cwd=ROOT, capture_output=True, text=True, timeout=500)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
    for game in RANDOM_GAMES:
        assert done.stdout.count(f"[{game}] PASSED") >= TESTS_OF_EACH


@pytest.mark.skipif(not can_compile(), reason="Numba is not installed")
@pytest.mark.parametrize("function", [RULES.play, playout], ids=lambda function: function.__name__)
def test_a_kernel_that_cannot_be_compiled_is_told_in_one_line(function: Any) -> None:
    """The same for a generic algorithm that calls it."""
    with pytest.raises(CannotCompile) as error:
        RULES.link(function, fast=True)
    message = str(error.value)
    assert message.startswith("uncompiled: play cannot be compiled: Unknown attribute 'denominator'")
    assert message.endswith("(rules.py, line 15)")
    assert "\n" not in message
