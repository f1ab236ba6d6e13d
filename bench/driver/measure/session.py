"""Measures rows. All sides of one durability run at once, and take turns."""

import contextlib
import pathlib
from dataclasses import dataclass, field

from measure.generator import Generator, WrongAnswer
from plan.budget import Budget
from plan.rows import Row
from results.row_result import RowResult
from sides import nginx
from sides.server import Server, running
from sides.side import Side

CEILING = "nginx"
LEAST_TIMEOUT_S = 45


@dataclass
class Session:
    generator: Generator
    core: set[int] | None
    folder: pathlib.Path
    budget: Budget
    runs: int
    longest_s: float
    # For all sessions: the runs of a side that are still to come, the seconds to fill large tables for them, and the
    # seconds that other parts need afterwards.
    runs_to_come: int = 0
    fills_to_come_s: float = 0
    reserved_s: float = 0
    # The rows that could not be measured, with the reasons.
    left_out: list[str] = field(default_factory=list)

    def measure(
        self, rows: list[Row], durability: str, all_sides: list[Side], earlier: list[RowResult]
    ) -> list[RowResult]:
        """Measures the rows of that durability. `earlier` has the rows whose pace later ones follow."""
        done: list[RowResult] = []
        needed = [side for side in all_sides if side.url or any(side.name in row.sides for row in rows)]
        with running(needed, durability, self.folder, self.core, self.left_out) as servers:
            for server in servers:
                server.pause()
            with self.ceiling(rows, servers) as ceilings:
                for row in rows:
                    done.append(self.measure_row(row, servers, ceilings, earlier + done))
        return done

    def servers_of(self, row: Row, servers: list[Server]) -> list[Server]:
        return [server for server in servers if server.name in row.sides or server.side.url]

    def runs_of(self, row: Row, all_sides: list[Side]) -> int:
        taking_part = [s for s in all_sides if s.url or (s.name in row.sides and row.durability in s.commands)]
        return self.runs * (len(taking_part) + (1 if row.ceiling and nginx.program() else 0))

    @contextlib.contextmanager
    def ceiling(self, rows: list[Row], servers: list[Server]):
        """Maps a workload to the URL at which nginx answers as Partita does."""
        wanted = {row.workload: row for row in rows if row.ceiling}
        mine = next((server for server in servers if server.name == "partita"), None)
        if not wanted or not mine or not nginx.program():
            yield {}
            return
        answers = {}
        with taking_turn(mine):
            for workload, row in wanted.items():
                self.generator.load(mine.url, row)
                answers[workload] = self.generator.answer(mine.url, row)
        with nginx.ceiling(answers, self.core) as urls:
            yield urls

    def measure_row(
        self, row: Row, servers: list[Server], ceilings: dict[str, str], earlier: list[RowResult]
    ) -> RowResult:
        measured = RowResult(row)
        taking_part = self.servers_of(row, servers)
        ceiling = ceilings.get(row.workload) if row.ceiling else None
        options = pace(row, earlier)
        self.fills_to_come_s -= row.fill_s
        if self.seconds_per_run() is not None and options is not None:
            self.fill(measured, taking_part)
            for run in range(1, self.runs + 1):
                seconds = self.seconds_per_run()
                if seconds is not None:
                    self.one_run(measured, taking_part, ceiling, run, seconds, options)
                self.runs_to_come -= len(taking_part) + (ceiling is not None)
        else:
            self.runs_to_come -= self.runs * (len(taking_part) + (ceiling is not None))
        self.say_row(measured)
        return measured

    def seconds_per_run(self) -> float | None:
        reserved = self.reserved_s + self.fills_to_come_s
        return self.budget.seconds_per_run(self.runs_to_come, reserved, self.longest_s)

    def fill(self, measured: RowResult, servers: list[Server]) -> None:
        # A side that is slow to fill must not take the time of the others.
        timeout_s = max(LEAST_TIMEOUT_S, 4 * measured.row.fill_s, (self.budget.left() - self.reserved_s) / 4)
        for server in servers:
            with self.noting_faults(measured, server.name), taking_turn(server):
                self.generator.load(server.url, measured.row, timeout=timeout_s)
                if measured.row.warm:
                    self.generator.answer(server.url, measured.row)
                    server.wait_until_calm()

    def one_run(
        self,
        measured: RowResult,
        servers: list[Server],
        ceiling: str | None,
        run: int,
        seconds: float,
        options: list[str],
    ) -> None:
        row = measured.row
        for server in servers:
            if server.name not in measured.faults:
                with self.noting_faults(measured, server.name), taking_turn(server):
                    result = self.generator.measure(server.url, row, server.name, run, seconds, *options)
                    measured.add(server.name, with_footprint(result, server))
        if ceiling and CEILING not in measured.faults:
            with self.noting_faults(measured, CEILING):
                result = self.generator.measure(ceiling, row, CEILING, run, seconds, "--fixed-answer", *options)
                measured.add(CEILING, result)

    @contextlib.contextmanager
    def noting_faults(self, measured: RowResult, side: str):
        try:
            yield
        except (WrongAnswer, RuntimeError) as fault:
            measured.faults[side] = " ".join(str(fault).split())
            print(f"  {side}: {measured.faults[side]}", flush=True)

    def say_row(self, measured: RowResult) -> None:
        print(f"{self.budget.spent():5.0f} s  {one_line(measured)}", flush=True)


@contextlib.contextmanager
def taking_turn(server: Server):
    server.check_alive()
    server.resume()
    try:
        yield
    finally:
        server.pause()


def with_footprint(result: dict, server: Server) -> dict:
    footprint = {"rss_mb": server.memory_mb(), "disk_mb": server.disk_mb()}
    return {**result, **{name: value for name, value in footprint.items() if value is not None}}


def pace(row: Row, earlier: list[RowResult]) -> list[str] | None:
    """Options of the generator; None if this row follows the pace of a row without a figure."""
    if not row.paced_like:
        return []
    wanted = (row.paced_like, row.connections, row.durability)
    for measured in earlier:
        model = measured.row
        if (model.title, model.connections, model.durability) == wanted and not model.paced_like:
            throughputs = [measured.throughput(side) for side in row.sides]
            slowest = min((figure for figure in throughputs if figure), default=None)
            return ["--rate", str(round(slowest / 2))] if slowest else None
    return None


def one_line(measured: RowResult) -> str:
    row = measured.row
    figures = ", ".join(f"{side} {made['ops_per_s']:,.0f}/s" for side, made in measured.sides().items())
    return f"{row.title}, {row.connections} connections, {row.durability}: {figures or 'no figure'}"
