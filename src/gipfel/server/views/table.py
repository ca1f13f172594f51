"""Views of a table for pages: pictures, targets and sentences, in the current language."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import cast

from gipfel.draw.pictures import picture
from gipfel.engine.players.specs import PlayerSpec
from gipfel.games.core.contest import contest_after
from gipfel.games.core.game import Game
from gipfel.games.core.names import button_name
from gipfel.games.core.position import Decision, Position
from gipfel.games.core.registry import about
from gipfel.games.core.shown import changes_shown, marks_of_last_turn
from gipfel.games.core.side import Outcome, Side
from gipfel.locale import current_language, note, say
from gipfel.server.contract import server_messages as sent
from gipfel.server.contract.client_messages import VERSION
from gipfel.server.contract.shared import Match
from gipfel.server.contract.shared import Outcome as SentOutcome
from gipfel.server.security.limits import duration_text
from gipfel.server.views.matches import match_view, player_names
from gipfel.server.views.pointing import Pointer
from gipfel.server.views.seats import seats_view
from gipfel.server.views.whose_turn import whose_turn
from gipfel.table.matches import MatchScore
from gipfel.table.seats import Seats, seats_to_dict, side_word
from gipfel.table.table import Table
from gipfel.table.turns import Turn

ENGINE_TEXTS: dict[sent.EngineState, str] = {
    "thinks": note("The engine thinks …"),
    "prepares": note("The engine gets ready …"),
    "waits": note(
        "This game waits: it goes on when another game between engines that is watched from the same address "
        "ends or is paused."
    ),
    "failed": note("The engine cannot think at the moment. Nothing is lost: it tries again by itself."),
    "not allowed": note("The engine of this seat is a program, and this server runs only its own engines."),
}

SHORTEST_OUTAGE = 5000
"""Milliseconds; players are not told about shorter ones."""


@dataclass(frozen=True, slots=True)
class Thinking:
    """An engine is at work, or should be."""

    side: Side
    what: sent.EngineState = "thinks"

    def to_dict(self) -> sent.Thinking:
        return {"side": side_word(self.side), "what": self.what, "text": say(ENGINE_TEXTS[self.what])}


# --- The whole table -------------------------------------------------------------------------------------


def table_view(
    table: Table,
    pointer: Pointer,
    thinking: Thinking | None,
    running: bool,
    commands: bool,
    known: "KnownParts | None" = None,
    match: MatchScore | None = None,
    waits: bool = False,
) -> sent.TableView:
    """The part of a table that is the same for everybody; `own_view` has the rest.

    `commands`: may clients see the commands of external engines? `known`: parts of an earlier view. `waits`:
    does a contest in real time wait for a player?
    """
    known = KnownParts() if known is None else known
    position = pointer.position
    last, outcome = table.last, table.outcome
    marks = marks_of_last_turn(table.play.decisions, position, pointer.scene)
    return {
        "type": "table",
        "v": VERSION,
        "number": table.number,
        "happened": table.event_count,
        **known.lasting(table, commands),
        "side": None if outcome else side_word(position.side),
        "offer": _offer(table),
        "rematch": table.rematch or None,
        "match": _match(table, match),
        "sentence": _sentence_of(table, pointer, waits),
        "picture": picture(pointer.scene, marks),
        "changes": changes_shown(last, position),
        "turns": known.turns(table.game, table.turns()),
        "last": _last_words(last),
        "decided": _decided(table, last),
        "outcome": outcome_view(table),
        "contest": _contest(position),
        "thrown": _thrown(last),
        "thinking": thinking.to_dict() if thinking else None,
        "time": {"now": position.time, "running": running} if table.real_time else None,
    }


class KnownParts:
    """Parts of the views of a table; those that have not changed are the same objects as before."""

    def __init__(self) -> None:
        self._turns: dict[str, tuple[Sequence[Turn], list[sent.Turn]]] = {}
        """Turns and their views, by language."""
        self._lasting: dict[tuple[str, bool, bool], tuple[Seats, sent.LastingPart]] = {}
        """By language, with or without commands, and with or without time, after the seats."""

    def lasting(self, table: Table, commands: bool) -> sent.LastingPart:
        """The part that changes only with the seats, and when time begins or ceases to run."""
        key = current_language(), commands, table.real_time
        seats, part = self._lasting.get(key, (None, None))
        if part is None or seats is not table.seats:
            part = _lasting(table, commands)
            self._lasting[key] = table.seats, part
        return part

    def turns(self, game: Game, turns: Sequence[Turn]) -> list[sent.Turn]:
        """The views of these turns."""
        known, views = self._turns.get(current_language(), ((), []))
        same = min(len(turns), len(known))
        # Turns are added and removed at the end only: if one is the same object, so are those before it.
        while same and turns[same - 1] is not known[same - 1]:
            same -= 1
        views = [*views[:same], *(turn_view(game, turn) for turn in turns[same:])]
        self._turns[current_language()] = turns, views
        return views


def turn_view(game: Game, turn: Turn) -> sent.Turn:
    """A turn in notation, and in words if the game has some."""
    view: sent.Turn = {"text": turn.text, "side": side_word(turn.side), "at": turn.at}
    words = game.turn_words(turn.text)
    if words is not None:
        view["words"] = words.text
        if words.time:
            view["time"] = words.time
    return view


def _lasting(table: Table, commands: bool) -> sent.LastingPart:
    return {
        "game": _game(table),
        "seats": seats_view(seats_to_dict(table.seats), commands),
        "sides": [say(name) for name in table.game.side_names],
    }


def time_view(table: Table, pointer: Pointer, running: bool) -> sent.TimeView:
    """The part of a table that changes with the time."""
    position = pointer.position
    shown = picture(pointer.scene)
    return {
        "type": "time",
        "now": position.time,
        "running": running,
        "number": table.number,
        "pieces": shown["pieces"],
        "looks": shown["looks"],
        "trays": shown["trays"],
        "sentence": _sentence_of(table, pointer),
        "side": None if table.outcome else side_word(position.side),
    }


def _game(table: Table) -> sent.TableGame:
    game = table.game
    return {
        "name": game.name,
        "version": game.version,
        "title": table.setup.title or game.full_title,
        "options": game.changed_options,
        "real_time": table.real_time,
        "composed": about(game.name).composed,
    }


def sentence(table: Table, position: Position) -> str:
    """What to do now, or how the game ended."""
    outcome = table.outcome
    return position.task if outcome is None else conclusion(table, outcome)


def _sentence_of(table: Table, pointer: Pointer, waits: bool = False) -> str:
    """The same for the position that is shown; its scene has worked out mostly what to do."""
    if table.outcome is not None:
        return sentence(table, pointer.position)
    task = pointer.scene.sentence or sentence(table, pointer.position)
    if waits:
        return " ".join([task, say("The sand begins to run when both players are here.")])
    shown = table.server_off >= SHORTEST_OUTAGE and table.deadline is not None
    return f"{task} {_outage(table)}" if shown else task


def _outage(table: Table) -> str:
    """That the server was off, for the player whose turn it was."""
    time = duration_text(table.server_off / 1000)
    return say("The server was off for {time}; the clocks did not run.", time=time)


def conclusion(table: Table, outcome: Outcome) -> str:
    """How a game ended, with the error of an engine that failed."""
    text = table.game.conclusion(outcome)
    return f"{text} ({_failure(table)})" if table.failure else text


def _failure(table: Table) -> str:
    """Why an engine has failed, without its command: this is shown to everybody."""
    text = table.failure
    for seat in table.seats.values():
        if seat.program:
            text = text.replace(seat.player.partition(":")[2], PlayerSpec.read(seat.player).name)
    return text


def outcome_view(table: Table) -> SentOutcome | None:
    outcome = table.outcome
    if outcome is None:
        return None
    return {
        "winner": None if outcome.winner is None else side_word(outcome.winner),
        "score": outcome.score,
        "reason": outcome.reason,
        "text": conclusion(table, outcome),
    }


def _offer(table: Table) -> sent.Offer | None:
    offer = table.offer
    if offer is None:
        return None
    shown: sent.Offer = {"what": cast(sent.OfferKind, offer.what), "side": side_word(offer.side)}
    if offer.first_to:
        shown["first_to"] = offer.first_to
    return shown


def _match(table: Table, score: MatchScore | None) -> Match | None:
    if score is None:
        return None
    names = {side: table.seats[side].name for side in Side}
    return match_view(score, player_names(table.setup.game, names))


# --- Looking back ----------------------------------------------------------------------------------------


def past_view(table: Table, at: int) -> sent.PastView:
    """The table after `at` decisions. Raises GipfelError."""
    position, last = table.position_at(at), table.decision_before(at)
    over = at == table.number and table.outcome is not None
    return {
        "type": "view",
        "at": at,
        "picture": picture(position.scene(*marks_of_last_turn(table.play.decisions[:at], position))),
        "changes": changes_shown(last, position),
        "sentence": sentence(table, position) if over else whose_turn(position),
        "side": None if over or position.outcome else side_word(position.side),
        "last": _last_words(last),
    }


# --- Contests and chance ---------------------------------------------------------------------------------


def _contest(position: Position) -> sent.Contest | None:
    """What is played for the use of a potential, and the board around it."""
    contest = position.contest
    if contest is None or position.outcome is not None:
        return None
    around = None if contest.played is None else picture(position.game.scene(position.state))
    return {
        "name": contest.title,
        "kind": cast(sent.ContestKind, contest.kind),
        "stake": position.stake,
        "user": side_word(contest.user),
        "attempt": contest.attempt,
        "roles": None if contest.roles is None else [say(name) for name in contest.roles],
        "around": around,
    }


def chance_view(table: Table, position: Position, throws: bool) -> sent.Chance | None:
    """What is to be thrown, and whether the visitor may throw."""
    contest = position.contest
    if contest is None or not table.by_chance:
        return None
    return {"what": contest.chance, "roll": throws}


def _thrown(last: Decision | None) -> sent.Thrown | None:
    """The result of the last throw, and what proves it."""
    contest = last.position.contest if last else None
    if last is None or contest is None or not last.secrets:
        return None
    return {
        "what": contest.chance,
        "shows": last.text.partition(":")[2],
        "text": contest.shown(last.code),
        "proof": [
            {"side": side_word(known.side), "commitment": known.commitment, "secret": known.secret}
            for known in last.secrets
        ],
    }


def _decided(table: Table, last: Decision | None) -> str | None:
    """How a contest ended and what follows, if it did so with the last decision or by time since then."""
    contest = None if last is None else contest_after(last, table.contest)
    if last is None or contest is None:
        return None
    ended = last.position.contest_ended(contest)
    return f"{_lapsed(table)} {ended}".strip() or None


def _lapsed(table: Table) -> str:
    """That a side has decided too late, if the last contest ended so."""
    lapse = table.lapse
    if lapse is None or lapse.number != table.number:
        return ""
    side = say(table.name(lapse.side))
    if lapse.claimed:
        return say("{side} has decided nothing for too long.", side=side)
    return say("{side} has no time left.", side=side)


def _last_words(last: Decision | None) -> str | None:
    """The last decision in the game's words or notation; what was thrown or chosen with a button in words."""
    if last is None:
        return None
    contest = last.position.contest
    if contest is not None and last.secrets:
        return contest.shown(last.code)
    words = last.position.game.turn_words(last.text)
    if words is not None:
        return say("{side} {move}", side=say(last.position.game.side_names[last.side]), move=words.text)
    paths = last.paths
    if paths and len(paths[0]) == 1 and paths[0][0].kind == "button":
        return button_name(paths[0][0].name)
    return last.text
