"""Checks of files and folders: who can read or change them, and whether there is space."""

import os
import shutil
from pathlib import Path
from stat import S_IMODE, S_ISVTX

from gipfel.server.checklist.findings import Finding, advice, ok, unsafe

OF_OTHERS, OF_GROUP = 0o007, 0o070
WRITABLE_BY_OTHERS, WRITABLE_BY_GROUP = 0o002, 0o020
ROOT = 0
MEGABYTE = 1_000_000
LEAST_SPACE, ENOUGH_SPACE = 200 * MEGABYTE, 2_000 * MEGABYTE
"""Bytes; with less than the first, writing may fail soon."""


def check_file(topic: str, path: Path, user: int | None = None) -> Finding | None:
    """Can only its owner read a file? None if there is none.

    `user` is the owner it should have, by default the user of this process.
    """
    try:
        found = path.stat()
    except OSError:
        return None
    if _is_of_somebody_else(found, user):
        return unsafe(topic, f"{path} belongs to another user, who can change it.")
    if found.st_mode & OF_OTHERS:
        return unsafe(topic, f"Every user of this machine can read {path}; chmod 600 it.")
    if found.st_mode & OF_GROUP:
        return advice(topic, f"The group of {path} can read it; chmod 600 it if nobody else needs it.")
    return ok(topic, f"Only its owner can read {path}.")


def check_folder(topic: str, folder: Path, user: int | None = None, writable: bool | None = None) -> Finding:
    """Can the server write into a folder, and nobody else? If it does not exist, it will be made.

    `user` is the owner it should have, `writable` whether this process can write to it, if that is known.
    """
    existing = existing_folder(folder)
    found = existing.stat()
    if not (os.access(existing, os.W_OK | os.X_OK) if writable is None else writable):
        return unsafe(topic, f"The server cannot write to {existing}; make it its own, or use another one.")
    mode = S_IMODE(found.st_mode)
    if _is_of_somebody_else(found, user):
        return unsafe(topic, f"{existing} belongs to another user, who can replace what is in it.")
    if mode & WRITABLE_BY_OTHERS and not mode & S_ISVTX:
        return unsafe(topic, f"Every user of this machine can replace what is in {existing}; chmod 700 it.")
    if mode & WRITABLE_BY_GROUP and not mode & S_ISVTX:
        return advice(topic, f"The group of {existing} can replace what is in it; chmod 700 it.")
    return ok(topic, f"The server can write to {folder}, and no other user can.")


def check_space(topic: str, folder: Path, free: int | None = None) -> Finding:
    """Is there space for more? `free`: the free bytes, if they are known."""
    free = shutil.disk_usage(existing_folder(folder)).free if free is None else free
    text = f"{free // MEGABYTE} MB are free for {folder}"
    if free < LEAST_SPACE:
        return unsafe(topic, f"{text}: decisions can soon no longer be stored; make space.")
    if free < ENOUGH_SPACE:
        return advice(topic, f"{text}; make space before there is none.")
    return ok(topic, f"{text}.")


def existing_folder(folder: Path) -> Path:
    """The folder, or the nearest one above it that exists."""
    return next(path for path in (folder.absolute(), *folder.absolute().parents) if path.is_dir())


def _is_of_somebody_else(found: os.stat_result, user: int | None) -> bool:
    if user is None and hasattr(os, "geteuid"):
        user = os.geteuid()
    return user is not None and found.st_uid not in (user, ROOT)
