"""Writes items into SQLite, each in a transaction of its own: sqlite_writer.py FILE ITEMS SECONDS SEED SYNCHRONOUS replicated|alone

Prints a line of JSON: writes, per_s, p50_us, p99_us, cpu_us. Each hundredth of a second it also writes the time, as the
archive's lag is measured by it.
"""

import contextlib
import json
import pathlib
import random
import sqlite3
import sys
import time

ITEM_BYTES = 400
KEY = "{:016x}"
LETTERS = "abcdefghijklmnopqrstuvwxyz"
MARK_S = 0.01
# The keys are scattered as those of bench_http are.
SCATTER = 0x9E3779B97F4A7C15


def key(number: int) -> str:
    return KEY.format(number * SCATTER & 0xFFFFFFFFFFFFFFFF)


def texts(seed: int) -> list[str]:
    """Different texts of random letters, made beforehand, because a writer must not be slower than its database."""
    random.seed(seed)
    letters = "".join(random.choices(LETTERS, k=1 << 16))
    size = ITEM_BYTES - len(key(0))
    return [letters[start : start + size] for start in range(0, len(letters) - size, 7)]


def fill(path: pathlib.Path, items: int) -> None:
    some = texts(0)
    with contextlib.closing(sqlite3.connect(path)) as database:
        database.execute("PRAGMA journal_mode = WAL")
        database.execute("CREATE TABLE items (pk TEXT PRIMARY KEY, item TEXT NOT NULL) WITHOUT ROWID")
        database.execute("CREATE TABLE markers (pk TEXT PRIMARY KEY, at REAL)")
        database.execute("INSERT INTO markers VALUES ('now', 0)")
        rows = ((key(number), some[number % len(some)]) for number in range(items))
        database.executemany("INSERT INTO items VALUES (?, ?)", rows)
        database.commit()


def write(path: pathlib.Path, items: int, seconds: float, seed: int, synchronous: str, replicated: bool) -> dict:
    some = texts(seed)
    took = []
    with contextlib.closing(sqlite3.connect(path, timeout=30, isolation_level=None)) as database:
        # As Litestream's documentation advises: it makes the checkpoints itself.
        database.execute("PRAGMA busy_timeout = 5000")
        database.execute(f"PRAGMA synchronous = {synchronous}")
        if replicated:
            database.execute("PRAGMA wal_autocheckpoint = 0")
        began = marked = time.perf_counter()
        cpu = time.process_time()
        while (started := time.perf_counter()) - began < seconds:
            row = (key(random.randrange(items)), some[len(took) % len(some)])
            database.execute("INSERT OR REPLACE INTO items VALUES (?, ?)", row)
            took.append(time.perf_counter() - started)
            if started - marked >= MARK_S:
                database.execute("INSERT OR REPLACE INTO markers VALUES ('now', ?)", (time.time(),))
                marked = started
        elapsed, cpu = time.perf_counter() - began, time.process_time() - cpu
    took.sort()
    return {
        "writes": len(took),
        "per_s": len(took) / elapsed,
        "p50_us": 1e6 * took[len(took) // 2],
        "p99_us": 1e6 * took[len(took) * 99 // 100],
        "cpu_us": 1e6 * cpu / len(took),
    }


if __name__ == "__main__":
    file, count, duration, number, mode, beside = sys.argv[1:]
    print(json.dumps(write(pathlib.Path(file), int(count), float(duration), int(number), mode, beside == "replicated")))
