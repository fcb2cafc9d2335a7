"""The keyring: whose key is in force at which point of a log; and keys as files."""
