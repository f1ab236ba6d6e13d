import assert from "node:assert/strict";
import { test } from "node:test";
import { orderedHotKeys } from "../../../src/console/web/app/dynamo/hot_keys.js";

const key = (Table, LeastShare, Requests) => ({ Table, Share: LeastShare, LeastShare, Requests });

test("a key with most of many requests is before one with all of few, which is marked", () => {
  const keys = [key("asked once", 1, 16), key("cold", 0.02, 40_000), key("hot", 0.858, 40_000)];
  const ordered = orderedHotKeys(keys);
  assert.deepEqual(ordered.map(({ Table, isFew }) => [Table, isFew]),
    [["hot", false], ["cold", false], ["asked once", true]]);
  assert.deepEqual(ordered.map(({ own }) => Math.round(own)), [34_320, 800, 16]);
  assert.equal(keys[0].Table, "asked once"); // the answer stays as it is
});

test("a key that few of many requests name is marked too", () => {
  const ordered = orderedHotKeys([key("rare", 0.017, 928), key("hot", 0.879, 928)]);
  assert.deepEqual(ordered.map(({ isFew }) => isFew), [false, true]);
});

test("what surely was seen decides, because a counter may have begun with the count of another key", () => {
  const [first] = orderedHotKeys([{ ...key("maybe", 0.1, 1000), Share: 0.9 }, key("surely", 0.5, 1000)]);
  assert.equal(first.Table, "surely");
});
