"""Measures the time from the start of an endpoint's process to its first answer, and its memory at rest."""

import shlex
import statistics
import subprocess
import tempfile
import time

from sides.endpoint import fill_in, free_port, wait_for_answer
from sides.process import resident_mb


def measure(command: list[str]) -> tuple[float, float]:
    """Milliseconds to the first answer, tried every half millisecond, and MB resident one second after that."""
    port = free_port()
    with tempfile.TemporaryDirectory() as data:
        arguments = fill_in(command, port, data)
        started = time.monotonic()
        process = subprocess.Popen(arguments, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        try:
            wait_for_answer(process, port, shlex.join(command))
            milliseconds = (time.monotonic() - started) * 1000
            time.sleep(1)
            return milliseconds, resident_mb(process.pid)
        finally:
            process.kill()
            process.wait()


def medians(commands: dict[str, list[str]], runs: int) -> dict[str, tuple[float, float]]:
    """Maps each name to the medians of that many runs. The commands take turns."""
    measured = {name: [] for name in commands}
    for _ in range(runs):
        for name, command in commands.items():
            measured[name].append(measure(command))
    return {
        name: tuple(statistics.median(values) for values in zip(*every_run)) for name, every_run in measured.items()
    }
