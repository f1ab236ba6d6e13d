import assert from "node:assert/strict";
import test from "node:test";

import { growth, parseMetrics, quantiles, sum, valueOf } from "../../../../src/console/web/app/machine/metrics.js";

test("samples, labels and escapes", () => {
  const samples =
    parseMetrics('# HELP a b\n# TYPE a counter\na{x="1",y="q\\"\\n\\\\"} 3\nb 1.5e3\nnot a sample line\n');
  assert.deepEqual(samples, [{ name: "a", labels: { x: "1", y: 'q"\n\\' }, value: 3 },
    { name: "b", labels: {}, value: 1500 }]);
  assert.equal(valueOf(samples, "b"), 1500);
  assert.equal(valueOf(samples, "c"), undefined);
});

test("growth counts new labels and restarted servers whole", () => {
  const before = parseMetrics('r{o="a"} 10\nr{o="b"} 7\n'), now = parseMetrics('r{o="a"} 15\nr{o="b"} 2\nr{o="c"} 4\n');
  assert.deepEqual(growth(before, now, "r").map((one) => one.value), [5, 2, 4]);
  assert.equal(sum(growth(before, now, "r")), 11);
});

test("quantiles within the buckets of several operations", () => {
  const text = (a, b) => `d_bucket{o="x",le="1"} ${a}\nd_bucket{o="x",le="2"} ${b}\nd_bucket{o="x",le="+Inf"} ${b}\n`;
  const [half, most] = quantiles(parseMetrics(text(0, 0)), parseMetrics(text(50, 100)), "d", [0.5, 0.75]);
  assert.equal(half, 1);
  assert.equal(most, 1.5);
  assert.ok(Number.isNaN(quantiles([], [], "d", [0.5])[0]));
});
