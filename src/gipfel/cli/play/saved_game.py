"""The file of a game at the terminal: it is resumed and kept up to date; other files are not overwritten."""

from dataclasses import replace
from pathlib import Path

from gipfel.cli.arguments import chosen_game, chosen_position, read_options
from gipfel.cli.files import FileProblem, exists, load_game, write_text
from gipfel.cli.play.seats import recorded_seat
from gipfel.games.core.game import Game
from gipfel.games.core.playthrough import Playthrough
from gipfel.locale import note
from gipfel.notation import formats
from gipfel.notation.errors import GipfelError, OptionError
from gipfel.notation.record import Record, RecordTurn, write_record

UNFINISHED = "*"


class GameFile:
    """The file in which a game is saved. Comments and headers of a resumed record are kept."""

    def __init__(self, path: Path, found: Record | None = None, turn_texts: list[str] | None = None) -> None:
        self.path = path
        self.found = found
        self._turn_texts = turn_texts or []
        self._written = ""

    def save(self, record: Record) -> None:
        """Write the record if it has changed. Raises FileProblem."""
        text = write_record(self._with_remarks(record))
        if text != self._written:
            write_text(self.path, text)
            self._written = text

    def _with_remarks(self, record: Record) -> Record:
        if self.found is None:
            return record
        old = self.found.headers
        names = {who: old[who] for who in ("white", "black") if recorded_seat(old.get(who, "random")) is None}
        turns = tuple(self._annotated(i, turn) for i, turn in enumerate(record.turns))
        return replace(
            record,
            headers={**old, **record.headers, **names},
            turns=turns,
            comments=self.found.comments,
        )

    def _annotated(self, i: int, turn: RecordTurn) -> RecordTurn:
        """The turn with the comments and variations it had, if it is still the same turn."""
        if self.found is None or i >= len(self.found.turns) or self._turn_texts[i] != turn.text:
            return turn
        return turn.annotated_like(self.found.turns[i])


def new_file(path: Path) -> GameFile:
    """A file for a new game; it must not exist. Raises FileProblem."""
    if exists(path) or path.is_symlink():
        raise FileProblem(note("{file} exists already; choose another name", file=path))
    return GameFile(path)


def resume(
    path: Path, name: str, version: str | None, position: str | None, options: list[str] | None
) -> tuple[GameFile, Playthrough]:
    """The unfinished game in a file, if it is the one the command line asks for. Raises FileProblem."""
    try:
        record, played = load_game(path)
    except GipfelError as error:
        raise FileProblem(f"will not overwrite {path}, which cannot be resumed ({error})") from error
    if objection := _objection(record, played, name, version, position, options):
        raise FileProblem(f"will not overwrite {path}: {objection}")
    return GameFile(path, record, played.turn_texts()), played


def _objection(
    record: Record,
    played: Playthrough,
    name: str,
    version: str | None,
    position: str | None,
    options: list[str] | None,
) -> str:
    """Why this record is not the game the command line asks for; empty if it is."""
    game = played.start.game
    if game.name != name or version not in (None, game.version):
        return f"it is a game of {game.name} {game.version}, not of {name} {version or ''}".rstrip()
    for option, value in _wanted(record, game, options).items():
        if str(game.options.get(option)) != value:
            return f"the game in it has {option}={game.options.get(option)}"
    if position is not None and str(chosen_position(name, version, position, options)) != str(played.start):
        return "the game in it began from another position"
    if record.result != UNFINISHED:
        return f"the game in it is over ({record.result} {record.reason})".replace(" )", ")")
    return ""


def _wanted(record: Record, kind: Game, options: list[str] | None) -> dict[str, str]:
    """The options that the game of a record must have; one of an older format may have other defaults."""
    given = read_options(options)
    try:
        requested = chosen_game(kind.name, kind.version, options)
    except OptionError:
        return given  # options of another version
    if kind == requested.live:
        requested = requested.live
    named = requested.changed_options if record.format < formats.NEWEST else requested.options
    return {option: str(named[option]) for option in given if option in named}
