"""Courses of games in other packages: found in their own folders."""

import os
import subprocess
import sys
from pathlib import Path
from shutil import copytree

from tests.helpers.paths import ROOT

COURSE = """\
title = "Hex"
summary = "Connect two sides."

[[steps]]
name = "place"
title = "Place a stone"
text = "Each turn you place a stone."
task = "Place one anywhere."
right = "any"
answer = "Well done."
hint = "Point at an empty cell."
"""
BROKEN = COURSE.replace("right", "wright")
SCRIPT = """\
from gipfel.games.core.registry import register
register("hex", "gipfel_hex")
from gipfel.cli import main
from gipfel.learn.courses import courses_of
from gipfel.learn.exercise import exercise
for course in courses_of("hex"):
    step = course.steps[0]
    print(course.name, step.name, len(exercise(step.tree)["nodes"][0]["targets"]) == len(step.position.codes))
main(["check-course", str(course.path)])
"""


def test_a_package_has_courses_in_its_folder(tmp_path: Path) -> None:
    """Nothing is registered but the game. A broken course is left out, which the log says."""
    copytree(ROOT / "examples" / "hex" / "src", tmp_path, dirs_exist_ok=True)
    folder = tmp_path / "gipfel_hex" / "courses"
    folder.mkdir()
    (folder / "first.toml").write_text(COURSE, encoding="utf-8")
    (folder / "second.toml").write_text(BROKEN, encoding="utf-8")
    paths = [str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}
    command = [sys.executable, "-c", SCRIPT]
    done = subprocess.run(command, capture_output=True, text=True, check=True, env=environment)
    assert done.stdout.splitlines()[:2] == ["first place True", "Hex (hex 5x5): 1 step, no mistakes"]
    assert "second.toml, step 1 (place): there is no key 'wright'; perhaps 'right'?" in done.stderr
