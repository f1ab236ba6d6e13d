"""Tests a run that keeps parts of an earlier one."""

import json
import pathlib
import tempfile
import unittest

from plan.rows import Row
from results import report
from results.previous_results import PreviousResults
from results.row_result import RowResult
from results.targets import Results

ABOUT = {
    "date": "2026-01-01",
    "commit": "abc",
    "minutes": 50,
    "quick": False,
    "runs": 2,
    "pinning": "",
    "versions": {},
    "machine": {"cpu": "", "cores": 2, "memory_gb": 1, "kernel": "", "syncs_per_s": 1},
}


def measured(section, throughput):
    made = RowResult(Row(section, "GetItem", "get_item", sides=("partita",)))
    for figure in (throughput, throughput):
        made.add("partita", {"ops_per_s": figure, "p50_us": 1, "p99_us": 2, "p999_us": 3})
    return made


class PreviousResultsTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        path = pathlib.Path(folder.name)
        old = Results([measured("One item", 1)], [measured("Growth: items", 2)], [], {"partita": (15.0, 16.0)})
        report.write(path, ABOUT, old, ["growth to 10 items: no time", "nginx: not installed"])
        self.earlier = PreviousResults(path)
        self.new = Results([], [measured("Growth: items", 3)], [], {})

    def test_completes_a_run_with_the_sections_it_did_not_measure(self):
        completed = self.earlier.completed(self.new)
        self.assertEqual(completed.http[0].throughput("partita"), 1)
        self.assertEqual(completed.growth[0].throughput("partita"), 3)
        self.assertEqual(completed.start, {"partita": (15.0, 16.0)})
        self.assertEqual(json.dumps(completed.http[0].as_json()), json.dumps(measured("One item", 1).as_json()))

    def test_names_the_sections_that_it_keeps(self):
        self.assertEqual(self.earlier.described(self.new), "Start, One item: of 2026-01-01, in 50 minutes, at abc")
        self.assertEqual(self.earlier.left_out(self.new), ["nginx: not installed"])


if __name__ == "__main__":
    unittest.main()
