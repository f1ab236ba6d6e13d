import assert from "node:assert/strict";
import { test } from "node:test";
import { Statements, freshTexts } from "../../../../src/console/web/app/pages/partiql/state.js";

function begun(text, more = {}) {
  const sent = [], asked = [];
  const state = new Statements({ ...freshTexts(), text }, {
    call: async (operation, body) => { sent.push([operation, body.Statement, body.Parameters]); return { Items: [] }; },
    viewsOf: () => [{ name: "", kind: "table", partition: ["pk"], sort: [], types: { pk: "S" } }], names: () => ["t"],
    mayScan: async (texts) => { asked.push(...texts); return false; }, seen: () => {}, redraw: () => {}, ...more });
  return { state, sent, asked };
}
const kQuery = 'SELECT * FROM "t" WHERE "pk" = ?';

test("a run sends the statement with its parameters, and is remembered once", async () => {
  const { state, sent } = begun(kQuery);
  state.parameters(state.list)[0].text = "a";
  await state.go();
  await state.go();
  assert.deepEqual(sent[0], ["ExecuteStatement", kQuery, [{ S: "a" }]]);
  assert.deepEqual([sent.length, state.kept.history.length, state.isSame, state.isBusy], [2, 1, true, false]);
  const [entry] = state.kept.history;
  state.edit("");
  state.parameters([])[0] = null;
  assert.deepEqual([state.recall(entry), state.kept.parameters], [kQuery, [{ type: "S", text: "a" }]]);
});

test("a wrong parameter is not sent, and is right again when the text is edited", async () => {
  const { state, sent } = begun(kQuery);
  Object.assign(state.parameters(state.list)[0], { type: "N", text: "many" });
  await state.go();
  assert.ok(state.wrong[0] && sent.length === 0);
  state.edit(`${kQuery} `);
  assert.equal(state.wrong, null);
});

test("a Scan asks first, and a table that is not there is said", async () => {
  const { state, sent, asked } = begun('SELECT * FROM "t"');
  await state.go();
  assert.deepEqual([asked.length, sent.length], [1, 0]);
  const [other] = (state.edit('SELECT * FROM "u"'), state.list);
  assert.equal(state.plan(other).access, "unknown");
});

test("an error of the run is its fault", async () => {
  const { state } = begun(kQuery, { call: async () => { throw new Error("lost"); } });
  state.parameters(state.list)[0].text = "a";
  await state.go();
  assert.equal((state.run.fault ?? state.run.results[0].fault).message, "lost");
});
