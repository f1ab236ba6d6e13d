"""One clock for the whole benchmark: what is left of it is shared out evenly among the runs that are still to come."""

import time

# A process's start, its connections, its warm-up, and its part of filling the table.
OVERHEAD_S = 0.6
SHORTEST_S = 0.3


class Budget:
    def __init__(self, seconds: float):
        self.begun = time.monotonic()
        self.end = self.begun + seconds

    def spent(self) -> float:
        return time.monotonic() - self.begun

    def left(self) -> float:
        return self.end - time.monotonic()

    def seconds_per_run(self, runs_to_come: int, reserved: float, longest: float) -> float | None:
        """How long each run may measure when `reserved` seconds stay for other things; None: there is no time."""
        share = (self.left() - reserved) / max(1, runs_to_come) - OVERHEAD_S
        return min(share, longest) if share >= SHORTEST_S else None
