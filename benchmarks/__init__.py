"""Benchmarks: speed against yardsticks measured in the same run, time by stage, a signature of results."""
