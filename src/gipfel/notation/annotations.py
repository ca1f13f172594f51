"""What may stand in square brackets behind a turn of a record: a mark, an evaluation, and the player's clock.

    2. c2 [?!, white 47.5%, score -120, depth 8, left 9:41, used 0:19]

Items are separated by commas and may come in any order. Chances and scores are White's, after the turn.
"""

import re
from dataclasses import dataclass
from typing import NamedTuple

from gipfel.notation.errors import RecordError

MARKS = ("!!", "!", "!?", "?!", "?", "??")
"""From very good to very bad."""
LARGEST_SCORE = 10**9
DEEPEST = 10**6
LONGEST_TIME = 10**12
"""Milliseconds; no clock shows more."""
SECOND, MINUTE, HOUR = 1000, 60_000, 3_600_000

_CHANCE = re.compile(r"white ([0-9]{1,3}(?:\.[0-9]{1,9})?) ?%")
_SCORE = re.compile(r"score ([+-]?[0-9]{1,10})")
_WIN = re.compile(r"(white|black) wins in ([0-9]{1,7})")
_DEPTH = re.compile(r"depth ([0-9]{1,7})")
_TIME = re.compile(r"(left|used) (?:([0-9]{1,6}):)?([0-9]{1,6}):([0-5]?[0-9])(?:\.([0-9]{1,3}))?")
_ITEMS = (
    f"a mark ({' '.join(MARKS)}), 'white 62.5%', 'score +510', 'white wins in 5', 'depth 12', 'left 9:41' or "
    "'used 0:19'"
)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """What an engine expects after a turn, for White. It has a chance, a score or a proven win.

    Raises RecordError if it has none of them, or a number that is not possible.
    """

    chance: float | None = None
    """White's expected result in per cent, with two decimals; 100 is a certain win."""
    score: int | None = None
    """White's score as engines report it: the logarithm of the odds, in thousandths."""
    wins_in: int | None = None
    """In how many decisions White has won for certain; negative if Black has."""
    depth: int | None = None
    """How deep the engine has searched, if it is known."""

    def __post_init__(self) -> None:
        if self.chance is None and self.score is None and self.wins_in is None:
            raise RecordError("an evaluation needs a chance, a score, or in how many decisions somebody wins")
        if self.chance is not None:
            if not 0 <= self.chance <= 100:
                raise RecordError(f"a chance is a number from 0 to 100, not {self.chance}")
            object.__setattr__(self, "chance", round(float(self.chance), 2))
        if self.score is not None and abs(self.score) > LARGEST_SCORE:
            raise RecordError(f"a score is at most {LARGEST_SCORE}, not {self.score}")
        if self.wins_in is not None and not 1 <= abs(self.wins_in) <= DEEPEST:
            raise RecordError(f"somebody wins in 1 to {DEEPEST} decisions, not in {self.wins_in}")
        if self.depth is not None and not 0 <= self.depth <= DEEPEST:
            raise RecordError(f"a depth is a number from 0 to {DEEPEST}, not {self.depth}")


class Annotations(NamedTuple):
    """What the brackets behind a turn say."""

    mark: str = ""
    evaluation: Evaluation | None = None
    left: int | None = None
    used: int | None = None


def write_annotations(mark: str, evaluation: Evaluation | None, left: int | None, used: int | None) -> str:
    """The text between the brackets; empty if there is nothing to say."""
    items = [mark] if mark else []
    if evaluation is not None:
        items += _evaluation_items(evaluation)
    items += [f"{name} {_time_text(ms)}" for name, ms in (("left", left), ("used", used)) if ms is not None]
    return ", ".join(items)


def _evaluation_items(evaluation: Evaluation) -> list[str]:
    items = []
    if evaluation.chance is not None:
        items.append(f"white {evaluation.chance:.2f}".rstrip("0").rstrip(".") + "%")
    if evaluation.score is not None:
        items.append(f"score {evaluation.score:+d}")
    if evaluation.wins_in is not None:
        items.append(f"{'white' if evaluation.wins_in > 0 else 'black'} wins in {abs(evaluation.wins_in)}")
    if evaluation.depth is not None:
        items.append(f"depth {evaluation.depth}")
    return items


def _time_text(ms: int) -> str:
    hours, rest = divmod(ms, HOUR)
    minutes, rest = divmod(rest, MINUTE)
    seconds, rest = divmod(rest, SECOND)
    whole = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    return f"{whole}.{rest:03}" if rest else whole


def read_annotations(text: str) -> Annotations:
    """What the text between the brackets says. Raises RecordError."""
    reader = _Reader()
    for item in text.split(","):
        reader.take(" ".join(item.split()))
    return reader.annotations()


class _Reader:
    """Reads item after item; none may come twice."""

    def __init__(self) -> None:
        self.found: dict[str, str | int | float] = {}

    def take(self, item: str) -> None:
        if item in MARKS:
            self._note("mark", item)
        elif match := _CHANCE.fullmatch(item):
            self._note("chance", float(match[1]))
        elif match := _SCORE.fullmatch(item):
            self._note("score", int(match[1]))
        elif match := _WIN.fullmatch(item):
            self._note("wins_in", int(match[2]) if match[1] == "white" else -int(match[2]))
        elif match := _DEPTH.fullmatch(item):
            self._note("depth", int(match[1]))
        elif match := _TIME.fullmatch(item):
            self._note(match[1], _milliseconds(*match.groups()[1:]))
        else:
            raise RecordError(f"[{item}] is not known; in brackets stand {_ITEMS}")

    def _note(self, name: str, value: str | float) -> None:
        if name in self.found:
            raise RecordError(f"the brackets have two of a kind: {name.replace('_', ' ')}")
        self.found[name] = value

    def annotations(self) -> Annotations:
        found = self.found
        judged = {name: found.pop(name) for name in ("chance", "score", "wins_in", "depth") if name in found}
        evaluation = Evaluation(**judged) if judged else None  # type: ignore[arg-type]
        return Annotations(evaluation=evaluation, **found)  # type: ignore[arg-type]


def _milliseconds(hours: str | None, minutes: str, seconds: str, rest: str | None) -> int:
    ms = (
        int(hours or 0) * HOUR
        + int(minutes) * MINUTE
        + int(seconds) * SECOND
        + int((rest or "0").ljust(3, "0"))
    )
    if ms > LONGEST_TIME:
        raise RecordError("no clock shows so much time")
    return ms
