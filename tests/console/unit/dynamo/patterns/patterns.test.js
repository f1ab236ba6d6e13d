import assert from "node:assert/strict";
import test from "node:test";
import { PatternRun, sharedOrder } from "../../../../../src/console/web/app/dynamo/patterns/pattern_run.js";
import { composeBody, emptyForm, fillForm, isWrite, missing, operationText, parameterText, search,
  suggestions } from "../../../../../src/console/web/app/dynamo/patterns/patterns.js";

const pattern = { Name: "Orders of a customer", Id: "orders", Operation: "Query", Table: "shop", Index: "by_customer",
  Entities: ["ORDER"],
  Parameters: [{ Name: "customerId", Type: "string" }, { Name: "createdAt", Type: "time", Range: true, Optional: true },
    { Name: "note", Type: "string", Optional: true }] };

test("A search finds patterns by all of its words", () => {
  const other = { ...pattern, Name: "Items of an order", Index: null, Entities: ["ITEM"], Parameters: [] };
  assert.deepEqual(search([pattern, other], "order CUSTOMER").map((one) => one.Name), ["Orders of a customer"]);
  assert.equal(search([pattern, other], "").length, 2);
});
test("A read has the operation of its plan, other patterns the one that they name", () => {
  assert.equal(operationText({ Operation: "read", PlannedOperation: "GetItem" }), "GetItem");
  assert.equal(operationText({ Operation: "transact_write" }), "TransactWriteItems");
});

test("Reads and writes are told apart", () => {
  assert.deepEqual(["read", "scan", "batch_get", "transact_get", "search", "put", "create", "transact_write",
    "batch_write", "UpdateItem"].map(isWrite),
    [false, false, false, false, false, true, true, true, true, true]);
});
test("A form makes the body of ComposePattern, without what was left out", () => {
  const form = emptyForm(pattern);
  assert.deepEqual(missing(pattern, form), ["customerId"]);
  form.values.customerId = "c1";
  form.values.note = "";
  assert.deepEqual(missing(pattern, form), []);
  assert.deepEqual(composeBody(pattern, form), { Pattern: "Orders of a customer", Parameters: { customerId: "c1" } });
  form.range = { comparison: "between", from: "2026", to: "" };
  assert.deepEqual(missing(pattern, form), ["createdAt"]);
  form.range.to = "2027";
  form.limit = "20";
  assert.deepEqual(composeBody(pattern, form), { Pattern: "Orders of a customer", Parameters: { customerId: "c1" },
    Range: { Comparison: "between", From: "2026", To: "2027" }, Limit: 20 });
});
test("A range that must be given begins as between, with an item's value as both ends", () => {
  const needed = { ...pattern, Parameters: [{ Name: "createdAt", Type: "time", Range: true, Optional: false }] };
  const form = emptyForm(needed);
  assert.deepEqual(missing(needed, form), ["createdAt"]);
  fillForm(needed, form, { createdAt: "2026-01-01", other: "x" });
  assert.deepEqual(composeBody(needed, form).Range, { Comparison: "between", From: "2026-01-01", To: "2026-01-01" });
  const optional = emptyForm(pattern);
  fillForm(pattern, optional, { customerId: "c", createdAt: "2026", note: "n" });
  assert.deepEqual([optional.values, optional.range.comparison], [{ customerId: "c" }, ""]);
});
test("Items give sets of values, each once", () => {
  const entity = { Name: "ORDER",
    Fields: [{ Name: "customerId", Attribute: "cid" }, { Name: "createdAt", Attribute: "at" }] };
  const items = [{ cid: { S: "c1" }, at: { N: "5" } }, { cid: { S: "c1" }, at: { N: "6" } }, { cid: { S: "c2" } }];
  assert.deepEqual(suggestions(pattern, [entity], { ORDER: items }), [
    { label: "c1", values: { customerId: "c1", createdAt: "5" } }, { label: "c2", values: { customerId: "c2" } }]);
  assert.equal(parameterText({ N: "12345678901234567890123456789012345678" }),
    "12345678901234567890123456789012345678");
  assert.equal(parameterText({ L: [] }), null);
});

const query = (shard, more = {}) =>
  ({ Operation: "Query", Body: { TableName: "t", IndexName: "i", Shard: shard, ...more } });
const item = (at) => ({ at: { N: String(at) } });
// Answers Query from lists by shard, `page` items at a time.
function fake(lists, page) {
  const sent = [];
  return { sent, call: async (_, body) => {
    sent.push(body.Shard);
    const from = body.ExclusiveStartKey ? Number(body.ExclusiveStartKey.from.N) : 0;
    const items = lists[body.Shard].slice(from, from + page).map(item);
    return { Items: items, ScannedCount: items.length + 1, ConsumedCapacity: { CapacityUnits: 0.5 },
      ...(from + page < lists[body.Shard].length ? { LastEvaluatedKey: { from: { N: String(from + page) } } } : {}) };
  } };
}
const numbers = (run) => run.items.map((one) => Number(one.at.N));

test("Shards are merged in the order of the sort key, page by page, backward too", async () => {
  const { call } = fake([[9, 8, 1], [10, 7, 6, 5], []], 2);
  const run = new PatternRun({ call, requests: [0, 1, 2].map((shard) => query(shard, { ScanIndexForward: false })),
    sortKey: ["at"], now: () => 0 });
  await run.next();
  assert.ok(run.isMerged && !run.isDone);
  assert.deepEqual(numbers(run), [10, 9, 8]);
  while (!run.isDone) await run.next();
  assert.deepEqual(numbers(run), [10, 9, 8, 7, 6, 5, 1]);
  assert.deepEqual(run.totals, { pages: 5, evaluated: 12, returned: 7, units: 2.5, ms: 0 });
});
test("Requests without a shared order are carried out one after another", async () => {
  const { call, sent } = fake([[3], [1]], 5);
  const requests = [query(0), query(1, { IndexName: "other" })];
  assert.equal(sharedOrder(requests, ["at"]), null);
  const run = new PatternRun({ call, requests, sortKey: ["at"], now: () => 0 });
  await run.next();
  assert.deepEqual([numbers(run), sent, run.isDone], [[3], [0], false]);
  await run.next();
  assert.deepEqual([numbers(run), run.isDone], [[3, 1], true]);
});
test("A shard whose Query fails is asked again, and no other shard's items come twice", async () => {
  const { call, sent } = fake([[1], [2], [3]], 5);
  let fails = true;
  const slow = async (operation, body) => {
    if (body.Shard === 0 && fails) throw new Error("throttled");
    await new Promise(setImmediate);
    return call(operation, body);
  };
  const run = new PatternRun({ call: slow, requests: [query(0), query(1), query(2)], sortKey: ["at"], now: () => 0 });
  await assert.rejects(run.next(), /throttled/);
  fails = false;
  await run.next();
  assert.deepEqual([numbers(run), run.isDone, sent], [[1, 2, 3], true, [1, 2, 0]]);
});
test("Keys that a batch did not process are asked for again", async () => {
  const bodies = [];
  const call = async (_, body) => {
    bodies.push(body.RequestItems);
    return bodies.length === 1 ? { Responses: { t: [item(1)] }, UnprocessedKeys: { t: { Keys: [item(2)] } } }
      : { Responses: { t: [item(2)] }, UnprocessedKeys: {} };
  };
  const run = new PatternRun({ call,
    requests: [{ Operation: "BatchGetItem", Body: { RequestItems: { t: { Keys: [item(1), item(2)] } } } }],
    now: () => 0 });
  while (!run.isDone) await run.next();
  assert.deepEqual([numbers(run), bodies[1]], [[1, 2], { t: { Keys: [item(2)] } }]);
});
test("Empty pages are passed over until there is an item or the end", async () => {
  let pages = 0;
  const call = async () => (++pages < 5 ? { Items: [], LastEvaluatedKey: item(pages) } : { Items: [item(1)] });
  const run = new PatternRun({ call, requests: [query(0)], now: () => 0 });
  await run.next();
  assert.deepEqual([pages, numbers(run), run.isDone], [5, [1], true]);
});
