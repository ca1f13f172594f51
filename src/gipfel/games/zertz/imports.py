"""Reads games of ZÈRTZ that other programs have written down."""

import re
from typing import NamedTuple

from gipfel.games.core.boardspace import BoardspaceReplay
from gipfel.games.core.imports import (
    Claim,
    ImportProblem,
    MakeGame,
    Reading,
    SgfReader,
    TextGame,
    TextReader,
    cut_at_first_turns,
)
from gipfel.games.core.side import BLACK, WHITE
from gipfel.games.zertz.custom_boards import names_on_board, start_with
from gipfel.games.zertz.notation import COLOURS
from gipfel.games.zertz.rules import CAPTURED, PASS, POOL
from gipfel.notation.boardspace import Step, setup_of
from gipfel.notation.errors import GipfelError
from gipfel.notation.sgf import SgfGame

# --- Boardspace -----------------------------------------------------------------------------------

BOARDS = {"zertz": "basic", "zertz+11": "tournament", "zertz+24": "large"}
"""The version that is played on each board of the server."""
HANDICAP, CUSTOM = "zertz+h", "zertz+xx"
SGF_NUMBER = "22"
"""Stands for the game where a file does not name the board."""
RESERVE = 2
"""The rack of the marbles that belong to nobody; the others are those of the players."""


class Placed(NamedTuple):
    """A marble that was put on a ring and not yet confirmed."""

    colour: str
    ring: str


class Replay(BoardspaceReplay):
    """`RtoB` places a marble, `R-` removes a ring, `BtoB` jumps or moves the marble just placed.

    `BtoR` and `R+` take back what was not confirmed, and so does a jump that goes back.
    """

    own_words = frozenset(("rtob", "btob", "btor", "rtor", "r-", "r+", "pick", "pickb", "pass"))
    set_up_words = frozenset(("rtor", "setboard", "swap"))
    forced_pass = PASS

    placed: Placed | None = None
    lifted: Placed | None = None
    """The marble just placed, while it is in the player's hand again."""
    removed: str | None = None
    passed = False
    doubtful = False
    """Was something placed or removed twice in one turn? Some old files are damaged that way."""

    def __init__(self, sgf: SgfGame, make: MakeGame, first_counts: bool = False) -> None:
        self.make = make
        self.first_counts = first_counts
        setup = setup_of(sgf)
        known = {HANDICAP: "zertz+11", SGF_NUMBER: "zertz", CUSTOM: "zertz+24"}
        board = known.get(setup[0], setup[0])
        version = BOARDS.get(board)
        if version is None:
            raise ImportProblem(
                f"the board {board!r} is not supported yet; the boards {', '.join(BOARDS)} are"
            )
        super().__init__(sgf, Reading(make(version).start()))
        self.jumps: list[tuple[str, str]] = []
        self.laid: set[str] | None = set() if setup[0] == CUSTOM else None
        """The rings that the players lay out themselves, until that is done."""
        self.names: dict[str, str] | None = None
        """What these rings are called here."""

    def pending(self) -> bool:
        return self.placed is not None or bool(self.jumps) or self.passed

    def discard(self) -> None:
        self.placed = self.lifted = self.removed = None
        self.jumps = []
        self.passed = False

    def set_up(self, step: Step) -> bool:
        """A weaker player may get marbles before the game, and the board of such a game is chosen."""
        if step.word == "setboard" and not self.begun:
            version = BOARDS.get(" ".join(step.about).lower())
            if version is None:
                raise ImportProblem(f"{step.text}: this board is not supported yet", step.offset)
            self.reading = Reading(self.make(version).start())
            return True
        if self.laid is not None and step.word in ("r+", "r-"):
            change = self.laid.add if step.word == "r+" else self.laid.discard
            change(_ring(step, 0))
            return True
        if step.word == "swap":
            return True
        if step.word != "rtor" or len(step.about) != 3:
            if self.names is not None:
                self.starter = step.player
            return False
        origin, colour, goal = (_number(step, at) for at in range(3))
        if origin != goal:
            self._give(step, origin, colour, goal)
        return True

    def set_up_done(self) -> None:
        """The players have laid out a board of their own."""
        if self.laid is None:
            return
        self.names, self.laid = names_on_board(self.laid), None
        if self.names is None:
            raise ImportProblem("a board that does not fit into the hexagon of 61 rings is not supported yet")
        self.reading = Reading(self.reading.game.position_of(start_with(self.names.values())))

    def _ring(self, step: Step, at: int) -> str:
        """The ring that a step names, as it is called here."""
        name = _ring(step, at)
        return name if self.names is None else self.names.get(name, name)

    def _give(self, step: Step, origin: int, colour: int, goal: int) -> None:
        """Move a marble from one rack to another before the game."""
        state = self.reading.position.state
        racks = [CAPTURED + 3 * self.side_of(0), CAPTURED + 3 * self.side_of(1), POOL]
        state[racks[origin] + colour] -= 1
        state[racks[goal] + colour] += 1
        if state[racks[origin] + colour] < 0:
            raise ImportProblem(f"{step.text}: there is no such marble to give", step.offset)
        self.reading = Reading(self.reading.game.position_of(state))

    def step(self, step: Step) -> None:
        getattr(self, f"_{STEPS[step.word]}")(step)

    def _place(self, step: Step) -> None:
        colour = _number(step, 1)
        if not 0 <= colour < len(COLOURS):
            raise ImportProblem(f"{step.text}: there is no colour {colour}", step.offset)
        if not self._is_second(self.placed):
            self.placed = Placed(COLOURS[colour], self._ring(step, 2))
            self.lifted = None

    def _move(self, step: Step) -> None:
        origin, goal = self._ring(step, 0), self._ring(step, 2)
        placed = self.placed or self.lifted
        if origin == goal:
            return
        if placed is not None and placed.ring == origin:
            self.placed, self.lifted = placed._replace(ring=goal), None
        elif self.jumps and self.jumps[-1] == (goal, origin):
            self.jumps.pop()
        else:
            self.jumps.append((origin, goal))

    def _take_back(self, step: Step) -> None:
        if self.placed is not None and self.placed.ring == self._ring(step, 0):
            self.placed = None

    def _remove(self, step: Step) -> None:
        if not self._is_second(self.removed):
            self.removed = self._ring(step, 0)

    def _is_second(self, before: object) -> bool:
        """Is something done a second time in one turn, and does only the first time count?"""
        self.doubtful = self.doubtful or before is not None
        return before is not None and self.first_counts

    def _put_back(self, step: Step) -> None:
        if self.removed == self._ring(step, 0):
            self.removed = None

    def _lift(self, step: Step) -> None:
        """Newer files also say what was picked up; only the marble just placed is gone then."""
        if self.placed is not None and self.placed.ring == self._ring(step, 0):
            self.placed, self.lifted = None, self.placed

    def _nothing(self, step: Step) -> None:
        """Bookkeeping: a marble was picked up from a rack and put back."""

    def _pass(self, step: Step) -> None:
        self.passed = True

    def confirm(self) -> None:
        placed, removed, jumps = self.placed, self.removed, self.jumps
        self.discard()
        if jumps:
            for origin, goal in jumps:
                self.reading.play(f"x{origin}-{goal}")
        elif placed is None:
            self.reading.play("pass")
        else:
            self.reading.play(f"{placed.colour}{placed.ring}")
            if removed is not None:
                self.reading.play(f"-{removed}")


STEPS = {
    "rtob": "place",
    "btob": "move",
    "btor": "take_back",
    "r-": "remove",
    "r+": "put_back",
    "pickb": "lift",
    "pick": "nothing",
    "rtor": "nothing",
    "pass": "pass",
}
"""What each word does."""


def _ring(step: Step, at: int) -> str:
    """The ring that a step names: a letter and a number."""
    name = "".join(step.about[at : at + 2]).lower()
    if len(name) < 2:
        raise ImportProblem(f"{step.text}: it does not name a ring", step.offset)
    return name


def _number(step: Step, at: int) -> int:
    text = step.about[at] if at < len(step.about) else ""
    if not text.isdecimal() or int(text) > RESERVE:
        raise ImportProblem(f"{step.text}: a number from 0 to {RESERVE} is missing", step.offset)
    return int(text)


def _is_boardspace_zertz(game: SgfGame) -> bool:
    return "".join(setup_of(game)[:1]).startswith(("zertz", SGF_NUMBER))


def _read_boardspace(game: SgfGame, make: MakeGame) -> Reading:
    replay = Replay(game, make)
    try:
        return replay.replay()
    except ImportProblem:
        if not replay.doubtful:
            raise
    return Replay(game, make, first_counts=True).replay()


# --- The publisher's notation -----------------------------------------------------------------------

_RING = r"[a-i][1-9]"
_MARBLE = rf"[WGB]{_RING}"
_TURN = re.compile(
    rf"(?<![A-Za-z0-9])(?:x\s*{_RING}(?:{_MARBLE})+|{_MARBLE}(?:\s*,\s*{_RING})?(?:\s*x\s*(?:{_MARBLE})+)?|pass|resign)"
    r"(?![A-Za-z0-9])"
)
_PLACEMENT = re.compile(rf"(?<![A-Za-z0-9,]){_MARBLE}\s*,\s*{_RING}(?![A-Za-z0-9])")
_NAMED = re.compile(
    r"^\s*\[?\s*(White|Black|Player ?[12])\s*[:\"]+\s*(.*?)[\s\"\]]*$", re.MULTILINE | re.IGNORECASE
)
LAYOUTS: tuple[tuple[str, dict[str, int]], ...] = (
    ("basic", {}),
    ("tournament", {}),
    ("large", {}),
    *(("extended", {"rings": rings}) for rings in (40, 43, 44)),
    ("blitz", {}),
)
"""The notation does not say which board it is for: the first one on which all turns are legal is taken."""


def _is_publishers(text: str) -> bool:
    return _PLACEMENT.search(text) is not None


def _read_publishers(game: TextGame, make: MakeGame) -> Reading:
    furthest: ImportProblem | None = None
    turns = [*_TURN.finditer(game.text)]
    for version, options in LAYOUTS:
        reading = Reading(make(version, **options).start())
        try:
            _play_turns(reading, turns)
        except ImportProblem as problem:
            if furthest is None or problem.offset > furthest.offset:
                furthest = problem
            continue
        reading.names = {}
        for side, name in _NAMED.findall(game.text):
            reading.names[WHITE if side.lower() in ("white", "player 1", "player1") else BLACK] = name
        return reading
    assert furthest is not None
    raise furthest


def _play_turns(reading: Reading, turns: "list[re.Match[str]]") -> None:
    for found in turns:
        if reading.over or reading.claim.outcome is not None:
            reading.remarks.append("the file goes on after the end of the game; that is left out")
            return
        try:
            if found[0] == "resign":
                reading.claim = Claim(reading.position.side.other, reason="resignation")
            else:
                reading.play_turn(found[0])
        except GipfelError as error:
            raise ImportProblem(str(error), found.start()) from error


READERS = (
    SgfReader("Boardspace", _is_boardspace_zertz, _read_boardspace),
    TextReader("texts in the publisher's notation", _is_publishers, cut_at_first_turns, _read_publishers),
)
