"""The engine: what is to be run, on how many threads, and what was counted."""
