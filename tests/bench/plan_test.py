"""Tests the choice of the rows, and how the time is shared among them."""

import contextlib
import io
import pathlib
import tempfile
import unittest

from benchmark import Benchmark
from measure import embedded
from options import options
from plan.budget import SHORTEST_S
from plan.rows import EXACT, all_rows

WORKLOADS = """get_item reads
put_item writes
put_item_3_gsi writes
query_10 reads
scan reads
queue waits
put_item_stream writes
get_records reads
vector_exact_10k searches
vector_approximate_100k_768 searches
vector_approximate_1m_128 searches"""
ISSUE = "stream|get_records|vector|select_item"


class PlanTest(unittest.TestCase):
    def benchmark(self, *arguments):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        build = pathlib.Path(folder.name) / "release"
        build.mkdir()
        for name, text in (("partita", "partita 0.0.0"), ("bench_embedded", WORKLOADS)):
            (build / name).write_text(f"#!/bin/sh\ncat <<'end'\n{text}\nend\n")
            (build / name).chmod(0o755)
        return Benchmark(options(["--build", str(build), *arguments]))

    def test_a_pattern_chooses_the_rows_of_streams_vectors_and_statements(self):
        made = self.benchmark("--only", ISSUE)
        http = [(row.workload, row.items, row.sides) for row in all_rows() if made.wanted(row)]
        both = ("partita", "dynoxide")
        self.assertEqual(
            http,
            [
                ("select_item", 100_000, both),
                ("search_vectors", 10_000, both),
                ("search_vectors", 100_000, ("partita", EXACT, "dynoxide")),
                ("put_item_stream", 2_000, both),
                ("get_records", 2_000, both),
                ("get_records", 100_000, ("partita",)),
            ],
        )
        self.assertEqual(
            [(row.workload, row.items) for together in made.embedded_rows() for row in together],
            [
                ("put_item_stream", 100_000),
                ("get_records", 100_000),
                ("vector_exact_10k", 10_000),
                ("vector_approximate_100k_768", 100_000),
                ("vector_approximate_1m_128", 1_000_000),
            ],
        )
        self.assertFalse(made.wants_growth())
        self.assertEqual(made.start(), {})

    def test_the_number_of_items_is_in_the_name_of_a_workload_of_vectors(self):
        self.assertEqual(embedded.items_in("vector_exact_10k"), 10_000)
        self.assertEqual(embedded.items_in("vector_approximate_1m_128"), 1_000_000)

    def test_a_few_embedded_rows_do_not_reserve_the_time_of_all(self):
        few, all_of_them = self.benchmark("--only", "put_item_stream"), self.benchmark("--only", "Embedded")
        self.assertLess(0, few.session.reserved_s)
        self.assertLess(few.session.reserved_s, all_of_them.session.reserved_s)

    def test_every_row_has_time_in_45_minutes(self):
        made = self.benchmark("--minutes", "45")
        # The test measures no times, because no side runs. The plan counts the runs of two sides and of the third of
        # the rows with three.
        made.session.runs_to_come = sum(made.mode.runs * (len(row.sides) + row.ceiling) for row in all_rows())
        made.session.fills_to_come_s = sum(row.fill_s for row in all_rows())
        self.assertGreaterEqual(made.session.seconds_per_run() or 0, SHORTEST_S)
        with contextlib.redirect_stdout(io.StringIO()):
            self.assertIn(f"{len(all_rows())} rows over HTTP", made.plan(len(all_rows())))


if __name__ == "__main__":
    unittest.main()
