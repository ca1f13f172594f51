"""Tournaments as pages see them, in the current language."""

from typing import cast

from gipfel.games.core.registry import game_type
from gipfel.locale import note, say
from gipfel.server.contract import answers
from gipfel.server.contract.shared import Clock
from gipfel.table.clock import limit_to_dict
from gipfel.table.setup import TableSetup
from gipfel.table.storage.tournaments import ORGANISER, ListedTournament, Roles
from gipfel.table.tournaments.standings import (
    BUCHHOLZ,
    DIRECT,
    SONNEBORN_BERGER,
    TIE_BREAKS,
    WINS,
    Standing,
    standings,
)
from gipfel.table.tournaments.tournament import Pairing, Player, Tournament

TIE_BREAK_NAMES = {
    DIRECT: note("Direct encounter"),
    SONNEBORN_BERGER: note("Sonneborn-Berger"),
    BUCHHOLZ: note("Buchholz"),
    WINS: note("Wins"),
}


def head_view(tournament: Tournament | ListedTournament, roles: Roles) -> answers.TournamentHead:
    """A tournament in a list."""
    return {
        "id": tournament.id,
        "name": tournament.name,
        "kind": cast(answers.TournamentKind, tournament.kind),
        "state": cast(answers.TournamentState, tournament.state),
        "round": tournament.round,
        "rounds": tournament.rounds,
        "game": tournament.setup.game,
        "title": _title(tournament.setup),
        "organiser": ORGANISER in roles,
        "plays": bool(roles - {ORGANISER}),
    }


def tournament_view(tournament: Tournament, roles: Roles) -> answers.TournamentView:
    """A tournament with players, games and standings."""
    kinds = TIE_BREAKS[tournament.kind]
    sides = game_type(tournament.setup.game).side_names
    return {
        **head_view(tournament, roles),
        "watch": cast(answers.Watchers, tournament.watch),
        "clock": cast(Clock, limit_to_dict(tournament.setup.clock)),
        "sides": [say(name) for name in sides],
        "players": [_player(player, roles) for player in tournament.players],
        "games": [_game(pairing, roles) for pairing in tournament.pairings],
        "undecided": len(tournament.undecided),
        "tie_breaks": [say(TIE_BREAK_NAMES[kind]) for kind in kinds],
        "standings": [_standing(one) for one in standings(tournament)],
    }


def _title(setup: TableSetup) -> str:
    return setup.title or setup.playthrough().start.game.full_title


def _player(player: Player, roles: Roles) -> answers.TournamentPlayer:
    return {
        "number": player.number,
        "name": player.name,
        "gone": player.gone,
        "mine": player.number in roles,
    }


def _game(pairing: Pairing, roles: Roles) -> answers.TournamentGame:
    return {
        "round": pairing.round,
        "board": pairing.board,
        "white": pairing.white,
        "black": pairing.black,
        "result": pairing.result,
        "entered": bool(pairing.entered),
        "table": pairing.table or None,
        "mine": pairing.white in roles or pairing.black in roles,
    }


def _standing(one: Standing) -> answers.TournamentStanding:
    return {
        "place": one.place,
        "player": one.player,
        "played": one.played,
        "won": one.won,
        "drawn": one.drawn,
        "lost": one.lost,
        "points": one.points,
        "tie_breaks": [*one.tie_breaks],
    }
