"""Backups, copies and restores, and whether a ledger is whole."""
