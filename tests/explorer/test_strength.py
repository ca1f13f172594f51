"""Ratings and levels in the headers of a record."""

import pytest

from gipfel.explorer import Strength, strengths


@pytest.mark.parametrize(
    ("headers", "white", "black"),
    [
        ({}, Strength(), Strength()),
        ({"white": "Ada", "black": "random"}, Strength(), Strength()),
        ({"white rating": "1523"}, Strength(rating=1523), Strength()),
        ({"white rating": "1523.6", "black rating": "-40"}, Strength(rating=1524), Strength(rating=-40)),
        ({"black": "level:7"}, Strength(), Strength(level=7)),
        ({"black": "level:10,seconds=2", "black rating": "90"}, Strength(), Strength(90, 10)),
        ({"white level": "3", "white": "level:4"}, Strength(level=3), Strength()),
        ({"white rating": "unknown", "black": "level:x"}, Strength(), Strength()),
        ({"white rating": "1e9", "black rating": "9" * 5000}, Strength(rating=1), Strength()),
        ({"white rating": "99999", "black": "level:999"}, Strength(), Strength()),
        ({"white": "a friend of level:7"}, Strength(), Strength()),
    ],
)
def test_strengths(headers: dict[str, str], white: Strength, black: Strength) -> None:
    assert strengths(headers) == (white, black)
