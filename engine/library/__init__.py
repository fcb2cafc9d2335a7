"""Forms of a finished game: pages, tables, pictures and texts, for friends and for study.

Everything here starts from an archive (`engine.record`) and computes; nothing here writes files.
"""
