"""``python -m rummysim`` is the command ``rummysim``."""

from rummysim.cli import main

if __name__ == "__main__":
    main()
