"""Archives as files: read within bounds, verified in words, reported on."""
