"""Measures archives. scripts/measure-archive calls it when everything is built."""

import argparse
import datetime
import json
import os
import pathlib
import shutil
import subprocess
import sys

from archives import measurement, report, tables
from archives.litestream_side import LitestreamSide
from archives.partita_side import PartitaSide
from measure import machine
from measure.generator import Generator
from sides.process import stop_with_us

ROOT = pathlib.Path(__file__).resolve().parents[2]


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripts/measure-archive", description=__doc__.splitlines()[0])
    parser.add_argument("--items", type=int, default=100_000)
    parser.add_argument("--table-items", type=int, default=1_000_000, help="of the table that is restored and exported")
    parser.add_argument("--seconds", type=float, default=10, help="of each run")
    parser.add_argument("--durability", action="append", choices=["sync", "os"], help="default: both")
    parser.add_argument("--out", type=pathlib.Path, default=ROOT / "bench/archive.md")
    parser.add_argument("--work", type=pathlib.Path, default=ROOT / "build/archives")
    parser.add_argument("--build", type=pathlib.Path, required=True)
    parser.add_argument("--load", default=f"{os.getloadavg()[0]:.2f}", help="that of the machine before the builds")
    parser.add_argument("--litestream", type=pathlib.Path, help="without it only Partita is measured")
    return parser.parse_args()


def commit() -> str:
    done = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short=8", "HEAD"], capture_output=True, text=True, check=True)
    return done.stdout.strip()


def main() -> int:
    stop_with_us()
    chosen = options()
    chosen.work.mkdir(parents=True, exist_ok=True)
    about = machine.describe(chosen.work)
    about |= {"load": chosen.load, "items": f"{chosen.items:,}", "date": datetime.date.today().isoformat()}
    generator = Generator(chosen.build / "bench_http", None)
    results = []
    for durability in chosen.durability or ["sync", "os"]:
        sides = [PartitaSide(chosen.build / "partita", generator, chosen.work, chosen.items, durability)]
        if chosen.litestream:
            sides.append(LitestreamSide(chosen.litestream, chosen.work, chosen.items, durability))
        for side in sides:
            results.append({**measurement.measure(side, chosen.seconds), "durability": durability})
            print(json.dumps(results[-1]), flush=True)
            shutil.rmtree(side.folder)
    side = PartitaSide(chosen.build / "partita", generator, chosen.work, chosen.table_items, "os")
    made = tables.measure(side)
    shutil.rmtree(side.folder)
    about |= {"commit": commit(), "versions": ", ".join(dict.fromkeys(one["version"] for one in results))}
    report.write(chosen.out, about, results, made)
    print(f"Written: {chosen.out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
