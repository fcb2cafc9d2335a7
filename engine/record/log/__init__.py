"""A log's entries, chained by hash under signed checkpoints, in canonical JSON."""
