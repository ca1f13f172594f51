"""Exercises: a task on a board as closed data, which a page can play without knowing a rule.

The tree of answers becomes a list of positions with their pictures and a list of edges between them. For
each position in which the learner acts there is a tree of targets: all ways to point at all legal decisions.
`point` is what the page does with it.
"""

import gzip
import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from gipfel.draw import picture as draw
from gipfel.draw.picture_types import BoardPart, Looks, PossibleTarget
from gipfel.draw.pictures import drawn_board, picture
from gipfel.draw.scene import Scene
from gipfel.draw.target import Path, Target
from gipfel.games.core.pointing import next_targets, rest_of, settled
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.shown import BESIDE, changes_shown, described, marks_of_last_turn
from gipfel.games.core.side import Side
from gipfel.learn import exercise_types as types
from gipfel.learn.answers import Edge, Node
from gipfel.locale import say

NO_EDGE = -1
"""Stands for a decision that is legal, but neither right nor a recognised wrong answer."""
PATH_ENDS = -1
"""Stands for a target where a path ends and others go on."""
MOST_SHOWN = 200
"""If more decisions get the same answer at once, their results are not in the data."""
LARGEST = 30_000
"""No exercise should be larger than this, in bytes of `transfer_size`."""
SIDE_WORDS: dict[Side, Any] = {Side.WHITE: "white", Side.BLACK: "black"}


SameAnswers = Callable[[Decision], list[int]]
"""The codes of the decisions that are the same answer as one, which is among them."""


def itself(decision: Decision) -> list[int]:
    """Nothing else is the same answer."""
    return [decision.code]


def exercise(tree: Node, before: Sequence[Decision] = (), same: SameAnswers = itself) -> types.Exercise:
    """A tree of answers as data, with texts in the current language; `before` was played last.

    Other decisions that are the `same` answer lead where the decision of the tree leads.
    """
    return _Builder(tree, tuple(before), same).made


def transfer_size(made: types.Exercise) -> int:
    """How many bytes an exercise has when it is sent, compressed."""
    text = json.dumps(made, ensure_ascii=False, separators=(",", ":"))
    return len(gzip.compress(text.encode()))


def shown_line(decisions: Sequence[Decision]) -> types.ShownLine:
    """Decisions that follow each other as data, with the pictures after them."""
    pictures, scenes = Pictures(), list[types.ShownDecision]()
    for number, decision in enumerate(decisions, 1):
        after = decision.position.play(decision)
        shown = pictures.add(after.scene(), tuple(decisions[:number]), after)
        changes = changes_shown(decision, after)
        scenes.append({"decision": decision.text, "picture": shown, "changes": changes})
    return {"boards": pictures.boards, "looks": pictures.looks, "played": scenes}


class Pictures:
    """Pictures that share their boards and looks."""

    def __init__(self) -> None:
        self.boards: list[BoardPart] = []
        self.looks: Looks = {}

    def add(self, scene: Scene, decisions: tuple[Decision, ...], position: Position) -> types.ExercisePicture:
        """The picture of a position, to which `decisions` have led."""
        whole = picture(scene, marks_of_last_turn(decisions, position, scene))
        self.looks |= whole["looks"]
        return {
            "game": whole["game"],
            "title": whole["title"],
            "box": whole["box"],
            "board": self._board(drawn_board(scene).part),
            "pieces": whole["pieces"],
            "marks": whole["marks"],
            "trays": whole["trays"],
        }

    def _board(self, board: BoardPart) -> int:
        if board not in self.boards:
            self.boards.append(board)
        return self.boards.index(board)


class _Builder:
    """Collects the parts of an exercise."""

    def __init__(self, tree: Node, before: tuple[Decision, ...], same: SameAnswers) -> None:
        self.same = same
        self.pictures = Pictures()
        self.nodes: list[types.ExerciseNode] = []
        self.edges: list[types.ExerciseEdge] = []
        self._add_answers(self._add_node(tree.position, before), tree, before)
        self.made: types.Exercise = {
            "learner": SIDE_WORDS[tree.position.side],
            "sides": [say(name) for name in tree.position.board.game.side_names],
            "boards": self.pictures.boards,
            "looks": self.pictures.looks,
            "nodes": self.nodes,
            "edges": self.edges,
        }

    def _add_node(self, position: Position, decisions: tuple[Decision, ...]) -> int:
        """Add a position in which nobody acts; its number. `decisions` have led to it."""
        scene = position.scene()
        self.nodes.append(
            {
                "picture": self.pictures.add(scene, decisions, position),
                "sentence": scene.sentence or position.task,
                "side": SIDE_WORDS[position.side] if position.outcome is None else None,
                "targets": [],
                "paths": [],
                "ghosts": [],
            }
        )
        return len(self.nodes) - 1

    # What the learner can do.

    def _add_answers(self, number: int, node: Node, decisions: tuple[Decision, ...]) -> None:
        """Add what can be pointed at in a node that has been added, and where that leads."""
        position, shown = node.position, self.nodes[number]
        edges = self._add_edges(node, decisions)
        made = position.decisions()
        numbers: dict[Target, int] = {}
        for decision in made:
            for target in (target for path in decision.paths for target in path):
                numbers.setdefault(target, len(numbers))
        scene, warnings = position.scene(), position.warnings
        shown["targets"] = [
            described(position, target, _located(scene, target), warnings) for target in numbers
        ]
        shown["paths"] = _trie(
            ([numbers[target] for target in path], edges.get(decision.code, NO_EDGE))
            for decision in made
            for path in decision.paths
        )
        shown["ghosts"] = [*self._ghosts(scene, made, numbers)]

    def _add_edges(self, node: Node, decisions: tuple[Decision, ...]) -> dict[int, int]:
        """Add the edges of a node and what they lead to; the number of the edge for each decision."""
        numbers: dict[int, int] = {}
        shared: dict[tuple[str, str], int] = {}
        groups: dict[tuple[str, str], int] = {}
        for edge in node.edges.values():
            groups[_group(edge)] = groups.get(_group(edge), 0) + (edge.done and not edge.replies)
        for code, edge in node.edges.items():
            group = _group(edge)
            if edge.done and not edge.replies and groups[group] > MOST_SHOWN:
                if group not in shared:
                    shared[group] = self._add_edge(edge, [])
                numbers[code] = shared[group]
            else:
                numbers[code] = self._add_whole_edge(edge, decisions)
        for edge in node.edges.values():
            for code in self.same(edge.decision):
                numbers.setdefault(code, numbers[edge.decision.code])
        return numbers

    def _add_edge(self, edge: Edge, played: list[types.ExerciseDecision]) -> int:
        self.edges.append(
            {
                "verdict": edge.verdict.value,
                "done": edge.done,
                "answer": say(edge.answer) if edge.answer else "",
                "played": played,
            }
        )
        return len(self.edges) - 1

    def _add_whole_edge(self, edge: Edge, decisions: tuple[Decision, ...]) -> int:
        """Add an edge with the positions to which its decisions lead."""
        played: list[types.ExerciseDecision] = []
        number = self._add_edge(edge, played)
        for decision in (edge.decision, *edge.replies):
            decisions = (*decisions, decision)
            after = decision.position.play(decision)
            node = self._add_node(after, decisions)
            changes = changes_shown(decision, after)
            played.append({"decision": decision.text, "node": node, "changes": changes})
        if edge.to.edges:
            self._add_answers(played[-1]["node"], edge.to, decisions)
        return number

    def _ghosts(
        self, scene: Scene, made: Iterable[Decision], numbers: dict[Target, int]
    ) -> Iterator[types.ExerciseGhost]:
        """A preview for each piece in each orientation. It lies at the place that is pointed at."""
        known: set[tuple[Path, Target]] = set()
        for decision in made:
            for path in decision.paths:
                if len(path) < 2 or path[-1].kind != BESIDE or (path[:-2], path[-1]) in known:
                    continue
                known.add((path[:-2], path[-1]))
                after = decision.position.play(decision).scene()
                ghost = draw.ghost(scene, after, path[-1])
                if ghost is not None:
                    self.pictures.looks |= ghost["looks"]
                    yield {
                        "first": [numbers[target] for target in path[:-2]],
                        "turn": numbers[path[-1]],
                        "look": ghost["look"],
                        "name": ghost["name"],
                        "gone": ghost["gone"],
                    }


def _group(edge: Edge) -> tuple[str, str]:
    """Edges with the same group get the same answer."""
    return edge.verdict.value, edge.answer


def _located(scene: Scene, target: Target) -> PossibleTarget:
    """A target with its points; without them if it is a place of the board."""
    return drawn_board(scene).located(target) or draw.located(scene, target)


# --- Trees of targets -----------------------------------------------------------------------------


def _trie(paths: Iterable[tuple[list[int], int]]) -> list[Any]:
    """Paths of numbers, each with the number of an edge, as nested lists (see `exercise_types.Paths`)."""
    root: dict[int, Any] = {}
    for path, edge in paths:
        node = root
        for number in path:
            node = node.setdefault(number, {})
        node[PATH_ENDS] = edge
    return _as_lists(root)  # type: ignore[no-any-return]


def _as_lists(node: dict[int, Any]) -> Any:
    if [*node] == [PATH_ENDS]:
        return node[PATH_ENDS]
    return [
        part
        for number, rest in node.items()
        for part in (number, rest if number == PATH_ENDS else _as_lists(rest))
    ]


def paths_in(node: types.ExerciseNode) -> Iterator[tuple[Path, int]]:
    """All paths of a node with the numbers of their edges."""
    targets = [draw.read_target(shown["target"]) for shown in node["targets"]]

    def below(rest: Any, path: Path) -> Iterator[tuple[Path, int]]:
        if isinstance(rest, int):
            yield path, rest
            return
        for number, following in zip(rest[::2], rest[1::2], strict=True):
            yield from below(following, path if number == PATH_ENDS else (*path, targets[number]))

    yield from below(node["paths"], ())


# --- Pointing -------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class ExercisePointing:
    """What a prefix of targets leaves open."""

    targets: tuple[Target, ...]
    """What can be pointed at next."""
    edges: frozenset[int]
    """The edges that can still be reached; NO_EDGE among them for all other decisions."""
    complete: int | None
    """The edge that the prefix means, if it is a complete path; NO_EDGE for a decision without one."""


def point(made: types.Exercise, node: int, prefix: Path = ()) -> ExercisePointing:
    """What can be pointed at after a prefix in a node of an exercise, as `games.core.pointing` does it."""
    prefix = settled(prefix)
    targets: dict[Target, None] = {}
    edges: set[int] = set()
    complete = None
    for path, edge in paths_in(made["nodes"][node]):
        rest = rest_of(path, prefix)
        if rest is None:
            continue
        edges.add(edge)
        targets.update(dict.fromkeys(next_targets(rest)))
        if not rest:
            complete = edge
    return ExercisePointing(tuple(targets), frozenset(edges), complete)
