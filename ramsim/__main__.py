"""``python -m ramsim``: the command line, for where the script ``ramsim`` is not on the path."""

import sys


def run() -> None:
    """Run the command line of this process; an interrupt while its modules are read is no fault either."""
    try:
        from ramsim.cli.main import run as carry_out
    except KeyboardInterrupt:
        sys.exit(130)
    carry_out()


if __name__ == "__main__":
    run()
