"""The host's view of the server: its health, its log lines, its checks, what the commands use."""
