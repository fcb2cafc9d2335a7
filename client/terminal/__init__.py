"""The terminal: what is shown there, in which signs and colours, and what was typed."""
