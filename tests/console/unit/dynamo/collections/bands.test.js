import assert from "node:assert/strict";
import test from "node:test";
import { Bands, countBy } from "../../../../../src/console/web/app/dynamo/collections/bands.js";

const item = (p, s) => ({ p: { S: p }, ...(s === undefined ? {} : { s: { N: s } }) });

test("Pages in any order make sorted bands in the order of their partitions", () => {
  const bands = new Bands({ partition: ["p"], sort: ["s"] });
  bands.add([item("b", "10"), item("a", "1")]);
  bands.add([item("b", "9"), { other: { S: "x" } }]);
  assert.deepEqual(bands.bands.map((band) => [band.key[0].S, band.items.map((one) => one.s.N)]),
    [["b", ["9", "10"]], ["a", ["1"]]]);
  assert.equal(bands.count, 3);
});
test("A table without a sort key has one item in each band", () => {
  const bands = new Bands({ partition: ["p"], sort: [] });
  bands.add([item("b"), item("a")]);
  assert.deepEqual(bands.bands.map((band) => band.items.length), [1, 1]);
});
test("Items are counted by name", () => {
  assert.deepEqual(countBy([item("b"), item("a"), item("b")], (one) => one.p.S), [["b", 2], ["a", 1]]);
});
