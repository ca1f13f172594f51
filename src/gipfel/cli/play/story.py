"""The story of an evening at the terminal: a list of its contests, and one of them with its turns."""

from collections.abc import Iterator

from gipfel.cli.play.screen import picture
from gipfel.games.core.playthrough import Playthrough
from gipfel.games.core.side import SIDE_NAMES, side_name
from gipfel.games.core.story import PlayedContest, story
from gipfel.locale import note, say
from gipfel.notation.errors import GipfelError

NO_CONTESTS = note("No contest has been played yet.")


def told(game: Playthrough, which: str = "") -> list[str]:
    """All contests of a game, or the one with a number. Raises GipfelError if there is none."""
    contests = [*story(game)]
    if not contests:
        return [say(NO_CONTESTS)]
    if not which:
        return [line for contest in contests for line in _listed(contest)]
    for contest in contests:
        if which == str(contest.number):
            return [*_listed(contest), *_played(contest)]
    raise GipfelError(
        note(
            "there is no contest {number}; the list goes from 1 to {last}",
            number=which[:20],
            last=len(contests),
        )
    )


def _listed(contest: PlayedContest) -> Iterator[str]:
    """A contest in two lines: what it was for, and how it went."""
    yield say(
        "{number}. Turn {turn}, {contest}: {side} wants {stake}.",
        number=contest.number,
        turn=contest.turn,
        contest=contest.title,
        side=SIDE_NAMES[contest.user],
        stake=contest.stake,
    )
    began = [] if contest.begins is None else [say("{side} began.", side=SIDE_NAMES[contest.begins])]
    yield "   " + " ".join([*contest.throws, *began, contest.result or say("It goes on.")])


def _played(contest: PlayedContest) -> Iterator[str]:
    """The turns of the game that was played, and its board."""
    game = contest.game
    if game is None or contest.begins is None:
        return
    players = contest.begins, contest.begins.other
    first, second = map(say, game.start.game.side_names)
    yield "   " + say(
        "Played by {side} as {role} and {other} as {other_role}:",
        side=SIDE_NAMES[players[0]],
        role=first,
        other=SIDE_NAMES[players[1]],
        other_role=second,
    )
    for number, ((turn, _), text) in enumerate(zip(game.turns(), game.turn_texts(), strict=True), 1):
        yield f"   {number}. {side_name(players[turn[0].side])}: {text}"
    yield picture(game.position)
