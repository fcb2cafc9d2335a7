"""Replies: the sender's own words, and all that their mail program quoted and added."""
