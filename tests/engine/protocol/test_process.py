"""The process of an engine."""

import pytest

from gipfel.engine.players.player import EngineFailure
from gipfel.engine.protocol.process import EngineProcess


def test_an_engine_that_does_not_read(command) -> None:
    process = EngineProcess(command("time.sleep(9)"))  # it sleeps instead of reading
    process.send("x" * 50_000)
    with pytest.raises(EngineFailure, match="does not read its input"):
        process.send("x" * 50_000)
