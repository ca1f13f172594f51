"""The command `gipfel`. All errors end here, with one line on stderr and an exit code."""

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from io import TextIOWrapper

from gipfel.cli.shells import VARIABLE, with_own_shell
from gipfel.cli.text import printable_line
from gipfel.notation.errors import GipfelError

BAD_INPUT = 2
INTERNAL_ERROR = 1
PIPE_CLOSED = 1
INTERRUPTED = 130
DEFAULT_COMMAND = "serve"


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command (by default that of the process); returns the exit code."""
    _prepare_streams()
    try:
        code = _answer(sys.argv[1:] if argv is None else argv)
        _flush()
    except BrokenPipeError:
        code = PIPE_CLOSED
    except KeyboardInterrupt:
        code = INTERRUPTED
    except GipfelError as error:
        code = _fail(str(error))
    except OSError as error:
        code = _fail(_system_message(error))
    except Exception as error:
        code = _unexpected(error)
    _discard_output()
    return code


def _answer(argv: Sequence[str]) -> int:
    """Run a command, or say what a shell can offer after what was typed so far."""
    if not os.environ.get(VARIABLE):
        return _run(with_own_shell(argv))
    from gipfel.cli.completion import complete

    return complete(partial(_run, argv))


def _run(argv: Sequence[str]) -> int:
    """Pass the arguments to Typer, and turn its exceptions into an exit code."""
    from gipfel.cli.app import Exit, UsageError, command

    try:
        result = command()(list(argv) or [DEFAULT_COMMAND], prog_name="gipfel", standalone_mode=False)
    except UsageError as error:
        return _fail(_usage_message(error))
    except Exit as stopped:
        result = stopped.exit_code
    except SystemExit as stopped:
        result = stopped.code
    return result if isinstance(result, int) else 0


def _fail(message: str) -> int:
    """Print one line that says what is wrong."""
    if sys.stderr is not None:
        with suppress(OSError):
            print(f"gipfel: {printable_line(message)}", file=sys.stderr)
    return BAD_INPUT


def _unexpected(error: Exception) -> int:
    """Report an error of the program, not of its user."""
    if os.environ.get("GIPFEL_DEBUG"):
        raise error
    what = f"{type(error).__name__}: {error}"
    _fail(f"internal error, please report it: {what} (GIPFEL_DEBUG=1 shows where it happened)")
    return INTERNAL_ERROR


REWORDED = {
    "Value error, ": "",
    "Input should be a valid integer, unable to parse string as an integer": "it must be a whole number",
    "Input should be a valid number, unable to parse string as a number": "it must be a number",
    "Input should be": "it must be",
}
"""Parts of Typer's messages, and what we write instead."""


def _usage_message(error: Exception) -> str:
    """Typer's message in our style, with a pointer to the help."""
    message: str = error.format_message().strip().rstrip(".")  # type: ignore[attr-defined]
    for theirs, ours in REWORDED.items():
        message = message.replace(theirs, ours)
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "gipfel"
    return f"{message[:1].lower()}{message[1:]}; see '{command} --help'"


def _system_message(error: OSError) -> str:
    what = error.strerror or str(error)
    return f"{error.filename}: {what}" if error.filename else what


def _prepare_streams() -> None:
    """Replace what cannot be decoded or encoded, so that no character stops a command."""
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="replace")


def _flush() -> None:
    if sys.stdout is not None:
        sys.stdout.flush()


def _discard_output() -> None:
    """If stdout is broken, discard the rest, so that the interpreter does not fail when it ends."""
    try:
        _flush()
    except (OSError, ValueError):
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
