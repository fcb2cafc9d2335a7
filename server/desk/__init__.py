"""What a mail comes to, from the inbox to the outbox; and what falls due by itself."""
