"""What the pages in docs/rules say is true: their examples run, and sections cited elsewhere exist."""

import os

import pytest

from tests.rule_pages import Block, Example, blocks, counts, pages

SOAK = bool(os.environ.get("GIPFEL_SOAK"))


@pytest.mark.parametrize("page", pages(), ids=lambda page: page.stem)
def test_examples(page) -> None:
    named = {}
    for block in blocks(page):
        if block.kind == "example":
            Example(block, named, slow=SOAK).run()
