"""Finds the bot that a player spec names: `my_bot.py:MyBot`, or `package.module:MyBot`.

To find a bot is to run code: it is done only when a player is made, never when a spec is read.
"""

import sys
from hashlib import sha256
from importlib import import_module
from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from traceback import extract_tb
from types import ModuleType

from gipfel.engine.players.python_player import check_bot
from gipfel.engine.players.specs import PYTHON, PYTHON_FILE, split_bot
from gipfel.notation.errors import OptionError

_modules: dict[tuple[Path, str], ModuleType] = {}
"""What was loaded from files, by their paths and contents."""


def load_bot(text: str) -> object:
    """The class, object or function that a spec names. Raises OptionError."""
    source, name = split_bot(text)
    module = _file_module(Path(source)) if source.endswith(PYTHON_FILE) else _installed_module(source)
    bot = module
    for part in name.split("."):
        if not hasattr(bot, part):
            raise OptionError(f"{source} has no {name!r}; {_suggestion(source, module)}")
        bot = getattr(bot, part)
    check_bot(bot)
    return bot


def bot_file(text: str) -> Path | None:
    """The file of a bot, if the spec names one."""
    source, _ = split_bot(text)
    return Path(source) if source.endswith(PYTHON_FILE) else None


def _suggestion(source: str, module: ModuleType) -> str:
    """What could be meant: the bots of a module."""
    own = [
        name
        for name, value in vars(module).items()
        if not name.startswith("_")
        and getattr(value, "__module__", module.__name__) == module.__name__
        and callable(getattr(value, "choose", None))
    ]
    if not own:
        return "a bot is a class with a method choose(position), an object of it, or a function of a position"
    return f"it has {', '.join(f'{PYTHON}:{source}:{name}' for name in own[:5])}"


def _file_module(path: Path) -> ModuleType:
    """The module in a file; its folder can be imported from, as if Python had been started with it."""
    try:
        path = path.resolve(strict=True)
        content = path.read_bytes()
    except OSError as error:
        raise OptionError(
            f"{PYTHON}:{path} cannot be read: {error.strerror}; name an existing file"
        ) from error
    digest = sha256(content).hexdigest()[:16]
    if (path, digest) in _modules:
        return _modules[path, digest]
    name = f"gipfel_bot_{path.stem}_{sha256(f'{path} {digest}'.encode()).hexdigest()[:8]}"
    spec = spec_from_file_location(name, path)
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    _import_from(path.parent)
    sys.modules[name] = module  # dataclasses and pickle look there
    try:
        spec.loader.exec_module(module)
    except BaseException as error:
        del sys.modules[name]
        raise _not_loaded(str(path), error) from error
    _modules[path, digest] = module
    return module


def _installed_module(name: str) -> ModuleType:
    _import_from(Path.cwd())
    try:
        return import_module(name)
    except BaseException as error:
        raise _not_loaded(name, error) from error


def _import_from(folder: Path) -> None:
    if str(folder) not in sys.path:
        sys.path.append(str(folder))


def _not_loaded(source: str, error: BaseException) -> BaseException:
    """The error for a module that cannot be loaded: what went wrong, and in which line."""
    if isinstance(error, KeyboardInterrupt):
        return error
    lines = [frame.lineno for frame in extract_tb(error.__traceback__) if frame.filename == source]
    where = f" (line {lines[-1]})" if lines else ""
    return OptionError(f"{PYTHON}:{source} cannot be loaded: {type(error).__name__}: {error}{where}")
