"""What a network learns from: positions of played games, as its inputs, with score and result."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np

from gipfel.arena.selfplay.data_file import PlayedGame
from gipfel.arena.selfplay.games import NO_SCORE
from gipfel.games.core.game import Game
from gipfel.kernel.evaluation import CERTAIN, FARTHEST_WIN, SCRATCH, follow_up, measure
from gipfel.kernel.link import kernel, link
from gipfel.kernel.network import INPUTS_AT, NetworkInputs, bucket, inputs
from gipfel.kernel.rules import play
from gipfel.kernel.state import DRAW, ONGOING, SIDE, WHITE_WINS, State

MOVER, BUCKET, SCORE, NUMBER, VALUES = range(5)
"""The entries of an example: the side to act, its bucket, the score for that side, the number of active
inputs; then the features, then the inputs."""


@kernel("int64(int64[::1], int64[::1], int64[::1], int64[::1], int64[::1], int64[::1])")
def list_examples(state: State, codes: State, scores: State, sizes: State, room: State, out: State) -> int:
    """Replay a game from `state` on; write an example for each position with a score. Returns their number.

    `sizes` has the number of features and the size of an example. Choices that only complete a move and
    positions that are won or lost for certain are left out: a search sees what is behind them.
    """
    features = sizes[0]
    n = 0
    for i in range(len(codes)):
        score = scores[i]
        if score != NO_SCORE and abs(score) < CERTAIN - FARTHEST_WIN and follow_up(state) == 0:
            at = n * sizes[1]
            measure(state, room)
            count = inputs(state, room)
            out[at + MOVER] = state[SIDE]
            out[at + BUCKET] = bucket(state)
            out[at + SCORE] = score
            out[at + NUMBER] = count
            for k in range(features):
                out[at + VALUES + k] = room[k]
            for k in range(count):
                out[at + VALUES + features + k] = room[INPUTS_AT + k]
            n += 1
        play(state, codes[i])
    return n


@dataclass(frozen=True)
class Examples:
    """Positions as arrays, one row each."""

    side: Any
    bucket: Any
    score: Any
    """For the side to act."""
    result: Any
    """1 if the side to act has won, 0 if it has lost, 0.5 for a draw."""
    features: Any
    """White's values minus Black's."""
    inputs: Any
    """The active inputs from White's view; in the rest of a row the number of inputs, for none."""

    def __len__(self) -> int:
        return len(self.side)


def examples_of(game: Game, known: NetworkInputs, games: Iterable[PlayedGame]) -> Examples:
    """The examples of some games."""
    features, measured = len(game.evaluation.features), game.evaluation.measure
    size = VALUES + features + known.most
    replay = link(
        list_examples, {**game.rules.bind, **game.evaluation.bind, **known.bind, "measure": measured}
    )
    room, sizes = np.zeros(SCRATCH, np.int64), np.array([features, size], np.int64)
    parts, results = [], []
    for played in games:
        if played.result == ONGOING:
            continue
        state = np.array(game.start(seed=played.seed).state, np.int64)
        out = np.full(len(played.codes) * size, known.number, np.int64)
        codes, scores = (values.astype(np.int64) for values in (played.codes, played.scores))
        count = replay(state, codes, scores, sizes, room, out)  # type: ignore[arg-type]
        parts.append(out.reshape(-1, size)[:count].astype(np.int32))
        white = 0.5 if played.result == DRAW else float(played.result == WHITE_WINS)
        results.append(np.full(count, white, np.float32))
    rows, white_won = np.concatenate(parts), np.concatenate(results)
    side = rows[:, MOVER].astype(np.int8)
    return Examples(
        side=side,
        bucket=rows[:, BUCKET].astype(np.int8),
        score=rows[:, SCORE],
        result=np.where(side == 0, white_won, 1 - white_won),
        features=rows[:, VALUES : VALUES + features].astype(np.int16),
        inputs=rows[:, VALUES + features :].astype(np.int16),
    )
