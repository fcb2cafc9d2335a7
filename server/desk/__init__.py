"""The desk: every mail's way from the inbox to the outbox, and all that falls due by itself."""
