"""How fast engine and server are, next to others in the same run: `make bench`, or `python -m tests.bench`.

One file is one benchmark: its `measure()` gives the figures. The engine and its peer take turns in short
slices, so that whatever else the machine does slows both. Nothing here is a test.
"""
