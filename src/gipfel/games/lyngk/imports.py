"""Says why games of LYNGK that Boardspace has written cannot be read yet.

Their clicks could be replayed: `Claim` takes a colour, `Move`, or `Pickb` and `Dropb`, a stack, `Done`
confirms a turn. But every game begins with pieces that are shuffled, and a file does not list them: it only
has the key from which the server's own generator of random numbers makes the set-up (`SU[Lyngk 2 KEY 100]`).
"""

from gipfel.games.core.imports import ImportProblem, MakeGame, Reading, SgfReader
from gipfel.notation.boardspace import setup_of
from gipfel.notation.sgf import SgfGame

VERSIONS = ("lyngk", "lyngk-6")


def _is_boardspace_lyngk(game: SgfGame) -> bool:
    return setup_of(game)[:1] in {(name,) for name in VERSIONS}


def _read_boardspace(game: SgfGame, make: MakeGame) -> Reading:
    raise ImportProblem(
        "the file does not say where the pieces stand at the beginning, only from which key the server "
        "shuffled them; games of LYNGK from Boardspace are not supported yet"
    )


READERS = (SgfReader("Boardspace", _is_boardspace_lyngk, _read_boardspace),)
