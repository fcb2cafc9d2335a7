"""Faults done to a whole club at work, and a checker that believes nobody.

`crowd` plays, `workers` are killed, `replicas` fail over, wires are cut, and in the end `checker` goes
through logs, queues and mailboxes.
"""
