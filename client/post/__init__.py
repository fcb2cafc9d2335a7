"""The client's way to the post: how a player's mails come in and go out.

Nothing in this room knows the game. A mailbox is only ever read: no mail is deleted, moved or marked, and
of mails that are not the server's only one header field is looked at.
"""
