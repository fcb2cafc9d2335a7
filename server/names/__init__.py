"""Names of players and house bots."""
