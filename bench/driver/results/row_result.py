"""Runs of one row on several sides, and the summary of them."""

import statistics
from dataclasses import asdict, dataclass, field

from plan.rows import Row

MEDIANS = ("ops_per_s", "p50_us", "p99_us", "p999_us", "bytes_per_s", "rate", "generator_busy", "rss_mb", "disk_mb")


def summary(runs: list[dict]) -> dict:
    """The medians, and the spread of the runs' throughput: (most - least) / median."""
    made = {name: statistics.median(run[name] for run in runs) for name in MEDIANS if all(name in run for run in runs)}
    throughputs = [run["ops_per_s"] for run in runs]
    made["spread"] = (max(throughputs) - min(throughputs)) / made["ops_per_s"]
    made["runs"] = runs
    return made


@dataclass
class RowResult:
    row: Row
    # For each side, its runs.
    runs: dict[str, list[dict]] = field(default_factory=dict)
    # For each side without a figure, the reason.
    faults: dict[str, str] = field(default_factory=dict)

    def add(self, side: str, run: dict) -> None:
        self.runs.setdefault(side, []).append(run)

    def sides(self) -> dict[str, dict]:
        return {side: summary(runs) for side, runs in self.runs.items() if side not in self.faults}

    def throughput(self, side: str) -> float | None:
        found = self.sides().get(side)
        return found["ops_per_s"] if found else None

    def ratio(self, other: str, mine: str = "partita") -> float | None:
        """The throughput of `mine` divided by that of the other side."""
        one, two = self.throughput(mine), self.throughput(other)
        return one / two if one and two else None

    def as_json(self) -> dict:
        sides = self.sides()
        return {
            **asdict(self.row),
            "sides": sides,
            "ratios": {other: self.ratio(other) for other in sides if other != "partita" and "partita" in sides},
            "faults": self.faults,
        }
