"""Votes of those in a game: how they are cast, when they are over, and what follows."""
