"""Mails and files from the server, taken apart and checked against its key."""
