"""Fetching: from a folder on an IMAP server into the ledger, each mail once."""
