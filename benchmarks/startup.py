"""How long it takes until the first decision: import, compiling, warm start, the object layer, engines.

    .venv/bin/python benchmarks/startup.py

Each figure comes from processes of its own; CPU time, best of several, because machines are noisy.
"""

import os
import subprocess
import sys
import tempfile

import gipfel

IMPORT = """
import time; begin = time.process_time()
import gipfel
print(time.process_time() - begin)
"""

COMPILE = """
import time; begin = time.process_time()
import gipfel
game = gipfel.game("gipf")
game.compile()
game.start().decisions()
print(time.process_time() - begin)
"""

ENGINE = """
import sys, time; begin = time.process_time()
import gipfel
from gipfel.engine import think
game = gipfel.game(sys.argv[1])
game.compile()
think(game.start(seed=1), nodes=100)
print(time.process_time() - begin)
"""

OBJECTS = """
import sys, time, random, gipfel
game = gipfel.game("gipf")
if "compiled" in sys.argv:
    game.compile()
chance, position, played = random.Random(1), game.start(), 0
begin = time.process_time()
while time.process_time() - begin < 1:
    decisions = position.decisions()
    position = position.play(chance.choice(decisions)) if decisions else game.start()
    played += 1
print(played / (time.process_time() - begin))
"""


def measure(code: str, *arguments: str, cache: str | None = None) -> float:
    """The output of a new process."""
    environment = os.environ | ({"XDG_CACHE_HOME": cache} if cache else {})
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments], env=environment, capture_output=True, text=True, check=True
    )
    return float(done.stdout)


def main() -> None:
    """Print every number with its name."""
    print(f"import gipfel                 {min(measure(IMPORT) for _ in range(5)):8.2f} s")
    with tempfile.TemporaryDirectory() as cache:
        print(f"cold compile of GIPF          {measure(COMPILE, cache=cache):8.2f} s")
        print(f"warm start of compiled GIPF   {min(measure(COMPILE, cache=cache) for _ in range(5)):8.2f} s")
    for kind in ("interpreted", "compiled"):
        best = max(measure(OBJECTS, kind) for _ in range(3))
        print(f"object layer, {kind:15} {best:9.0f} decisions/s")
    for name in gipfel.game_names():
        with tempfile.TemporaryDirectory() as cache:
            print(f"cold start of an engine for {name:8} {measure(ENGINE, name, cache=cache):4.1f} s")


if __name__ == "__main__":
    main()
