"""`make play`: a server, you and some bots on this machine."""
