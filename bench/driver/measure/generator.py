"""Calls bench_http."""

import json
import pathlib
import subprocess
from dataclasses import dataclass

from plan.rows import Row

LOAD_TIMEOUT_S = 1200


class WrongAnswer(RuntimeError):
    """The generator ended with an error, because an answer was wrong or did not come."""


@dataclass(frozen=True)
class Generator:
    program: pathlib.Path
    core: set[int] | None

    def call(self, url: str, row: Row, *options: object, timeout: float = 120) -> bytes:
        command = [self.program, "--endpoint", url, "--workload", row.workload, "--items", row.items]
        command += ["--group", row.group, "--connections", row.connections, *options]
        pinned = ["taskset", "--cpu-list", ",".join(map(str, self.core))] if self.core else []
        try:
            done = subprocess.run([*pinned, *map(str, command)], capture_output=True, timeout=timeout)
        except subprocess.TimeoutExpired as late:
            raise WrongAnswer(f"not done within {late.timeout:.0f} s") from None
        if done.returncode:
            raise WrongAnswer(done.stderr.decode(errors="replace").strip())
        return done.stdout

    def load(self, url: str, row: Row, *options: object, timeout: float = LOAD_TIMEOUT_S) -> dict:
        """Fills the row's table if it is not full yet."""
        return json.loads(self.call(url, row, "--load", *options, timeout=timeout))

    def answer(self, url: str, row: Row) -> bytes:
        """Head and body of one answer, unchanged."""
        return self.call(url, row, "--print-answer")

    def measure(
        self, url: str, row: Row, side: str, run: int, seconds: float, *options: object, warm_up: float | None = None
    ) -> dict:
        """`warm_up` is in seconds; None means a quarter of the run, at most half a second."""
        warm_up = min(0.5, 0.25 * seconds) if warm_up is None else warm_up
        spin = ["--spin"] if self.core else []
        return json.loads(
            self.call(
                url,
                row,
                *("--side", side, "--durability", row.durability, "--run", run, "--seed", run),
                *("--seconds", f"{seconds:.3f}", "--warm-up", f"{warm_up:.3f}"),
                *spin,
                *(("--least-operations", row.least_requests) if row.least_requests else ()),
                *options,
                timeout=60 + warm_up + 3 * seconds,
            )
        )
