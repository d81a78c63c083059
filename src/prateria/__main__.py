"""`python -m prateria`, the same as `prateria`."""

import sys

from prateria.cli import main

if __name__ == "__main__":
    sys.exit(main())
