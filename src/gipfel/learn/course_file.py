"""Course files: TOML, checked key by key. Positions and lines are checked by the rules later."""

import re
import tomllib
from collections.abc import Collection, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from gipfel.errors import GipfelError
from gipfel.games.core.game import Game
from gipfel.games.core.registry import game, game_type
from gipfel.learn.course import ALL_RIGHT, Course, CourseError, Step, WrongLines

COURSE_TEXTS = ("title", "summary")
COURSE_KEYS = (*COURSE_TEXTS, "version", "options", "order", "goals", "steps")
STEP_TEXTS = ("title", "text", "task", "answer", "hint")
STEP_KEYS = (
    *STEP_TEXTS,
    "name",
    "again",
    "version",
    "options",
    "position",
    "seed",
    "before",
    "right",
    "free",
    "wrong",
)
WRONG_KEYS = ("lines", "answer")
NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
NAMES = "small letters, digits and hyphens, such as first-row"

Table = Mapping[str, Any]


def read_course(path: Path, game_name: str) -> Course:
    """The course of a file. Raises CourseError for the first mistake in its form."""
    file = CourseFile(path, game_name)
    found = file.read()
    if found is None or file.mistakes:
        raise file.mistakes[0]
    return found


def texts_of(path: Path) -> list[str]:
    """All texts of a course file that learners read, for translators."""
    file = tomllib.loads(path.read_text(encoding="utf-8"))
    found = [file.get(key) for key in COURSE_TEXTS]
    for step in file.get("steps", ()):
        found += [step.get(key) for key in (*STEP_TEXTS, "again")]
        found += [wrong.get("answer") for wrong in step.get("wrong", ())]
    return [text for text in found if text]


class CourseFile:
    """Reads one file and collects all mistakes in it."""

    def __init__(self, path: Path, game_name: str) -> None:
        self.path = path
        self.mistakes: list[CourseError] = []
        self.sound_steps: list[Step] = []
        """The steps without mistakes in their form, also if the course has some."""
        self._game_name = game_name

    def read(self) -> Course | None:
        """The course; None if there are mistakes."""
        file = self._load()
        if file is None:
            return None
        place = self.path.name
        if NAME.fullmatch(self.path.stem) is None:
            self._fail(place, f"the file has a name that links cannot contain; it may have {NAMES}")
        self._check_keys(place, file, COURSE_KEYS)
        title, summary = (self._text(place, file, key) for key in COURSE_TEXTS)
        order = self._value(place, file, "order", int, 1)
        game = self._game(place, file)
        if game is not None:
            self._check_clock(place, game)
        goals = self._goals(place, file)
        if game is None:
            return None
        steps = self._steps(place, file, game)
        return None if self.mistakes else Course(self.path, game, title, summary, order, goals, steps)

    def _load(self) -> Table | None:
        try:
            return tomllib.loads(self.path.read_text(encoding="utf-8"))
        except OSError as error:
            self._fail(str(self.path), f"it cannot be read: {error.strerror or error}")
        except UnicodeDecodeError:
            self._fail(self.path.name, "it is not a text in UTF-8")
        except (tomllib.TOMLDecodeError, RecursionError) as error:
            self._fail(self.path.name, f"it is not TOML: {error}")
        return None

    def _fail(self, place: str, problem: str) -> None:
        self.mistakes.append(CourseError(f"{place}: {problem}"))

    # What a course says.

    def _game(self, place: str, table: Table) -> Game | None:
        """The game in the version that a course or a step names."""
        version = self._value(place, table, "version", str, None)
        options = self._value(place, table, "options", dict, {})
        try:
            return game(self._game_name, version, **options)
        except GipfelError as error:
            self._fail(place, str(error))
            return None

    def _check_clock(self, place: str, found: Game) -> None:
        """A course leads to a first game with a guide, for which there is all the time in the world."""
        if found.clockwork is None:
            return
        kind = game_type(self._game_name)
        others = [version for version in kind.versions if kind(version).clockwork is None]
        instead = f", such as {others[0]}" if others else ""
        self._fail(
            place,
            f"time runs in the version {found.version}; a course needs one without{instead}. "
            "Its steps may have a version of their own",
        )

    def _goals(self, place: str, file: Table) -> dict[str, float]:
        goals = self._value(place, file, "goals", dict, {})
        place = f"{place}, goals"
        try:
            features = game_type(self._game_name).evaluation.features
        except GipfelError:
            return {}  # said where the game is read
        if not goals and features:
            self._fail(place, "they are missing; the course must say what it teaches to aim for")
        for name, weight in goals.items():
            if name not in features:
                self._fail(place, f"there is no feature {name!r}{_instead(name, features)}")
            if isinstance(weight, bool) or not isinstance(weight, int | float):
                self._fail(place, f"the weight of {name!r} must be a number, not {weight!r}")
        return dict(goals)

    def _steps(self, place: str, file: Table, game: Game) -> tuple[Step, ...]:
        tables = self._tables(place, file, "steps")
        if not tables:
            self._fail(place, "it has no steps; a step begins with [[steps]]")
        steps: list[Step] = []
        for number, table in enumerate(tables, 1):
            known = len(self.mistakes)
            step = self._step(f"{place}, step {number}", table, game)
            if any(step.name == other.name for other in steps if step.name):
                self._fail(step.place, f"an earlier step has the name {step.name!r}, too; names must differ")
            steps.append(step)
            if len(self.mistakes) == known:
                self.sound_steps.append(step)
        return tuple(steps)

    # What a step says.

    def _step(self, place: str, table: Table, game: Game) -> Step:
        name = self._name(place, table)
        if name:
            place = f"{place} ({name})"
        self._check_keys(place, table, STEP_KEYS)
        if "version" in table or "options" in table:
            game = self._game(place, table) or game
        texts = {key: self._text(place, table, key) for key in STEP_TEXTS}
        position = self._value(place, table, "position", str, None)
        seed = self._value(place, table, "seed", int, None)
        if position is None and seed is None and game.random_start:
            self._fail(place, "each game begins differently; say `position`, or `seed = 1`")
        if position is not None and seed is not None:
            self._fail(place, "`seed` is for the start of a game; leave it out where there is a `position`")
        return Step(
            **texts,
            place=place,
            game=game,
            name=name,
            again=self._text(place, table, "again", needed=False),
            right=self._right(place, table),
            wrong=tuple(self._wrong(place, table)),
            free=self._value(place, table, "free", bool, False),
            position_text=position,
            seed=seed,
            before=self._list(place, table, "before", needed=False),
        )

    def _name(self, place: str, table: Table) -> str:
        name: str = self._value(place, table, "name", str, "")
        if not name:
            self._fail(place, "`name` is missing; links contain it, e.g. name = 'first-row'")
        elif NAME.fullmatch(name) is None:
            self._fail(place, f"the name {name!r} is not possible in links; it may have {NAMES}")
        return name

    def _right(self, place: str, table: Table) -> tuple[str, ...] | str:
        right = table.get("right")
        if isinstance(right, str):
            if right not in ALL_RIGHT:
                words = ", ".join(f'"{word}" ({meaning})' for word, meaning in ALL_RIGHT.items())
                self._fail(place, f"`right` is a list of lines, or {words}; not {right!r}")
            return right
        return self._list(place, table, "right")

    def _wrong(self, place: str, table: Table) -> list[WrongLines]:
        found = []
        for number, wrong in enumerate(self._tables(place, table, "wrong"), 1):
            where = f"{place}, wrong {number}"
            self._check_keys(where, wrong, WRONG_KEYS)
            lines, answer = self._list(where, wrong, "lines"), self._text(where, wrong, "answer")
            found.append(WrongLines(lines, answer))
        return found

    # Values.

    def _check_keys(self, place: str, table: Table, known: Collection[str]) -> None:
        for key in table:
            if key not in known:
                self._fail(place, f"there is no key {key!r}{_instead(key, known)}")

    def _value(self, place: str, table: Table, key: str, kind: type, default: Any) -> Any:
        """The value of a key, which may be left out."""
        value = table.get(key, default)
        if value is default:
            return default
        if not isinstance(value, kind) or (isinstance(value, bool) and kind is not bool):
            self._fail(place, f"`{key}` must be {KINDS[kind]}, not {value!r}")
            return default
        return value

    def _text(self, place: str, table: Table, key: str, needed: bool = True) -> str:
        """A text that learners read."""
        text: str = self._value(place, table, key, str, "")
        if key in table and isinstance(table[key], str):
            if "{" in text or "}" in text:
                self._fail(place, f"`{key}` must not contain curly brackets")
            if text != text.strip():
                self._fail(place, f"`{key}` begins or ends with a blank or an empty line; leave that out")
        if needed and not text.strip() and not (key in table and not isinstance(table[key], str)):
            self._fail(place, f"`{key}` is missing; a learner reads it")
        return text

    def _list(self, place: str, table: Table, key: str, needed: bool = True) -> tuple[str, ...]:
        """A list of texts in the game's notation."""
        value = table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            self._fail(place, f'`{key}` must be a list of texts, such as ["…"], not {value!r}')
            return ()
        if needed and not value:
            self._fail(place, f"`{key}` is missing; it must have at least one line")
        return tuple(value)

    def _tables(self, place: str, table: Table, key: str) -> list[Table]:
        value = table.get(key, [])
        if not isinstance(value, list) or not all(isinstance(item, dict) for item in value):
            self._fail(place, f"`{key}` must be written as tables: [[{key}]] before each one")
            return []
        return value


KINDS: Mapping[type, str] = {
    str: "a text",
    int: "a whole number",
    bool: "true or false",
    dict: "a table, such as {name = 1}",
}


def _instead(name: str, known: Collection[str]) -> str:
    """What would be right instead of an unknown name."""
    near = get_close_matches(name, list(known), 1)
    return f"; perhaps {near[0]!r}?" if near else f"; there are {', '.join(map(repr, known))}"
