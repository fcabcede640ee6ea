"""``python -m ramsim``: the command line, for where the script ``ramsim`` is not on the path."""

from ramsim.cli.main import run

if __name__ == "__main__":
    run()
