import assert from "node:assert/strict";
import { test } from "node:test";
import { PatternState } from "../../../../src/console/web/app/pages/patterns/state.js";

const kRead = { Name: "Read", Operation: "query", Table: "t", Entities: ["Order"], Served: true,
  Parameters: [{ Name: "id", Type: "string" }] };
const kWrite = { ...kRead, Name: "Write", Operation: "update" };
const kOrder = { Name: "Order", Fields: [{ Name: "id", Attribute: "id", Type: "string" }] };
const model = { Tables: [{ Name: "t", Entities: [kOrder] }], Findings: [] };
const kRequest = { Operation: "Query", Body: { TableName: "t" } };
const kPut = { Operation: "PutItem", Body: { TableName: "t" } };

// A state, and a note of its work: requests by their operations, and its messages. `answers` are those of
// ComposePattern.
function begun(pattern, { answers = [], examples = {}, may = true, server = {} } = {}) {
  const done = [];
  const call = async (operation) => {
    done.push(operation.replace("PartitaConsole.", ""));
    if (!operation.endsWith("ComposePattern")) return { Items: [{ id: { S: "a" } }] };
    const answer = answers.length > 1 ? answers.shift() : answers[0] ?? { Requests: [kRequest] };
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const state = new PatternState(pattern, model, { server, call, describe: async () => { throw new Error("none"); },
    examplesOf: async () => ({ examples, units: 2 }), writtenBy: async () => [], mayWrite: async () => may,
    say: (text) => done.push(text), seen: () => {}, answered: () => done.push("answered"), redraw: () => {} });
  return { state, done };
}
const write = (...more) => [{ Requests: [kPut] }, { Requests: [kPut] }, ...more];

test("requests are composed as soon as all parameters have a text, and not before", async () => {
  const { state, done } = begun(kRead);
  await state.compose();
  assert.deepEqual([state.requests, state.absent, done], [null, ["id"], []]);
  state.form.values.id = "a";
  await state.compose();
  assert.deepEqual([state.requests.length, state.canRun, done], [1, true, ["ComposePattern"]]);
});

test("an answer to an earlier text is not shown", async () => {
  const { state } = begun(kRead);
  state.form.values.id = "a";
  const first = state.compose();
  state.form.values.id = "";
  await state.compose();
  await first;
  assert.equal(state.requests, null);
});

test("a read is filled in from an item that exists, a write and what the user emptied are not", async () => {
  const examples = { Order: [{ id: { S: "a" } }] };
  for (const [pattern, isTyped, text] of [[kRead, false, "a"], [kWrite, false, ""], [kRead, true, ""]]) {
    const { state } = begun(pattern, { examples });
    if (isTyped) state.changed(true);
    await state.suggest();
    state.end();
    assert.equal(state.form.values.id ?? "", text);
    assert.deepEqual([state.examplesUnits, state.isLooking], [2, false]);
  }
});

test("a part of a read by keys is filled in from an item that exists, unless the user has typed", async () => {
  const examples = { Order: [{ id: { S: "a" } }] };
  const parameters = ["id", "line"].map((Name) => ({ Name, Type: "string", Role: "key" }));
  const pattern = { ...kRead, Operation: "batch_get", Parameters: [],
    Parts: [{ Kind: "get", Table: "t", Entity: "Order", Parameters: parameters }] };
  for (const [isTyped, text] of [[false, "a"], [true, "mine"]]) {
    const { state } = begun(pattern, { examples });
    const suggested = state.suggest();
    if (isTyped) {
      state.form.parts[0].items[0].values.id = "mine";
      state.changed(true);
    }
    await suggested;
    state.end();
    assert.equal(state.form.parts[0].items[0].values.id, text);
  }
});

test("a read sends what was composed, and shows what it found", async () => {
  const { state, done } = begun(kRead);
  state.form.values.id = "a";
  await state.go();
  assert.deepEqual([state.run.items.length, state.isBusy], [1, false]);
  assert.deepEqual(done, ["ComposePattern", "Query", "answered"]);
});

test("a write asks before it is sent, and says that nothing was written", async () => {
  const refused = begun(kWrite, { answers: write(), may: false });
  refused.state.form.values.id = "a";
  await refused.state.go();
  assert.ok(!refused.done.includes("PutItem") && refused.done.includes("Nothing was written."));
  assert.equal(refused.state.run, null);

  const done = { Requests: [{ ...kPut, Answered: true }], Outcome: { Done: true } };
  const agreed = begun(kWrite, { answers: write(done) });
  agreed.state.form.values.id = "a";
  await agreed.state.go();
  assert.ok(agreed.done.includes("PutItem"));
  assert.deepEqual([agreed.state.run.outcome.Done, agreed.state.run.written], [true, []]);
});

test("a console that only reads sends no write", async () => {
  const { state, done } = begun(kWrite, { answers: write(), server: { ReadOnly: true } });
  state.form.values.id = "a";
  await state.go();
  assert.deepEqual(done, ["ComposePattern"]);
});
