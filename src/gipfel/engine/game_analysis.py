"""Analyses whole games, turn by turn: what each turn gave up, what would have been better, and a summary."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, replace
from threading import Event

from gipfel.engine.judgement import MARKS, evaluation_of, mark_for, score_without_search, white_score
from gipfel.engine.search.analysis import DEFAULT_SECONDS, Analysis, SearchLimits
from gipfel.engine.thinking import check_settings, judge
from gipfel.games.core.level_settings import HIGHEST
from gipfel.games.core.playthrough import Playthrough
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.replay import replay
from gipfel.games.core.side import Side
from gipfel.kernel.evaluation import per_cent
from gipfel.notation.annotations import Evaluation
from gipfel.notation.errors import GipfelError
from gipfel.notation.record import MOST_VARIATIONS, Record, RecordTurn

Search = Callable[[Position], Analysis | None]
LONGEST_VARIATION = 4
"""How many turns of a better line are written down."""
SIGN = "analysis: "
"""How the comments begin that an analysis adds to a record."""


@dataclass(frozen=True)
class JudgedTurn:
    """A turn of a game, and what the engine thinks of it."""

    number: int
    """1 is the first turn."""
    side: Side
    """Who played it."""
    text: str
    analysis: Analysis | None
    """Of the position before the turn; None where nothing can be searched."""
    evaluation: Evaluation | None
    """After the turn, for White; None where chance decides next."""
    best: float | None
    """The expected result of its player with best play, in per cent."""
    chance: float | None
    """The expected result of its player after the turn, in per cent."""
    same: bool
    """Is it what the engine would have played?"""
    better: tuple[RecordTurn, ...] = ()
    """The engine's line, if the turn has a mark."""

    @property
    def loss(self) -> float | None:
        """The points of the expected result that it gave up, 0 to 100; None if that is not known."""
        if self.best is None or self.chance is None:
            return None
        return 0.0 if self.same else max(0.0, self.best - self.chance)

    @property
    def mark(self) -> str:
        """`?!`, `?` or `??` for a turn that gave something up; otherwise empty."""
        return "" if self.loss is None else mark_for(self.loss)


def analyse(
    game: Playthrough | Record,
    seconds: float | None = None,
    *,
    nodes: int | None = None,
    depth: int | None = None,
    level: int = HIGHEST,
    threads: int = 1,
    stop: Event | None = None,
) -> Iterator[JudgedTurn]:
    """Analyse a whole game: an iterator over its turns, each as soon as it is judged.

    The limits are those of `think`, for each position; low levels do not misjudge positions here. When `stop`
    is set the iterator ends after the search it is in. Raises RecordError for a record that cannot be played,
    and OptionError for wrong limits.
    """
    played = replay(game) if isinstance(game, Record) else game
    if not isinstance(played, Playthrough):
        raise GipfelError(f"{type(game).__name__} is not a game; give a Playthrough or a Record")
    check_settings(seconds, nodes, depth, level, threads)
    if level == HIGHEST and (seconds, nodes, depth) == (None, None, None):
        seconds = DEFAULT_SECONDS
    limits = SearchLimits(seconds, nodes, depth)

    def search(position: Position) -> Analysis | None:
        if position.outcome is not None or position.by_chance or position.played is None:
            return None
        return judge(position, limits, level, threads, stop)

    return _judged(played, search, stop or Event())


def _judged(played: Playthrough, search: Search, stop: Event) -> Iterator[JudgedTurn]:
    texts = played.turn_texts()
    turns = [turn for turn, _ in played.turns()]
    if not turns:
        return
    ends = [turn[0].position for turn in turns[1:]] + [played.position]
    before = search(turns[0][0].position)
    for number, (turn, text, end) in enumerate(zip(turns, texts, ends, strict=True), 1):
        if stop.is_set():
            return
        after = search(end)
        if stop.is_set():
            return
        yield _judge(number, turn, text, before, end, after)
        before = after


def _judge(
    number: int,
    turn: list[Decision],
    text: str,
    before: Analysis | None,
    end: Position,
    after: Analysis | None,
) -> JudgedTurn:
    side = turn[0].side
    evaluation = _evaluation(end, after)
    judged = JudgedTurn(
        number,
        side,
        text,
        before,
        evaluation,
        None if before is None else _chance(white_score(before), side),
        None if evaluation is None else _chance(_score(end, after), side),
        before is not None and _begins_with(before, turn),
    )
    return replace(judged, better=_better(before)) if judged.mark and before is not None else judged


def _evaluation(position: Position, analysis: Analysis | None) -> Evaluation | None:
    if analysis is not None:
        return evaluation_of(white_score(analysis), analysis.depth)
    return evaluation_of(score_without_search(position), None) if position.outcome is not None else None


def _score(position: Position, analysis: Analysis | None) -> int:
    return score_without_search(position) if analysis is None else white_score(analysis)


def _chance(score: int, side: Side) -> float:
    """The expected result of a side, in per cent, if the score is White's."""
    return per_cent(score if side == Side.WHITE else -score)


def _begins_with(analysis: Analysis, turn: list[Decision]) -> bool:
    """Is this turn the beginning of the best line?"""
    best = analysis.lines[0].decisions[: len(turn)]
    return [decision.code for decision in best] == [decision.code for decision in turn]


def _better(analysis: Analysis) -> tuple[RecordTurn, ...]:
    """The best line as turns of a record; a turn that it leaves open is written only if it is the first."""
    line = Playthrough.of(analysis.lines[0].decisions, _end(analysis))
    turns = line.record().turns[:LONGEST_VARIATION]
    finished = [turn for turn in turns if turn.finished]
    return tuple(finished or turns[:1])


def _end(analysis: Analysis) -> Position:
    last = analysis.lines[0].decisions[-1]
    return last.position.play(last)


# --- Records and summaries --------------------------------------------------------------------------------


def annotated(record: Record, turns: Iterable[JudgedTurn], keep_marks: bool = False) -> Record:
    """The record with what an analysis says: evaluations, marks, better lines, and a summary as comments.

    Comments, clocks and variations stay; marks are replaced unless they are to be kept. A turn that was not
    analysed stays as it is.
    """
    judged = [*turns]
    if not judged:
        return record
    written = list(record.turns)
    for one in judged:
        written[one.number - 1] = _annotated_turn(written[one.number - 1], one, keep_marks)
    told = [comment for comment in record.comments if not comment.startswith(SIGN)]
    told += [f"{SIGN}{line}" for line in summary_lines(judged)]
    return replace(record, turns=tuple(written), comments=tuple(told))


def _annotated_turn(turn: RecordTurn, judged: JudgedTurn, keep_marks: bool) -> RecordTurn:
    mark = turn.mark if keep_marks and turn.mark else judged.mark
    known = [variation[0].text for variation in turn.variations]
    variations = turn.variations
    if judged.better and judged.better[0].text not in known and len(known) < MOST_VARIATIONS:
        variations = (*variations, judged.better)
    return replace(turn, mark=mark, evaluation=judged.evaluation or turn.evaluation, variations=variations)


@dataclass(frozen=True, slots=True)
class Summary:
    """How well a side played, in plain numbers."""

    side: Side
    turns: int
    """Its turns that were judged."""
    marks: dict[str, int]
    """How many turns got each mark."""
    mean_loss: float
    """The points of the expected result that a turn gave up on average."""
    same: int
    """How many turns are what the engine would have played."""


def summaries(turns: Iterable[JudgedTurn]) -> tuple[Summary, Summary]:
    """How well White and Black played."""
    judged = [turn for turn in turns if turn.loss is not None]
    white, black = (_summary(side, [turn for turn in judged if turn.side == side]) for side in Side)
    return white, black


def _summary(side: Side, judged: list[JudgedTurn]) -> Summary:
    losses = [turn.loss or 0.0 for turn in judged]
    marks = {mark: sum(turn.mark == mark for turn in judged) for mark in MARKS}
    mean = sum(losses) / len(losses) if losses else 0.0
    return Summary(side, len(judged), marks, mean, sum(turn.same for turn in judged))


def summary_lines(turns: Iterable[JudgedTurn]) -> list[str]:
    """The summaries as text, one line a side: `White: 12 turns, 2 ?!, 1 ?, 0 ??, mean loss 3.1 points`."""
    return [
        f"{one.side}: {one.turns} turns, {', '.join(f'{n} {mark}' for mark, n in one.marks.items())}, "
        f"mean loss {one.mean_loss:.1f} points, {one.same} as the engine would play"
        for one in summaries(turns)
    ]
