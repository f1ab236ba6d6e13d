import assert from "node:assert/strict";
import test from "node:test";
import { byAttributes, compareNumbers, compareValues } from "../../../../../src/console/web/app/dynamo/values/order.js";

const sorted = (list) => [...list].sort(compareValues);

test("Numbers are ordered as numbers of any length", () => {
  const inOrder = ["-1e125", "-12345678901234567890123456789012345678", "-10", "-9.5", "-0.001", "0", "1e-130",
    "0.5", "9", "10",
    "12345678901234567890123456789012345677", "12345678901234567890123456789012345678", "1E+125"];
  assert.deepEqual(sorted(inOrder.toReversed().map((N) => ({ N }))).map((value) => value.N), inOrder);
  assert.equal(compareNumbers("1.0", "1"), 0);
  assert.equal(compareNumbers("-0", "0"), 0);
  assert.equal(compareNumbers("0.05", "5e-2"), 0);
});
test("Strings have the order of UTF-8", () => {
  const inOrder = ["", "A", "a", "aa", "é", "\uFF5E", "😀"];
  assert.deepEqual(sorted(inOrder.toReversed().map((S) => ({ S }))).map((value) => value.S), inOrder);
});
test("Binary has the order of its bytes", () => {
  const inOrder = [[0], [0, 1], [1], [62], [127], [128, 0, 0], [255]]
    .map((bytes) => Buffer.from(bytes).toString("base64"));
  assert.deepEqual(sorted(inOrder.toReversed().map((B) => ({ B }))).map((value) => value.B), inOrder);
});
test("Several attributes decide in their order, forward and backward", () => {
  const items = [["b", "1"], ["a", "10"], ["a", "9"]].map(([x, y]) => ({ x: { S: x }, y: { N: y } }));
  const texts = (list) => list.map((item) => item.x.S + item.y.N);
  assert.deepEqual(texts(items.toSorted(byAttributes(["x", "y"]))), ["a9", "a10", "b1"]);
  assert.deepEqual(texts(items.toSorted(byAttributes(["x", "y"], false))), ["b1", "a10", "a9"]);
});
