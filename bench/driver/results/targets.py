"""The targets, each with the measured figure."""

from dataclasses import dataclass

from plan.rows import EXACT
from results.row_result import RowResult

MISSED, MET, NO_ROOM, NOT_MEASURED = "missed", "met", "no room", "not measured"


@dataclass(frozen=True)
class Verdict:
    work: str
    target: str
    measured: str
    verdict: str


@dataclass(frozen=True)
class Results:
    """All measurements."""

    http: list[RowResult]
    growth: list[RowResult]
    embedded: list[RowResult]
    # Maps a side ("partita, memory") to milliseconds to the first answer and MB at rest.
    start: dict[str, tuple[float, float]]


def judge(work: str, target: str, value: float | None, limit: float, text: str, at_most: bool = False) -> Verdict:
    if value is None:
        return Verdict(work, target, "", NOT_MEASURED)
    met = value <= limit if at_most else value >= limit
    return Verdict(work, target, text.format(value), MET if met else MISSED)


def all_verdicts(results: Results) -> list[Verdict]:
    return [
        *embedded_reads(results.embedded),
        *embedded_writes(results.embedded),
        *http_items(results.http),
        *pages(results.http),
        *streams(results),
        *vectors(results.http),
        *starts(results.start),
        *growth_over_http(results.growth),
        growth_embedded(results.embedded),
    ]


def find(rows: list[RowResult], **wanted) -> RowResult | None:
    """The row with these members."""
    return next((m for m in rows if all(getattr(m.row, name) == value for name, value in wanted.items())), None)


def ratio(row: RowResult | None, other: str) -> float | None:
    return row.ratio(other) if row else None


def embedded_reads(rows: list[RowResult]) -> list[Verdict]:
    verdicts = [
        judge(
            f"embedded GetItem, {m.row.items:,} items on disk", "0.7 x raw RocksDB", m.ratio("rocksdb"), 0.7, "{:.2f} x"
        )
        for m in rows
        if m.row.workload == "get_item" and m.row.section == "Growth: embedded"
    ]
    in_memory = find(rows, workload="get_item", durability="memory")
    raw, dynoxide = ratio(in_memory, "rocksdb"), ratio(in_memory, "dynoxide")
    return verdicts + [
        judge("embedded GetItem in memory", "0.7 x raw RocksDB", raw, 0.7, "{:.2f} x"),
        judge("embedded GetItem in memory", "5 x Dynoxide embedded", dynoxide, 5, "{:.1f} x"),
    ]


def embedded_writes(rows: list[RowResult]) -> list[Verdict]:
    verdicts = []
    for workload, indexes in (("put_item", "no index"), ("put_item_3_gsi", "3 GSIs")):
        row = find(rows, workload=workload, durability="memory")
        work = f"embedded PutItem in memory, {indexes}"
        verdicts.append(judge(work, "0.7 x raw RocksDB", ratio(row, "rocksdb"), 0.7, "{:.2f} x"))
        verdicts.append(judge(work, "5 x Dynoxide embedded", ratio(row, "dynoxide"), 5, "{:.1f} x"))
    return verdicts


def four_times_dynoxide(work: str, row: RowResult | None, room: float | None) -> Verdict:
    """`room` is the ceiling's throughput divided by Dynoxide's; None if unknown."""
    target = "4 x Dynoxide, if the ceiling leaves room"
    verdict = judge(work, target, ratio(row, "dynoxide"), 4, "{:.1f} x")
    if verdict.verdict == MISSED and room is not None and room < 4:
        return Verdict(work, target, f"{verdict.measured}; nginx itself {room:.1f} x", NO_ROOM)
    return verdict


def room_over_dynoxide(row: RowResult | None) -> float | None:
    return row.ratio("dynoxide", mine="nginx") if row else None


def http_items(rows: list[RowResult]) -> list[Verdict]:
    get = find(rows, target="get_item")
    put, synced = find(rows, target="put_item"), find(rows, target="put_item_sync")
    select = find(rows, target="select_item")
    made, reference = (row.throughput("partita") if row else None for row in (select, get))
    statement = made / reference if made and reference else None
    return [
        judge("HTTP SELECT by key, 16 connections", "0.9 x GetItem", statement, 0.9, "{:.2f} x"),
        judge("HTTP GetItem, 16 connections", "0.6 x nginx with the same bytes", ratio(get, "nginx"), 0.6, "{:.2f} x"),
        four_times_dynoxide("HTTP GetItem, 16 connections", get, room_over_dynoxide(get)),
        four_times_dynoxide("HTTP PutItem, 64 connections, in memory", put, room_over_dynoxide(put)),
        four_times_dynoxide("HTTP PutItem, 64 connections, each synced", synced, None),
    ]


def pages(rows: list[RowResult]) -> list[Verdict]:
    row = find(rows, target="query_100")
    made = row.sides().get("partita") if row else None
    megabytes = made["bytes_per_s"] / 1e6 if made else None
    return [
        four_times_dynoxide("HTTP Query, a page of 100", row, room_over_dynoxide(row)),
        judge("HTTP Query, a page of 100", "300 MB/s of JSON from one core", megabytes, 300, "{:.0f} MB/s"),
    ]


def streams(results: Results) -> list[Verdict]:
    put = find(results.embedded, workload="put_item_stream")
    cost = put.ratio("with_stream", mine="without") if put else None
    recovered = find(results.embedded, workload="put_item_recovery")
    recovery = recovered.ratio("with_recovery", mine="without") if recovered else None
    read = find(results.http, target="get_records")
    made = read.sides().get("partita") if read else None
    return [
        judge("embedded PutItem with a stream", "at most 1.35 x one without", cost, 1.35, "{:.2f} x", True),
        judge("embedded PutItem with recovery", "at most 1.35 x one without", recovery, 1.35, "{:.2f} x", True),
        judge("HTTP GetRecords", "200 MB/s of JSON", made["bytes_per_s"] / 1e6 if made else None, 200, "{:.0f} MB/s"),
    ]


def vectors(rows: list[RowResult]) -> list[Verdict]:
    verdicts = []
    for items, mine in ((10_000, "partita"), (100_000, EXACT)):
        row = find(rows, workload="search_vectors", items=items)
        value = row.ratio("dynoxide", mine=mine) if row else None
        verdicts.append(judge(f"HTTP SearchVectors of {items:,}, exact", "10 x Dynoxide", value, 10, "{:.0f} x"))
    return verdicts


def starts(start: dict[str, tuple[float, float]]) -> list[Verdict]:
    # "An empty directory" is a user's data on disk; --memory is shown beside it.
    verdicts = []
    for name, (milliseconds, megabytes) in start.items():
        if name.startswith("partita"):
            verdicts.append(judge(f"start to first answer: {name}", "under 30 ms", milliseconds, 30, "{:.0f} ms", True))
            verdicts.append(judge(f"memory at rest: {name}", "under 24 MB", megabytes, 24, "{:.1f} MB", True))
    return verdicts


def growth_over_http(rows: list[RowResult]) -> list[Verdict]:
    verdicts = []
    for workload, work in (("collection_get", "GetItem"), ("collection_query", "Query"), ("collection_put", "PutItem")):
        by_items = {
            m.row.items: m.throughput("partita")
            for m in rows
            if m.row.workload == workload and m.row.section == "Growth: items" and m.throughput("partita")
        }
        first, last = by_items.get(100_000), by_items.get(10_000_000)
        slower = first / last if first and last else None
        work = f"growth over HTTP: {work}, 10^5 to 10^7 items"
        verdicts.append(judge(work, "within 1.5 x", slower, 1.5, "{:.2f} x", True))
    return verdicts


def growth_embedded(rows: list[RowResult]) -> Verdict:
    """The ratio to raw RocksDB must not fall by more than a tenth, which is within the spread of the runs."""
    work, target = "growth embedded: GetItem, the ratio to raw RocksDB", "does not fall"
    ratios = [m.ratio("rocksdb") for m in rows if m.row.workload == "get_item" and m.row.section == "Growth: embedded"]
    ratios = [one for one in ratios if one]
    if len(ratios) < 3:
        return Verdict(work, target, "", NOT_MEASURED)
    text = " -> ".join(f"{one:.2f}" for one in ratios)
    return Verdict(work, target, text, MET if ratios[-1] >= 0.9 * ratios[0] else MISSED)
