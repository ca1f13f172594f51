"""The commands of `gipfel`."""
