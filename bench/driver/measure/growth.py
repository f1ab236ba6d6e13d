"""Measures how throughput, memory and disk change with the number of items and with the size of a partition.
Partita's server runs over HTTP, on disk, and leaves writes to the operating system, so that the disk's syncs do not
hide the growth."""

import shutil
from dataclasses import dataclass

from measure.generator import WrongAnswer
from measure.session import Session, with_footprint
from plan.rows import Row
from results.row_result import RowResult
from sides.server import Server, running
from sides.side import Side

WORKLOADS = {"GetItem": "collection_get", "Query, a page of 10": "collection_query", "PutItem": "collection_put"}
# The disk space that an item may take while RocksDB rewrites its files, and the space that must stay free besides.
DISK_BYTES_PER_ITEM = 1_200
DISK_RESERVE_BYTES = 2 * 2**30
# The warm-up before the first run, in which caches fill and RocksDB sorts the loaded data. bench/embedded/harness/comparison.cc
# does the same.
WARM_UP_ITEMS_PER_S = 100_000
WARM_UP_MOST_S = 40


@dataclass(frozen=True)
class Plan:
    sizes: list[int]
    partitions: list[int]
    partition_items: int
    runs: int
    seconds: float


QUICK = Plan([10_000, 100_000], [10, 1_000, 100_000], 100_000, 2, 0.5)
FULL = Plan([10_000, 100_000, 1_000_000, 10_000_000], [10, 1_000, 1_000_000], 1_000_000, 3, 2)


def measure(session: Session, side: Side, plan: Plan, time_is_left) -> list[RowResult]:
    """`time_is_left(items)` says whether there is time to write that many items and measure them."""
    return [*partitions(session, side, plan, time_is_left), *tables(session, side, plan, time_is_left)]


def tables(session: Session, side: Side, plan: Plan, time_is_left) -> list[RowResult]:
    """Measures one table that is filled further and further."""
    done: list[RowResult] = []
    with running([side], "os", session.folder, session.core, session.left_out) as servers:
        loaded = 0
        for items in plan.sizes:
            reason = reason_to_stop(session, items - loaded, time_is_left)
            if reason:
                session.left_out.append(f"growth to {items:,} items: {reason}")
                break
            for server in servers:
                done += step(session, server, plan, "Growth: items", f"{items:,} items", items, 100, loaded)
            loaded = items
    return done


def partitions(session: Session, side: Side, plan: Plan, time_is_left) -> list[RowResult]:
    """Measures tables with the same number of items, in smaller or larger partitions."""
    done: list[RowResult] = []
    for group in plan.partitions:
        if not time_is_left(plan.partition_items):
            session.left_out.append(f"growth, partitions of {group:,} items: no time was left")
            continue
        with running([side], "os", session.folder, session.core, session.left_out) as servers:
            for server in servers:
                title = f"{group:,} to a partition"
                done += step(session, server, plan, "Growth: partitions", title, plan.partition_items, group, 0)
    return done


def reason_to_stop(session: Session, more_items: int, time_is_left) -> str | None:
    if not time_is_left(more_items):
        return "no time was left"
    free = shutil.disk_usage(session.folder).free
    if free < more_items * DISK_BYTES_PER_ITEM + DISK_RESERVE_BYTES:
        return f"the disk has only {free / 2**30:.0f} GB free"
    return None


def step(
    session: Session, server: Server, plan: Plan, section: str, size: str, items: int, group: int, loaded: int
) -> list[RowResult]:
    done = []
    for title, workload in WORKLOADS.items():
        row = Row(section, f"{title}, {size}", workload, 16, "os", items, group, sides=("partita",))
        measured = RowResult(row)
        try:
            session.generator.load(server.url, row, "--load-from", loaded)
            server.wait_until_calm()
            server.read_files()
            for run in range(1, plan.runs + 1):
                warm_up = min(items / WARM_UP_ITEMS_PER_S, WARM_UP_MOST_S) if run == 1 else None
                result = session.generator.measure(server.url, row, "partita", run, plan.seconds, warm_up=warm_up)
                measured.add("partita", with_footprint(result, server))
        except WrongAnswer as fault:
            measured.faults["partita"] = str(fault)
        session.say_row(measured)
        done.append(measured)
    return done
