"""The life of a game: opened, joined, started, moved in, left, and closed."""
