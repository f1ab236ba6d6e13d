// The items that a write of a model stored, from the requests that were carried out.
import assert from "node:assert/strict";
import { test } from "node:test";
import { patternColumns } from "../../../../../src/console/web/app/dynamo/patterns/pattern_columns.js";
import { stateOfItem, writtenItems } from "../../../../../src/console/web/app/dynamo/patterns/written_items.js";

const table = { TableName: "t",
  AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }, { AttributeName: "sk", AttributeType: "N" },
    { AttributeName: "gpk", AttributeType: "S" }, { AttributeName: "mail", AttributeType: "S" }],
  KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }, { AttributeName: "sk", KeyType: "RANGE" }],
  GlobalSecondaryIndexes: [{ IndexName: "g", KeySchema: [{ AttributeName: "gpk", KeyType: "HASH" },
    { AttributeName: "mail", KeyType: "RANGE" }] }] };
const key = (pk, sk) => ({ pk: { S: pk }, sk: { N: sk } });

// A server with these items by partition key, in which "unique" is the model's own item.
function server(items) {
  const asked = [];
  const call = async (operation, body) => {
    asked.push(operation);
    if (operation === "GetItem") return items[body.Key.pk.S] ? { Item: items[body.Key.pk.S] } : {};
    return { Items: body.Items.map((item) => (item.pk.S === "unique"
      ? { Entity: null, Findings: [{ Kind: "sentinel" }] } : { Entity: "USER", Findings: [] })) };
  };
  return { asked, call, describe: async () => table };
}
const brief = (written) => written.map(({ item, entity }) => [item.pk.S, item.note?.S, entity]);

test("A transaction's items are those that it put and updated, without what only the model needs", async () => {
  const made = server({ b: { ...key("b", "2"), note: { S: "now" } } });
  const written = await writtenItems([{ Operation: "TransactWriteItems", Body: { TransactItems: [
    { Put: { TableName: "t", Item: { ...key("a", "1"), note: { S: "put" } } } },
    { Put: { TableName: "t", Item: key("unique", "0") } },
    { Update: { TableName: "t", Key: key("b", "2") } },
    { Delete: { TableName: "t", Key: key("c", "3") } },
    { ConditionCheck: { TableName: "t", Key: key("d", "4") } }] } }], made);
  assert.deepEqual(brief(written), [["a", "put", "USER"], ["b", "now", "USER"]]);
  assert.deepEqual(made.asked, ["GetItem", "PartitaConsole.JudgeItems"]);
});

test("The last action on an item decides, and an item that is gone by then is not shown", async () => {
  const put = (pk, note) => ({ PutRequest: { Item: { ...key(pk, "1"), note: { S: note } } } });
  const written = await writtenItems([
    { Operation: "BatchWriteItem", Body: { RequestItems: { t: [put("a", "old"), put("b", "x")] } } },
    { Operation: "PutItem", Body: { TableName: "t", Item: { ...key("a", "1"), note: { S: "new" } } } },
    { Operation: "DeleteItem", Body: { TableName: "t", Key: key("b", "1") } },
    { Operation: "UpdateItem", Body: { TableName: "t", Key: key("gone", "1") } }], server({}));
  assert.deepEqual(brief(written), [["a", "new", "USER"]]);
});

test("The link of an item is the query of its whole primary key", () => {
  const state = stateOfItem(table, key("it's \"x\"", "12345678901234567890123456789012345678"));
  assert.deepEqual([state.mode, state.index, state.partition, state.sort], ["query", "", ["it's \"x\""],
    [{ op: "=", from: "12345678901234567890123456789012345678", to: "" }]]);
});

test("The primary key comes first, then the fields, and keys that are no field come last", () => {
  const entity = { Fields: [{ Attribute: "mail" }, { Attribute: "pk" }, { Attribute: "note" }] };
  assert.deepEqual(patternColumns(table, [entity, entity]),
    { first: ["pk", "sk"], next: ["mail", "note"], last: new Set(["gpk"]) });
  assert.deepEqual(patternColumns(null, []), { first: [], next: [], last: new Set() });
});
