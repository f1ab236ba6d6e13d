"""The machine on which the figures are measured."""

import os
import pathlib
import platform
import time


def cpu_model() -> str:
    for line in pathlib.Path("/proc/cpuinfo").read_text(encoding="ascii", errors="replace").splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return platform.machine()


def has_sha_extensions() -> bool:
    """Whether the processor has instructions for SHA-256, of which signatures are made."""
    words = pathlib.Path("/proc/cpuinfo").read_text(encoding="ascii", errors="replace").split()
    return "sha_ni" in words or "sha2" in words


def memory_gb() -> float:
    return round(os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30, 1)


def syncs_per_s(folder: pathlib.Path, seconds: float = 1.0) -> int:
    """The disk's speed: appends of 512 bytes to a file, each followed by fdatasync, one after the other."""
    path = folder / "sync-probe"
    descriptor = os.open(path, os.O_CREAT | os.O_WRONLY | os.O_TRUNC)
    try:
        end, count = time.monotonic() + seconds, 0
        while time.monotonic() < end:
            os.write(descriptor, bytes(512))
            os.fdatasync(descriptor)
            count += 1
        return round(count / seconds)
    finally:
        os.close(descriptor)
        path.unlink()


def describe(folder: pathlib.Path) -> dict:
    return {
        "cpu": cpu_model(),
        "sha_extensions": has_sha_extensions(),
        "cores": len(os.sched_getaffinity(0)),
        "memory_gb": memory_gb(),
        "kernel": platform.release(),
        "syncs_per_s": syncs_per_s(folder),
    }


def cores() -> tuple[set[int] | None, set[int] | None]:
    """The core of the measured side and the core of the load generator; (None, None) if the machine has only one."""
    usable = sorted(os.sched_getaffinity(0))
    return ({usable[0]}, {usable[1]}) if len(usable) > 1 else (None, None)
