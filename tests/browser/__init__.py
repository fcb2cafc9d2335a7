"""Pages and mails in a real browser."""
