import assert from "node:assert/strict";
import { test } from "node:test";
import { HotKeyRates, orderedHotKeys, queryOfHotKey } from "../../../../src/console/web/app/machine/hot_keys.js";

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

test("a steady load has a steady rate, although the server halves its counts", () => {
  const rates = new HotKeyRates();
  const hot = (Requests, Share = 0.5) => ({ Table: "t", Rule: "PKC", Key: { id: { S: "a" } }, Share, Requests });
  const seen = [[0, 1000], [6, 1120], [12, 1240], [18, 680], [24, 800]].map(([seconds, requests]) => {
    rates.see([hot(requests)], seconds);
    return rates.of(hot(requests));
  });
  assert.deepEqual(seen, [NaN, 10, 10, 10, 10]);
  rates.see([{ ...hot(920), Rule: "SKC" }], 30); // another rule is another count
  assert.deepEqual([rates.of(hot(920)), rates.of({ ...hot(920), Rule: "SKC" })], [NaN, NaN]);
});

test("the Query of a hot key has the attributes of its index in their order", () => {
  const schema = (hash, range) => [...hash.map((AttributeName) => ({ AttributeName, KeyType: "HASH" })),
    ...range.map((AttributeName) => ({ AttributeName, KeyType: "RANGE" }))];
  const table = { AttributeDefinitions: [], KeySchema: schema(["pk"], ["sk"]),
    GlobalSecondaryIndexes: [{ IndexName: "g", KeySchema: schema(["b", "a"], ["c", "d"]) }] };
  const state = queryOfHotKey(table, { Index: "g", Key: { a: { N: "1" }, b: { S: "x" }, c: { S: "y" } } });
  assert.deepEqual([state.mode, state.index, state.partition, state.sort], ["query", "g", ["x", "1"],
    [{ op: "=", from: "y", to: "" }, { op: "", from: "", to: "" }]]);
  assert.deepEqual(queryOfHotKey(table, { Key: { pk: { S: "p" } } }).partition, ["p"]);
  for (const key of [{}, { Index: "gone", Key: { pk: { S: "p" } } }, { Index: "g", Key: { a: { N: "1" } } }])
    assert.equal(queryOfHotKey(table, key), null);
});
