"""The life of a player: registered, addresses, keys, bounces, blocked, erased."""
