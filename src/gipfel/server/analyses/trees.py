"""Trees of variations: checked, read from a record, and written into one.

The tree of a page (`AnalysisTree`) lists decisions, so that it can be shown without any rule; a record has
turns. What a page sends is not believed: the texts of a record are made by the rules from its decisions.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, cast

from gipfel.games.core.playthrough import Playthrough
from gipfel.games.core.position import Decision, Position
from gipfel.locale import say
from gipfel.notation.annotations import Evaluation
from gipfel.notation.errors import GipfelError
from gipfel.notation.record import BETWEEN_DECISIONS, MOST_NESTED, MOST_VARIATIONS, Record, RecordTurn
from gipfel.server.contract.analysis import (
    LONGEST_COMMENT,
    LONGEST_NAME,
    MOST_NODES,
    AnalysisNode,
    AnalysisNote,
    AnalysisTree,
    Remarks,
)
from gipfel.table.seats import side_word

NAME = "name: "
"""How the first line of a comment begins that names a variation."""
VALUES = ("chance", "score", "wins_in", "depth")


def empty_tree() -> AnalysisTree:
    return {"notes": [], "nodes": []}


def check_tree(tree: AnalysisTree, number: int) -> None:
    """Raises GipfelError if a tree does not fit a game of this number of decisions, or no record holds it."""
    nested: list[int] = []
    heads: Counter[tuple[int | None, int]] = Counter()
    for place, node in enumerate(tree["nodes"]):
        parent = node["parent"]
        if (parent is not None and parent >= place) or node["at"] > number:
            raise GipfelError(say("This analysis does not fit the game."))
        if parent is not None and tree["nodes"][parent]["at"] != node["at"]:
            raise GipfelError(say("This analysis does not fit the game."))
        key = parent, node["at"] if parent is None else 0
        is_variation = parent is None or heads[key] > 0
        heads[key] += 1
        nested.append((0 if parent is None else nested[parent]) + is_variation)
        if heads[key] > MOST_VARIATIONS or nested[-1] > MOST_NESTED:
            raise GipfelError(say("There are too many variations here for one game."))


# --- From a record --------------------------------------------------------------------------------------


def tree_of(record: Record, played: Playthrough) -> AnalysisTree:
    """What a record says besides the game itself, which was played through. Raises GipfelError."""
    tree = empty_tree()
    at = 0
    for turn, (decisions, _) in zip(record.turns, played.turns(), strict=False):
        for variation in turn.variations:
            _add_line(tree, variation, decisions[0].position, at, None)
        at += len(decisions)
        if remarks := _remarks(turn):
            tree["notes"].append(cast(AnalysisNote, {"at": at, **remarks}))
    for line in record.continuations:
        _add_line(tree, line, played.position, at, None)
    if max(len(tree["notes"]), len(tree["nodes"])) > MOST_NODES:
        raise GipfelError(say("There are too many variations here for one game."))
    return tree


def _add_line(
    tree: AnalysisTree, turns: Sequence[RecordTurn], position: Position, at: int, parent: int | None
) -> None:
    """Add a line and its variations; the line itself comes before them, as it goes on."""
    waiting: list[tuple[RecordTurn, Position, int | None]] = []
    for turn in turns:
        played = _played(position, turn)
        waiting.append((turn, position, parent))
        tree["nodes"].append(_node(turn, played, at, parent))
        parent, position = len(tree["nodes"]) - 1, played.position
    for turn, before, follows in waiting:
        for variation in turn.variations:
            _add_line(tree, variation, before, at, follows)


def _played(position: Position, turn: RecordTurn) -> Playthrough:
    played = Playthrough(position)
    if turn.finished:
        played.play_turn(turn.text)
    else:
        for text in turn.text.split(BETWEEN_DECISIONS):
            played.play(text)
    return played


def _node(turn: RecordTurn, played: Playthrough, at: int, parent: int | None) -> AnalysisNode:
    name, remarks = "", _remarks(turn)
    first, _, rest = turn.comment.partition("\n")
    if first.startswith(NAME):
        name = first.removeprefix(NAME).strip()[:LONGEST_NAME]
        remarks.pop("comment")
        remarks |= {"comment": rest[:LONGEST_COMMENT]} if rest else {}
    return cast(
        AnalysisNode,
        {
            "parent": parent,
            "at": at,
            "text": turn.text,
            "side": side_word(played.decisions[0].side),
            "decisions": [decision.text for decision in played.decisions],
            "finished": turn.finished,
            **({"name": name} if name else {}),
            **remarks,
        },
    )


def _remarks(turn: RecordTurn) -> dict[str, Any]:
    found: dict[str, Any] = {"comment": turn.comment[:LONGEST_COMMENT], "mark": turn.mark}
    if turn.evaluation is not None:
        found |= {name: getattr(turn.evaluation, name) for name in VALUES}
    return {name: value for name, value in found.items() if value not in ("", None)}


# --- To a record ----------------------------------------------------------------------------------------


def with_tree(record: Record, played: Playthrough, tree: AnalysisTree) -> Record:
    """The record of a game with its tree. Raises GipfelError if a variation cannot be played."""
    check_tree(tree, len(played.decisions))
    return _Writer(played, tree).written(record)


class _Writer:
    """Writes a tree into the record of a game."""

    def __init__(self, played: Playthrough, tree: AnalysisTree) -> None:
        self.played = played
        self.nodes = tree["nodes"]
        self.notes = {note["at"]: note for note in tree["notes"]}
        self.children: defaultdict[int | None, list[int]] = defaultdict(list)
        for place, node in enumerate(self.nodes):
            self.children[node["parent"]].append(place)

    def written(self, record: Record) -> Record:
        begin, turns = 0, []
        for turn, (decisions, _) in zip(record.turns, self.played.turns(), strict=True):
            turns.append(self._main_turn(turn, decisions, begin))
            begin += len(decisions)
        if turns and not turns[-1].finished:
            return replace(record, turns=tuple(turns))
        beyond = [place for place in self.children[None] if self.nodes[place]["at"] == begin]
        lines = tuple(self._line(place, self.played.position, ()) for place in beyond)
        return replace(record, turns=tuple(turns), continuations=lines)

    def _main_turn(self, turn: RecordTurn, decisions: list[Decision], begin: int) -> RecordTurn:
        end = begin + len(decisions)
        last = end if turn.finished else end + 1
        found = [place for place in self.children[None] if begin <= self.nodes[place]["at"] < last]
        start = decisions[0].position
        variations = [
            self._line(place, start, decisions[: self.nodes[place]["at"] - begin]) for place in found
        ]
        note = self.notes.get(end)
        if note is not None:
            turn = _remarked(turn, note, note.get("comment", turn.comment))
        return replace(turn, variations=tuple(variations))

    def _line(self, place: int, start: Position, before: Sequence[Decision]) -> tuple[RecordTurn, ...]:
        """The line that begins with a node; `before` are decisions of the game that its turn begins with."""
        turns: list[RecordTurn] = []
        line, others = [place], list[int]()
        while line:
            played = Playthrough(start)
            played.follow(before)
            for text in self.nodes[line[0]]["decisions"]:
                played.play(text)
            turn = self._turn(played, line[0])
            turns.append(
                replace(turn, variations=tuple(self._line(other, start, before) for other in others))
            )
            start, before = played.position, ()
            line, others = self.children[line[0]][:1], self.children[line[0]][1:]
        return tuple(turns)

    def _turn(self, played: Playthrough, place: int) -> RecordTurn:
        """The turn of a node. Raises GipfelError if its decisions are not one turn."""
        node = self.nodes[place]
        turns = played.record().turns
        if len(turns) != 1:
            raise GipfelError(say("This analysis does not fit the game."))
        name = node.get("name", "")
        comment = "\n".join(
            line for line in (f"{NAME}{name}" if name else "", node.get("comment", "")) if line
        )
        return _remarked(turns[0], node, comment)


def _remarked(turn: RecordTurn, remarks: Remarks, comment: str) -> RecordTurn:
    values = {name: remarks[name] for name in VALUES if name in remarks}  # type: ignore[literal-required]
    known = any(name in values for name in ("chance", "score", "wins_in"))
    evaluation = Evaluation(**values) if known else None
    return replace(turn, comment=comment, mark=remarks.get("mark", ""), evaluation=evaluation)
