"""Compares embedded Partita with raw RocksDB (bench_embedded runs both in turn) and with Dynoxide as a library
(bench_dynoxide)."""

import json
import math
import pathlib
import re
import subprocess
from dataclasses import dataclass

from measure import growth
from plan.rows import Row
from results.row_result import RowResult

TIMEOUT_S = 900
# The items that both sides load, check and finish flushing in one second.
LOADED_ITEMS_PER_S = 35_000
GROWTH = "Growth: embedded"
# Begins the names of the workloads of vectors, whose numbers of items are in their names.
VECTORS = "vector_"
GROWING = ("get_item", "query_10", "put_item")
# Vectors take longer, and an index of them is made.
LOADED_VECTORS_PER_S = 4_000
PARTITION_ITEMS = 1_000
# Titles for workloads whose text in the program's own list is not clear by itself.
TITLES = {
    "put_item": "PutItem, no index",
    "put_item_1_gsi": "PutItem, 1 GSI",
    "put_item_3_gsi": "PutItem, 3 GSIs",
    "put_item_20_gsi": "PutItem, 20 GSIs",
    "put_new_item": "PutItem of a new item",
    "put_new_item_3_gsi": "PutItem of a new item, 3 GSIs",
    "update_item": "UpdateItem with a condition",
    "query_1": "Query, a page of 1",
    "query_10": "Query, a page of 10",
    "query_100": "Query, a page of 100",
    "queue": "Queue: Limit 1 behind deleted items",
    "put_item_stream": "PutItem into a table with a stream, beside one without",
    "put_item_recovery": "PutItem into a table with point-in-time recovery, beside one without",
    "get_records": "GetRecords, a page of 1 MB, beside a page of Scan",
    "typed_query": "Query of 10 by the model layer, beside one written by hand",
    "typed_query_http": "The same over HTTP, the server in the same process",
}


@dataclass(frozen=True)
class Programs:
    """A program that was not built is None."""

    partita: pathlib.Path | None
    dynoxide: pathlib.Path | None
    folder: pathlib.Path


def workloads(program: pathlib.Path) -> dict[str, str]:
    """Maps each workload's name to its description."""
    listed = subprocess.run([program, "--list"], capture_output=True, text=True, check=True).stdout
    return {line.split()[0]: " ".join(line.split()[1:]) for line in listed.splitlines() if line.strip()}


def items_in(name: str) -> int:
    """The number of items that the name of a workload has: 10,000 for vector_exact_10k."""
    found = re.search(r"_(\d+)([km])(_|$)", name)
    return int(found[1]) * {"k": 1_000, "m": 1_000_000}[found[2]] if found else 100_000


def rows(program: pathlib.Path, quick: bool) -> list[list[Row]]:
    """The rows of one inner list are measured on the same table, one after the other."""
    there = workloads(program)
    titles = {**there, **TITLES}

    def row(name: str, items: int, durability: str = "memory", section: str = "Embedded") -> Row:
        return Row(section, titles[name], name, 1, durability, items)

    sizes = [10_000, 100_000] if quick else [10_000, 100_000, 1_000_000, 10_000_000]
    if quick:
        chosen = [row(name, 100_000) for name in ("get_item", "put_item", "put_item_3_gsi", "query_100", "typed_query")]
        chosen.append(row("put_item", 10_000, "sync"))
    else:
        vectors = [name for name in there if name.startswith(VECTORS)]
        chosen = [row(name, 100_000) for name in there if name != "queue" and name not in vectors]
        chosen += [row(name, items_in(name), section="Embedded: vectors") for name in vectors]
        chosen += [row("queue", 1_000_000), row("scan", 1_000_000)]
        chosen += [row(name, 100_000, "sync") for name in ("put_item", "put_item_3_gsi", "put_item_recovery")]
    grown = [[row(name, items, "os", GROWTH) for name in GROWING] for items in sizes]
    return [[each] for each in chosen] + grown


def overhead_s(together: list[Row]) -> float:
    """The seconds that these rows take besides their runs: loading, and with `os` the warm-ups."""
    items = together[0].items
    if together[0].workload.startswith(VECTORS):
        return items / LOADED_VECTORS_PER_S
    warm_up = min(items / growth.WARM_UP_ITEMS_PER_S, growth.WARM_UP_MOST_S) if together[0].durability == "os" else 0
    return items / LOADED_ITEMS_PER_S + len(together) * 2 * warm_up


def measure(programs: Programs, together: list[Row], runs: int, seconds: float) -> list[RowResult]:
    measured = {row.workload: RowResult(row) for row in together}
    options = ["--partition", str(PARTITION_ITEMS)] if together[0].section == GROWTH else []
    call(measured, programs.partita, programs.folder, runs, seconds, options)
    if programs.dynoxide and not options and measured.keys() <= workloads(programs.dynoxide).keys():
        call(measured, programs.dynoxide, programs.folder, runs, seconds, options)
    return list(measured.values())


def call(
    measured: dict[str, RowResult],
    program: pathlib.Path,
    folder: pathlib.Path,
    runs: int,
    seconds: float,
    options: list[str],
) -> None:
    row = next(iter(measured.values())).row
    command = [program, "--workload", ",".join(measured), "--items", row.items, "--durability", row.durability]
    command += ["--runs", runs, "--seconds", f"{seconds:.3f}", "--dir", folder, *options]
    fault = None
    try:
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, timeout=TIMEOUT_S)
        if done.returncode:
            fault = done.stderr.strip() or f"{program.name} ended with {done.returncode}"
    except subprocess.TimeoutExpired:
        fault = f"not done within {TIMEOUT_S} s"
    if fault:
        for each in measured.values():
            each.faults[program.name] = fault
        return
    for line in done.stdout.splitlines():
        result = json.loads(line)
        mine = measured[result["workload"]]
        if math.isfinite(result["ops_per_s"]):
            mine.add(result["side"], result)
        else:
            mine.faults[result["side"]] = "a run was too short for one operation"
