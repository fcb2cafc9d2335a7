"""What a host sees of the server: its health, its log lines, its checks, what the commands use."""
