"""Time in a game that is played over weeks: how much each player has, when it is up, and what happens then.

Nothing here reads a clock or a file: moments are seconds since 1970 (UTC) and are handed in. What a game's
clock shows is a fold over facts that stand in its log, each with its own moment, so that the same log gives
the same deadlines again, whoever looks and whenever:

    terms       what was agreed: time for a move, bank, grace, days off, what happens when time is up
    notation    the terms as text that a person writes in a mail and a log carries
    spans       stretches of time, and counting only what lies outside of some of them
    days        days as the clocks of a time zone count them: of 23, 24 and 25 hours
    offsets     a time zone as a table, which a log can carry
    facts       what can happen to a clock
    state       a clock: what each seat has, and the turn under way
    fold        the clock after some facts
    reading     deadline, reminders and what is due next
    dial        what is told of a turn's time, in moments
    reminders   one mail a day for all games together
    stale       games that never begin
    absence     days that a player announces to be away, and how many are allowed

Every stretch is half open: its first second belongs to it, its end does not. So a move that is received
before the deadline is in time, and one that is received in the second of the deadline is not.
"""
