"""The position editor: positions changed by pointing."""
