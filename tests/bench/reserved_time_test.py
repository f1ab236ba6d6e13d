"""Tests the time that a run reserves for the parts that it measures last."""

import pathlib
import tempfile
import unittest

from benchmark import Benchmark
from options import options


class ReservedTimeTest(unittest.TestCase):
    def reserved_s(self, *arguments):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        # The build has no bench_embedded, so the embedded rows do not take part.
        build = pathlib.Path(folder.name) / "release"
        build.mkdir()
        (build / "partita").write_text("#!/bin/sh\necho partita 0.0.0\n")
        (build / "partita").chmod(0o755)
        return Benchmark(options(["--build", str(build), *arguments])).session.reserved_s

    def test_a_whole_run_reserves_time_for_the_growth(self):
        self.assertGreater(self.reserved_s(), 0)

    def test_a_part_reserves_no_time_for_parts_that_it_leaves_out(self):
        self.assertEqual(self.reserved_s("--only", "One item"), 0)


if __name__ == "__main__":
    unittest.main()
