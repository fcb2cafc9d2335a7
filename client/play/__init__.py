"""Games at the terminal: a turn that is thought over, and a finished game that is looked at again.

What can be typed, and what is shown then, is told by `thinking` and its stages and by `replay`; none of
them touches a terminal. `screen` and `replay_screen` fill a terminal with them, `prompts` asks line by line.
"""
