"""The page with the tables of all encodings is up to date."""

from scripts.make_encoding_tables import FILE, page

from tests.helpers.own_games import OWN


def test_the_tables_are_those_of_the_encodings() -> None:
    assert FILE.read_text(encoding="utf-8") == page(OWN), "run python -m scripts.make_encoding_tables"
