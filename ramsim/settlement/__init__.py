"""Outcomes to chips or points, for any payout scheme; a file for each family."""
