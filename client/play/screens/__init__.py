"""Turns and finished games on a full screen."""
