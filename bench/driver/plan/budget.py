"""One clock for the whole benchmark. The time that is left is shared evenly among the runs that are still to come."""

import time

# The start of a process, its connections, its warm-up, and its share of filling the table.
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
        """The seconds that each run may measure if `reserved` seconds stay for other parts; None if the time is too
        short."""
        share = (self.left() - reserved) / max(1, runs_to_come) - OVERHEAD_S
        return min(share, longest) if share >= SHORTEST_S else None
