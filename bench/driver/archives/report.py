"""bench/archive.md: the tables of a measurement."""

import pathlib
import textwrap

from results.report import table

WIDTH = 118

# A machine with a higher load before the measurement had other work to do.
QUIET_LOAD = 0.5
HEAD = """{date}, `scripts/measure-archive`, at {commit}. Machine: {cpu}, {cores} cores, {memory_gb} GB; its disk takes
{syncs_per_s} synced appends a second, one after the other. Versions: {versions}. The load was {load} before it.{shared}

Both sides have {items} items of 400 bytes, and replace random ones. Both send their changes to a directory on the same
disk, once a second. Partita's writer is `bench_http`, over HTTP; SQLite's is a program in Python that has the database in
its process. So compare a side with itself: with its archive and without it. No process was pinned to a core, and the replica
is on the disk that the writes sync. Figures are medians of three runs in turns; ± is half of the difference between the
fastest and the slowest."""
SHARED = " Other programs used both cores and the disk meanwhile, so small differences have no meaning."
AFTER_WRITES = """The processor time is that of the server, or of the writer and Litestream. `sync` is SQLite's synchronous=FULL, and
`os` its synchronous=NORMAL, in WAL mode."""
LOSS = """While all writers write, a snapshot of the replica is taken every 1.37 s and restored. The loss is the time between
its beginning and the newest write that the restore has. SQLite's changes are pages of 4 KB, and Litestream merges and
keeps them at several levels, which the bytes of the replica include."""
AFTER_RESTORES = """The files are in memory. Each start of a side adds a base or a snapshot to its replica, and there were four with
the archive. The restored data are checked afterwards, by `partita verify` and SQLite's integrity_check; that is not in the
time. Partita also compares each byte with the checks of the archive, which is in it."""

TABLES = """The table has {items} items of 400 bytes, and its server runs with `--durability os`. MB/s counts the items of
backups and restores, the text of exports and the import, and the data directory of the archive. The processor time is that of the
server. Each restored copy and the import have as many items as the table, and `partita verify` has no findings."""


def number(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"


def megabytes(value: float) -> str:
    return f"{value / 1e6:,.1f} MB"


def write_lines(results: list[dict]) -> list[list[str]]:
    lines = []
    for one in results:
        for durability_row in one["writes"]:
            if durability_row["archived"]:
                continue
            [with_it] = [
                other for other in one["writes"]
                if other["archived"] and other["writers"] == durability_row["writers"]
            ]  # fmt: skip
            without = durability_row
            lines.append([
                one["writes"][0]["side"], one["durability"], str(without["writers"]),
                f"{number(without['per_s'])} ± {number(without['spread'])}",
                f"{number(with_it['per_s'])} ± {number(with_it['spread'])}",
                f"{100 * (with_it['per_s'] / without['per_s'] - 1):+.0f} %",
                f"{number(without['p99_us'])} → {number(with_it['p99_us'])}",
                f"{number(without['cpu_us'])} → {number(with_it['cpu_us'])}",
            ])  # fmt: skip
    return lines


def loss_lines(results: list[dict]) -> list[list[str]]:
    return [
        [
            lost["side"], one["durability"], f"{number(lost['per_s'])} of {lost['writers']}", str(lost["moments"]),
            f"{lost['median_s']:.2f} s", f"{lost['most_s']:.2f} s", str(lost["unreadable"]), number(lost["bytes_per_write"]),
        ]
        for one in results for lost in [one["losses"]]
    ]  # fmt: skip


def restore_lines(results: list[dict]) -> list[list[str]]:
    return [
        [
            made["side"], one["durability"], megabytes(one["filled_bytes"]), megabytes(one["losses"]["replica_before"]),
            megabytes(made["replica"]), f"{made['seconds']:.2f} s", f"{made['slowest']:.2f} s",
        ]
        for one in results for made in [one["restore"]]
    ]  # fmt: skip


def table_lines(made: list[dict]) -> list[list[str]]:
    return [
        [
            one["work"], f"{one['seconds']:.2f} s", number(one["items"] / one["seconds"]),
            number(one["bytes"] / 1e6 / one["seconds"]) if one["bytes"] else "",
            "" if one["processor_s"] is None else f"{one['processor_s']:.2f} s",
        ]
        for one in made
    ]  # fmt: skip


def paragraphs(text: str) -> str:
    return "\n\n".join(textwrap.fill(" ".join(part.split()), WIDTH) for part in text.split("\n\n")) + "\n"


def text(about: dict, results: list[dict], made: list[dict]) -> str:
    shared = SHARED if float(about["load"]) > QUIET_LOAD else ""
    return "\n".join([
        "# The archive beside Litestream\n",
        paragraphs(HEAD.format(**about, shared=shared)),
        "## The cost of a write\n",
        table(["side", "durability", "writers", "writes/s without", "writes/s with", "", "p99 in µs", "processor µs a write"],
              write_lines(results)),
        paragraphs(AFTER_WRITES),
        "## The loss of the machine\n",
        paragraphs(LOSS),
        table(["side", "durability", "writes/s", "snapshots", "median loss", "greatest", "not restorable", "replica bytes a write"],
              loss_lines(results)),
        "## The restore\n",
        table(["side", "durability", "the data", "the replica before the last writes", "after them", "restore", "slowest of 3"],
              restore_lines(results)),
        paragraphs(AFTER_RESTORES),
        "## A table\n",
        paragraphs(TABLES.format(items=f"{made[0]['items']:,}")),
        table(["work", "time", "items/s", "MB/s", "processor time"], table_lines(made)),
    ]).rstrip("\n") + "\n"  # fmt: skip


def write(path: pathlib.Path, about: dict, results: list[dict], made: list[dict]) -> None:
    path.write_text(text(about, results, made), encoding="utf-8")
