"""What somebody wrote themselves in a reply, and what their mail program quoted and added."""
