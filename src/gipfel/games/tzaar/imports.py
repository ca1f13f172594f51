"""Reads games of TZAAR that other programs have written down.

Little Golem writes SGF: `POS` lists the pieces of the set-up, column by column and upwards, a letter each:
A, B and C are Tzaars, Tzarras and Totts, small letters are White's. A turn is `W[smrn-pqqp]`: two moves, or
one and `pass`. A space has two letters from k to s, its column and its row, both counted from a corner.
"""

import re

from gipfel.games.core.imports import Claim, ImportProblem, MakeGame, Reading, SgfReader
from gipfel.games.core.side import BLACK, WHITE
from gipfel.games.tzaar import rules
from gipfel.games.tzaar.rules import MOVE, NUMBER_OF_SPACES, OPENING, PASS, PHASE, SPACES
from gipfel.kernel.state import State
from gipfel.notation.errors import GipfelError
from gipfel.notation.sgf import SgfGame, readable

SITE = "Little Golem"
LETTERS = "klmnopqrs"
CENTRE = len(LETTERS) // 2
TYPES = "abc"
_SETUP = re.compile(rf"[A-Ca-c]{{{NUMBER_OF_SPACES}}}")
_PLAYED = re.compile(rf"[{LETTERS}]{{4}}|pass")
SIDES = {"W": WHITE, "B": BLACK}


def _is_little_golem(game: SgfGame) -> bool:
    return (game.first("FF") or "").strip().upper() == "TZAAR"


def _read_little_golem(game: SgfGame, make: MakeGame) -> Reading:
    setup = (game.first("POS") or "").strip()
    if not _SETUP.fullmatch(setup):
        raise ImportProblem(
            f"POS must list the {NUMBER_OF_SPACES} pieces of the set-up; other games are not supported yet"
        )
    reading = Reading(make("random").position_of(_start(setup)))
    reading.headers["site"] = SITE
    reading.names = {
        WHITE: readable(game.first("PW") or "").strip(),
        BLACK: readable(game.first("PB") or "").strip(),
    }
    for node in game.main_line():
        for name, values, offset in node:
            if name in SIDES and not reading.over:
                _play(reading, name, values[0].strip().lower(), offset)
    return reading


def _start(setup: str) -> State:
    state = rules.empty_start()
    for space, letter in zip((space for column in SPACES.columns for space in column), setup, strict=True):
        side = WHITE if letter.islower() else BLACK
        rules.put(state, space, side, TYPES.index(letter.lower()))
    state[PHASE] = OPENING
    return rules.completed(state)


def _play(reading: Reading, name: str, text: str, offset: int) -> None:
    if text == "resign":
        reading.claim = Claim(SIDES[name].other, reason="resignation")
        return
    for part in text.split("-"):
        if not _PLAYED.fullmatch(part):
            raise ImportProblem(f"{name}[{text}]: {part!r} is no move; spaces are written as npmq", offset)
        try:
            reading.play(PASS if part == "pass" else _move(part))
        except GipfelError as error:
            raise ImportProblem(f"{name}[{text}]: {error}", offset) from error


def _move(text: str) -> int:
    q, r, to_q, to_r = (LETTERS.index(letter) - CENTRE for letter in text)
    start, goal = SPACES.at((q, r)), SPACES.at((to_q, to_r))
    return MOVE * start + goal if start >= 0 and goal >= 0 else -1


READERS = (SgfReader("Little Golem", _is_little_golem, _read_little_golem),)
