import assert from "node:assert/strict";
import { test } from "node:test";
import { Collections } from "../../../../src/console/web/app/pages/collections/state.js";

const table = { TableName: "t", AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "N" },
  { AttributeName: "g", AttributeType: "S" }], KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
GlobalSecondaryIndexes: [{ IndexName: "by", KeySchema: [{ AttributeName: "g", KeyType: "HASH" }],
  Projection: { ProjectionType: "ALL" } }] };
const item = (pk) => ({ pk: { N: pk }, g: { S: "x" } });

function begun(answers = []) {
  const sent = [], judged = [];
  const judge = { take: async (items) => { judged.push(...items); }, nameOf: () => "Thing", findings: () => [] };
  const call = async (operation, body) => {
    sent.push([operation, body.IndexName, body.ExpressionAttributeValues?.[":k0"]]);
    const answer = answers.shift() ?? { Items: [item("1")] };
    if (answer instanceof Error) throw answer;
    return answer;
  };
  const state = new Collections(table, { call, judgeOf: () => judge, coloursOf: async () => () => 1, seen: () => {},
    redraw: () => {} });
  return { state, sent, judged };
}

test("texts of the partition key are a Query of it, none are a Scan, and a wrong one is neither", async () => {
  const { state, sent } = begun();
  assert.equal(state.typed(), null);
  await state.begin(null);
  state.texts = ["12"];
  await state.begin(state.typed());
  state.texts = ["twelve"];
  assert.equal(state.typed(), undefined);
  assert.equal(state.faults.length, 1);
  state.choose("by");
  assert.deepEqual([state.texts, state.faults, state.typed()], [[], [], null]);
  assert.deepEqual(sent, [["Scan", undefined, undefined], ["Query", undefined, { N: "12" }]]);
});

test("an address says the index and the partition, and a damaged one begins with the whole", async () => {
  const { state, sent } = begun();
  const address = (query) => `#!/tables/t/collections?q=${encodeURIComponent(JSON.stringify(query))}`;
  state.showAddress(address({ p: ["twelve"], m: "query" }));
  state.showAddress(address({ i: "by", p: ["x"], m: "query" }));
  await state.next();
  assert.deepEqual(sent, [["Scan", undefined, undefined], ["Query", "by", { S: "x" }], ["Query", "by", { S: "x" }]]);
  assert.ok(state.isAt(address({ i: "by", p: ["x"], m: "query" })) && !state.isAt(address({ i: "by" })));
});

test("an error is kept for the page, and a stop is none", async () => {
  const { state } = begun([new Error("lost"), Object.assign(new Error("stopped"), { name: "AbortError" })]);
  await state.begin(null);
  assert.equal(state.fault.message, "lost");
  await state.next();
  assert.deepEqual([state.fault, state.isBusy], [null, false]);
});

test("an item that was written is judged again, unless other items are shown by then", async () => {
  const { state, judged } = begun();
  await state.begin(null);
  const [first] = state.reader.items, before = state.reader;
  state.replace(before, first, item("2"));
  assert.deepEqual([state.reader.items, judged.length], [[item("2")], 2]);
  await state.begin(null);
  state.replace(before, before.items[0], item("3"));
  assert.equal(judged.length, 3);
});
