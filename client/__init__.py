"""The player's tool: read the board, write and seal a move, keep the key, check an archive.

It needs only the light base install and works without a server at hand. This room never imports
`server`: what both need is in `engine`.
"""
