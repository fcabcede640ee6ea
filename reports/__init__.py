"""Published results: one folder each, rebuilt by ``python -m reports.make``."""
