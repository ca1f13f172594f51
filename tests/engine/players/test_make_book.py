"""The script that makes opening books."""

import json
from pathlib import Path

import pytest
from scripts.make_book import Maker, close_decisions, is_proven, replace_section

import gipfel
from gipfel.engine.search.analysis import SearchLimits
from gipfel.games.core.book import BookDecision, Section, read_book
from gipfel.games.core.images import SharedText
from gipfel.notation.errors import GipfelError

GIPF = gipfel.game("gipf", "basic")
LIMITS = SearchLimits(nodes=300, lines=3)


def grown(work: Path, positions: int) -> Maker:
    maker = Maker(GIPF, LIMITS, work)
    maker.resume()
    assert [*maker.grow(positions)][-1:] in ([], [len(maker.nodes)])
    return maker


def test_a_book_grows_from_the_start(tmp_path: Path) -> None:
    maker = grown(tmp_path / "work.jsonl", 8)
    assert len(maker.nodes) >= 8
    assert maker.root == SharedText(GIPF.start()).text
    assert {node.turn for node in maker.nodes.values()} >= {0, 1, 2}
    assert all(SharedText(node.position).text == text for text, node in maker.nodes.items())
    assert all(1 <= len(node.decisions) <= 3 for node in maker.nodes.values())
    after = {after for node in maker.nodes.values() for after in node.next.values()}
    assert maker.nodes.keys() - {maker.root} <= after


def test_images_of_one_decision_count_once(tmp_path: Path) -> None:
    maker = grown(tmp_path / "work.jsonl", 1)
    start = maker.nodes[maker.root]
    reached = [SharedText(start.position.play(text)).text for text in start.decisions]
    assert len({*reached}) == len(reached) > 1


def test_it_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    work = tmp_path / "work.jsonl"
    before = grown(work, 5)
    whole = work.read_text()
    work.write_text(whole + '{"position": "3w/3w')
    again = grown(work, 1)
    assert {text: node.decisions for text, node in again.nodes.items()} == {
        text: node.decisions for text, node in before.nodes.items()
    }
    assert work.read_text() == whole
    assert len(grown(work, 9).nodes) >= 9
    assert work.read_text().startswith(whole)


def test_searches_with_other_limits_are_not_mixed(tmp_path: Path) -> None:
    grown(tmp_path / "work.jsonl", 1)
    with pytest.raises(GipfelError, match="is not the work file of this book"):
        Maker(GIPF, SearchLimits(nodes=400, lines=3), tmp_path / "work.jsonl").resume()


def test_scores_come_from_the_positions_that_follow(tmp_path: Path) -> None:
    work = tmp_path / "work.jsonl"
    root = grown(work, 1).nodes[Maker(GIPF, LIMITS, work).root]
    [(one, first), (other, second), *_] = root.next.items()
    decisions = {one: 10, other: 0}
    lines = [{"position": str(root.position), "turn": 0, "decisions": decisions}]
    reply = GIPF.position(first).decisions()[0].text
    lines.append({"position": first, "turn": 1, "decisions": {reply: 70}})
    head = work.read_text().splitlines()[0]

    def scores() -> dict[str, int]:
        work.write_text("\n".join([head, *map(json.dumps, lines)]) + "\n")
        maker = Maker(GIPF, LIMITS, work)
        maker.resume()
        return maker.scores()[maker.root]

    assert scores() == {one: 10, other: 0}, "not yet: the position after the other decision is missing"
    answer = GIPF.position(second).decisions()[0].text
    lines.append({"position": second, "turn": 1, "decisions": {answer: -20}})
    assert scores() == {one: -70, other: 20}
    assert close_decisions(scores()) == (BookDecision(other, 20),)


def test_decisions_close_to_the_best_are_kept() -> None:
    assert close_decisions({"a": -60, "b": -10, "c": -61}) == (BookDecision("b", -10), BookDecision("a", -60))
    assert close_decisions({"a": -60, "b": -10, "c": -19}, margin=9) == (
        BookDecision("b", -10),
        BookDecision("c", -19),
    )


def test_a_section_replaces_its_predecessor_and_no_other(tmp_path: Path) -> None:
    path = tmp_path / "book.txt"
    first, second = Section({"turns": 1}, {}), Section({"turns": 2}, {})
    replace_section(path, gipfel.game("gipf", "standard"), first)
    replace_section(path, GIPF, first)
    replace_section(path, GIPF, second)
    assert read_book(path, "gipf")[1] == {"basic": second, "standard": first}


def test_certain_results_end_a_line() -> None:
    assert is_proven(-999_990)
    assert not is_proven(4000)
