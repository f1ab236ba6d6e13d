import assert from "node:assert/strict";
import test from "node:test";
import { Merge } from "../../../../src/console/web/app/base/merge.js";

const byNumber = (a, b) => a - b;

test("An item is given out only if nothing can come before it", () => {
  const merge = new Merge(2, byNumber);
  merge.add(0, [1, 4], false);
  assert.deepEqual(merge.take(), []);
  assert.deepEqual(merge.waiting(), [1]);
  merge.add(1, [2, 3, 9], true);
  assert.deepEqual(merge.take(), [1, 2, 3, 4]);
  assert.deepEqual(merge.waiting(), [0]);
  assert.ok(!merge.isDone);
  merge.add(0, [5], true);
  assert.deepEqual(merge.take(), [5, 9]);
  assert.ok(merge.isDone);
});
test("Empty pages, and pages that a limit cuts, lose nothing", () => {
  const random = (() => { let seed = 7; return (n) => (seed = (seed * 48271) % 2147483647) % n; })();
  for (let round = 0; round < 50; ++round) {
    const sources = Array.from({ length: 1 + random(5) }, () =>
      Array.from({ length: random(20) }, () => random(100)).sort(byNumber));
    const left = sources.map((list) => [...list]);
    const merge = new Merge(sources.length, byNumber);
    const out = [];
    while (!merge.isDone) {
      for (const source of merge.waiting()) {
        const page = left[source].splice(0, random(4));
        merge.add(source, page, left[source].length === 0);
      }
      out.push(...merge.take(1 + random(6)));
    }
    assert.deepEqual(out, sources.flat().sort(byNumber));
  }
});
