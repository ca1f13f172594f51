"""Games of the engine against itself as observations, actions and results, in the encoding of the game."""

import zipfile
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.lib import format as npy

from gipfel.arena.selfplay.data_file import DataFileProblem, PlayedGame, read_games, read_head
from gipfel.arena.selfplay.games import NO_SCORE
from gipfel.games.core.encoding import action_of, observe
from gipfel.games.core.game import Game
from gipfel.games.core.registry import game as game_named
from gipfel.kernel.link import can_compile, kernel, link
from gipfel.kernel.rules import play
from gipfel.kernel.state import DRAW, ONGOING, SIDE, WHITE_WINS, State

CHUNK = 200
"""Games that are in memory at the same time while a file is written."""
LARGEST_CHUNK = 200_000_000
"""Bytes of observations; there are fewer games in a chunk where a game would need more."""


class EncodedGames(NamedTuple):
    """Positions in which the engine has searched, a row each."""

    observations: Any
    """int8: what the side to act saw."""
    actions: Any
    """int32: what it decided."""
    results: Any
    """int8: how the game ended for the side to act: 1 won, 0 drawn, -1 lost."""
    scores: Any
    """int32: the score of the search for the side to act."""
    games: Any
    """int32: the number of the game."""


@kernel("int64(int64[::1], int64[::1], int64[::1], int8[:, ::1], int64[:, ::1])")
def encode_game(state: State, codes: State, scores: State, rows: list[State], values: list[State]) -> int:
    """Replay a game from `state` on; write what each position with a score shows. Returns their number.

    A row of `values` gets the action, its score, and the side.
    """
    n = 0
    for i in range(len(codes)):
        if scores[i] != NO_SCORE:
            observe(state, rows[n])
            values[n][0] = action_of(state, codes[i])
            values[n][1] = scores[i]
            values[n][2] = state[SIDE]
            n += 1
        play(state, codes[i])
    return n


def read_encoded(path: Path) -> EncodedGames:
    """All finished games of a file of `gipfel selfplay`. Raises DataFileProblem or NoEncoding."""
    return _joined([*encoded_chunks(path)], game_of(path))


def encoded_chunks(path: Path) -> Iterator[EncodedGames]:
    """The same, some games at a time, for files that are larger than the memory."""
    encoder = _Encoder(game_of(path))
    games = finished_games(path)
    while chunk := [*islice(games, encoder.games_at_a_time)]:
        yield _joined([encoder.encoded(played) for played in chunk], encoder.game)


def write_encoded(path: Path, out: Path, report: Callable[[int, int], None]) -> int:
    """Write the games of a file as a NumPy archive; returns how many positions. Raises DataFileProblem."""
    total, rest = sum(played.positions for played in finished_games(path)), []
    width = game_of(path).encoding.size
    report(0, total)
    try:
        with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
            with archive.open("observations.npy", "w", force_zip64=True) as file:
                _write_head(file, (total, width))
                done = 0
                for chunk in encoded_chunks(path):
                    file.write(chunk.observations.tobytes())
                    rest.append(chunk._replace(observations=chunk.observations[:0]))
                    done += len(chunk.actions)
                    report(done, total)
            joined = _joined(rest, game_of(path))
            for name in EncodedGames._fields[1:]:
                with archive.open(f"{name}.npy", "w", force_zip64=True) as file:
                    npy.write_array(file, getattr(joined, name), allow_pickle=False)
    except OSError as error:
        raise DataFileProblem(f"cannot write {out}: {error.strerror}") from error
    return total


def game_of(path: Path) -> Game:
    """The game of a file of `gipfel selfplay`. Raises DataFileProblem."""
    try:
        with open(path, "rb") as file:
            head = read_head(file, path)
    except OSError as error:
        raise DataFileProblem(f"cannot read {path}: {error.strerror}") from error
    return game_named(head["game"], head["version"], **head["options"])


def finished_games(path: Path) -> Iterator[PlayedGame]:
    """The games of a file that were played to their ends and have scores."""
    return (played for played in read_games(path) if played.result != ONGOING and played.positions)


class _Encoder:
    """Encodes the games of one kind."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.width = game.encoding.size
        self.kernels = game.rules.arrays(can_compile())
        self.encode = link(encode_game, {**game.rules.bind, **game.encoding.bind}, self.kernels.fast)

    @property
    def games_at_a_time(self) -> int:
        """How many games a chunk has; a hundred positions a game are usual."""
        return max(1, min(CHUNK, LARGEST_CHUNK // (100 * self.width)))

    def encoded(self, played: PlayedGame) -> EncodedGames:
        rows: Any = np.zeros((played.positions, self.width), np.int8)
        values: Any = np.zeros((played.positions, 3), np.int64)
        array = self.kernels.array
        self.encode(
            array(self.game.start_state(played.seed)), array(played.codes), array(played.scores), rows, values
        )
        white = 0 if played.result == DRAW else 1 if played.result == WHITE_WINS else -1
        return EncodedGames(
            observations=rows,
            actions=values[:, 0].astype(np.int32),
            results=np.where(values[:, 2] == 0, white, -white).astype(np.int8),
            scores=values[:, 1].astype(np.int32),
            games=np.full(played.positions, played.number, np.int32),
        )


def _joined(parts: Iterable[EncodedGames], game: Game) -> EncodedGames:
    kinds = (np.int8, np.int32, np.int8, np.int32, np.int32)
    shapes = ((0, game.encoding.size), *[(0,)] * 4)
    empty = [np.zeros(shape, kind) for shape, kind in zip(shapes, kinds, strict=True)]
    return EncodedGames(*[np.concatenate(arrays) for arrays in zip(empty, *parts, strict=True)])


def _write_head(file: Any, shape: tuple[int, ...]) -> None:
    """Begin an array of int8 in the format of NumPy."""
    npy.write_array_header_2_0(file, {"descr": "|i1", "fortran_order": False, "shape": shape})
