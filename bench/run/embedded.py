"""Embedded Partita beside raw RocksDB (bench_embedded holds both and lets them take turns) and beside Dynoxide as a library
(bench_dynoxide)."""

import json
import pathlib
import subprocess
from dataclasses import dataclass

from measured import Measured
from rows import Row

PATIENCE_S = 600


@dataclass(frozen=True)
class Programs:
    """Those that were not built are None."""

    partita: pathlib.Path | None
    dynoxide: pathlib.Path | None
    folder: pathlib.Path


def workloads(program: pathlib.Path) -> dict[str, str]:
    """name -> what it does."""
    listed = subprocess.run([program, "--list"], capture_output=True, text=True, check=True).stdout
    return {line.split()[0]: " ".join(line.split()[1:]) for line in listed.splitlines() if line.strip()}


def rows(program: pathlib.Path, quick: bool) -> list[Row]:
    titles = workloads(program)

    def row(name: str, items: int, durability: str = "memory", section: str = "Embedded") -> Row:
        return Row(section, titles[name], name, 1, durability, items)

    growing = ["get_item", "put_item", "query_10"]
    sizes = [10_000, 100_000] if quick else [10_000, 100_000, 1_000_000, 10_000_000]
    if quick:
        chosen = [row(name, 100_000) for name in ("get_item", "put_item", "put_item_3_gsi", "query_100", "typed_query")]
        chosen.append(row("put_item", 10_000, "sync"))
    else:
        chosen = [row(name, 100_000) for name in titles if name != "queue"]
        chosen += [row("queue", 1_000_000), row("scan", 1_000_000)]
        chosen += [row(name, 100_000, "sync") for name in ("put_item", "put_item_3_gsi")]
    grown = [row(name, items, "os", "Growth: embedded") for items in sizes for name in growing]
    return [each for each in chosen + grown if each.workload in titles]


def measure(programs: Programs, row: Row, runs: int, seconds: float) -> Measured:
    measured = Measured(row)
    call(measured, programs.partita, programs.folder, runs, seconds)
    if programs.dynoxide and row.section == "Embedded" and row.workload in workloads(programs.dynoxide):
        call(measured, programs.dynoxide, programs.folder, runs, seconds)
    return measured


def call(measured: Measured, program: pathlib.Path, folder: pathlib.Path, runs: int, seconds: float) -> None:
    row = measured.row
    command = [program, "--workload", row.workload, "--items", row.items, "--durability", row.durability]
    command += ["--runs", runs, "--seconds", f"{seconds:.3f}", "--dir", folder]
    try:
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=PATIENCE_S)
    except subprocess.TimeoutExpired:
        measured.faults[program.name] = f"not done within {PATIENCE_S} s"
        return
    if done.returncode:
        measured.faults[program.name] = done.stderr.strip() or f"{program.name} ended with {done.returncode}"
        return
    for line in done.stdout.splitlines():
        result = json.loads(line)
        measured.add(result["side"], result)
