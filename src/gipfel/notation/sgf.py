r"""Smart Game Format: reads the games of a file one by one, and writes them.

    (;GM[Dvonn]SU[dvonn 21117979]P0[id "Ada"];P0[1 dropb F 3];P0[2 done])

A game is a tree of nodes, a node is a list of properties, and a property has a name and one or more values.
Real files break the standard in many ways, so the reader is lenient: names may have digits and signs, a
bracket inside a value need not be escaped where its end is clear, stray characters are skipped, and a game
that is not closed ends where the next one begins.

Files mix encodings, even from game to game. So bytes are read as Latin-1, which loses nothing, and
`readable` finds out for each value whether it was UTF-8.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

LONGEST_GAME = 2_000_000
"""Characters; a game that is longer is not read."""
DEEPEST = 5000
"""How deep variations may be nested."""

_NAME = r"[A-Za-z][A-Za-z0-9_-]*+"
_CLOSED = r"\)\s*+(?:[);]|\(\s*+;|\Z)"
_NEXT = rf"\[|{_NAME}\s*+\[|;\s*+(?:{_NAME}\s*+\[|;|{_CLOSED}|\Z)|\(\s*+;|{_CLOSED}|\Z"
_END = rf"\](?=\s*+(?:{_NEXT}))"
"""A bracket ends a value if what follows can follow a value: a value, a property, a node or a tree."""
_INSIDE = rf"(?!{_END})\](?=[^\n\]]*+\])"
"""A bracket that was not escaped: nothing can end here, and another bracket follows in the same line."""
_VALUE = rf"\[((?:[^\]\\]++|\\.|{_INSIDE})*+)\]"
_TOKEN = re.compile(rf"\s*+(?:([();])|({_NAME})\s*+((?:{_VALUE}\s*+)+))", re.DOTALL)
_VALUES = re.compile(_VALUE, re.DOTALL)
_STRAY = re.compile(r"[^;()\n]*+[\n]?")
_BEGIN = re.compile(r"\(\s*;")
_NEW_GAME = re.compile(r"\(\s*;\s*(?:GM|FF|CA|AP)\s*\[")
_ESCAPED = re.compile(r"\\(\r\n|\n|\r|.)", re.DOTALL)


class Property(NamedTuple):
    """A name with its values, and where in the game's text it stands."""

    name: str
    values: tuple[str, ...]
    offset: int

    @property
    def value(self) -> str:
        """The first value; most properties have only one."""
        return self.values[0]


Node = list[Property]


@dataclass(slots=True)
class SgfGame:
    """A game, or a variation inside one: its nodes, and how it may go on after the last of them."""

    nodes: list[Node] = field(default_factory=list)
    variations: "list[SgfGame]" = field(default_factory=list)
    text: str = ""
    """The game as it stands in the file; empty for a variation."""
    line: int = 1
    """The line of the file in which the game begins."""
    complete: bool = True
    """False if the closing bracket is missing."""

    def main_line(self) -> Iterator[Node]:
        """The nodes of the game, and those of the first variation wherever there are several."""
        here: SgfGame | None = self
        while here is not None:
            yield from here.nodes
            here = here.variations[0] if here.variations else None

    def first(self, name: str) -> str | None:
        """The first value of a property of the first node."""
        root = self.nodes[0] if self.nodes else []
        return next((found.value for found in root if found.name == name), None)

    def line_of(self, offset: int) -> int:
        """The line of the file in which a property stands."""
        return self.line + self.text.count("\n", 0, offset)


@dataclass(frozen=True, slots=True)
class SgfProblem:
    """A place in a file that cannot be read as a game."""

    line: int
    reason: str


def readable(value: str) -> str:
    """A value as a person reads it: escapes are resolved, and UTF-8 is decoded if it is that."""
    if "\\" in value:
        value = _ESCAPED.sub(lambda found: "" if found[1] in "\r\n" else found[1], value)
    if value.isascii():
        return value
    try:
        return value.encode("latin-1").decode("utf-8")
    except UnicodeError:
        return value


def escaped(value: str) -> str:
    """A text as the value of a property."""
    return value.replace("\\", "\\\\").replace("]", "\\]")


def write_node(properties: Iterable[tuple[str, str | Sequence[str]]]) -> str:
    """A node as text; a property has one value or several."""
    parts = []
    for name, values in properties:
        listed = [values] if isinstance(values, str) else values
        parts.append(name + "".join(f"[{escaped(value)}]" for value in listed))
    return ";" + "".join(parts)


def sgf_games(text: str) -> Iterator[SgfGame | SgfProblem]:
    """The games of a text."""
    yield from games_in_blocks([as_bytes(text)])


def as_bytes(text: str) -> str:
    """A text as the reader wants it: a letter for each byte of its UTF-8."""
    return text.encode(errors="replace").decode("latin-1")


def games_in_blocks(blocks: Iterable[str]) -> Iterator[SgfGame | SgfProblem]:
    """The games of a text that comes in blocks, bytes read as Latin-1; only the current ones are kept."""
    yield from _Stream(iter(blocks)).games()


class _Stream:
    """Cuts a text that comes in blocks into games."""

    def __init__(self, blocks: Iterator[str]) -> None:
        self.blocks = blocks
        self.text = ""
        self.at = 0
        self.line = 1

    def games(self) -> Iterator[SgfGame | SgfProblem]:
        while self._find_begin():
            yield self._game()

    def _more(self) -> bool:
        """Read another block, and drop what has been read; False at the end of the text."""
        block = next(self.blocks, None)
        if block is None:
            return False
        self.text = self.text[self.at :] + block
        self.at = 0
        return True

    def _move(self, to: int) -> None:
        self.line += self.text.count("\n", self.at, to)
        self.at = to

    def _find_begin(self) -> bool:
        """Go to the next place where a game begins."""
        while True:
            found = _BEGIN.search(self.text, self.at)
            if found is not None:
                self._move(found.start())
                return True
            # A bracket at the end of a block may be the beginning of a game.
            last = self.text.rfind("(", self.at)
            rest = self.text[last:] if last >= 0 else ""
            self._move(last if last >= 0 and not rest[1:].strip() else len(self.text))
            if not self._more():
                return False

    def _game(self) -> SgfGame | SgfProblem:
        line = self.line
        while True:
            parser = _Parser(self.text, self.at)
            game = parser.parse()
            if parser.closed or not (len(self.text) - self.at <= LONGEST_GAME and self._more()):
                break
        end = parser.at
        if end - self.at > LONGEST_GAME:
            self._move(end)
            return SgfProblem(line, f"the game has more than {LONGEST_GAME:,} characters")
        if parser.problem:
            self._move(end)
            return SgfProblem(line, parser.problem)
        game.text = self.text[self.at : end]
        game.line = line
        game.complete = parser.complete
        self._move(end)
        return game


class _Parser:
    """Reads one game of a text."""

    def __init__(self, text: str, begin: int) -> None:
        self.text = text
        self.begin = begin
        self.at = begin
        self.closed = False
        """Is it clear where the game ends?"""
        self.complete = False
        self.problem = ""

    def parse(self) -> SgfGame:
        text, end = self.text, len(self.text)
        game: SgfGame | None = None
        open_trees: list[SgfGame] = []
        node: Node | None = None
        match_token = _TOKEN.match
        while self.at < end:
            token = match_token(text, self.at)
            if token is None:
                stray = _STRAY.match(text, self.at)
                self.at = max(stray.end() if stray else 0, self.at + 1)
                continue
            mark = token[1]
            if mark is None:
                if node is not None:
                    node.append(self._property(token))
            elif mark == ";":
                if open_trees:
                    node = []
                    open_trees[-1].nodes.append(node)
            elif mark == "(":
                if game is not None and self._is_new_game(token.start(1)):
                    self.at = token.start(1)
                    self.closed = True
                    return game
                tree = SgfGame()
                if game is None:
                    game = tree
                else:
                    open_trees[-1].variations.append(tree)
                open_trees.append(tree)
                node = None
                if len(open_trees) > DEEPEST:
                    self.problem = f"variations are nested more than {DEEPEST} deep"
            else:
                open_trees.pop()
                node = None
                if not open_trees:
                    self.at = token.end()
                    self.closed = self.complete = True
                    break
            self.at = token.end()
        return game or SgfGame()

    def _property(self, token: "re.Match[str]") -> Property:
        """A property with all its values."""
        last = token[4]
        if token.end(3) - token.start(3) <= len(last) + 2 or token[3].rstrip() == f"[{last}]":
            return Property(token[2], (last,), token.start(2) - self.begin)
        return Property(token[2], tuple(_VALUES.findall(token[3])), token.start(2) - self.begin)

    def _is_new_game(self, at: int) -> bool:
        """Does a bracket open another game, because this one was never closed?"""
        return _NEW_GAME.match(self.text, at) is not None
