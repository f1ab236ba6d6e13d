"""The order of the benchmark's parts: starts, rows over HTTP, growth, embedded rows, and then the results."""

import argparse
import datetime
import re
import subprocess
import time

from measure import embedded, growth, machine, start
from measure.generator import Generator
from measure.session import Session
from options import ROOT, Mode, sides_of
from plan import rows
from plan.budget import Budget
from results import plots, report
from results.previous_results import PreviousResults
from results.row_result import RowResult
from results.targets import Results, all_verdicts
from sides import nginx
from sides.side import partita_exact, with_access

# Measured in this order. The few synced rows come first, so that they have figures on a slow machine too.
DURABILITIES = ("sync", "memory", "os")
SHORTEST_EMBEDDED_S = 0.05
# The share of the embedded sides' time that may pass outside of runs. If it is exceeded, the greatest tables are left
# out first.
MOST_EMBEDDED_OVERHEAD = 0.7


class Benchmark:
    """Measures one part after the other and writes the results."""

    def __init__(self, chosen: argparse.Namespace):
        self.chosen = chosen
        self.mode = Mode(chosen.quick, chosen.minutes)
        # The earlier results are read at once, because a run that could not be completed must not begin.
        self.earlier = PreviousResults(chosen.out) if chosen.keep else None
        self.begun = time.monotonic() - chosen.elapsed
        # The measurements get half of the time even if building took longer.
        self.budget = Budget(max(self.mode.total_s - chosen.elapsed, self.mode.total_s / 2))
        self.folder = chosen.build.parent / "bench"
        self.folder.mkdir(parents=True, exist_ok=True)
        self.sides = sides_of(chosen)
        self.server_core, generator_core = machine.cores()
        self.session = Session(
            Generator(chosen.build / "bench_http", generator_core),
            self.server_core,
            self.folder,
            self.budget,
            self.mode.runs,
            self.mode.longest_s,
            reserved_s=self.mode.growth_s * self.wants_growth() + self.embedded_s(),
        )
        self.left_out = self.session.left_out
        self.left_out += chosen.left_out

    def matches(self, row: rows.Row) -> bool:
        words = f"{row.section} {row.title} {row.workload} {row.durability}"
        return re.search(self.chosen.only, words, re.IGNORECASE) is not None

    def wanted(self, row: rows.Row) -> bool:
        return (row.quick or not self.chosen.quick) and self.matches(row)

    def start(self) -> dict[str, tuple[float, float]]:
        if not re.search(self.chosen.only, "start", re.IGNORECASE):
            return {}
        commands = {}
        for side in self.sides:
            for durability, command in side.commands.items():
                # Partita's start does not depend on the durability of later writes, so `os` is left out.
                if (side.name, durability) != ("partita", "os"):
                    where = "in memory" if durability == "memory" else "in an empty directory"
                    commands[f"{side.name}, {where}"] = command
        return start.medians(commands, self.mode.start_runs)

    def http(self) -> list[RowResult]:
        chosen = [row for row in rows.all_rows() if self.wanted(row)]
        program = str(self.chosen.build / "partita")
        sides = [*self.sides, partita_exact(program), *with_access(program)]
        self.session.runs_to_come = sum(self.session.runs_of(row, sides) for row in chosen)
        self.session.fills_to_come_s = sum(row.fill_s for row in chosen)
        print(self.plan(len(chosen)), flush=True)
        done: list[RowResult] = []
        for durability in DURABILITIES:
            these = [row for row in chosen if row.durability == durability]
            if these:
                done += self.session.measure(these, durability, sides, done)
        return sorted(done, key=lambda measured: chosen.index(measured.row))

    def plan(self, http_rows: int) -> str:
        """How the time is shared among the parts."""
        seconds = self.session.seconds_per_run()
        length = "too short" if seconds is None else f"{seconds:.1f} s each"
        embedded = [row for together in self.embedded_rows() for row in together]
        return (
            f"Plan for {self.budget.left() / 60:.0f} minutes: {http_rows} rows over HTTP in {self.session.runs_to_come} "
            f"runs, {length}, and {self.session.fills_to_come_s:.0f} s to fill large tables; "
            f"{self.session.reserved_s / 60:.0f} minutes for growth and {len(embedded)} embedded rows."
        )

    def wants_growth(self) -> bool:
        return re.search(self.chosen.only, "growth", re.IGNORECASE) is not None

    def growth(self) -> list[RowResult]:
        if not self.wants_growth():
            return []
        # A server fills at some 50 000 items a second, and its disk must keep up.
        return growth.measure(
            self.session,
            self.sides[0],
            self.mode.growth,
            lambda items: self.budget.left() > self.mode.embedded_s + items / 40_000 + 15,
        )

    def embedded_rows(self) -> list[list[rows.Row]]:
        program = self.chosen.build / "bench_embedded"
        if not program.exists():
            return []
        return [each for each in embedded.rows(program, self.chosen.quick) if self.matches(each[0])]

    def embedded_s(self) -> float:
        """The seconds for the embedded rows. A few rows do not need the time of all."""
        chosen = self.embedded_rows()
        needed = sum(map(embedded.overhead_s, chosen)) + self.turns(chosen) * self.mode.longest_s
        return min(self.mode.embedded_s, needed)

    def turns(self, chosen: list[list[rows.Row]]) -> int:
        """The runs of the embedded rows. Loading a small table counts as a run, and some are loaded on three sides."""
        return sum(map(len, chosen)) * self.mode.runs * 3 * 2

    def embedded(self) -> list[RowResult]:
        program = self.chosen.build / "bench_embedded"
        to_come = self.embedded_rows()
        if not to_come:
            return []
        peer = ROOT / "build/dynoxide/release/bench_dynoxide"
        programs = embedded.Programs(program, peer if peer.exists() else None, self.folder)
        if not programs.dynoxide:
            self.left_out.append("Dynoxide embedded: bench/peers/dynoxide was not built")
        done = []
        while to_come:
            overhead = sum(map(embedded.overhead_s, to_come))
            seconds = min(self.mode.longest_s, (self.budget.left() - overhead) / self.turns(to_come))
            if overhead > self.budget.left() * MOST_EMBEDDED_OVERHEAD or seconds < SHORTEST_EMBEDDED_S:
                self.leave_out(to_come.pop())
                continue
            for measured in embedded.measure(programs, to_come.pop(0), self.mode.runs, seconds):
                self.session.say_row(measured)
                done.append(measured)
        return done

    def leave_out(self, unmeasured: list[rows.Row]) -> None:
        self.left_out += [f"{row.section}, {row.title}, {row.items:,} items: no time was left" for row in unmeasured]

    def about(self) -> dict:
        versions = {side.name: side.version for side in self.sides}
        if nginx.program():
            versions["nginx"] = nginx.version()
        else:
            self.left_out.append("nginx: it is not installed")
        commit = subprocess.run(["git", "-C", ROOT, "rev-parse", "--short", "HEAD"], capture_output=True, text=True)
        return {
            "date": datetime.date.today().isoformat(),
            "commit": commit.stdout.strip() or "an unknown commit",
            "quick": self.chosen.quick,
            "minutes": (time.monotonic() - self.begun) / 60,
            "machine": machine.describe(self.folder),
            "versions": versions,
            "runs": self.mode.runs,
            "pinning": pinning(self.server_core),
        }

    def run(self) -> int:
        started = self.start()
        http = self.http()
        grown = self.growth()
        results = Results(http, grown, self.embedded(), started)
        about = self.about()
        for measured in results.http:
            if not measured.sides():
                self.left_out.append(
                    f"{measured.row.section}, {measured.row.title}, {measured.row.connections} connections: "
                    "no time was left"
                )
        if self.earlier:
            about["kept"] = self.earlier.described(results)
            about["versions"] = {**self.earlier.json["versions"], **about["versions"]}
            self.left_out += self.earlier.left_out(results)
            results = self.earlier.completed(results)
        report.write(self.chosen.out, about, results, self.left_out)
        caption = f"{about['date']}, {about['machine']['cpu']}, {about['machine']['cores']} cores"
        plots.write(self.chosen.out / "plots", caption, results)
        for verdict in all_verdicts(results):
            print(f"{verdict.verdict:12} {verdict.work}: {verdict.measured} (target: {verdict.target})")
        print(f"\nWritten: {self.chosen.out / 'results.md'} in {about['minutes']:.1f} minutes")
        return 1 if any(measured.faults for measured in results.http + results.growth + results.embedded) else 0


def pinning(core: set[int] | None) -> str:
    if core is None:
        return "The machine has only one core, which the measured server and the load generator shared."
    return (
        "Each side had one core for itself, and the load generator another one; a side that was not measured was stopped. "
        "Embedded sides ran unpinned, in one thread."
    )
