"""Mail as text and bytes: what came is read here, what goes out is written here.

Nothing in this room sends, fetches, stores or decides. Reading and writing are pure: the time and
the keys are handed in, so the same input gives the same result on every machine and every Python.
"""
