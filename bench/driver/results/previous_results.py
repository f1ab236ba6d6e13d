"""Results of an earlier run, for a run that measures some sections anew and keeps the others."""

import json
import pathlib
from dataclasses import fields

from plan.rows import Row
from results.row_result import RowResult
from results.targets import Results


class PreviousResults:
    def __init__(self, folder: pathlib.Path):
        file = folder / "results.json"
        if not file.exists():
            raise SystemExit(f"--keep needs the figures of an earlier run on this machine, and {file} does not exist")
        self.json = json.loads(file.read_text(encoding="utf-8"))

    def completed(self, new: Results) -> Results:
        """`new`, after the earlier sections of which it has no row."""
        return Results(
            http=self.kept("http", new.http) + new.http,
            growth=self.kept("growth", new.growth) + new.growth,
            embedded=self.kept("embedded", new.embedded) + new.embedded,
            start=new.start or {name: tuple(made.values()) for name, made in self.json["start"].items()},
        )

    def left_out(self, new: Results) -> list[str]:
        """The rows left out earlier that concern none of the sections in `new`."""
        parts = {section.split(":")[0].lower() for section in sections(new.http + new.growth + new.embedded)}
        return [reason for reason in self.json["left_out"] if not reason.lower().startswith(tuple(parts))]

    def kept(self, part: str, new: list[RowResult]) -> list[RowResult]:
        return [result_from(row) for row in self.json[part] if row["section"] not in sections(new)]

    def described(self, new: Results) -> str:
        kept = [] if new.start else ["Start"]
        for part in ("http", "growth", "embedded"):
            kept += sections(self.kept(part, getattr(new, part)))
        of = self.json
        return f"{', '.join(kept)}: of {of['date']}, in {of['minutes']:.0f} minutes, at {of['commit']}"


def sections(rows: list[RowResult]) -> list[str]:
    return list(dict.fromkeys(measured.row.section for measured in rows))


def result_from(row: dict) -> RowResult:
    values = {field.name: row[field.name] for field in fields(Row)}
    measured = RowResult(Row(**{**values, "sides": tuple(values["sides"])}), faults=row["faults"])
    for side, made in row["sides"].items():
        for run in made["runs"]:
            measured.add(side, run)
    return measured
