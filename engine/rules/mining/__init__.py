"""Mining: work steps and how they are written, what they cost, and the planner that finds the best ones."""
