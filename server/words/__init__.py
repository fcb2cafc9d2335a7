"""Words that people write: commands, moves and choices, yes and no, in every language; and those that only we
write."""
