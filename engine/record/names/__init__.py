"""Display names, and which of them people could take for each other."""
