"""What happens to a game: opened, joined, started, moved in, left, and closed."""
