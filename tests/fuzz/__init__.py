"""Readers of what comes from outside, tried with what a fuzzer makes up, and with what it found before."""
