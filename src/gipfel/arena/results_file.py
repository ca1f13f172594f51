"""The file with the results of a match, from which an interrupted match continues.

The first line says which match it is, every other line is one game. A line is on disk before the game
counts; a last line that was cut off by a crash is dropped, and its game is played again.
"""

import json
import os
from collections.abc import Iterator
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import Any, BinaryIO

import gipfel
from gipfel.arena.games import GameKey, GameResult
from gipfel.arena.schedule import Match
from gipfel.engine.players.bot_files import bot_file
from gipfel.engine.players.specs import PYTHON, PlayerSpec
from gipfel.games.core.game import Game
from gipfel.games.core.registry import folder_of, game, game_names, upgraded_options
from gipfel.notation import formats
from gipfel.notation.errors import GipfelError

FORMAT = 1
HEAD = "gipfel arena"
PREFIX = b'{"gipfel arena"'
"""How every such file begins; a file that was cut off within it counts as empty."""
LONGEST_HEAD = 1_000_000
NOT_PLAYING = {
    *("notation", "scene", "words", "pointing", "automatic_events", "log", "rulebook", "tips"),
    *("reading", "writing", "parent_process"),
    *("bot_files", "python_player", "timed_call", "thinking"),
    *("command_line", "conversation", "whole_games", "engine_perft"),
    *("grammar", "engine_loop", "external", "process", "checker", "specs", "factory", "verdicts", "bench"),
}
"""Modules that do not influence how a player plays."""

NAMES = "names"
"""The only entry of a line with the names that external engines have told."""
NETWORKS = ".bin"
"""How the files of learned evaluations end."""


class ResultsFileProblem(GipfelError):
    """A file of results that cannot be used."""


class ResultsFile:
    """The results of a match, on disk and in memory."""

    def __init__(self, path: Path, match: Match) -> None:
        """Open or create the file. Raises ResultsFileProblem if it is something else."""
        self.path = path
        self.results: dict[GameKey, GameResult] = {}
        self.announced: tuple[str, ...] = ()
        """The names of the players as external engines told them; empty if none has."""
        self.other_code = False
        """Was the match begun with different code?"""
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file: BinaryIO = open(path, "a+b")  # noqa: SIM115
        except OSError as error:
            raise ResultsFileProblem(f"cannot write {path}: {error.strerror}") from error
        try:
            self._lock()
            self._begin(match)
        except BaseException:
            self._file.close()
            raise

    def _begin(self, match: Match) -> None:
        lines = self._whole_lines()
        code = match_digest(match)
        if not lines:
            self._write(_head(match, code))
            return
        head = _read_head(self.path)
        self._check(_match_in(head), match.identity)
        self._load(lines[1:])
        self.other_code = head.get("code") != code

    def __enter__(self) -> "ResultsFile":
        return self

    def __exit__(self, *_: object) -> None:
        self._file.close()

    def announce(self, names: tuple[str, ...]) -> None:
        """Store the names of the players, unless they are known."""
        if names != self.announced:
            self._write({NAMES: names})
            self.announced = names

    def add(self, result: GameResult) -> bool:
        """Store a result; False if that game has one already."""
        if result.key in self.results:
            return False
        self._write(result.to_dict())
        self.results[result.key] = result
        return True

    def _lock(self) -> None:
        """Two processes that write to one file would each miss the other's games."""
        with suppress(ImportError):
            import fcntl

            try:
                fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError as error:
                raise ResultsFileProblem(f"{self.path}: this match is being played already") from error

    def _whole_lines(self) -> list[bytes]:
        """The complete lines of the file; an incomplete last line is removed."""
        self._file.seek(0)
        text = self._file.read()
        whole = text[: text.rfind(b"\n") + 1]
        if len(whole) < len(text):
            if not whole and not PREFIX.startswith(text[: len(PREFIX)]):
                raise ResultsFileProblem(f"{self.path} is not a file of match results; choose another name")
            self._file.truncate(len(whole))
        return whole.splitlines()

    def _check(self, found: dict[str, Any], wanted: dict[str, Any]) -> None:
        for name in {**wanted, **found}:
            value = wanted.get(name)
            if _plain(found.get(name)) != _plain(value):
                raise ResultsFileProblem(
                    f"{self.path} holds another match; its {name.replace('_', ' ')}: "
                    f"{_shown(found.get(name))}, not {_shown(value)}"
                )

    def _load(self, lines: list[bytes]) -> None:
        for number, line in enumerate(lines, 2):
            data = _read(line, self.path, number)
            if isinstance(names := data.get(NAMES), list):
                self.announced = tuple(map(str, names))
                continue
            try:
                result = GameResult.of(data)
            except (TypeError, KeyError, IndexError) as error:
                raise ResultsFileProblem(f"{self.path}: line {number} is not the result of a game") from error
            self.results.setdefault(result.key, result)

    def _write(self, data: dict[str, Any]) -> None:
        self._file.write(json.dumps(data, ensure_ascii=False).encode() + b"\n")
        self._file.flush()
        os.fsync(self._file.fileno())


def _head(match: Match, code: str) -> dict[str, Any]:
    """The first line of a file."""
    return {
        HEAD: FORMAT,
        "format": formats.NEWEST,
        "match": match.identity,
        "gipfel": gipfel.__version__,
        "code": code,
    }


def _match_in(head: dict[str, Any]) -> dict[str, Any]:
    """The match that a file names; options of an older format are written as today."""
    match: dict[str, Any] = head["match"]
    number = head.get("format", formats.READABLE[0])
    if number == formats.NEWEST:
        return match
    try:
        name, version = match["game"], match["version"]
        kind = game(name, version, **upgraded_options(name, number, version, match["options"]))
    except (GipfelError, KeyError, TypeError):
        return match  # it is compared with the match that is wanted, and differs
    return {**match, "options": {name: str(value) for name, value in kind.written_options.items()}}


def _read(line: bytes, path: Path, number: int) -> dict[str, Any]:
    try:
        data = json.loads(line)
    except ValueError as error:
        raise ResultsFileProblem(f"{path}: line {number} is not JSON; the file is damaged") from error
    if not isinstance(data, dict):
        raise ResultsFileProblem(f"{path}: line {number} is not the result of a game")
    return data


def _plain(value: object) -> object:
    """A value without what is empty: a file may have been written before there was such an entry."""
    if isinstance(value, dict):
        return {name: plain for name, part in value.items() if (plain := _plain(part)) is not None}
    return value or None


def _shown(value: object) -> str:
    if isinstance(value, list):
        return ", ".join(map(str, value))
    return "nothing" if value in (None, "", {}) else str(value)


def code_digest(game: Game) -> str:
    """A digest of all code, and of what was learned, that decides how a game is played, and how well."""
    return sha256(b"".join(path.read_bytes() for path in playing_files(game))).hexdigest()[:12]


def match_digest(match: Match) -> str:
    """A digest of all code that decides how a match is played: also of the files of Python bots."""
    code = code_digest(match.game)
    specs = [player for player in match.players if isinstance(player, PlayerSpec) and player.kind == PYTHON]
    files = [file for spec in specs if (file := bot_file(spec.bot)) is not None and file.is_file()]
    if not files:
        return code
    return sha256(b"".join([code.encode(), *(file.read_bytes() for file in files)])).hexdigest()[:12]


def playing_files(game: Game) -> Iterator[Path]:
    """The files that decide how a game is played, and how well."""
    root = Path(gipfel.__file__).parent
    folders = [root / "board", root / "kernel", root / "engine", folder_of(game.name)]
    if game.has_contests:
        # Contests are beside the folder of the game they belong to, and any other game can be one.
        folders += [folder_of(game.name).parent, *(folder_of(name) for name in game_names())]
    core = root / "games" / "core"
    yield from (core / "level_settings.py", core / "search_tuning.py")
    for folder in folders:
        yield from (path for path in sorted(folder.rglob("*.py")) if path.stem not in NOT_PLAYING)
        yield from sorted(folder.rglob(f"*{NETWORKS}"))


def delete_results(path: Path) -> None:
    """Delete a file of match results. Raises ResultsFileProblem if it is something else."""
    if path.exists():
        _read_head(path)
        path.unlink()


def is_outdated(path: Path, game: Game) -> bool:
    """Was this file begun with different code?"""
    return path.exists() and _read_head(path).get("code") != code_digest(game)


def _read_head(path: Path) -> dict[str, Any]:
    try:
        with open(path, "rb") as file:
            line = file.readline(LONGEST_HEAD)
    except OSError as error:
        raise ResultsFileProblem(f"cannot read {path}: {error.strerror}") from error
    try:
        head = _read(line, path, 1)
    except ResultsFileProblem:
        head = {}
    if head.get(HEAD) != FORMAT or not isinstance(head.get("match"), dict):
        raise ResultsFileProblem(f"{path} is not a file of match results; choose another name")
    return head


def default_path(match: Match) -> Path:
    """The file of a match if none is named."""
    from platformdirs import user_data_path

    digest = sha256(json.dumps(match.identity, sort_keys=True).encode()).hexdigest()[:12]
    name = f"{match.game.name}-{match.game.version}-{digest}.jsonl"
    return Path(user_data_path("gipfel", appauthor=False)) / "arena" / name
