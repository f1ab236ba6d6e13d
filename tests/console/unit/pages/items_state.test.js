import assert from "node:assert/strict";
import { test } from "node:test";
import { ItemsState } from "../../../../src/console/web/app/pages/items/items_state.js";
import { freshState } from "../../../../src/console/web/app/dynamo/query/request.js";

const table = { TableName: "t", AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
  KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }] };
function begun(server = { Amazon: false }) {
  const sent = [];
  const call = async (operation, body) => {
    sent.push([operation, body.Limit]);
    return { Items: [{ pk: { S: "a" } }], Count: 1, ScannedCount: 3, ConsumedCapacity: { CapacityUnits: 0.5 } };
  };
  return { state: new ItemsState(table, { call, server, redraw: () => {} }), sent };
}
const read = async ({ result }) => {
  result.rows.need(0, 10);
  while (!result.rows.complete) await new Promise(setImmediate);
};

test("an address without a query shows the first page by Scan, unless it costs money", async () => {
  const { state, sent } = begun();
  assert.ok(state.open(freshState()));
  await read(state);
  assert.deepEqual(sent, [["Scan", 200]]);
  const { count, scanned, units } = state.result;
  assert.deepEqual([count, scanned, units], [1, 3, 0.5]);
  const amazon = begun({ Amazon: true });
  assert.ok(!amazon.state.open(freshState()));
  assert.ok(amazon.state.run());
});

test("a query without a key waits, and one with a fault says it", () => {
  const { state } = begun();
  state.open(freshState());
  assert.ok(!state.open({ ...freshState(), mode: "query", partition: [""] }));
  assert.deepEqual([state.result, state.tried], [null, false]);
  assert.ok(!state.run());
  assert.deepEqual([state.result, state.tried], [null, true]);
  state.query.partition = ["a"];
  assert.ok(state.run());
  assert.equal(state.tried, false);
});

test("a result keeps the query that it was made of", () => {
  const { state } = begun();
  state.run();
  state.query.limit = "7";
  assert.equal(state.result.state.limit, "");
});

test("a moment is offered if the table has recovery, and a result of it only reads", async () => {
  const sent = [];
  const call = async (operation, body) => {
    sent.push(operation);
    if (operation === "DescribeContinuousBackups")
      return { ContinuousBackupsDescription: { PointInTimeRecoveryDescription: { PointInTimeRecoveryStatus: "ENABLED",
        EarliestRestorableDateTime: 1000, LatestRestorableDateTime: 2000 } } };
    if (operation === "Partita.ListChangedItems")
      return { ChangedItems: [{ Key: { pk: { S: "a" } }, OldImage: { pk: { S: "a" }, old: { S: "x" } } }] };
    return operation === "BatchGetItem" ? { Responses: { t: body.RequestItems.t.Keys } }
      : { Items: [{ pk: { S: "a" } }, { pk: { S: "b" } }], Count: 2 };
  };
  const state = new ItemsState(table, { call, server: { Amazon: false }, redraw: () => {} });
  assert.equal(state.window, null);
  await state.readRecovery();
  assert.equal(state.window.earliest, 1000);
  state.query.asOf = "1970-01-01T00:16:39";
  assert.ok(!state.run());
  assert.match(state.request.faults.get("asOf"), /before the earliest/);
  state.query.asOf = "1970-01-01T00:16:41";
  assert.ok(state.run());
  await read(state);
  assert.deepEqual([...state.result.rows.loaded()].map(([, item]) => item),
    [{ pk: { S: "b" } }, { pk: { S: "a" }, old: { S: "x" } }]);
  assert.deepEqual([state.result.count, state.result.past.moment], [2, 1001]);
  const amazon = new ItemsState(table, { call: () => assert.fail(), server: { Amazon: true }, redraw: () => {} });
  await amazon.readRecovery();
  assert.equal(amazon.window, null);
});
