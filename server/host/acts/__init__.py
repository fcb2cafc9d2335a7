"""What the host does to games and players by a command."""
