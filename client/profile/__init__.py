"""The player's own things: profile, secrets, key, and where they lie."""
