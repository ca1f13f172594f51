"""The score of a match of several games, as pages show it."""

from collections.abc import Mapping

from gipfel.games.core.registry import game_type
from gipfel.games.core.side import Side
from gipfel.locale import say, say_many
from gipfel.server.contract.shared import Match, SideNumbers
from gipfel.table.matches import MatchScore, Numbers
from gipfel.table.seats import side_word

BETWEEN = " · "
"""Between the parts of a line; it looks the same from both directions."""

Names = Mapping[Side, str]


def match_view(score: MatchScore, names: Names) -> Match:
    """The score for pages, in the current language."""
    inside = score.games != score.won
    return {
        "number": score.number,
        "first_to": score.first_to or None,
        "won": _numbers(score.won),
        "drawn": score.drawn,
        "games": _numbers(score.games) if inside else None,
        "winner": None if score.winner is None else side_word(score.winner),
        "text": BETWEEN.join([*_head(score), *_lines(score, names, inside)]),
        "ended": _ended(score, names),
    }


def player_names(game: str, named: Mapping[Side, str]) -> dict[Side, str]:
    """What both players are called: by their names, or by their sides."""
    return {side: named[side] or say(game_type(game).side_names[side]) for side in Side}


def _head(score: MatchScore) -> list[str]:
    head = [say("Match, game {number}", number=score.number)]
    return [*head, say("first to {number}", number=score.first_to)] if score.first_to else head


def _lines(score: MatchScore, names: Names, inside: bool) -> list[str]:
    lines = [_won(score.won, names)]
    if score.drawn:
        lines.append(say_many("{n} drawn", "{n} drawn", score.drawn))
    if inside:
        lines.append(say("with the games inside: {score}", score=_won(score.games, names)))
    return lines


def _won(numbers: Numbers, names: Names) -> str:
    white, black = (names[side] for side in Side)
    return say("{white} {won}, {black} {lost}", white=white, won=numbers[0], black=black, lost=numbers[1])


def _ended(score: MatchScore, names: Names) -> str | None:
    """How the match ended, in one sentence."""
    winner = score.winner
    if winner is None:
        return None
    won, lost = score.won[winner], score.won[winner.other]
    return say("{name} has won the match, {won} to {lost}.", name=names[winner], won=won, lost=lost)


def _numbers(numbers: Numbers) -> SideNumbers:
    return {"white": numbers[Side.WHITE], "black": numbers[Side.BLACK]}
