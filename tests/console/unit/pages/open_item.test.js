import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

globalThis.m = Object.assign(() => ({}), { redraw: () => {} });
const { OpenItem } = await import("../../../../src/console/web/app/pages/items/open_item.js");
const { session } = await import("../../../../src/console/web/app/session.js");
session.server = { Region: "local", Auth: "off" };

const table = { TableName: "t", AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
  KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }] };
const item = (v) => ({ pk: { S: "a" }, ...(v === undefined ? {} : { v: { S: v } }) });
const kRefused = [400, { __type: "x#ConditionalCheckFailedException", message: "no" }];

let stored, sent, answers;
beforeEach(() => {
  stored = item("old");
  sent = [];
  answers = {}; // by operation: its answer in place of success
  globalThis.location = { host: "localhost" };
  globalThis.fetch = async (_, { headers }) => {
    const operation = headers["X-Amz-Target"].split(".")[1];
    sent.push(operation);
    const [status, body] = answers[operation] ?? [200, operation === "GetItem" ? { Item: stored } : {}];
    return { ok: status === 200, status, text: async () => JSON.stringify(body) };
  };
});
async function opened() {
  const changes = [], open = new OpenItem(table, item(), (now) => changes.push(now));
  await open.read();
  return { open, changes };
}
const edit = (open, v) => {
  open.editor.choose("typed");
  open.editor.text = JSON.stringify(item(v));
};

test("an edit is saved once, and none is sent without a change", async () => {
  const { open, changes } = await opened();
  assert.equal(await open.save(), "unchanged");
  edit(open, "new");
  assert.ok(open.isChanged);
  assert.equal(await open.save(), "saved");
  assert.deepEqual([changes, sent, open.isBusy], [[item("new")], ["GetItem", "UpdateItem"], false]);
});

test("a write of somebody else is a conflict, with both versions to go on from", async () => {
  const { open, changes } = await opened();
  edit(open, "mine");
  answers.UpdateItem = kRefused;
  stored = { ...item("theirs"), other: { S: "x" } };
  assert.equal(await open.save(), null);
  assert.deepEqual(open.conflict, { old: item("old"), theirs: stored, mine: item("mine") });
  open.keepMine();
  assert.deepEqual(open.editor.item().item, { ...stored, v: { S: "mine" } });
  open.conflict = { theirs: stored };
  open.takeTheirs();
  assert.deepEqual([open.old, changes, open.conflict], [stored, [stored], null]);
});

test("an edit whose answer was lost is saved, if the table holds it", async () => {
  const { open, changes } = await opened();
  edit(open, "new");
  answers.UpdateItem = kRefused;
  stored = item("new");
  assert.equal(await open.save(), "saved");
  assert.deepEqual([changes, open.conflict], [[item("new")], null]);
});

test("an item is deleted only as it was read, and one that is gone is deleted", async () => {
  const { open, changes } = await opened();
  stored = { ...stored, added: { S: "x" } };
  assert.equal(await open.remove(), null);
  assert.deepEqual([open.conflict.theirs, changes, sent.includes("DeleteItem")], [stored, [], false]);
  const other = await opened();
  answers.DeleteItem = kRefused;
  stored = undefined;
  assert.equal(await other.open.remove(), "deleted");
  assert.deepEqual(other.changes, [null]);
});

test("an item that is not there, and an error, are faults", async () => {
  stored = undefined;
  assert.match((await opened()).open.fault.message, /no longer/);
  answers.GetItem = [400, { __type: "x#AccessDeniedException", message: "no" }];
  const { open } = await opened();
  assert.deepEqual([open.fault.code, open.editor], ["AccessDeniedException", null]);
});
