"""Writes XML: elements, numbers and escaped text."""

Value = str | float

_FORBIDDEN = [*range(0x20), *range(0x7F, 0xA0), *range(0xD800, 0xE000), 0xFFFE, 0xFFFF]
CONTROLS: dict[int, str | None] = {**dict.fromkeys(_FORBIDDEN), ord("\t"): " ", ord("\n"): " "}
"""Removes control characters, which neither XML nor a terminal should get, from a text such as a name."""

_SAFE = {**CONTROLS, ord("&"): "&amp;", ord("<"): "&lt;", ord(">"): "&gt;", ord('"'): "&quot;"}


def escaped(text: str) -> str:
    """The text with XML's special characters escaped."""
    return text.translate(_SAFE)


def number(value: float) -> str:
    """A number in as few characters as a picture needs."""
    text = f"{value:.2f}".rstrip("0").rstrip(".")
    return "0" if text == "-0" else text


def scaled(length: float, factor: str, more: float = 0.0) -> str:
    """A length times a factor, and some more; a page calculates it if the factor is a variable."""
    if factor.startswith("var("):
        return f"calc({number(more)}px + {number(length)}px * {factor})"
    return number(more + length * float(factor))


def element(name: str, *content: str, **attributes: Value) -> str:
    """An XML element; `content` is markup, and underscores in attribute names stand for hyphens."""
    words = [name]
    for key, value in attributes.items():
        shown = escaped(value) if isinstance(value, str) else number(value)
        words.append(f'{key.strip("_").replace("_", "-")}="{shown}"')
    inside = "".join(content)
    return f"<{' '.join(words)}>{inside}</{name}>" if inside else f"<{' '.join(words)}/>"


def circle_path(radius: float, y: float) -> str:
    """A circle round x = 0 as a part of a path, so that it can be a hole in another one."""
    r, width = number(radius), number(2 * radius)
    return f"M-{r} {number(y)}a{r} {r} 0 1 0 {width} 0a{r} {r} 0 1 0-{width} 0Z"


def height(dx: float, dy: float) -> dict[str, Value]:
    """Attributes of what is drawn higher or lower because of its height, or the light.

    A page that shows the board from the other side keeps the direction of such shifts.
    """
    return {"class_": "height", "transform": f"translate({number(dx)} {number(dy)})"}


def words(text: str, x: float, y: float, **attributes: Value) -> str:
    """A line of text with its baseline at y."""
    return element("text", escaped(text), x=x, y=y, **attributes)
