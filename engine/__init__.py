"""The engine, which client and server share: the game, its record, its boards and its bots.

This room computes and never does I/O. Bytes, times and entropy are handed in; the only files it
reads are the tables packaged with it. It never imports `server` or `client`.

    rules    the game itself; standard library only
    record   sealed letters, keys, the chained log, the fair shuffle, archives
    show     a player's view as text, in each language
    bots     players that are not people
    errors   the one shape of every refusal
"""
