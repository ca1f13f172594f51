"""The files of the page as one release: all of them have the same version in their addresses.

The modules of the page import each other by relative addresses. Under `/release/VERSION/` a page can
therefore get modules of one version only, whatever is installed while it is open. The version is a hash of
all files.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache, cached_property
from hashlib import sha256
from importlib.resources import files
from mimetypes import guess_type
from pathlib import Path

from gipfel.server.http.preloads import preload_tags
from gipfel.server.http.static_answers import FOREVER, StaticAnswer, without_comments

WEB = Path(str(files("gipfel"))) / "web"
TYPES = {
    ".js": "text/javascript",
    ".mjs": "text/javascript",
    ".css": "text/css",
    ".svg": "image/svg+xml",
    ".webmanifest": "application/manifest+json",
}
"""Content types that differ between systems."""
COMMENTED = (".js", ".css")
"""Files that are sent without their comments."""
WORKER = "worker"
"""The folder of the service worker, which is not a part of the page."""
UNUSED = ("types.js", "view-types.js", "jsconfig.json", "index.html")
"""Files that no page loads under the address of its release."""
VERSION_LENGTH = 12


@dataclass(frozen=True)
class Release:
    """All files of the page at one moment."""

    files: Mapping[str, StaticAnswer]
    """By their path, with `/` between folders."""

    @cached_property
    def version(self) -> str:
        content = sha256()
        for name, file in sorted(self.files.items()):
            content.update(f"{name} {file.tag}\n".encode())
        return content.hexdigest()[:VERSION_LENGTH]

    def address(self, name: str) -> str:
        return f"/release/{self.version}/{name}"

    @cached_property
    def preload_tags(self) -> str:
        """Tags for the page with which a browser fetches the files of a view all at once."""
        sources = {name: file.body.decode() for name, file in self.files.items() if name.endswith(".js")}
        return preload_tags(sources, self.address(""))

    @cached_property
    def bundle(self) -> StaticAnswer:
        """All modules and style sheets in one answer, for the service worker."""
        texts = {
            self.address(name): [file.kind, file.body.decode()]
            for name, file in self.files.items()
            if name.endswith(COMMENTED) and name not in UNUSED and not name.startswith(f"{WORKER}/")
        }
        return StaticAnswer(json.dumps(texts).encode(), "application/json", FOREVER)


class Releases:
    """The release that is installed now, and the one before it for pages that are being loaded."""

    def __init__(self, folder: Path = WEB) -> None:
        self._folder = folder
        self._stamp: tuple[tuple[str, int, int], ...] = ()
        self._known: list[Release] = []

    def current(self) -> Release:
        """The release as it is on the disk now."""
        stamp = _stamp(self._folder)
        if stamp != self._stamp:
            fresh = Release(
                {name: _answer(self._folder / name, changed, size) for name, changed, size in stamp}
            )
            self._known = [fresh, *self._known[:1]]
            self._stamp = stamp
        return self._known[0]

    def find(self, version: str) -> Release | None:
        """A release by its version, unless it is gone."""
        found = (known for known in self._known if known.version == version)
        current = next(found, None) or self.current()
        return current if current.version == version else None


RELEASES = Releases()


def _stamp(folder: Path) -> tuple[tuple[str, int, int], ...]:
    """All files with the time of their last change and their size."""
    found = [(path, path.stat()) for path in sorted(folder.rglob("*")) if path.is_file()]
    return tuple(
        (path.relative_to(folder).as_posix(), stat.st_mtime_ns, stat.st_size) for path, stat in found
    )


def _answer(path: Path, changed: int, size: int) -> StaticAnswer:
    return replace(read_file(path, changed, size), cache=FOREVER)


@cache
def read_file(path: Path, changed: int, size: int) -> StaticAnswer:
    """A file as it is now; a changed file is read again."""
    kind = TYPES.get(path.suffix) or guess_type(path.name)[0] or "application/octet-stream"
    content = path.read_bytes()
    return StaticAnswer(without_comments(content) if path.suffix in COMMENTED else content, kind)
