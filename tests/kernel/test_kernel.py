"""Kernels: linking, compiling, chance; and life without Numba."""

import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import gipfel
from gipfel.kernel.link import UnlinkedKernel, can_compile, kernel, link, placeholder
from gipfel.kernel.perft import Perft
from gipfel.kernel.playout import playout
from gipfel.kernel.random_numbers import draw, seeded_generator
from gipfel.kernel.state import State
from tests.helpers.paths import ROOT

TABLE: list[int] = [1, 10, 100]
WITHOUT_NUMBA = "gipf or dvonn or " + " or ".join(
    f"1-{game}"
    for game in ("punct-basic", "yinsh-blitz", "tzaar-fixed", "zertz-basic", "tamsk-level3", "project-dice")
)
"""What is tested in an interpreter without Numba: GIPF and DVONN wholly, one random game of the others."""
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


def test_the_core_of_the_suite_passes_without_numba() -> None:
    """The games' own tests and the conformance suite in an interpreter that finds no Numba and no NumPy."""
    hide = (
        "import sys\n"
        "sys.modules.update(numba=None, numpy=None, llvmlite=None)\n"
        "import pytest\n"
        "sys.exit(pytest.main(['-q', '-x', '-p', 'no:cacheprovider', '-p', 'no:xdist',\n"
        "    'tests/games/test_conformance.py', 'tests/games/gipf/test_rules.py',\n"
        f"    '-k', {WITHOUT_NUMBA!r}]))\n"
    )
    done = subprocess.run([sys.executable, "-c", hide], cwd=ROOT, capture_output=True, text=True, timeout=500)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]
