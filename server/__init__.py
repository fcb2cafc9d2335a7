"""Everything the host runs: from the mail that comes in to the mail that goes out.

Files, sockets, clocks and the database belong here, around the pure `engine`. This room never
imports `client`: what both need is in `engine`.
"""
