"""What players and house bots may be called."""
