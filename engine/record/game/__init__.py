"""A game as its log tells it: opening, table, shuffle, moves, clock, and the book that grows."""
