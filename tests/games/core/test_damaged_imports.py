"""Files of other programs that were cut off, mixed up or damaged: everything is a game or a problem."""

import gzip
import io
import zlib
from pathlib import Path
from random import Random

import pytest

import gipfel
from gipfel import GameProblem, Record, RecordError
from tests.helpers.foreign_games import exported

GAMES = [("dvonn", "standard"), ("zertz", "basic"), ("zertz", "large"), ("yinsh", "standard")]
SAMPLES = Path(__file__).parents[4] / "shared" / "records"
BYTES = 12_000
TRIES = 40


def truncated(text: bytearray, chance: Random) -> bytes:
    return bytes(text[: chance.randrange(len(text))])


def shuffled(text: bytearray, chance: Random) -> bytes:
    lines = text.split(b"\n")
    chance.shuffle(lines)
    return b"\n".join(lines)


def scribbled(text: bytearray, chance: Random) -> bytes:
    for _ in range(chance.randrange(1, 60)):
        text[chance.randrange(len(text))] = chance.randrange(256)
    return bytes(text)


def with_holes(text: bytearray, chance: Random) -> bytes:
    for _ in range(chance.randrange(1, 8)):
        hole = chance.randrange(len(text))
        del text[hole : hole + chance.randrange(1, 40)]
    return bytes(text)


def exchanged(text: bytearray, chance: Random) -> bytes:
    words = text.split(b" ")
    for _ in range(20):
        one, other = chance.randrange(len(words)), chance.randrange(len(words))
        words[one], words[other] = words[other], words[one]
    return b" ".join(words)


DAMAGES = [truncated, shuffled, scribbled, with_holes, exchanged]


def read(text: bytes) -> list[Record | GameProblem]:
    """What is found; a file that is no collection any more is nothing."""
    try:
        return [game for _, game in gipfel.games_in(io.BytesIO(text))]
    except RecordError:
        return []


def survives(text: bytes, seed: int) -> None:
    """Whatever happens to a file, what is read can be replayed, and the rest is a problem with a reason."""
    chance = Random(seed)
    for number in range(TRIES):
        damage = DAMAGES[number % len(DAMAGES)]
        for game in read(damage(bytearray(text), chance)):
            if isinstance(game, Record):
                gipfel.replay(game)
            else:
                assert game.reason


@pytest.mark.parametrize(("name", "version"), GAMES)
def test_damaged_files_are_read_as_far_as_possible(name: str, version: str) -> None:
    texts = [exported(name, version, seed)[1] for seed in range(3)]
    survives("\n".join(texts).encode()[:BYTES], seed=zlib.crc32(f"{name} {version}".encode()))


@pytest.mark.parametrize(("name", "version"), GAMES)
def test_line_ends_and_a_byte_order_mark_do_not_matter(name: str, version: str) -> None:
    text = exported(name, version, 5)[1].encode()
    (expected,) = read(text)
    assert isinstance(expected, Record)
    assert read(b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n")) == [expected]


def test_damaged_real_games() -> None:
    if not SAMPLES.is_dir():
        pytest.skip("the collected games are not here")
    for path in sorted(SAMPLES.glob("*[!d]")):
        text = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
        survives(text[:BYTES], seed=zlib.crc32(path.name.encode()))
