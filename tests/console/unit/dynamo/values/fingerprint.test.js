import assert from "node:assert/strict";
import { test } from "node:test";
import { freshState } from "../../../../../src/console/web/app/dynamo/query/request.js";
import { fingerprint, shownNames } from "../../../../../src/console/web/app/dynamo/values/fingerprint.js";

const S = (text) => ({ S: text }), N = (number) => ({ N: number });

test("equal items have one fingerprint, and every change gives another", () => {
  const item = { pk: S("a"), n: N("1"), set: { SS: ["x", "y"] }, map: { M: { a: N("1"), b: S("") } } };
  const same = { map: { M: { b: S(""), a: N("1.0") } }, set: { SS: ["y", "x"] }, n: N("1.00"), pk: S("a") };
  assert.equal(fingerprint(item), fingerprint(same));
  const changes = [{ ...item, n: N("2") }, { ...item, n: S("1") }, { ...item, added: N("1") },
    { ...item, map: { M: { a: N("1") } } },
    { ...item, set: { SS: ["x"] } }, { ...item, pk: S("A") }];
  const prints = [item, ...changes].map((one) => fingerprint(one));
  assert.equal(new Set(prints).size, prints.length);
  assert.ok(prints.every((print) => Number.isSafeInteger(print) && print >= 0));
});

test("a hundred thousand items have as many fingerprints", () => {
  const prints = new Set(Array.from({ length: 100_000 }, (_, at) => fingerprint({ pk: S(`k${at}`) })));
  assert.equal(prints.size, 100_000);
});

test("only the attributes that were shown count, absent ones too", () => {
  const print = (item) => fingerprint(item, ["pk", "status"]);
  assert.equal(print({ pk: S("a"), other: N("1") }), print({ pk: S("a"), other: N("2") }));
  assert.notEqual(print({ pk: S("a") }), print({ pk: S("a"), status: S("new") }));
  assert.equal(fingerprint({ pk: S("a") }, ["pk", "constructor"]), fingerprint({ pk: S("a") }, ["pk"]));
});

const key = (name, KeyType) => ({ AttributeName: name, KeyType });
const table = {
  TableName: "t", KeySchema: [key("pk", "HASH")], AttributeDefinitions: [],
  GlobalSecondaryIndexes: [
    { IndexName: "some", KeySchema: [key("g", "HASH"), key("pk", "RANGE")],
      Projection: { ProjectionType: "INCLUDE", NonKeyAttributes: ["x"] } },
    { IndexName: "all", KeySchema: [key("g", "HASH")], Projection: { ProjectionType: "ALL" } },
  ],
};
test("what a run shows whole: everything, what an index holds, or what a projection names", () => {
  const names = (change) => shownNames(table, { ...freshState(), ...change });
  assert.equal(names({}), null);
  assert.equal(names({ index: "all" }), null);
  assert.deepEqual(names({ index: "some" }), ["pk", "g", "x"]);
  assert.deepEqual(names({ projection: 'a, b.c, "odd.name", l[0]' }), ["pk", "a", "odd.name"]);
});
