"""Leagues that the server runs by itself: sign-up, rounds, pairings, tables."""
