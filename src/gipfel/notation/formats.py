"""The number of the format in which games are written down; records, stored tables and backups share it.

It grows when what a file leaves out begins to mean something else, so that older files keep their meaning.
`Game.upgraded_options` knows what changed:

    1  a game with options names only those that differ from the defaults of that time
    2  options whose defaults have changed are always named
"""

NEWEST = 2
"""The format in which everything is written."""
READABLE = (1, NEWEST)
"""All formats that can be read."""
