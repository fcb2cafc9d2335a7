"""What a host is told: log lines, how things stand, what needs somebody, and checks."""
