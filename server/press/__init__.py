"""Press: what players say to each other, by way of the server. Addresses stay hidden."""
