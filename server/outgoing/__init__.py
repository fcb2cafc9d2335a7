"""Mails that are written: answers, turn mails, digests, receipts, codes; and how much at most."""
