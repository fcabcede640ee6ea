"""Policies: who stays in, which card is played, what becomes of the skat."""
