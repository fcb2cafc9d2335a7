"""What is written to whom: answers, turn mails, digests, receipts, codes; and how much at most."""
