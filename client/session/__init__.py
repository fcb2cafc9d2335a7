"""What all commands have in their hands: the console, options, the game that is meant, and how they end."""
