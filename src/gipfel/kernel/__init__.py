"""What runs on any game's kernels: linking, random play, counting."""
