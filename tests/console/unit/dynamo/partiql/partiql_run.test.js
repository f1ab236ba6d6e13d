import assert from "node:assert/strict";
import test from "node:test";
import { StatementRun } from "../../../../../src/console/web/app/dynamo/partiql/run.js";

const item = (text) => ({ id: { S: text } });
const select = { Statement: 'SELECT * FROM "t"' };
const remove = { Statement: "DELETE FROM t WHERE id = 'a'" };

test("Pages follow the token, and only SELECT has a limit", async () => {
  const bodies = [];
  const call = async (operation, body) => {
    bodies.push(body);
    return body.NextToken ? { Items: [item("b")], ConsumedCapacity: { CapacityUnits: 0.5 } }
      : { Items: [item("a")], NextToken: "x", ConsumedCapacity: { CapacityUnits: 1 } };
  };
  const run = new StatementRun({ call, bodies: [select], mode: "each", limit: 1, now: () => 0 });
  await run.run();
  const [one] = run.results;
  assert.equal(one.isDone, false);
  await run.next(one);
  assert.deepEqual([one.items.length, one.isDone, one.units, one.pages, run.units], [2, true, 1.5, 2, 1.5]);
  assert.deepEqual(bodies.map((body) => [body.Limit, body.NextToken]), [[1, undefined], [1, "x"]]);
  const writes = new StatementRun({ call, bodies: [remove], mode: "each", limit: 1, now: () => 0 });
  await writes.run();
  assert.equal(bodies.at(-1).Limit, undefined);
});
test("One after another, a statement that fails stops those behind it", async () => {
  let count = 0;
  const call = async () => {
    if (++count === 2) throw Object.assign(new Error("no"), { code: "ValidationException" });
    return { Items: [] };
  };
  const run = new StatementRun({ call, bodies: [select, select, select], mode: "each", now: () => 0 });
  await run.run();
  assert.deepEqual(run.results.map((one) => [one.pages, one.fault?.code]),
    [[1, undefined], [0, "ValidationException"], [0, undefined]]);
});
test("A batch has an answer or an error for each statement", async () => {
  const call = async (operation, body) => {
    assert.equal(operation, "BatchExecuteStatement");
    assert.equal(body.Statements.length, 2);
    return { Responses: [{ TableName: "t", Item: item("a") },
      { TableName: "t", Error: { Code: "ValidationError", Message: "wrong" } }],
        ConsumedCapacity: [{ CapacityUnits: 1 }, { CapacityUnits: 2 }] };
  };
  const run = new StatementRun({ call, bodies: [select, select], mode: "batch", now: () => 0 });
  await run.run();
  assert.deepEqual([run.results[0].items.length, run.results[1].fault.code, run.units], [1, "ValidationError", 3]);
});
test("A cancelled transaction says which statement was the reason", async () => {
  const call = async () => {
    throw Object.assign(new Error("cancelled"),
      { code: "TransactionCanceledException",
        body: { CancellationReasons: [{ Code: "None" }, { Code: "ConditionalCheckFailed", Message: "failed" }] } });
  };
  const run = new StatementRun({ call, bodies: [remove, remove], mode: "transaction", now: () => 0 });
  await run.run();
  assert.deepEqual([run.fault.code, run.results[0].fault, run.results[1].fault.code],
    ["TransactionCanceledException", null, "ConditionalCheckFailed"]);
});
test("A batch that the service would refuse is not sent", async () => {
  const run = new StatementRun({ call: () => assert.fail("sent"), bodies: [select, remove], mode: "batch",
    now: () => 0 });
  await run.run();
  assert.equal(run.fault.code, "Not sent");
});
