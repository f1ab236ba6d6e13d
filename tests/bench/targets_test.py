"""Tests the results computed from the figures: medians, ratios, verdicts."""

import unittest

from plan.rows import Row, all_rows
from results.row_result import RowResult
from results.targets import MET, MISSED, NO_ROOM, NOT_MEASURED, Results, all_verdicts


def measured(row, **throughputs):
    made = RowResult(row)
    for side, figures in throughputs.items():
        for figure in figures if isinstance(figures, list) else [figures]:
            made.add(side, {"ops_per_s": figure, "p50_us": 1, "p99_us": 2, "p999_us": 3, "bytes_per_s": figure * 1000})
    return made


def verdict_of(work, target, http=(), growth=()):
    found = [
        v for v in all_verdicts(Results(list(http), list(growth), [], {})) if v.work == work and target in v.target
    ]
    assert len(found) == 1, found
    return found[0].verdict


GET = Row("One item", "GetItem", "get_item", target="get_item")


class MeasuredTest(unittest.TestCase):
    def test_the_median_and_the_spread_of_runs(self):
        made = measured(GET, partita=[100, 300, 110]).sides()["partita"]
        self.assertEqual(made["ops_per_s"], 110)
        self.assertAlmostEqual(made["spread"], 200 / 110)

    def test_a_side_with_a_fault_has_no_figure(self):
        row = measured(GET, partita=100, dynoxide=50)
        row.faults["dynoxide"] = "a wrong answer"
        self.assertIsNone(row.ratio("dynoxide"))
        self.assertNotIn("dynoxide", row.as_json()["sides"])


class TargetsTest(unittest.TestCase):
    def test_a_ratio_is_met_or_missed(self):
        for mine, expected in ((61, MET), (59, MISSED)):
            http = [measured(GET, partita=mine, nginx=100)]
            self.assertEqual(verdict_of("HTTP GetItem, 16 connections", "nginx", http), expected)

    def test_four_times_is_not_demanded_if_the_ceiling_is_lower(self):
        for ceiling, expected in ((30, NO_ROOM), (50, MISSED)):
            http = [measured(GET, partita=25, dynoxide=10, nginx=ceiling)]
            self.assertEqual(verdict_of("HTTP GetItem, 16 connections", "Dynoxide", http), expected)

    def test_a_stream_may_cost_a_third_more(self):
        for mine, expected in ((75, MET), (73, MISSED)):
            row = measured(Row("Embedded", "PutItem", "put_item_stream"), with_stream=mine, without=100)
            verdict = next(v for v in all_verdicts(Results([], [], [row], {})) if "with a stream" in v.work)
            self.assertEqual(verdict.verdict, expected)

    def test_exact_searches_of_many_vectors_are_compared_with_dynoxide(self):
        for mine, expected in ((100, MET), (99, MISSED)):
            row = Row("Vectors", "SearchVectors", "search_vectors", items=100_000)
            http = [measured(row, partita=1000, partita_exact=mine, dynoxide=10)]
            self.assertEqual(verdict_of("HTTP SearchVectors of 100,000, exact", "Dynoxide", http), expected)

    def test_growth_compares_a_hundred_thousand_with_ten_million(self):
        for last, expected in ((70, MET), (60, MISSED)):
            rows = [
                measured(Row("Growth: items", "GetItem", "collection_get", items=items), partita=figure)
                for items, figure in ((10_000, 500), (100_000, 100), (10_000_000, last))
            ]
            self.assertEqual(verdict_of("growth over HTTP: GetItem, 10^5 to 10^7 items", "1.5", growth=rows), expected)

    def test_a_missing_figure_is_neither_met_nor_missed(self):
        self.assertEqual({v.verdict for v in all_verdicts(Results([], [], [], {}))}, {NOT_MEASURED})


class RowsTest(unittest.TestCase):
    def test_no_row_is_listed_twice(self):
        keys = [row.key for row in all_rows()]
        self.assertEqual(len(keys), len(set(keys)))

    def test_every_paced_row_follows_a_row_that_is_measured_with_it(self):
        rows = all_rows()
        for row in rows:
            if row.paced_like:
                models = [
                    model
                    for model in rows
                    if (model.title, model.connections, model.durability)
                    == (row.paced_like, row.connections, row.durability)
                    and not model.paced_like
                ]
                self.assertEqual(len(models), 1, row)
                self.assertGreaterEqual(models[0].quick, row.quick)


if __name__ == "__main__":
    unittest.main()
