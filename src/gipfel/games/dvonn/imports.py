"""Reads games of DVONN that other programs have written down."""

import re
from collections.abc import Iterator

from gipfel.games.core.boardspace import DecisionReplay
from gipfel.games.core.imports import (
    Claim,
    ImportProblem,
    MakeGame,
    Reading,
    SgfReader,
    TextGame,
    TextReader,
)
from gipfel.games.core.side import BLACK, WHITE
from gipfel.games.dvonn.rules import MOVE, NUMBER, PASS, PIECES, PLACED, SPACES
from gipfel.notation.boardspace import Step, setup_of
from gipfel.notation.errors import GipfelError
from gipfel.notation.sgf import SgfGame

# --- Boardspace -----------------------------------------------------------------------------------


class Replay(DecisionReplay):
    """`dropb` places a piece or ends what `pickb` began; `move` is both; `pick` and `drop` are the rack."""

    own_words = frozenset(("pick", "drop", "pickb", "dropb", "move", "pass"))
    forced_pass = PASS

    picked: int | None = None
    """The space of the stack that is in the player's hand."""

    def discard(self) -> None:
        super().discard()
        self.picked = None

    def step(self, step: Step) -> None:
        placing = self.reading.position.state[PLACED] < PIECES
        if step.word == "pass":
            self.chosen = PASS
        elif step.word == "move":
            self.picked = _space(step, 0)
            self.chosen = MOVE * (self.picked + 1) + _space(step, 2)
        elif step.word in ("pick", "drop"):
            self.discard()
        elif step.word == "pickb":
            self._pick(_space(step, 0), placing)
        else:
            self._drop(_space(step, 0), placing)

    def _pick(self, space: int, placing: bool) -> None:
        if self.chosen is None and not placing:
            self.picked = space
        self.chosen = None  # what was dropped is in the hand again

    def _drop(self, space: int, placing: bool) -> None:
        if placing:
            self.chosen = space
        elif self.picked == space:
            self.discard()
        elif self.picked is not None:
            self.chosen = MOVE * (self.picked + 1) + space


def _space(step: Step, at: int) -> int:
    """The space that a step names: a letter and a number."""
    name = "".join(step.about[at : at + 2]).lower()
    if name not in SPACES.index:
        raise ImportProblem(f"{step.text}: there is no space {name!r}", step.offset)
    return NUMBER[SPACES.index[name]]


def _is_boardspace_dvonn(game: SgfGame) -> bool:
    return setup_of(game)[:1] == ("dvonn",)


def _read_boardspace(game: SgfGame, make: MakeGame) -> Reading:
    return Replay(game, Reading(make().start())).replay()


# --- Little Golem and CodeCup ---------------------------------------------------------------------

_EVENT = re.compile(r"\bEvent\s*\[")
_PLAYER_NAMED = re.compile(r"^#?\s*(White|Black|Player [12])\s*:\s*(.*?)\s*$", re.MULTILINE | re.IGNORECASE)
_GOLEM_NAMED = re.compile(r"\b(White|Black)\s*\[([^\]\n]*)\]")
_COMMENT = re.compile(r"^#.*$", re.MULTILINE)
_BRACKETS = re.compile(r"\[[^\]]*\]")
_SPACE = "[a-k][1-5]"
_ACTION = re.compile(rf"(?<![a-z0-9])({_SPACE}(?:-?{_SPACE})?|pass|resign)(?![a-z0-9])", re.IGNORECASE)
_WORD = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
FEWEST = 8
"""How many placements and moves a text must have at least to be taken for a game."""


def _is_little_golem(text: str) -> bool:
    return _EVENT.match(text.lstrip()) is not None and "White" in text and len(_actions(text)) >= FEWEST


def _golem_games(text: str) -> Iterator[TextGame]:
    begins = [found.start() for found in _EVENT.finditer(text)]
    for begin, end in zip(begins, [*begins[1:], len(text)], strict=True):
        yield TextGame(text[begin:end], 1 + text.count("\n", 0, begin))


def _is_codecup(text: str) -> bool:
    """Placements and moves, one behind the other, and little else."""
    actions = _actions(text)
    words = _WORD.findall(_hide(text))
    return len(actions) >= FEWEST and 2 * len(actions) >= len(words)


def _codecup_games(text: str) -> Iterator[TextGame]:
    """A game begins with the first placement after a move, or after 49 placements."""
    begins, placed, moved = [0], 0, False
    for found in _actions(text):
        single = len(found[1]) == len("a1")
        if single and (moved or placed == PIECES):
            begins.append(text.rfind("\n", 0, found.start()) + 1 or found.start())
            placed, moved = 0, False
        placed += single
        moved = moved or not single
    for begin, end in zip(begins, [*begins[1:], len(text)], strict=True):
        yield TextGame(text[begin:end], 1 + text.count("\n", 0, begin))


def _hide(text: str) -> str:
    """The text without comments and names; everything keeps its place."""
    for pattern in (_COMMENT, _BRACKETS, _PLAYER_NAMED):
        text = pattern.sub(lambda found: " " * len(found[0]), text)
    return text


def _actions(text: str) -> "list[re.Match[str]]":
    return [*_ACTION.finditer(_hide(text))]


def _read_golem(game: TextGame, make: MakeGame) -> Reading:
    reading = _read_actions(game, make)
    reading.headers["site"] = "Little Golem"
    reading.names = {_SIDES[side.lower()]: name.strip() for side, name in _GOLEM_NAMED.findall(game.text)}
    return reading


def _read_codecup(game: TextGame, make: MakeGame) -> Reading:
    reading = _read_actions(game, make)
    reading.headers["site"] = "CodeCup"
    reading.names = {_SIDES[side.lower()]: name for side, name in _PLAYER_NAMED.findall(game.text)}
    return reading


_SIDES = {"white": WHITE, "black": BLACK, "player 1": WHITE, "player 2": BLACK}


def _read_actions(game: TextGame, make: MakeGame) -> Reading:
    reading = Reading(make().start())
    for found in _actions(game.text):
        text = found[1].lower().replace("-", "")
        if reading.over or reading.claim.outcome is not None:
            reading.remarks.append("the file goes on after the end of the game; that is left out")
            break
        try:
            _play_action(reading, text)
        except GipfelError as error:
            raise ImportProblem(str(error), found.start()) from error
    return reading


def _play_action(reading: Reading, text: str) -> None:
    position = reading.position
    if text == "resign":
        reading.claim = Claim(position.side.other, reason="resignation")
        return
    if len(text) != len("a1") and position.state[PLACED] == PIECES - 1:
        reading.play(position.codes[0])  # the last space is filled without being written
    if text != "pass" and reading.position.codes == [PASS]:
        reading.play(PASS)
    reading.play(f"{text[:2]}-{text[2:]}" if len(text) == len("a1b2") and text != "pass" else text)


READERS = (
    SgfReader("Boardspace", _is_boardspace_dvonn, _read_boardspace),
    TextReader("Little Golem texts", _is_little_golem, _golem_games, _read_golem),
    TextReader("CodeCup logs", _is_codecup, _codecup_games, _read_codecup),
)
