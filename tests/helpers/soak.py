"""The size of the long tests: GIPFEL_SOAK=1 (`make soak`) for all of it, GIPFEL_SOAK=0.1 for a tenth."""

import os

SIZE = float(os.environ.get("GIPFEL_SOAK") or 0)
"""0 in `make test`, where these tests are short and measure no time."""


def sized(full: float, short: float) -> float:
    """A duration, or another quantity, of this run."""
    return full * SIZE if SIZE else short
