"""The tests of the built site only run when it was built: `make docs`."""

import os

collect_ignore = [] if os.environ.get("GIPFEL_SITE") else ["test_site.py"]
