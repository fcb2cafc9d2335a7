"""Ratings on this server: what ended games say is kept, and told by profile and by table."""
