"""How the searches save time: data that each game sets for itself.

Every value is an integer, so that matches can try it: `level:10,tuning=futility:300/pruning:0` is level 10
with the game's own values but these two. docs/engine-changes.md says what each is worth in each game.
"""

from dataclasses import asdict, dataclass, fields, replace

from gipfel.notation.errors import OptionError

LARGEST_VALUE = 1_000_000
LARGEST_TABLE = 4096
"""In MB."""
FORMER_NAME = "former"


@dataclass(frozen=True, slots=True)
class SearchTuning:
    """Which techniques the search uses, and how much. 0 switches a technique off.

    A *scout node* is one of which the search only asks whether it is better than a bound.
    """

    futility: int = 0
    """Reverse futility: a scout node whose static score is this much above the bound, for each depth that is
    left, is not searched."""
    futility_depth: int = 0
    """The greatest depth at which that is done."""
    hopeless: int = 0
    """A scout node whose static score is this much below the bound, for each depth that is left, tries only
    promising decisions."""
    hopeless_depth: int = 0
    """The greatest depth at which that is done."""
    pruning: int = 0
    """Late-move pruning: a scout node of depth 1 tries this number of decisions, besides promising ones. At
    depth 2 it tries 2.5 times as many, at depth 3 five times."""
    pruning_depth: int = 0
    """The greatest depth at which that is done."""
    promised: int = 500
    """Decisions whose promise is at least this are promising."""
    foresight: int = 0
    """1: decisions at depth 1 are also sorted by their promise. That is slower but prunes better."""
    reductions: int = 0
    """Graded reductions: late decisions are first searched less deep by this per cent of
    ln(depth) * ln(number of the decision). 0: by one or two, as before."""
    internal: int = 0
    """Internal iterative reduction: nodes of at least this depth for which the table knows no decision are
    searched one less deep."""
    penalties: int = 0
    """1: decisions that were tried in vain before a cutoff are tried later next time."""
    lazy: int = 0
    """Where a score is only compared with bounds and the weighted features alone differ from all of them by
    at least this, the network is not asked."""
    threats: int = 0
    """Where the game's kernel `urgent` says so, promising decisions are searched this number of decisions
    beyond the last depth."""
    aspiration: int = 400
    """Half the width of the window around the last score in which the next one is first searched."""
    paired: int = 1
    """1: each bucket of the transposition table has two slots, one for the deeper entry. 0: one slot."""
    table: int = 32
    """The size of the transposition table, in MB; a power of two."""
    looks: int = 240
    """Best-first search: how many decisions of a position are evaluated, those with the best hints."""
    root_looks: int = 240
    """The same for the position that the search starts from."""
    children: int = 40
    """How many of them become children."""
    exploration: int = 100
    """How much the search cares for decisions with few visits, in per cent."""
    temperature: int = 500
    """A child whose score is this much lower seems less likely by a factor of e."""

    def changed(self, text: str) -> "SearchTuning":
        """This tuning with changes such as `futility:120/pruning:0`, `former`, or `former/internal:4`.

        Raises OptionError.
        """
        tuning, seen = self, set[str]()
        for number, change in enumerate(text.split("/")):
            name, colon, value = (part.strip() for part in change.partition(":"))
            if number == 0 and name == FORMER_NAME and not colon:
                tuning = FORMER
                continue
            if name not in NAMES or not colon:
                raise OptionError(
                    f"a tuning has no {change.strip()[:40]!r}; write {FORMER_NAME} or NAME:NUMBER, "
                    f"with a / between two; names: {', '.join(NAMES)}"
                )
            if name in seen:
                raise OptionError(f"the tuning {name} is given twice")
            seen.add(name)
            tuning = replace(tuning, **{name: _value(name, value)})
        return tuning

    @property
    def text(self) -> str:
        """All values as a text that `changed` reads."""
        return "/".join(f"{name}:{value}" for name, value in asdict(self).items())


def _value(name: str, text: str) -> int:
    if not (text.isascii() and text.isdigit() and len(text) <= 7 and int(text) <= LARGEST_VALUE):
        raise OptionError(
            f"{name}:{text[:40]} is not possible; write a whole number from 0 to {LARGEST_VALUE}"
        )
    if name == "table":
        return table_size(text)
    if name in SWITCHES and int(text) > 1:
        raise OptionError(f"{name}:{text} is not possible; write 0 (off) or 1 (on)")
    if name in AT_LEAST_ONE and int(text) == 0:
        raise OptionError(f"{name}:0 is not possible; write a number from 1 to {LARGEST_VALUE}")
    return int(text)


def table_size(text: str) -> int:
    """A size of the transposition table in MB. Raises OptionError."""
    size = int(text) if text.isascii() and text.isdigit() and len(text) <= 7 else 0
    if not 1 <= size <= LARGEST_TABLE or size & (size - 1):
        raise OptionError(
            f"a table of {text[:40]!r} MB is not possible; write 1, 2, 4, 8, ... up to {LARGEST_TABLE}"
        )
    return size


NAMES = tuple(field.name for field in fields(SearchTuning))
SWITCHES = ("foresight", "penalties", "paired")
AT_LEAST_ONE = ("looks", "root_looks", "children", "temperature")
FORMER = SearchTuning(paired=0, table=16)
"""The search before any of these techniques: the yardstick of every measurement."""
USUAL = SearchTuning(
    futility=150,
    futility_depth=5,
    hopeless=300,
    hopeless_depth=2,
    pruning=8,
    pruning_depth=3,
    foresight=1,
    reductions=50,
    internal=4,
    penalties=1,
)
"""What most games gain by; games differ in single values."""
