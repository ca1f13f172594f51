"""Tables: running matches, who sits at them, everything that happened, and where it is kept."""
