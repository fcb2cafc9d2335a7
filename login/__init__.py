"""Logins to mail accounts: passwords from a command, and access tokens (OAuth 2) from a provider.

Server and client log in alike, so this room serves both. It asks providers over HTTP and runs commands; where
a login is kept, and who is spoken to, is handed in.
"""
