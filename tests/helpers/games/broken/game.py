"""Somebody is still writing this one."""

raise RuntimeError("the rules are not written yet")
