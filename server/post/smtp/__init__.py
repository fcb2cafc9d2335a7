"""Sending: from the outbox to an SMTP server, at its pace, until it is taken or given up."""
