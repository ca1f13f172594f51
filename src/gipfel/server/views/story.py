"""The story of an evening for pages: its contests as a list, and each as a game of its own.

It is sent when a page asks for it, never with the table.
"""

from collections import deque
from typing import cast

from gipfel.draw.pictures import picture
from gipfel.games.core.contest import contest_after
from gipfel.games.core.playthrough import Playthrough
from gipfel.games.core.shown import changes_shown, marks_of_last_turn
from gipfel.games.core.story import PlayedContest, story
from gipfel.locale import say
from gipfel.server.contract import server_messages as sent
from gipfel.server.contract import story as contract
from gipfel.server.contract.requests import BadRequest
from gipfel.server.views.table import past_view, turn_view
from gipfel.table.seats import side_word
from gipfel.table.table import Table
from gipfel.table.turns import Turn

MOST_CONTESTS = 200
"""Contests in a list; of more, the first ones are left out."""


def story_view(table: Table) -> contract.Story:
    """All contests of an evening, the first one first."""
    return {"contests": [*deque(map(_contest_view, story(table.play)), MOST_CONTESTS)]}


def _contest_view(played: PlayedContest) -> contract.StoryContest:
    winner, begins = played.winner, played.begins
    return {
        "number": played.number,
        "title": played.title,
        "kind": cast(sent.ContestKind, played.contest.kind),
        "attempt": played.contest.attempt,
        "turn": played.turn,
        "user": side_word(played.user),
        "stake": played.stake,
        "begins": None if begins is None else side_word(begins),
        "over": played.over,
        "winner": None if winner is None else side_word(winner),
        "result": played.result,
        "throws": [*played.throws],
        "begin": played.begin,
        "end": played.end,
        "opens": _opens(played),
    }


def _opens(played: PlayedContest) -> bool:
    """Has it a board and turns of its own?"""
    return played.contest.played is not None


def contest_game_view(table: Table, number: int) -> contract.ContestGame:
    """A contest as a game of its own. Raises BadRequest."""
    before: PlayedContest | None = None
    found: PlayedContest | None = None
    for played in filter(_opens, story(table.play)):
        if found is not None:
            return _game_view(found, before, played)
        if played.number == number:
            found = played
        elif played.number < number:
            before = played
    if found is None:
        raise BadRequest(say("There is no contest {n} with a game of its own here.", n=number), 404)
    return _game_view(found, before, None)


def _game_view(
    played: PlayedContest, before: PlayedContest | None, after: PlayedContest | None
) -> contract.ContestGame:
    game = played.game
    assert game is not None
    return {
        "contest": _contest_view(played),
        "game": game.start.game.name,
        "sides": [say(name) for name in game.start.game.side_names],
        "turns": _turns(game),
        "first": played.first_move,
        "previous": None if before is None else before.number,
        "next": None if after is None else after.number,
    }


def _turns(game: Playthrough) -> list[sent.Turn]:
    turns: list[sent.Turn] = []
    at = 0
    for (decisions, _), text in zip(game.turns(), game.turn_texts(), strict=True):
        at += len(decisions)
        turns.append(turn_view(game.start.game, Turn(text, decisions[0].side, at)))
    return turns


def inside_view(table: Table, at: int) -> sent.PastView:
    """The table after `at` decisions; a contest that ended with the last one is shown as it ended."""
    shown, last = past_view(table, at), table.decision_before(at)
    end = None if last is None else contest_after(last, table.position_at(at).contest)
    if last is None or end is None or end.verdict is None or end.played is None:
        return shown
    scene = end.played.scene()
    return {
        **shown,
        "picture": picture(scene, marks_of_last_turn(table.play.decisions[:at], last.position, scene)),
        "changes": changes_shown(last, last.position),
        "sentence": last.position.contest_ended(end),
        "side": None,
    }
