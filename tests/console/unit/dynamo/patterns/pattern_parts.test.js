// The parts of writes and of reads by keys: forms, their bodies, and the run of a write.
import assert from "node:assert/strict";
import test from "node:test";
import { emptyItem, emptyParts, fieldText, fillItem, inherited, labelOf, missingOfParts, partsBody, setText,
  textsOfItem } from "../../../../../src/console/web/app/dynamo/patterns/pattern_parts.js";
import { composeBody, counted, emptyForm,
  missing } from "../../../../../src/console/web/app/dynamo/patterns/patterns.js";
import { WriteRun } from "../../../../../src/console/web/app/dynamo/patterns/write_run.js";

const order = { Kind: "update", Table: "shop", Entity: "ORDER", Many: false,
  Parameters: [{ Name: "customerId", Type: "string", Role: "key" },
  { Name: "orderId", Type: "string", Role: "key" }, { Name: "status", Type: "string", Role: "given" },
  { Name: "status", Type: "string", Role: "set" },
  { Name: "note", Type: "string", Role: "set", Optional: true },
  { Name: "version", Type: "number", Role: "version" }] };
const line = { Kind: "create", Table: "shop", Entity: "LINE", Many: true,
  Parameters: [{ Name: "orderId", Type: "string", Role: "key" },
  { Name: "line", Type: "number", Role: "key" }, { Name: "text", Type: "string", Role: "field" },
  { Name: "tags", Type: "document", Role: "field", Optional: true }] };
const pattern = { Name: "ship", Operation: "transact_write", Parts: [order, line], Parameters: [] };

test("A field may be given before the write and be set by it, and a part takes the identity of an earlier one", () => {
  const parts = emptyParts(pattern);
  assert.deepEqual(missingOfParts(pattern, parts),
    ["ORDER.customerId", "ORDER.orderId", "ORDER.status", "ORDER.status", "ORDER.version", "LINE.orderId", "LINE.line",
      "LINE.text"]);
  const [key, id, given, set, note, version] = order.Parameters;
  for (const [one, text] of [[key, "c"], [id, "o"], [given, "OPEN"], [set, "SHIPPED"], [version, "3"]])
    setText(parts[0].items[0], one, text);
  parts[0].items[0].remove = ["note"];
  setText(parts[1].items[0], line.Parameters[1], "1");
  setText(parts[1].items[0], line.Parameters[2], ""); // touched: an empty text is a value
  assert.equal(inherited(pattern, parts, 1, line.Parameters[0]), "o");
  assert.deepEqual(missingOfParts(pattern, parts), []);
  assert.deepEqual(partsBody(pattern, parts), [
    { Items: [{ Values: { customerId: "c", orderId: "o", status: "SHIPPED" }, Given: { status: "OPEN" },
      Remove: ["note"], Version: "3" }] },
    { Items: [{ Values: { orderId: "o", line: "1", text: "" } }] }]);
  // A new text takes the removal back.
  setText(parts[0].items[0], note, "n");
  assert.deepEqual(partsBody(pattern, parts)[0].Items[0].Values.note, "n");
  assert.equal(partsBody(pattern, parts)[0].Items[0].Remove, undefined);
});
test("An item that exists fills the form, except for what an update sets", () => {
  const entity = { Fields: ["customerId", "orderId", "status", "note", "version"]
    .map((Name) => ({ Name, Attribute: Name })) };
  const texts = textsOfItem(order, entity,
    { customerId: { S: "c" }, orderId: { S: "o" }, status: { S: "OPEN" }, note: { NULL: true }, version: { N: "2" } });
  assert.deepEqual(texts, { customerId: "c", orderId: "o", status: "OPEN", version: "2" });
  assert.deepEqual(fillItem(order, texts),
    { values: { customerId: "c", orderId: "o" }, given: { status: "OPEN" }, remove: [], version: "2" });
  assert.equal(labelOf(order, texts), "c, o");
  assert.equal(fieldText({ L: [{ S: "a" }] }), '{"L":[{"S":"a"}]}');
  assert.deepEqual(emptyItem().remove, []);
});
test("Conditions with several operands are lists, and half of two is missing", () => {
  const read = { Name: "r", Operation: "read",
    Parameters: [{ Name: "price", Type: "number", Optional: true, Operands: "two" },
      { Name: "status", Type: "enum", Optional: true, Operands: "many" }] };
  const form = emptyForm(read);
  assert.deepEqual(composeBody(read, form), { Pattern: "r", Parameters: {} });
  form.lists = { price: ["1", ""], status: ["A", "", "B"] };
  assert.deepEqual(missing(read, form), ["price"]);
  form.lists.price[1] = "2";
  assert.deepEqual([missing(read, form), composeBody(read, form).Lists],
    [[], [{ Name: "price", Texts: ["1", "2"] }, { Name: "status", Texts: ["A", "B"] }]]);
});
test("Writes are asked for the units of each index", () => {
  assert.deepEqual(counted([{ Operation: "PutItem", Body: { ReturnConsumedCapacity: "TOTAL" } },
    { Operation: "Query", Body: {} }]).map((one) => one.Body.ReturnConsumedCapacity), ["INDEXES", "TOTAL"]);
});

// A model layer that reads, writes, and then has the outcome that the write's answer gives.
function layer(answers) {
  const asked = [], sent = [];
  const call = async (operation, body) => {
    if (operation !== "PartitaConsole.ComposePattern") {
      sent.push(operation);
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer;
    }
    asked.push(body);
    const given = body.Answers ?? [];
    const requests = ["GetItem", "UpdateItem"].slice(0, given.length + 1)
      .map((Operation, at) => ({ Operation, Body: { TableName: "t" },
        ...(at < given.length ? { Answered: true } : {}) }));
    const failed = given[1] && given[1].Status !== 200;
    return { Requests: requests, Effects: [], Seed: "s", NowMs: 1,
      ...(given.length < 2 ? {} : { Outcome: failed ? { Done: false, Failure: { Code: "C", Message: given[1].Text } }
        : { Done: true } }) };
  };
  return { asked, sent, call };
}
const run = async (made) => {
  await made.compose();
  while (made.waiting) await made.step();
  return made;
};
test("A write goes on until its outcome, with the same seed and all answers", async () => {
  const { asked, sent,
    call } = layer([{ Item: { a: { S: "1" } }, ConsumedCapacity: { TableName: "t", CapacityUnits: 1 } },
    { Attributes: { a: { S: "2" } }, ConsumedCapacity: { TableName: "t", CapacityUnits: 3, Table: { CapacityUnits: 1 },
      GlobalSecondaryIndexes: { g: { CapacityUnits: 2 } } } }]);
  const made = new WriteRun({ call, body: { Pattern: "p" }, now: () => 0 });
  await made.compose();
  assert.equal(made.readsNext, true);
  await run(made);
  assert.deepEqual(sent, ["GetItem", "UpdateItem"]);
  assert.deepEqual(asked.at(-1).Answers.map((one) => one.Status), [200, 200]);
  assert.deepEqual([asked.at(-1).Seed, asked.at(-1).NowMs, asked[0].Seed], ["s", 1, undefined]);
  assert.deepEqual([made.outcome.Done, made.item.a.S, made.totals.units, made.wrote, made.stats[1].places],
    [true, "2", 4, true, [["t", 1], ["g", 2]]]);
});
test("A refusal is told to the model layer, and a lost answer is not", async () => {
  const refusal = Object.assign(new Error("no"),
    { status: 400, body: { __type: "x#ConditionalCheckFailedException" } });
  const made = await run(new WriteRun({ call: layer([{}, refusal]).call, body: {}, now: () => 0 }));
  assert.deepEqual([made.outcome.Failure.Message, made.wrote], [JSON.stringify(refusal.body), false]);
  const lost = Object.assign(new Error("lost"), { status: 0, body: null });
  const other = new WriteRun({ call: layer([{}, lost]).call, body: {}, now: () => 0 });
  await assert.rejects(run(other), /lost/);
  assert.deepEqual([other.outcome, other.stats[1].error], [null, lost]);
});
