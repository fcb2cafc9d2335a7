"""The archive of a game, and its verification."""
