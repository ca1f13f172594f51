"""Games whose methods are the functions of the modules in their folder.

    rules.py       RULES, start(); perhaps transformed(), swapped(), conserved()  required
    notation.py    positions, decisions and turns as text                         required
    scene.py       what to draw                                                   required
    pointing.py    paths of targets, and what a decision moves                    optional
    words.py       what to do now, why not, how it ended                          optional
    pieces.py      what stands where, and what is beside the board                optional
    evaluation.py  EVALUATION                                                     optional
    endings.py     ENDINGS                                                        optional
    encoding.py    ENCODING, or encoding_for(game); imported when it is needed    optional

A module is found by its name; a class can set the attribute itself instead. A function that a module does not
have is replaced by the method of `Game`.
"""

from collections.abc import Callable
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, TypeVar, cast

from gipfel.draw.scene import Scene
from gipfel.draw.target import Path, Target
from gipfel.games.core.board_access import PiecesModule
from gipfel.games.core.game import Change, Game
from gipfel.games.core.options import Value
from gipfel.games.core.side import Outcome
from gipfel.kernel.endings import NO_ENDINGS
from gipfel.kernel.evaluation import NO_EVALUATION
from gipfel.kernel.state import State

if TYPE_CHECKING:
    from gipfel.games.core.encoding import Encoding

F = TypeVar("F", bound=Callable[..., Any])

REQUIRED = {"rules_module": "rules", "notation": "notation", "pictures": "scene"}
OPTIONAL = {"pointing": "pointing", "words": "words", "board_access": "pieces"}
"""The module for each attribute of a class."""


FUNCTIONS = {
    "rules_module": {name: name for name in ("transformed", "swapped", "conserved")},
    "notation": {
        name: name
        for name in (
            *("read_state", "write_state", "read_decision", "write_decision"),
            *("read_turn", "write_turn", "has_one_meaning"),
        )
    },
    "pointing": {name: name for name in ("paths", "changes")},
    "board_access": {name: name for name in ("pieces", "points", "reserves")},
    "words": {
        **{name: name for name in ("reason", "task", "why_not", "warnings", "turn_words")},
        "verdict": "conclusion",
    },
}
"""The methods of a game for which its modules may have a function, with the name of that function."""


class NotationModule(Protocol):
    """Positions and decisions as text.

    It may also have `read_turn` and `write_turn` if a turn can have several decisions, `version_in` if
    position texts say which version they belong to, and `has_one_meaning` to have records checked faster.
    """

    def read_state(self, text: str, /) -> State: ...
    def write_state(self, state: State, /) -> str: ...
    def write_decision(self, state: State, code: int, /) -> str: ...
    def read_decision(self, state: State, text: str, /) -> int: ...


class PointingModule(Protocol):
    """Paths of targets, and what a decision moves."""

    def paths(self, state: State, code: int, /) -> tuple[Path, ...]: ...
    def changes(self, state: State, code: int, /) -> tuple[Change, ...]: ...


class SceneModule(Protocol):
    """What to draw."""

    def scene(self, state: State, title: str, sentence: str, /) -> Scene: ...


class WordsModule(Protocol):
    """What to do now, why not, how it ended.

    It may also have `warnings` if a decision can give something up that players would miss, and `turn_words`
    if lists of turns should not show notation.
    """

    def reason(self, state: State, /) -> str: ...
    def task(self, state: State, /) -> str: ...
    def why_not(self, state: State, prefix: Path, target: Target, /) -> str: ...
    def conclusion(self, outcome: Outcome, /) -> str: ...


def _of(module: object, name: str, default: F) -> F:
    """A function of a module; the default if there is no such function, or no module."""
    return cast(F, getattr(module, name, default))


class _ModuleFunction(staticmethod):  # type: ignore[type-arg]
    """A function of a module as a method. It is called directly: some are called for every decision."""


class FolderGame(Game):
    """A game whose class defines only what is special; everything else is in the modules of its folder."""

    rules_module: ClassVar[Any]
    notation: ClassVar[NotationModule]
    pictures: ClassVar[SceneModule]
    pointing: ClassVar[PointingModule | None]
    words: ClassVar[WordsModule | None]
    board_access: ClassVar[PiecesModule | None]

    def __init_subclass__(cls, **arguments: Any) -> None:
        super().__init_subclass__(**arguments)
        folder = cls.__module__.rpartition(".")[0]
        for attribute, module in {**REQUIRED, **OPTIONAL}.items():
            if not hasattr(cls, attribute):
                needed = attribute in REQUIRED or _exists(f"{folder}.{module}")
                setattr(cls, attribute, import_module(f"{folder}.{module}") if needed else None)
        if not hasattr(cls, "rules"):
            cls.rules = cls.rules_module.RULES
        _use_functions(cls)
        if cls.evaluation is NO_EVALUATION and _exists(f"{folder}.evaluation"):
            cls.evaluation = import_module(f"{folder}.evaluation").EVALUATION
        if cls.endings is NO_ENDINGS and _exists(f"{folder}.endings"):
            cls.endings = import_module(f"{folder}.endings").ENDINGS

    def start_state(self, seed: int | None) -> State:
        return self.rules_module.start()  # type: ignore[no-any-return]

    def own_encoding(self) -> "Encoding | None":
        module = f"{type(self).__module__.rpartition('.')[0]}.encoding"
        if not _exists(module):
            return None
        found = import_module(module)
        if hasattr(found, "encoding_for"):
            return found.encoding_for(self)  # type: ignore[no-any-return]
        return found.ENCODING  # type: ignore[no-any-return]

    @classmethod
    def version_in(cls, text: str) -> tuple[str, dict[str, Value]] | None:
        return _of(cls.notation, "version_in", super().version_in)(text)

    def read_state(self, text: str) -> State:
        return self.notation.read_state(text)

    def write_state(self, state: State) -> str:
        return self.notation.write_state(state)

    def write_decision(self, state: State, code: int) -> str:
        return self.notation.write_decision(state, code)

    def read_decision(self, state: State, text: str) -> int:
        return self.notation.read_decision(state, text)

    def scene(self, state: State) -> Scene:
        return self.pictures.scene(state, self.full_title, self.sentence(state))

    def sentence(self, state: State) -> str:
        """The sentence of a scene: what to do now, or how the game ended."""
        outcome = self.outcome_of(state)
        return self.task(state) if outcome is None else self.conclusion(outcome)


def _use_functions(cls: type[FolderGame]) -> None:
    """Let the functions of a class's modules be its methods, except those that a class defines itself."""
    for attribute, functions in FUNCTIONS.items():
        module = getattr(cls, attribute)
        for method, function in functions.items():
            if hasattr(module, function) and not _is_defined(cls, method):
                setattr(cls, method, _ModuleFunction(getattr(module, function)))


def _is_defined(cls: type[FolderGame], method: str) -> bool:
    """Does a class below `FolderGame` define a method itself?"""
    found = next(vars(base)[method] for base in cls.__mro__ if method in vars(base))
    return not isinstance(found, _ModuleFunction) and found is not getattr(FolderGame, method)


def _exists(module: str) -> bool:
    """Is there such a module beside the class?"""
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):  # the class is not in a package
        return False
