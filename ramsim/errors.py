"""The errors that ramsim raises on purpose: one sentence each, ready to be shown to a user."""

from __future__ import annotations


class RamsimError(Exception):
    """Base of all errors with a message meant for the user; ``exit_code`` is what the command line returns."""

    exit_code = 1


class UsageError(RamsimError):
    """The words of the call are off: an unknown name, a number outside its range, an unknown field."""

    exit_code = 2


class VariantError(UsageError):
    """A variant file or a rule field that cannot be: names the field, the value and what would be right."""


class PolicyError(UsageError):
    """An unknown policy, or a user's policy that cannot be read or compiled."""


class CardError(RamsimError):
    """A text that is no card, or cards that cannot lie together (one twice, one that the pack lacks)."""

    exit_code = 1


class RecordError(RamsimError):
    """A hand record that was read and found wrong: not JSON, a missing card, an illegal play, a wrong result."""

    exit_code = 1


class DataError(RamsimError):
    """A file of results, a checkpoint or a table that is damaged, foreign or does not fit the request."""

    exit_code = 1
