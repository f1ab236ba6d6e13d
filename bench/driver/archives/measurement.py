"""The cost and the use of an archive, for one side: writes with and without it, the writes that a loss of the machine loses,
and a restore."""

import pathlib
import shutil
import statistics
import subprocess
import threading
import time

RUNS = 3
# Not a multiple of a second, in which both sides send their changes.
SNAPSHOT_EVERY_S = 1.37
RESTORES = 3


def bytes_of(path: pathlib.Path) -> int:
    """The bytes of a file or of all files below a directory, on the disk."""
    done = subprocess.run(["du", "--summarize", "--block-size=1", path], capture_output=True, text=True, check=True)
    return int(done.stdout.split()[0])


def writes(side, seconds: float) -> list[dict]:
    """The medians of writes without the archive and with it, in turns."""
    runs = {(writers, archived): [] for writers in side.writers for archived in (False, True)}
    for run in range(RUNS):
        for archived in (False, True):
            with side.running(archived):
                if archived:
                    side.wait_until_archived()
                for writers in side.writers:
                    runs[writers, archived].append(side.write(writers, seconds, run + 1))
    return [
        {
            "side": side.name, "writers": writers, "archived": archived,
            **{name: statistics.median(run[name] for run in made) for name in made[0]},
            "spread": (max(run["per_s"] for run in made) - min(run["per_s"] for run in made)) / 2,
        }
        for (writers, archived), made in runs.items()
    ]  # fmt: skip


class Snapshots(threading.Thread):
    """Copies of a replica while writes go on, each with the time at which it began. A copy is like the replica of a
    machine that died then. Files are linked and not copied, because both sides replace files as a whole."""

    def __init__(self, side):
        super().__init__()
        self.side, self.stop = side, threading.Event()
        self.taken: list[tuple[float, pathlib.Path]] = []

    def run(self) -> None:
        folder = self.side.folder / "snapshots"
        shutil.rmtree(folder, ignore_errors=True)
        folder.mkdir()
        while not self.stop.wait(SNAPSHOT_EVERY_S):
            copy = folder / str(len(self.taken))
            at = time.time()
            # A file that is removed meanwhile is missing in the copy, as it would be after the death of the machine.
            subprocess.run(["cp", "--archive", "--link", self.side.replica, copy], check=False, capture_output=True)
            self.taken.append((at, copy))


def losses(side, seconds: float) -> dict:
    """For moments during a load of all writers, the seconds of writes that a restore at that moment lacks."""
    writers = side.writers[-1]
    with side.running(archived=True):
        side.wait_until_archived()
        before = bytes_of(side.replica)
        snapshots, stop = Snapshots(side), threading.Event()
        marker = threading.Thread(target=side.mark, args=(stop,))
        marker.start()
        time.sleep(0.5)
        snapshots.start()
        made = side.write(writers, seconds, RUNS + 1)
        for thread, event in ((snapshots, snapshots.stop), (marker, stop)):
            event.set()
            thread.join()
        ended = time.monotonic()
        side.wait_until_archived()
        settled = time.monotonic() - ended
        grown = bytes_of(side.replica) - before
    lost, unreadable = [], 0
    for at, copy in snapshots.taken:
        try:
            lost.append(at - side.restored_mark(copy))
        except subprocess.CalledProcessError:
            unreadable += 1
    shutil.rmtree(side.folder / "snapshots")
    return {
        "side": side.name, "writers": writers, "per_s": made["per_s"], "moments": len(lost), "unreadable": unreadable,
        "median_s": statistics.median(lost), "most_s": max(lost), "settled_s": settled,
        "bytes_per_write": grown / made["writes"], "replica_before": before,
    }  # fmt: skip


def restores(side) -> dict:
    """The time of a restore of everything, with the files in memory."""
    target = side.folder / "restored"
    took = []
    for _ in range(RESTORES):
        began = time.monotonic()
        side.restore(side.replica, target)
        took.append(time.monotonic() - began)
    side.check(target)
    return {
        "side": side.name, "seconds": statistics.median(took), "slowest": max(took),
        "replica": bytes_of(side.replica), "data": bytes_of(side.data),
    }  # fmt: skip


def measure(side, seconds: float) -> dict:
    side.fill()
    data = bytes_of(side.data)
    made = writes(side, seconds)
    lost = losses(side, 2 * seconds)
    return {"version": side.version(), "writes": made, "losses": lost, "restore": restores(side), "filled_bytes": data}
