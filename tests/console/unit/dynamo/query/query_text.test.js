import assert from "node:assert/strict";
import { test } from "node:test";
import { queryFacts } from "../../../../../src/console/web/app/dynamo/query/query_text.js";
import { inOrder } from "../../../../../src/console/web/app/dynamo/tables/keys.js";

test("a query is said with its names and values", () => {
  assert.deepEqual(queryFacts({ operation: "Query", body: { TableName: "t", IndexName: "i",
    KeyConditionExpression: "#a = :a AND begins_with(#b, :b)", FilterExpression: "#n > :n OR NOT contains(#n, :n_2)",
    ExpressionAttributeNames: { "#a": "a", "#b": "odd name", "#n": "n" },
    ExpressionAttributeValues: { ":a": { S: 'it"s :n' }, ":b": { S: "ORDER#" }, ":n": { N: "5" },
      ":n_2": { BOOL: true } } } }),
  [["Result of", "Query of the index i of t"], ["Key", 'a = "it\\"s :n" AND begins_with("odd name", "ORDER#")'],
    ["Filter", "n > 5 OR NOT contains(n, true)"]]);
  assert.deepEqual(queryFacts({ operation: "Scan", body: { TableName: "t" } }),
    [["Result of", "Scan of the table t"], ["Filter", "none"]]);
});

test("names in order: the primary key, the others, the keys of indexes", () => {
  const key = (...names) => names.map((AttributeName, at) => ({ AttributeName, KeyType: at ? "RANGE" : "HASH" }));
  const table = { AttributeDefinitions: [], KeySchema: key("pk", "sk"),
    GlobalSecondaryIndexes: [{ IndexName: "g", KeySchema: key("g1", "sk") }],
    LocalSecondaryIndexes: [{ IndexName: "l", KeySchema: key("pk", "l1") }] };
  assert.deepEqual(inOrder(table, ["l1", "b", "sk", "g1", "a", "pk"]), ["pk", "sk", "b", "a", "l1", "g1"]);
});
