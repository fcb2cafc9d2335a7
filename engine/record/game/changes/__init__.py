"""Changes in a game under way: who has a seat, which clock it has, and moves that nobody chooses."""
