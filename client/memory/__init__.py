"""The memory of games and of the mailbox, in files that are written whole."""
