"""A player and the post: letters go out, mails come in, and are kept before they are used."""
