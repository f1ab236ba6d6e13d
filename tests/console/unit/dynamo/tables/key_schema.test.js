import assert from "node:assert/strict";
import test from "node:test";
import { identity, keyValue, partitionCondition, primaryKey, viewOf,
  views } from "../../../../../src/console/web/app/dynamo/tables/key_schema.js";

const table = {
  TableName: "t",
  AttributeDefinitions: [["pk", "S"], ["sk", "N"], ["a", "S"], ["b", "N"], ["c", "B"]]
    .map(([AttributeName, AttributeType]) => ({ AttributeName, AttributeType })),
  KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }, { AttributeName: "sk", KeyType: "RANGE" }],
  GlobalSecondaryIndexes: [{ IndexName: "g", Projection: { ProjectionType: "KEYS_ONLY" },
    KeySchema: [["a", "HASH"], ["b", "HASH"], ["c", "RANGE"], ["sk", "RANGE"]]
      .map(([AttributeName, KeyType]) => ({ AttributeName, KeyType })) }],
};

test("An index has several attributes in each part of its key", () => {
  assert.deepEqual(views(table).map(({ name, partition, sort }) => ({ name, partition, sort })), [
    { name: "", partition: ["pk"], sort: ["sk"] }, { name: "g", partition: ["a", "b"], sort: ["c", "sk"] }]);
  assert.equal(viewOf(table, "none"), null);
  assert.deepEqual(primaryKey(table, { pk: { S: "x" }, sk: { N: "1" }, a: { S: "y" } }),
    { pk: { S: "x" }, sk: { N: "1" } });
});
test("The condition of a partition names every attribute of its key", () => {
  assert.deepEqual(partitionCondition(viewOf(table, "g"), [{ S: "x" }, { N: "1" }]), {
    KeyConditionExpression: "#k0 = :k0 AND #k1 = :k1", ExpressionAttributeNames: { "#k0": "a", "#k1": "b" },
    ExpressionAttributeValues: { ":k0": { S: "x" }, ":k1": { N: "1" } } });
});
test("Partitions of different types are different", () => {
  assert.notEqual(identity({ a: { S: "1" } }, ["a"]), identity({ a: { N: "1" } }, ["a"]));
});
test("Typed key values are checked", () => {
  assert.deepEqual(keyValue("N", " 12345678901234567890123456789012345678 "),
    { value: { N: "12345678901234567890123456789012345678" } });
  assert.ok(keyValue("N", "1x").fault);
  assert.ok(keyValue("S", "").fault);
  assert.deepEqual(keyValue("B", "AAE="), { value: { B: "AAE=" } });
  assert.ok(keyValue("B", "A").fault);
});
