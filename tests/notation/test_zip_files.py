"""Archives and folders: all files in them are read, whatever their formats."""

import gzip
import io
import zipfile
from pathlib import Path

import pytest

import gipfel
from gipfel import GameProblem, Record
from gipfel.notation.record import RecordTurn, write_record
from gipfel.notation.zip_files import DEEPEST

RECORD = Record({"game": "gipf", "version": "basic"}, (RecordTurn("e1-e3"),))
TEXT = write_record(RECORD).encode()


def zipped(files: dict[str, bytes]) -> bytes:
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return data.getvalue()


def found_in(source: object) -> dict[str, str]:
    """What was found in each file: how many turns, or the problem."""
    return {
        place.source: game.reason if isinstance(game, GameProblem) else f"{len(game.turns)} turn"
        for place, game in gipfel.games_in(source)  # type: ignore[arg-type]
    }


def test_an_archive(tmp_path: Path) -> None:
    path = tmp_path / "games.zip"
    inner = zipped({"deep.txt": TEXT})
    path.write_bytes(
        zipped(
            {
                "a/one.txt": TEXT,
                "two.gz": gzip.compress(TEXT),
                "inner.zip": inner,
                ".hidden": b"x",
                "empty": b"",
            }
        )
    )
    found = found_in(path)
    assert found.pop(f"{path}: empty") == "the file is empty; a collection of games is needed"
    assert found == {
        f"{path}: a/one.txt": "1 turn",
        f"{path}: two.gz": "1 turn",
        f"{path}: inner.zip: deep.txt": "1 turn",
    }


def test_a_folder(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "games.txt").write_bytes(TEXT)
    (tmp_path / "a.zip").write_bytes(zipped({"one.txt": TEXT}))
    (tmp_path / "c.bin").write_bytes(b"\0\1\2")
    found = found_in(tmp_path)
    assert "the file has a format that is not supported yet; Gipfel reads" in found.pop(
        str(tmp_path / "c.bin")
    )
    assert [*found] == [f"{tmp_path / 'a.zip'}: one.txt", str(tmp_path / "b" / "games.txt")]


def test_an_archive_from_a_pipe() -> None:
    class Pipe(io.BytesIO):
        def seekable(self) -> bool:
            return False

    assert [*found_in(Pipe(zipped({"one.txt": TEXT}))).values()] == ["1 turn"]


def test_archives_are_not_unpacked_for_ever() -> None:
    data = TEXT
    for _ in range(DEEPEST + 1):
        data = zipped({"inner": data})
    (reason,) = found_in(io.BytesIO(data)).values()
    assert "packed more than" in reason


@pytest.mark.parametrize("cut", [10, 60, -30])
def test_broken_archives_are_problems(cut: int) -> None:
    (reason,) = found_in(io.BytesIO(zipped({"one.txt": TEXT * 50})[:cut])).values()
    assert "cannot be unpacked" in reason


def test_a_damaged_file_in_an_archive(tmp_path: Path) -> None:
    data = bytearray(zipped({"one.txt": TEXT * 50, "two.txt": TEXT}))
    data[80:90] = b"\xff" * 10
    found = found_in(io.BytesIO(bytes(data)))
    assert "1 turn" in found.values()
    assert len(found) == 2


def test_the_games_before_a_damaged_place_of_an_archive_are_read(tmp_path: Path) -> None:
    path = tmp_path / "games.zip"
    rounds = [f"\nround: {n * 7919 % 10_007}\n\n".encode() for n in range(3000)]
    many = b"\n".join(TEXT.replace(b"\n\n", number, 1) for number in rounds)
    data = bytearray(zipped({"many.txt": many, "other.txt": TEXT}))
    middle = len(data) // 2
    data[middle : middle + 400] = b"\xff" * 400
    path.write_bytes(data)
    *read, (place, problem), (other, _) = gipfel.games_in(path)
    assert len(read) > 500
    assert all(isinstance(game, Record) for _, game in read[:500])
    assert isinstance(problem, GameProblem)
    assert "the file is cut off or damaged here (" in problem.reason
    assert (place.source, other.source) == (f"{path}: many.txt", f"{path}: other.txt")
