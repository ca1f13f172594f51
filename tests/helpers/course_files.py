"""The text of a small sound course."""

COURSE_OF_ONE_STEP = """\
title = "GIPF, basic"
version = "basic"
summary = "Push and take rows."
[goals]
"discs" = 1.0

[[steps]]
name = "push"
title = "Bring a piece in"
text = "Pieces come in from the edge."
task = "Push a piece in."
right = "any"
answer = "Well done."
hint = "Point at a dot."
"""
