"""Reports for the host: log lines, how things stand, what needs somebody, and checks."""
