"""Starts and stops the processes of the benchmark, and reads their figures from /proc."""

import contextlib
import os
import pathlib
import signal
import subprocess
import sys

STOP_TIMEOUT_S = 60


def stop_with_us() -> None:
    """Makes SIGTERM and SIGHUP end this program as SIGINT does, so that the processes it started are stopped too."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, lambda received, _: sys.exit(128 + received))


def start_process(command: list[str], core: set[int] | None, **options) -> subprocess.Popen:
    """Starts the command in its own process group, on that core."""
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        start_new_session=True,
        preexec_fn=(lambda: os.sched_setaffinity(0, core)) if core else None,
        **{"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL, **options},
    )


def stop_process(process: subprocess.Popen) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGCONT)
    process.terminate()
    try:
        process.wait(STOP_TIMEOUT_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def resident_mb(pid: int) -> float:
    with contextlib.suppress(FileNotFoundError):
        for line in pathlib.Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) / 1024
    raise RuntimeError(f"process {pid} has no VmRSS")


def processor_seconds(pid: int) -> float:
    """Processor time of all its threads so far, user's and system's together."""
    # The name, in parentheses, may hold spaces.
    after_name = pathlib.Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(after_name[11]) + int(after_name[12])) / os.sysconf("SC_CLK_TCK")
