"""The session of a command: the console, options, the game that is meant, and how it ends."""
