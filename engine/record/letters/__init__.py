"""Sealed letters: their text, seal, armour and keys. Each kind is one file in `kinds/`."""
