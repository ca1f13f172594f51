"""`python -m gipfel` is the command `gipfel`."""

import sys

from gipfel.cli import main

if __name__ == "__main__":
    sys.exit(main())
