"""What people write: commands, moves and choices, yes and no, in every language; and what only we write."""
