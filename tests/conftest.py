"""What holds for every test: a verdict depends on the code alone, never on how fast or how busy the machine is."""

from __future__ import annotations

from hypothesis import HealthCheck, settings

# The same examples every time, and no clock. ``pytest --hypothesis-profile=search`` looks for new examples.
settings.register_profile("fixed", derandomize=True, deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.register_profile("search", deadline=None, max_examples=500, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("fixed")
