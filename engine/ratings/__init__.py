"""Ratings: how strong and how reliable players are, from the logs of rated games alone (docs/ratings.md)."""
