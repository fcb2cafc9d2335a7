"""Mail of ours that came back or was complained about: reports and notices, and their reasons."""
