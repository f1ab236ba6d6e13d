"""The options of scripts/bench, and the lengths of the parts that follow from them."""

import argparse
import pathlib
import shlex

from measure import growth
from sides.side import Side, dynalite, dynoxide, partita

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent


def options(arguments: list[str] | None = None) -> argparse.Namespace:
    """Parses the arguments; None means those of the program."""
    parser = argparse.ArgumentParser(prog="scripts/bench")
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--only", default="", help="rows whose section, title or workload has this pattern")
    parser.add_argument("--keep", action="store_true", help="other sections stay as the results in --out have them")
    parser.add_argument("--minutes", type=float, help="in all; 60, or 10 with --quick")
    parser.add_argument("--endpoint", action="append", default=[], metavar="NAME=URL")
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "bench")
    parser.add_argument("--elapsed", type=float, default=0, help="seconds that building took")
    parser.add_argument("--side", action="append", default=[], metavar="NAME=VERSION=COMMAND")
    parser.add_argument("--left-out", action="append", default=[])
    return parser.parse_args(arguments)


def sides_of(chosen: argparse.Namespace) -> list[Side]:
    makers = {"dynoxide": dynoxide, "dynalite": dynalite}
    made = [partita(str(chosen.build / "partita"))]
    for peer in chosen.side:
        name, version, command = peer.split("=", 2)
        made.append(makers[name](version, shlex.split(command)))
    for endpoint in chosen.endpoint:
        name, url = endpoint.split("=", 1)
        made.append(Side(name, "as it runs", url=url))
    return made


class Mode:
    """The limits of time: seconds in all, and the shares of the parts after the HTTP rows."""

    def __init__(self, quick: bool, minutes: float | None):
        # A tenth of the time is kept for the unforeseen.
        usual = 10 if quick else 60
        self.total_s = (minutes or usual) * 60 * 0.9
        # In less time than usual, all parts get less.
        share = min(1.0, (minutes or usual) / usual)
        self.growth_s = (45 if quick else 760) * share
        self.embedded_s = (110 if quick else 1260) * share
        self.runs = 3 if quick else 5
        self.longest_s = 1.0 if quick else 3.0
        self.start_runs = 3 if quick else 11
        self.growth = growth.QUICK if quick else growth.FULL
