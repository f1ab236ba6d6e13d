"""`partita`, and `python -m partita`: the command of this package."""

import os
import sys

from partita.server import command


def main():
    path = command()
    os.execv(path, [path, *sys.argv[1:]])


if __name__ == "__main__":
    main()
