"""Bots at the player's side: by name, as programs, on a seat, in series and tournaments."""
