"""What happens to a player: registered, addresses, keys, bounces, blocked, erased."""
