"""Three in a row again, but its picture can only be drawn in the first two turns."""
