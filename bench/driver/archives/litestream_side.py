"""SQLite with Litestream beside it. The writer is a program with one connection (sqlite_writer.py)."""

import contextlib
import json
import pathlib
import shutil
import sqlite3
import subprocess
import sys
import time

from archives import sqlite_writer
from sides.process import processor_seconds, start_process, stop_process

DEADLINE_S = 600
SYNCHRONOUS = {"sync": "FULL", "os": "NORMAL"}


class LitestreamSide:
    name = "litestream"
    writers = (1,)

    def __init__(self, program: pathlib.Path, folder: pathlib.Path, items: int, durability: str):
        self.program, self.items, self.durability = program, items, durability
        self.folder = folder / self.name
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True)
        self.data, self.replica = self.folder / "shop.db", self.folder / "replica"
        self.process = None

    def version(self) -> str:
        done = subprocess.run(["go", "version", "-m", self.program], capture_output=True, text=True, check=True)
        [module] = [line.split() for line in done.stdout.splitlines() if line.startswith("\tmod")]
        return f"Litestream {module[2]} with SQLite {sqlite3.sqlite_version}"

    @contextlib.contextmanager
    def running(self, archived: bool):
        self.process = None
        if archived:
            with (self.folder / "log").open("ab") as log:
                command = [self.program, "replicate", self.data, f"file://{self.replica}"]
                self.process = start_process(list(map(str, command)), None, stdout=log, stderr=log)
        try:
            yield
        finally:
            if self.process:
                stop_process(self.process)

    def fill(self) -> None:
        sqlite_writer.fill(self.data, self.items)

    def write(self, writers: int, seconds: float, run: int) -> dict:
        """Throughput, latency, and the processor time of the writer and of Litestream for each write."""
        before = processor_seconds(self.process.pid) if self.process else 0
        command = [sys.executable, "-B", sqlite_writer.__file__, self.data, self.items, seconds, run]
        command += [SYNCHRONOUS[self.durability], "replicated" if self.process else "alone"]
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, check=True, timeout=DEADLINE_S)
        result = json.loads(done.stdout)
        spent = processor_seconds(self.process.pid) - before if self.process else 0
        result["cpu_us"] += 1e6 * spent / result["writes"]
        return result

    def wait_until_archived(self) -> None:
        """Waits until a restore has the newest marker, which nobody writes meanwhile."""
        with contextlib.closing(sqlite3.connect(self.data, timeout=30)) as database:
            newest = time.time()
            database.execute("INSERT OR REPLACE INTO markers VALUES ('now', ?)", (newest,))
            database.commit()
        until = time.monotonic() + DEADLINE_S
        while True:
            with contextlib.suppress(subprocess.CalledProcessError):
                if self.restored_mark(self.replica) >= newest:
                    return
            if time.monotonic() > until:
                raise RuntimeError("the replica is not current")
            time.sleep(0.5)

    def mark(self, stop) -> None:
        """Nothing: the writer writes the markers too, because SQLite has one writer."""
        stop.wait()

    def restore(self, replica: pathlib.Path, target: pathlib.Path) -> None:
        target.unlink(missing_ok=True)
        for rest in target.parent.glob(target.name + "-*"):
            rest.unlink()
        command = [self.program, "restore", "-o", target, f"file://{replica}"]
        subprocess.run(list(map(str, command)), check=True, capture_output=True, timeout=DEADLINE_S)

    def restored_mark(self, replica: pathlib.Path) -> float:
        """The time in the newest marker of a replica."""
        target = self.folder / "marker.db"
        self.restore(replica, target)
        with contextlib.closing(sqlite3.connect(target)) as database:
            return database.execute("SELECT at FROM markers").fetchone()[0]

    def check(self, target: pathlib.Path) -> None:
        """Fails unless a restored database is whole."""
        with contextlib.closing(sqlite3.connect(target)) as database:
            count = database.execute("SELECT count(*) FROM items").fetchone()[0]
            whole = database.execute("PRAGMA integrity_check").fetchone()[0]
        if (count, whole) != (self.items, "ok"):
            raise RuntimeError(f"the restored database has {count} items, and is {whole}")
