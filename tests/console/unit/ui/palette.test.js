import assert from "node:assert/strict";
import { test } from "node:test";
import { indexCommands, patternCommands } from "../../../../src/console/web/app/commands.js";
import { isBlankQuery } from "../../../../src/console/web/app/dynamo/query/request.js";
import { gather, match } from "../../../../src/console/web/app/ui/palette.js";

const key = (...names) => names.map((AttributeName, at) => ({ AttributeName, KeyType: at ? "RANGE" : "HASH" }));
const table = { TableName: "single_table", AttributeDefinitions: [], KeySchema: key("pk", "sk"),
  LocalSecondaryIndexes: [{ IndexName: "local", KeySchema: key("pk", "l") }],
  GlobalSecondaryIndexes: [{ IndexName: "GSI1", KeySchema: key("g") }] };

test("a text matches by its letters in order, and best where they are beside each other", () => {
  assert.equal(match("Machine", "mx"), null);
  assert.equal(match("Machine", "mm"), null);
  assert.equal(match("anything", ""), 0);
  assert.equal(match("Orders of a customer, newest first", "orders of a cust"), 0);
  assert.equal(match("Orders of a customer", "ordersofacust"), 0);
  const better = (one, other, wanted) =>
    assert.ok(match(one, wanted) < match(other, wanted), `${one} < ${other} for ${wanted}`);
  // The letters of the table's name do not keep the index from its rank.
  better("single_table: index GSI1", "goods: index by_size", "gsi");
  better("gamma.2", "gamma.12", "gam2");
  better("items", "old_items", "items");
});

test("each index of a table has a command, and the table itself is none", () => {
  assert.deepEqual(indexCommands(table).map(({ text, kind }) => [text, kind]),
    [["single_table: index local", "Index"], ["single_table: index GSI1", "Index"]]);
  assert.deepEqual(patternCommands({ Patterns: [{ Name: "A b" }] }).map(({ text, kind }) => [text, kind]),
    [["A b", "Access pattern"]]);
});

test("commands that are promised come later, and a promise that fails adds nothing", async () => {
  let changes = 0, arrive;
  const late = new Promise((resolve) => { arrive = resolve; });
  const found = gather(new Set([() => [{ text: "a" }, late, { text: "b" }], () => [Promise.reject(new Error("no"))]]),
    () => { changes += 1; });
  assert.deepEqual([found.commands.map(({ text }) => text), found.waiting], [["a", "b"], 2]);
  arrive([{ text: "c" }, { text: "d" }]);
  for (let turn = 0; turn < 5; ++turn) await null;
  assert.deepEqual([found.commands.map(({ text }) => text), found.waiting, changes], [["a", "b", "c", "d"], 0, 2]);
});

test("a query without the values of its key waits to be filled in", () => {
  assert.ok(isBlankQuery({ mode: "query", partition: ["", ""] }));
  assert.ok(!isBlankQuery({ mode: "query", partition: ["", "x"] }));
  assert.ok(!isBlankQuery({ mode: "scan", partition: [""] }));
});
