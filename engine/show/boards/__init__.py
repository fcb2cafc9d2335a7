"""The board as text: each part of it, drawn or to be read aloud, and all of it together."""
