"""A post office of our own, for a club without mail accounts."""
