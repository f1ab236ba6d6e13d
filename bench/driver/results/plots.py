"""Draws bench/plots/throughput.svg and growth.svg."""

import math
import pathlib

from results import svg
from results.row_result import RowResult
from results.targets import Results

SIDE_COLOURS = {"partita": 0, "dynoxide": 1, "dynalite": 2, "nginx": 3, "rocksdb": 4}
# Each is (workload, connections, durability).
BARS = [
    ("get_item", 16, "memory"),
    ("put_item", 64, "memory"),
    ("put_item", 64, "sync"),
    ("update_item", 16, "memory"),
    ("put_item_3_indexes", 64, "memory"),
    ("transact_2", 16, "memory"),
    ("batch_write_25", 16, "memory"),
    ("query_10", 16, "memory"),
    ("query_100", 16, "memory"),
    ("ycsb_a", 16, "memory"),
    ("ycsb_c", 16, "memory"),
    ("ycsb_e", 16, "memory"),
    ("ycsb_f", 16, "memory"),
]
WIDTH, LEFT, BAR, GAP = 880, 320, 13, 14


def write(folder: pathlib.Path, caption: str, results: Results) -> None:
    folder.mkdir(exist_ok=True)
    (folder / "throughput.svg").write_text(throughput(results.http, caption), encoding="utf-8")
    (folder / "growth.svg").write_text(growth(results, caption), encoding="utf-8")


def colour_of(side: str) -> int:
    return SIDE_COLOURS.get(side, 5)


def throughput(rows: list[RowResult], caption: str) -> str:
    """Each row has its own scale, in which the fastest side is the longest bar, so that slow operations can be seen
    too."""
    chosen = [m for m in rows if (m.row.workload, m.row.connections, m.row.durability) in BARS and not m.row.paced_like]
    chosen = [m for m in chosen if m.sides()]
    named = sorted({side for m in chosen for side in m.sides()}, key=colour_of)
    content = svg.text(16, 26, "Requests a second over HTTP, one core for the server", kind="title")
    content += svg.text(16, 44, caption, kind="faint") + legend(named, 16, 66)
    y = 84.0
    for measured in chosen:
        sides = sorted(measured.sides().items(), key=lambda entry: colour_of(entry[0]))
        fastest = max(made["ops_per_s"] for _, made in sides)
        middle = y + len(sides) * BAR / 2
        content += svg.text(LEFT - 12, middle - 1, short_title(measured), "end")
        content += svg.text(LEFT - 12, middle + 13, conditions(measured), "end", "faint")
        for side, made in sides:
            length = max(2, (WIDTH - LEFT - 90) * made["ops_per_s"] / fastest)
            content += svg.box(LEFT, y, length, BAR - 2, colour_of(side), f"{side}: {made['ops_per_s']:,.0f}/s")
            content += svg.text(LEFT + length + 6, y + BAR - 3, svg.short(made["ops_per_s"]), kind="faint")
            y += BAR
        y += GAP if len(sides) > 1 else GAP + BAR
    return svg.document(WIDTH, math.ceil(y + 10), "Throughput over HTTP by side", content)


def short_title(measured: RowResult) -> str:
    title = measured.row.title.removesuffix(", each write synced")
    return title if measured.row.section != "YCSB" else "YCSB " + title


def conditions(measured: RowResult) -> str:
    where = "each write synced" if measured.row.durability == "sync" else "in memory"
    return f"{measured.row.connections} connections, {where}"


def legend(names: list[str], x: float, y: float) -> str:
    made = ""
    for name in names:
        made += svg.box(x, y - 9, 10, 10, colour_of(name), name) + svg.text(x + 15, y, name)
        x += 30 + 7.2 * len(name)
    return made


def growth(results: Results, caption: str) -> str:
    panels = [
        ("Over HTTP: items in the table", series(results.growth, "Growth: items", lambda m: m.row.items)),
        ("Over HTTP: items of a partition", series(results.growth, "Growth: partitions", lambda m: m.row.group)),
        ("Embedded: items in the table", series(results.embedded, "Growth: embedded", lambda m: m.row.items)),
    ]
    panels = [(title, lines) for title, lines in panels if lines]
    width = 300 * max(1, len(panels)) + 20
    content = svg.text(16, 26, "Operations a second as data grows, on disk", kind="title") + svg.text(
        16, 44, caption, kind="faint"
    )
    for index, (title, lines) in enumerate(panels):
        content += panel(16 + 300 * index, 70, title, lines)
    return svg.document(width, 370, "Throughput as data grows", content)


def series(rows: list[RowResult], section: str, size_of) -> dict[tuple[str, str], list[tuple[int, float]]]:
    """Maps (workload, side) to (size, operations a second), in order of size."""
    lines: dict[tuple[str, str], list[tuple[int, float]]] = {}
    for measured in rows:
        if measured.row.section == section:
            for side, made in measured.sides().items():
                lines.setdefault((measured.row.workload, side), []).append((size_of(measured), made["ops_per_s"]))
    return {name: sorted(points) for name, points in lines.items()}


KINDS = {"get": ("GetItem", 0), "query": ("Query, 10", 1), "put": ("PutItem", 4)}


def panel(left: float, top: float, title: str, lines: dict[tuple[str, str], list[tuple[int, float]]]) -> str:
    """Both axes are logarithmic. A dashed line is raw RocksDB."""
    width, height = 230, 200
    sizes = sorted({size for points in lines.values() for size, _ in points})
    figures = [figure for points in lines.values() for _, figure in points]
    low, high = math.floor(math.log10(min(figures))), math.ceil(math.log10(max(figures)))
    high = max(high, low + 1)

    def place(size: float, figure: float) -> tuple[float, float]:
        first, last = math.log10(sizes[0]), math.log10(sizes[-1])
        across = (math.log10(size) - first) / (last - first) if last > first else 0.5
        return left + 42 + across * width, top + 20 + height * (high - math.log10(figure)) / (high - low)

    made = svg.text(left, top, title)
    for power in range(low, high + 1):
        _, y = place(sizes[0], 10**power)
        made += svg.line(left + 42, y, left + 42 + width, y) + svg.text(
            left + 36, y + 4, svg.short(10**power), "end", "faint"
        )
    for size in sizes:
        made += svg.text(place(size, 10**low)[0], top + height + 38, svg.short(size), "middle", "faint")
    for (workload, side), points in lines.items():
        _, colour = kind_of(workload)
        made += svg.curve([place(*point) for point in points], colour, dashed=side != "partita")
    x = left + 42
    for label, colour in dict.fromkeys(kind_of(workload) for workload, _ in lines):
        made += svg.box(x, top + height + 52, 10, 10, colour, label) + svg.text(x + 14, top + height + 61, label)
        x += 24 + 7 * len(label)
    if any(side != "partita" for _, side in lines):
        made += svg.text(left + 42, top + height + 80, "dashed: raw RocksDB", kind="faint")
    return made


def kind_of(workload: str) -> tuple[str, int]:
    return next((kind for word, kind in KINDS.items() if word in workload.split("_")), (workload, 5))
