"""All records of a tournament in one ZIP archive, with the pairings and the standings."""

import csv
from dataclasses import replace
from io import BytesIO, StringIO
from zipfile import ZIP_DEFLATED, ZipFile

from gipfel.notation.record import write_record
from gipfel.table.table import Table
from gipfel.table.tournaments.standings import TIE_BREAKS, standings
from gipfel.table.tournaments.tournament import Pairing, Tournament


class Archive:
    """An archive that is filled game by game."""

    def __init__(self, tournament: Tournament) -> None:
        self._tournament = tournament
        self._out = BytesIO()
        self._zip = ZipFile(self._out, "w", ZIP_DEFLATED)
        self._zip.writestr("pairings.csv", self._pairings())
        self._zip.writestr("standings.csv", self._standings())

    def add(self, pairing: Pairing, table: Table) -> None:
        """Add the record of a game."""
        place = f"{self._tournament.name}, round {pairing.round}, board {pairing.board}"
        entered = [f"result of the tournament: {pairing.entered}"] if pairing.entered else []
        record = table.record()
        record = replace(record, comments=(place, *entered, *record.comments))
        self._zip.writestr(_file(pairing), write_record(record))

    def close(self) -> bytes:
        """The whole archive."""
        self._zip.close()
        return self._out.getvalue()

    def _name(self, number: int | None) -> str:
        return "" if number is None else self._tournament.player(number).name

    def _pairings(self) -> str:
        return _csv(
            ["round", "board", "white", "black", "result", "record"],
            [
                [
                    *(one.round, one.board, self._name(one.white), self._name(one.black)),
                    *(one.result, _file(one) if one.table else ""),
                ]
                for one in self._tournament.pairings
            ],
        )

    def _standings(self) -> str:
        columns = ["place", "player", "points", "played", "won", "drawn", "lost"]
        return _csv(
            [*columns, *TIE_BREAKS[self._tournament.kind]],
            [
                [
                    *(one.place, self._name(one.player), one.points),
                    *(one.played, one.won, one.drawn, one.lost, *one.tie_breaks),
                ]
                for one in standings(self._tournament)
            ],
        )


def _file(pairing: Pairing) -> str:
    """The name of a record in the archive."""
    return f"round-{pairing.round:02}-board-{pairing.board:02}.txt"


FORMULA = ("=", "+", "-", "@")
"""Programs for tables would run a text that begins with one of these."""


def _csv(head: list[str], rows: list[list[object]]) -> str:
    out = StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(head)
    for row in rows:
        writer.writerow(
            [f"'{cell}" if isinstance(cell, str) and cell.startswith(FORMULA) else cell for cell in row]
        )
    return out.getvalue()
