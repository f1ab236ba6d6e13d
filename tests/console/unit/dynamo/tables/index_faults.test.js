import assert from "node:assert/strict";
import { test } from "node:test";
import { indexFaults } from "../../../../../src/console/web/app/dynamo/tables/index_faults.js";
import { emptyIndex } from "../../../../../src/console/web/app/dynamo/tables/table_form.js";

const key = (name, type = "S") => ({ name, type });
const table = {
  TableName: "t", KeySchema: [{ AttributeName: "id", KeyType: "HASH" }],
  AttributeDefinitions: [{ AttributeName: "id", AttributeType: "S" }, { AttributeName: "n", AttributeType: "N" }],
  GlobalSecondaryIndexes: [{ IndexName: "global", Projection: { ProjectionType: "INCLUDE", NonKeyAttributes: ["x"] } }],
  LocalSecondaryIndexes: [{ IndexName: "local", Projection: { ProjectionType: "ALL" } }],
};
const index = (change) => ({ ...emptyIndex(), name: "fresh", partition: [key("a")], ...change });
const faults = (change, provisioned = false) => indexFaults(table, index(change), provisioned);

test("an index that the table can get has no fault", () => {
  assert.deepEqual(faults({}), {});
  assert.deepEqual(faults({ partition: [key("n", "N"), key("a")], sort: [key("id"), key("")] }), {});
  assert.deepEqual(faults({ projection: "INCLUDE", include: "b, c" }, true), {});
});

test("names are of the right form, and new", () => {
  assert.match(faults({ name: "ab" }).name, /3 to 255/);
  assert.match(faults({ name: "a".repeat(256) }).name, /3 to 255/);
  for (const name of ["global", "local"]) assert.match(faults({ name }).name, /with this name/);
});

test("an attribute of keys has one type, stands once, and has a name of at most 255 bytes", () => {
  assert.match(faults({ partition: [key("")] }).partition, /needs a partition key/);
  assert.match(faults({ partition: [key("n", "S")] }).partition, /n is of the type N/);
  assert.match(faults({ sort: [key("id", "B")] }).sort, /id is of the type S/);
  assert.match(faults({ sort: [key("a")] }).sort, /a stands in the key twice/);
  assert.match(faults({ partition: [key("é".repeat(128))] }).partition, /255 bytes/);
});

test("named attributes are some, differ, are no keys, and are at most 100 in all indexes", () => {
  const include = (text) => faults({ projection: "INCLUDE", include: text }).include;
  assert.match(include(" , "), /Name the attributes/);
  assert.match(include("b, c, b"), /b stands here twice/);
  for (const name of ["id", "a"]) assert.match(include(name), /is a key attribute/);
  const many = (count) => Array.from({ length: count }, (_, at) => `x${at}`).join(",");
  assert.equal(include(many(99)), undefined);
  assert.match(include(many(100)), /at most 100/);
});

test("units matter for provisioned tables only", () => {
  assert.deepEqual(faults({ reads: "none" }), {});
  assert.deepEqual(Object.keys(faults({ reads: "none" }, true)), ["reads"]);
});
