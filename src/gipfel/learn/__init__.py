"""What people learn from: courses, puzzles and the exercises made of them."""
