"""A mail in hand: who sent it, what it says, what is answered, and the games and players it may touch."""
