"""What the program says about Hex."""

from gipfel.games.core.about import About, Button, OptionWords, VersionWords

ABOUT = About(
    summary="Join your two sides of the board with stones before the other player joins theirs.",
    versions={"5x5": VersionWords("5 × 5", "The smallest board on which it is fun.")},
    options={
        "swap": OptionWords(
            "Swap rule", "May Black take over White's first stone?", {"on": "Yes", "off": "No"}
        )
    },
    buttons=(Button("swap", "Swap"),),
)
