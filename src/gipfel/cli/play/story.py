"""The story of an evening at the terminal: a list of its contests, and one of them with its turns."""

from collections.abc import Iterator

from gipfel.cli.play.screen import picture
from gipfel.games.core.playthrough import Playthrough
from gipfel.games.core.story import PlayedContest, story
from gipfel.notation.errors import GipfelError

NO_CONTESTS = "No contest has been played yet."


def told(game: Playthrough, which: str = "") -> list[str]:
    """All contests of a game, or the one with a number. Raises GipfelError if there is none."""
    contests = [*story(game)]
    if not contests:
        return [NO_CONTESTS]
    if not which:
        return [line for contest in contests for line in _listed(contest)]
    for contest in contests:
        if which == str(contest.number):
            return [*_listed(contest), *_played(contest)]
    raise GipfelError(f"there is no contest {which[:20]}; the list goes from 1 to {len(contests)}")


def _listed(contest: PlayedContest) -> Iterator[str]:
    """A contest in two lines: what it was for, and how it went."""
    yield f"{contest.number}. Turn {contest.turn}, {contest.title}: {contest.user} wants {contest.stake}."
    began = [] if contest.begins is None else [f"{contest.begins} began."]
    yield "   " + " ".join([*contest.throws, *began, contest.result or "It goes on."])


def _played(contest: PlayedContest) -> Iterator[str]:
    """The turns of the game that was played, and its board."""
    game = contest.game
    if game is None or contest.begins is None:
        return
    players = contest.begins, contest.begins.other
    roles = (f"{player} as {role}" for player, role in zip(players, game.start.game.side_names, strict=True))
    yield f"   Played by {' and '.join(roles)}:"
    for number, ((turn, _), text) in enumerate(zip(game.turns(), game.turn_texts(), strict=True), 1):
        yield f"   {number}. {players[turn[0].side]}: {text}"
    yield picture(game.position)
