"""TOML: the lines of keys, values and texts."""

from hypothesis import given, settings
from hypothesis import strategies as st

from gipfel.notation.toml import TomlProblem, key_lines, read_toml, shown, write_key, write_value

TANGLED = """\
# a = 1
a = 1  # b = 2
"quoted key" = 'c = 3'
'x'."y".z = 2
text = \"""
d = 4
[not a table] \\\""" # still text
\"""\"
literal = '''
e = 5''''
list = [ # f = 6
  "]", ']', [1, 2], # ]
  { inside = 1 },
]
inline = { one = 1, two.three = { four = "}" }, "fi\\u0076e" = [ "}" ] }
empty = {}
[table]
g = 7
  [ table . "sub" ]
h.i = 1979-05-27 07:32:00
h.j = "# no comment"
[[many]]
k = 1
[[many]]
k = 2
last = true"""


def test_where_the_keys_stand():
    lines = key_lines(TANGLED)
    assert read_toml(TANGLED)
    assert lines == {
        ("a",): 2,
        ("quoted key",): 3,
        ("x",): 4,
        ("x", "y"): 4,
        ("x", "y", "z"): 4,
        ("text",): 5,
        ("literal",): 9,
        ("list",): 11,
        ("inline",): 15,
        ("inline", "one"): 15,
        ("inline", "two"): 15,
        ("inline", "two", "three"): 15,
        ("inline", "two", "three", "four"): 15,
        ("inline", "five"): 15,
        ("empty",): 16,
        ("table",): 17,
        ("table", "g"): 18,
        ("table", "sub"): 19,
        ("table", "sub", "h"): 20,
        ("table", "sub", "h", "i"): 20,
        ("table", "sub", "h", "j"): 21,
        ("many",): 22,
        ("many", "k"): 23,
        ("many", "last"): 26,
    }


def paths(data, way=()):
    for key, value in data.items():
        yield (*way, key)
        if isinstance(value, dict):
            yield from paths(value, (*way, key))


@settings(max_examples=300, deadline=None)
@given(
    st.integers(0, len(TANGLED)),
    st.integers(0, 8),
    st.text(st.sampled_from("=\"'[]{}.,#\n 07-ae\\"), max_size=6),
)
def test_every_key_of_a_valid_text_is_found(at, cut, new):
    text = TANGLED[:at] + new + TANGLED[at + cut :]
    try:
        data = read_toml(text)
    except TomlProblem as problem:
        assert 1 <= problem.line <= text.count("\n") + 1
        return
    lines = key_lines(text)
    for way in paths(data):
        assert 1 <= lines[way] <= text.count("\n") + 1


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_texts_and_keys_survive(text):
    assert read_toml(f"key = {write_value(text)}") == {"key": text}
    assert read_toml(f"{write_key(text)} = 1") == {text: 1}


def test_values_in_messages():
    assert [shown(value) for value in ("x", 3, True, 1.5, {}, [], "y" * 99, 10**20)] == [
        '"x"',
        "3",
        "true",
        "1.5",
        "a table",
        "a list",
        "so long a text",
        "so large a number",
    ]
