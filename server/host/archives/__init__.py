"""Games as files: exported, imported, and as a site."""
