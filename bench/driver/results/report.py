"""Writes bench/results.md and bench/results.json."""

import json
import pathlib
import textwrap
from dataclasses import asdict

from results.row_result import RowResult
from results.targets import Results, all_verdicts

# The order of the columns follows their meaning, not the speed.
# The sides whose throughput is divided by that of the others.
OURS = ("partita", "partita_signed", "model", "with_stream", "with_recovery", "get_records")
OTHERS_FIRST = ["partita_exact", "partita_keys", "partita_iam", "partita_tls", "dynoxide", "dynalite", "rocksdb", "by_hand", "nginx"]


def write(folder: pathlib.Path, about: dict, results: Results, left_out: list[str]) -> None:
    everything = {
        **about,
        "left_out": left_out,
        "targets": [asdict(verdict) for verdict in all_verdicts(results)],
        "start": {name: {"first_answer_ms": ms, "rest_mb": mb} for name, (ms, mb) in results.start.items()},
        "http": [measured.as_json() for measured in results.http],
        "growth": [measured.as_json() for measured in results.growth],
        "embedded": [measured.as_json() for measured in results.embedded],
    }
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "results.json").write_text(json.dumps(everything, indent=1) + "\n", encoding="utf-8")
    (folder / "results.md").write_text(markdown(about, results, left_out), encoding="utf-8")


def markdown(about: dict, results: Results, left_out: list[str]) -> str:
    parts = [heading(about)]
    parts.append("## Targets\n\n" + table(["work", "at least", "measured", ""], target_lines(results)))
    if results.start:
        parts.append("## Start and memory at rest\n\n" + start_table(results))
    parts += comparisons(results.http)
    parts += comparisons(results.embedded)
    parts += growth_tables(results.growth)
    if left_out:
        parts.append("## Left out\n\n" + "".join(f"- {reason}\n" for reason in left_out))
    return "\n".join(parts)


def heading(about: dict) -> str:
    machine = about["machine"]
    versions = ", ".join(f"{name} {version}" for name, version in about["versions"].items())
    notes = [
        f"Machine: {machine['cpu']}, {machine['cores']} cores, {machine['memory_gb']} GB, Linux {machine['kernel']}, "
        f"{'with' if machine.get('sha_extensions') else 'without'} SHA extensions. "
        f"Its disk takes {machine['syncs_per_s']:,} synced appends a second, one after the other.",
        f"Versions: {versions}.",
        about["pinning"],
        f"Figures are medians of {about['runs']} runs in which the sides took turns; ± is half of the difference "
        "between the highest and the lowest throughput. The ratio is Partita's throughput to the other side's. Times "
        "are microseconds.",
        "[README](README.md) describes the requests.",
    ]
    if "kept" in about:
        notes.insert(0, f"Kept from an earlier run: {about['kept']}.")
    return f"""# Results

{about["date"]}, `scripts/bench{" --quick" if about["quick"] else ""}` in {about["minutes"]:.0f} minutes, at {about["commit"]}.

{"".join(map(list_item, notes))}
![throughput over HTTP](plots/throughput.svg)

![growth](plots/growth.svg)
"""


def list_item(text: str) -> str:
    """The text as an item of a list, wrapped at 120 columns."""
    lines = textwrap.wrap(text, 118, break_long_words=False, break_on_hyphens=False)
    return "- " + "\n  ".join(lines) + "\n"


def table(head: list[str], lines: list[list[str]]) -> str:
    return "".join("| " + " | ".join(cells) + " |\n" for cells in [head, ["---"] * len(head), *lines])


def target_lines(results: Results) -> list[list[str]]:
    return [[v.work, v.target, v.measured, v.verdict] for v in all_verdicts(results)]


def start_table(results: Results) -> str:
    lines = [[name, f"{ms:.1f} ms", f"{mb:.1f} MB"] for name, (ms, mb) in results.start.items()]
    return table(["side", "process start to first answer", "memory at rest"], lines)


def comparisons(rows: list[RowResult]) -> list[str]:
    """One table for each section. It has a line for each other side of each row."""
    sections: dict[str, list[RowResult]] = {}
    for measured in rows:
        sections.setdefault(measured.row.section, []).append(measured)
    return [f"## {name}\n\n{comparison(of_section)}" for name, of_section in sections.items()]


def comparison(rows: list[RowResult]) -> str:
    head = ["work", "items", "conns", "writes", "side", "per s", "±", "p50", "p99", "p99.9", "ratio"]
    lines = []
    for measured in rows:
        row, sides = measured.row, measured.sides()
        unit = "" if row.unit == "requests" else f" ({row.unit})"
        first = [row.title + unit, f"{row.items:,}", connections(measured), row.durability]
        for side in sorted(sides, key=order):
            lines.append(
                [
                    *first,
                    side,
                    *figures(sides[side]),
                    ratio_of(measured, side, next((one for one in OURS if one in sides), "partita")),
                ]
            )
            first = [""] * 4
        for side, fault in measured.faults.items():
            lines.append([*first, side, "failed: " + fault.replace("|", "/").replace("\n", " ")[:120], *[""] * 5])
            first = [""] * 4
    return table(head, lines)


def ratio_of(measured: RowResult, side: str, mine: str) -> str:
    # At one pace all sides have the same throughput, so only the latencies differ.
    return "" if side == mine or measured.row.paced_like else times(measured.ratio(side, mine))


def connections(measured: RowResult) -> str:
    any_run = next((run for runs in measured.runs.values() for run in runs), {})
    return str(any_run["connections"]) if "connections" in any_run else ""


def order(side: str) -> tuple[int, str]:
    if side in OURS:
        return (-1, side)
    return (OTHERS_FIRST.index(side) if side in OTHERS_FIRST else len(OTHERS_FIRST), side)


def figures(made: dict) -> list[str]:
    percentiles = [
        f"{made[name]:,.0f}" if made.get(name, 0) >= 10 else f"{made.get(name, 0):.2g}" for name in PERCENTILES
    ]
    return [f"{made['ops_per_s']:,.0f}", f"{made['spread'] * 50:.0f} %", *percentiles]


PERCENTILES = ("p50_us", "p99_us", "p999_us")


def times(ratio: float | None) -> str:
    if ratio is None:
        return ""
    return f"{ratio:.2f} x" if ratio < 3 else f"{ratio:.1f} x"


def growth_tables(rows: list[RowResult]) -> list[str]:
    tables = []
    for section, title in (
        ("Growth: items", "Growth over HTTP: items"),
        ("Growth: partitions", "Growth over HTTP: partitions"),
    ):
        lines = []
        for measured in rows:
            made = measured.sides().get("partita")
            if measured.row.section != section or not made:
                continue
            footprint = [f"{made[name]:,.0f}" if name in made else "" for name in ("rss_mb", "disk_mb")]
            lines.append([measured.row.title, *figures(made), *footprint])
        if lines:
            head = ["work", "per s", "±", "p50", "p99", "p99.9", "memory, MB", "disk, MB"]
            tables.append(
                f"## {title}\n\n16 connections, on disk, writes left to the operating system.\n\n{table(head, lines)}"
            )
    return tables
