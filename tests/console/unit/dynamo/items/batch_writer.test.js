import assert from "node:assert/strict";
import { test } from "node:test";
import { BatchWriter } from "../../../../../src/console/web/app/dynamo/items/batch_writer.js";

const put = (k, extra = {}) => ({ PutRequest: { Item: { k: { S: k }, ...extra } } });
const fault = (code, status = 400) => Object.assign(new Error("x"), { code, status });
function writer(call, signal) {
  const result = { written: 0, refused: [] };
  result.writer = new BatchWriter({ call, tableName: "t", keyOf: ({ PutRequest }) => ({ k: PutRequest.Item.k }),
    written: (count) => (result.written += count),
    refused: (tag, error) => result.refused.push([tag, error.code]), signal });
  return result;
}

test("25 writes a batch; what the service leaves is sent again", async () => {
  const stored = new Map(), sizes = [];
  const call = async (operation, { RequestItems: { t } }) => {
    assert.equal(operation, "BatchWriteItem");
    sizes.push(t.length);
    const undone = t.filter((_, index) => index % 3 === 2);
    for (const one of t) if (!undone.includes(one)) stored.set(one.PutRequest.Item.k.S, true);
    return { UnprocessedItems: undone.length ? { t: undone } : {} };
  };
  const one = writer(call);
  for (let i = 0; i < 60; ++i) await one.writer.add(put(`k${i}`), i);
  await one.writer.drain();
  assert.equal(one.written, 60);
  assert.equal(stored.size, 60);
  assert.ok(Math.max(...sizes) === 25);
  assert.deepEqual(one.refused, []);
});

test("a refused batch is sent one by one, and only the cause is refused", async () => {
  const call = async (operation, body) => {
    if (operation === "BatchWriteItem") throw fault("ValidationException");
    if (body.Item.bad) throw fault("ValidationException");
    return {};
  };
  const one = writer(call);
  for (let i = 0; i < 5; ++i) await one.writer.add(put(`k${i}`, i === 3 ? { bad: { N: "1" } } : {}), `line ${i}`);
  await one.writer.drain();
  assert.equal(one.written, 4);
  assert.deepEqual(one.refused, [["line 3", "ValidationException"]]);
});

test("one key twice is written in its order, never in one batch", async () => {
  const order = [];
  const call = async (_, { RequestItems: { t } }) =>
    { for (let turns = order.length ? 1 : 20; turns > 0; --turns) await new Promise(setImmediate);
      order.push(t.map(({ PutRequest: { Item } }) => Item.v.N)); return {}; };
  const one = writer(call);
  await one.writer.add(put("a", { v: { N: "1" } }), 1);
  await one.writer.add(put("b", { v: { N: "2" } }), 2);
  await one.writer.add(put("a", { v: { N: "3" } }), 3);
  await one.writer.drain();
  assert.deepEqual(order, [["1", "2"], ["3"]]);
});

test("throttling is waited out; lost rights end the work; a stop ends it too", async () => {
  let times = 0;
  const throttled = writer(async () => {
    if (++times < 3) throw fault("ProvisionedThroughputExceededException");
    return {};
  });
  await throttled.writer.add(put("a"), 1);
  await throttled.writer.drain();
  assert.equal(throttled.written, 1);

  for (const code of ["AccessDeniedException", "ExpiredTokenException", "InvalidSignatureException"]) {
    const denied = writer(async () => { throw fault(code); });
    await denied.writer.add(put("a"), 1);
    await assert.rejects(denied.writer.drain(), { code });
    // The right may be lost between a batch that is refused for another reason and its single writes.
    const later = writer(async (operation) =>
      { throw fault(operation === "BatchWriteItem" ? "ValidationException" : code); });
    await later.writer.add(put("a"), 1);
    await assert.rejects(later.writer.drain(), { code });
  }

  const controller = new AbortController();
  const stopped = writer(async () => ({ UnprocessedItems: { t: [put("a")] } }), controller.signal);
  await stopped.writer.add(put("a"), 1);
  const ended = assert.rejects(stopped.writer.drain(), { name: "AbortError" });
  controller.abort();
  await ended;
});
