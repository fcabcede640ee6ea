"""Numba kernels: lockstep blocks of deals over bit masks. Nothing here raises or prints; callers validate first."""
