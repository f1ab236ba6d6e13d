import assert from "node:assert/strict";
import { test } from "node:test";
import { canonicalNumber, compareNumbers, numberFault,
  numberSize } from "../../../../../src/console/web/app/dynamo/values/numbers.js";

test("equal numbers have one canonical text, however they are written", () => {
  for (const group of [["1", "1.0", "01", "+1", "1e0", "0.1E1", "100E-2"], ["0", "-0", "0.00", "0E5"],
    ["-250", "-2.5e2"]])
    assert.equal(new Set(group.map(canonicalNumber)).size, 1, group.join());
  assert.notEqual(canonicalNumber("12345678901234567890123456789012345678"),
    canonicalNumber("12345678901234567890123456789012345679"));
});

test("the limits of DynamoDB's numbers are faults", () => {
  for (const good of ["0", "-1.5", ".5", "5.", "9.99E125", "1E-130", "12345678901234567890123456789012345678",
    "0".repeat(60), "1" + "0".repeat(100)])
    assert.equal(numberFault(good), null, good);
  for (const bad of ["", "-", ".", "x", "1x", "1 ", "NaN", "Infinity", "1E126", "1E-131",
    "123456789012345678901234567890123456789"])
    assert.notEqual(numberFault(bad), null, bad);
});

test("sizes and order", () => {
  assert.deepEqual(["0", "1", "12", "123", "-123", "100000"].map(numberSize), [1, 2, 2, 3, 4, 2]);
  const sorted = ["-1E20", "-2", "-1.5", "0", "1E-130", "0.5", "2", "10", "10.1"];
  for (let i = 0; i < sorted.length; ++i)
    for (let j = 0; j < sorted.length; ++j)
      assert.equal(compareNumbers(sorted[i], sorted[j]), Math.sign(i - j), `${sorted[i]} ${sorted[j]}`);
});
