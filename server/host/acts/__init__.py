"""Acts of the host on games and players, by a command."""
