"""The configuration, the accounts, the key and the data folder that a server stands on."""
