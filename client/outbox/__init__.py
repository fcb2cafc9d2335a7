"""Letters on their way: how they are written, and where they wait until they are answered."""
