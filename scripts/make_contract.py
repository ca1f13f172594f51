"""Write the contract between page and server into src/gipfel/web/types.js and docs/server.md.

    python scripts/make_contract.py            after a type in src/gipfel/server/contract was changed
    python scripts/make_contract.py --check    exits 1 if a file is not up to date

The types are read from the source, so that their names, their order and the texts below fields are kept.
"""

import argparse
import ast
import json
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from gipfel.server.contract.client_messages import ANSWERS
from gipfel.server.http.endpoint import Endpoint
from gipfel.server.http.routes import ENDPOINTS

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "gipfel"
TYPES = SOURCE / "web" / "types.js"
DOCS = ROOT / "docs" / "server.md"

PICTURES, EXERCISES = SOURCE / "draw" / "picture_types.py", SOURCE / "learn" / "exercise_types.py"
CONTRACT = SOURCE / "server" / "contract"
SENT = (
    *(PICTURES, EXERCISES),
    *(CONTRACT / f"{name}.py" for name in ("shared", "answers", "server_messages", "story", "courses")),
    *(CONTRACT / f"{name}.py" for name in ("puzzles", "explorer", "analysis", "studies")),
)
REQUESTS, CLIENT_MESSAGES = CONTRACT / "requests.py", CONTRACT / "client_messages.py"

ROOTS = ("Catalogue", "Clock", "Problem", "Pointed", "ServerMessage")
"""Types the page uses besides the bodies and answers of all endpoints."""
WORDS = {
    "str": "string",
    "int": "number",
    "float": "number",
    "bool": "boolean",
    "None": "null",
    "Any": "unknown",
    "object": "unknown",
}
WIDTH = 110
MARKS = "<!-- {}: {} (scripts/make_contract.py) -->"

HEADER = """/**
 * What page and server send each other, as types. Made by scripts/make_contract.py from
 * src/gipfel/server/contract: do not edit.
 */
"""


# --- Reading types from the source --------------------------------------------------------------------


@dataclass
class Field:
    """A field of an object."""

    name: str
    type: ast.expr
    required: bool
    text: str = ""


@dataclass
class Type:
    """A type of the contract: an object with fields, or another name for a type."""

    name: str
    text: str = ""
    bases: list[str] = field(default_factory=list)
    fields: list[Field] = field(default_factory=list)
    alias: ast.expr | None = None


class Contract:
    """All types of some modules, by name, in the order in which they stand there."""

    def __init__(self, paths: Iterable[Path], known: "Contract | None" = None) -> None:
        self.types: dict[str, Type] = {}
        self._known = {} if known is None else known.types
        for path in paths:
            body = ast.parse(path.read_text(encoding="utf-8")).body
            for statement, following in zip(body, [*body[1:], None], strict=True):
                if found := _type(statement, _text(following)):
                    self.types[found.name] = found

    def get(self, name: str) -> Type | None:
        return self.types.get(name) or self._known.get(name)

    def fields(self, found: Type) -> list[Field]:
        """The fields of a type, those of its bases first."""
        inherited = [part for base in found.bases for part in self._fields_of(base)]
        own = {part.name for part in found.fields}
        return [*(part for part in inherited if part.name not in own), *found.fields]

    def _fields_of(self, name: str) -> list[Field]:
        base = self.get(name)
        return [] if base is None else self.fields(base)

    def used(self, roots: Iterable[str]) -> list[Type]:
        """All types that are needed to describe some."""
        names: set[str] = set()
        waiting = [*roots]
        while waiting:
            found = self.types.get(name := waiting.pop())
            if found is not None and name not in names:
                names.add(name)
                parts = [part.type for part in self.fields(found)] + [found.alias] * (found.alias is not None)
                waiting += [name for part in parts if part is not None for name in _names(part)]
        return [found for found in self.types.values() if found.name in names]


def _type(statement: ast.stmt, text: str) -> Type | None:
    if isinstance(statement, ast.ClassDef):
        bases = [base.id for base in statement.bases if isinstance(base, ast.Name)]
        return Type(statement.name, ast.get_docstring(statement) or "", bases, [*_class_fields(statement)])
    if not isinstance(statement, ast.Assign) or not isinstance(statement.targets[0], ast.Name):
        return None
    name, value = statement.targets[0].id, statement.value
    if isinstance(value, ast.Call) and isinstance(value.func, ast.Name) and value.func.id == "TypedDict":
        return Type(name, text, [], [*_written_fields(value.args[1])])
    return Type(name, text, alias=value) if re.fullmatch("[A-Z]+[a-z][A-Za-z]*|XY", name) else None


def _class_fields(found: ast.ClassDef) -> Iterator[Field]:
    for statement, following in zip(found.body, [*found.body[1:], None], strict=True):
        if isinstance(statement, ast.AnnAssign) and isinstance(statement.target, ast.Name):
            if isinstance(statement.annotation, ast.Subscript) and _is(statement.annotation, "ClassVar"):
                continue
            required = statement.value is None and not _is(statement.annotation, "NotRequired")
            name = _alias(statement.annotation) or statement.target.id
            yield Field(name, _inner(statement.annotation), required, _text(following))


def _alias(kind: ast.expr) -> str:
    """The name of a field in JSON where it cannot be one in Python, as in `Field(alias="from")`."""
    given = [part for part in ast.walk(kind) if isinstance(part, ast.keyword) and part.arg == "alias"]
    return str(ast.literal_eval(given[0].value)) if given else ""


def _written_fields(value: ast.expr) -> Iterator[Field]:
    assert isinstance(value, ast.Dict)
    for key, kind in zip(value.keys, value.values, strict=True):
        assert isinstance(key, ast.Constant)
        yield Field(key.value, _inner(kind), not _is(kind, "NotRequired"))


def _is(kind: ast.expr, name: str) -> bool:
    return isinstance(kind, ast.Subscript) and isinstance(kind.value, ast.Name) and kind.value.id == name


def _inner(kind: ast.expr) -> ast.expr:
    return kind.slice if isinstance(kind, ast.Subscript) and _is(kind, "NotRequired") else kind


def _names(kind: ast.expr) -> list[str]:
    return [node.id for node in ast.walk(kind) if isinstance(node, ast.Name)]


def _text(statement: ast.stmt | None) -> str:
    """The text below a field or a name."""
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant):
        return " ".join(str(statement.value.value).split())
    return ""


# --- Writing types ------------------------------------------------------------------------------------


def written(kind: ast.expr, contract: Contract, inline: bool = False) -> str:
    """A type as JavaScript's type checkers write it; `inline`: without names of other types."""
    if isinstance(kind, ast.BinOp):
        return f"{written(kind.left, contract, inline)} | {written(kind.right, contract, inline)}"
    if isinstance(kind, ast.Constant):
        return WORDS["None"] if kind.value is None else json.dumps(kind.value)
    if isinstance(kind, ast.Name):
        found = contract.types.get(kind.id)
        if inline and found is not None and found.alias is not None:
            return written(found.alias, contract, inline)
        return WORDS.get(kind.id, kind.id)
    assert isinstance(kind, ast.Subscript), ast.dump(kind)
    return _subscript(kind, contract, inline)


def _subscript(kind: ast.Subscript, contract: Contract, inline: bool) -> str:
    assert isinstance(kind.value, ast.Name)
    parts = kind.slice.elts if isinstance(kind.slice, ast.Tuple) else [kind.slice]
    match kind.value.id:
        case "Literal":
            return " | ".join(written(part, contract) for part in parts)
        case "list":
            item = written(parts[0], contract, inline)
            return f"({item})[]" if " | " in item else f"{item}[]"
        case "dict":
            return f"Record<string, {written(parts[1], contract, inline)}>"
        case "Annotated":
            return _marked(parts) or written(parts[0], contract, inline)
    raise AssertionError(ast.dump(kind))


def _marked(parts: list[ast.expr]) -> str:
    """What an annotated type says about how it is written for the page."""
    for part in parts:
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id == "JavaScript":
            assert isinstance(part.args[0], ast.Constant)
            return str(part.args[0].value)
    return ""


# --- types.js -----------------------------------------------------------------------------------------


def types_js(sent: Contract, roots: Iterable[str], requests: Contract, bodies: Iterable[str]) -> str:
    """The module of types for the page."""
    typedefs = [_typedef(found, sent) for found in sent.used(roots)]
    typedefs += [_typedef(found, requests, inline=True) for found in _objects(requests, bodies)]
    return "\n".join([HEADER, *typedefs, "export {};\n"])


def _objects(contract: Contract, roots: Iterable[str]) -> list[Type]:
    """All types with fields that are needed to describe some."""
    return [found for found in contract.used(roots) if found.alias is None]


def _typedef(found: Type, contract: Contract, inline: bool = False) -> str:
    text = found.text.replace("\n\n", "\n").splitlines() or []
    if found.alias is not None:
        return _comment([*text, f"@typedef {{{written(found.alias, contract)}}} {found.name}"])
    fields = contract.fields(found)
    if any(not part.name.isidentifier() for part in fields):
        inside = [f'"{part.name}": {written(part.type, contract, inline)}' for part in fields]
        return _comment([*text, f"@typedef {{{{{', '.join(inside)}}}}} {found.name}"])
    return _comment([*text, f"@typedef {{object}} {found.name}", *_properties(fields, contract, inline)])


def _properties(fields: list[Field], contract: Contract, inline: bool) -> list[str]:
    heads = [
        f"@property {{{written(part.type, contract, inline)}}} "
        f"{part.name if part.required else f'[{part.name}]'}"
        for part in fields
    ]
    return _beside(heads, [part.text for part in fields])


def _comment(lines: list[str]) -> str:
    if len(lines) == 1:
        return f"/** {lines[0]} */\n"
    return "/**\n" + "".join(f" * {line}".rstrip() + "\n" for line in lines) + " */\n"


def _beside(heads: list[str], texts: list[str]) -> list[str]:
    """Lines with texts behind those that have one, in a column."""
    column = max((len(head) for head, text in zip(heads, texts, strict=True) if text), default=0) + 2
    return [
        f"{head.ljust(min(column, 60))}  {text}".rstrip() if text else head
        for head, text in zip(heads, texts, strict=True)
    ]


# --- server.md ----------------------------------------------------------------------------------------


def endpoint_table(endpoints: Iterable[Endpoint]) -> str:
    """All requests over HTTP."""
    rows = ["| request | body | answer | meaning |", "|---|---|---|---|"]
    for endpoint in endpoints:
        rows.append(
            f"| `{endpoint.method} {endpoint.shown_path}` | {_codes(endpoint.body_names)} "
            f"| {_codes([endpoint.answer_name])} | {endpoint.text} |"
        )
    return "\n".join(rows)


def _codes(names: Iterable[str]) -> str:
    return " or ".join(f"`{name}`" for name in names)


def message_table(contract: Contract) -> str:
    """All messages of the page."""
    rows = ["| message | answer | meaning |", "|---|---|---|"]
    for message, answer in ANSWERS.items():
        found = contract.types[message.__name__]
        fields = {part.name: part for part in found.fields}
        kind = written(fields.pop("type").type, contract).strip('"')
        inside = ", ".join(_shown(part, contract) for part in fields.values())
        fields_text = f" `{{{inside}}}`".replace("|", "\\|") if inside else ""
        answers = f"`{answer.__name__}`" if answer else ""
        rows.append(f"| `{kind}`{fields_text} | {answers} | {' '.join(found.text.split())} |")
    return "\n".join(rows)


def _shown(part: Field, contract: Contract) -> str:
    kind = written(part.type, contract, inline=True).removesuffix(" | null")
    return f"{part.name}{'' if part.required else '?'}: {kind}"


def type_list(contract: Contract, roots: Iterable[str]) -> str:
    """All types, one code block each."""
    return "\n\n".join(_block(found, contract) for found in contract.used(roots))


def _block(found: Type, contract: Contract) -> str:
    text = " ".join(found.text.split())
    if found.alias is not None:
        lines = [f"{found.name} = {written(found.alias, contract)}"]
    else:
        fields = contract.fields(found)
        heads = [f"  {_key(part)}: {written(part.type, contract)}" for part in fields]
        lines = [
            f"{found.name} {{",
            *_beside(heads, [part.text and f"// {part.text}" for part in fields]),
            "}",
        ]
    code = "\n".join(f"    {line}" for line in lines)
    return f"**{found.name}**{': ' + text if text else ''}\n\n{code}"


def _key(part: Field) -> str:
    name = part.name if part.name.isidentifier() else json.dumps(part.name)
    return name if part.required else f"{name}?"


def filled(text: str, parts: dict[str, str]) -> str:
    """A document with new text between its marks."""
    for name, part in parts.items():
        begin, end = MARKS.format("begin", name), MARKS.format("end", name)
        assert begin in text, f"docs/server.md has no mark for the beginning of {name}"
        assert end in text, f"docs/server.md has no mark for the end of {name}"
        before, _, rest = text.partition(begin)
        text = f"{before}{begin}\n\n{part}\n\n{end}{rest.partition(end)[2]}"
    return text


# --- Files --------------------------------------------------------------------------------------------


def files() -> dict[Path, str]:
    """All files that hold a part of the contract, as they should be."""
    sent = Contract(SENT)
    requests, messages = Contract([REQUESTS], sent), Contract([CLIENT_MESSAGES], sent)
    answers = {endpoint.answer_name for endpoint in ENDPOINTS}
    roots = [*ROOTS, *sorted(answers)]
    bodies = sorted({name for endpoint in ENDPOINTS for name in endpoint.body_names})
    parts = {
        "requests": endpoint_table(ENDPOINTS),
        "request bodies": type_list_inline(requests, bodies),
        "messages": message_table(messages),
        "types": type_list(sent, roots),
    }
    return {
        TYPES: types_js(sent, roots, requests, bodies),
        DOCS: filled(DOCS.read_text(encoding="utf-8"), parts),
    }


def type_list_inline(contract: Contract, roots: Iterable[str]) -> str:
    """Bodies of requests; their checks on lengths and ranges are left out."""
    blocks = []
    for found in _objects(contract, roots):
        heads = [
            f"  {_key(part)}: {written(part.type, contract, inline=True)}" for part in contract.fields(found)
        ]
        texts = [part.text and f"// {part.text}" for part in contract.fields(found)]
        lines = [f"{found.name} {{", *_beside(heads, texts), "}"]
        code = "\n".join(f"    {line}" for line in lines)
        blocks.append(f"**{found.name}**: {' '.join(found.text.split())}\n\n{code}")
    return "\n\n".join(blocks)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])  # type: ignore[union-attr]
    parser.add_argument("--check", action="store_true", help="only say whether the files are up to date")
    check = parser.parse_args().check
    stale = [path for path, text in files().items() if path.read_text(encoding="utf-8") != text]
    if check:
        if stale:
            sys.exit(f"run scripts/make_contract.py: not up to date: {', '.join(map(str, stale))}")
        return
    for path, text in files().items():
        path.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
