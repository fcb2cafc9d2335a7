"""A turn as text: what may be done, what it costs and brings, and what somebody means by a move."""
