"""Leagues and tournaments: who meets whom, and the table, from the logs alone (docs/leagues.md)."""
